"""One hall for all tests of a module that do it no harm, and a house for each test that is one."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.tui.hall.guests import opened
from tests.tui.hall.halls import HERE, Hall
from tilehall.tui.hall.house import HallHouse


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[HallHouse]:
    house = await opened(tmp_path)
    yield house
    await house.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    if not HERE:
        pytest.skip("needs OpenSSH's client, on Linux")
    with Hall(tmp_path_factory.mktemp("hall")) as one:
        yield one
