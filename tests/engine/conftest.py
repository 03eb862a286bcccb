"""The toy game at the table of the real ones."""

import pytest

from tests.engine.games.toy import TOY, Toy

# So that a failure there says what was compared.
pytest.register_assert_rewrite("tests.engine.games.rulebook_text")


@pytest.fixture
def toy_game() -> Toy:
    return TOY
