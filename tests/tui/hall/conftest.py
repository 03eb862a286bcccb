"""One hall for all tests of a module that do it no harm."""

from collections.abc import Iterator

import pytest

from tests.tui.hall.halls import HERE, Hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    if not HERE:
        pytest.skip("needs OpenSSH's client, on Linux")
    with Hall(tmp_path_factory.mktemp("hall")) as one:
        yield one
