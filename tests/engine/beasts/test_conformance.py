"""The beast hunt through the conformance suite of the house, at every size."""

from collections.abc import Iterator

import pytest

from tests.engine.conformance import conform
from tilehall.engine.beasts import BEASTS
from tilehall.engine.catalog import GAMES, Entry


@pytest.fixture(autouse=True)
def in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Records find their game by name."""
    monkeypatch.setitem(GAMES, BEASTS.id, Entry(BEASTS.title, BEASTS.credit, "BEASTS"))
    yield


@pytest.mark.parametrize("players", BEASTS.seats)
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_random_game_conforms(players: int, seed: str) -> None:
    conform(BEASTS, players, f"beasts {seed}")


def test_a_game_with_a_named_first_player_conforms() -> None:
    match = conform(BEASTS, 3, "named", (("first_seat", "1"),))
    assert str(match.steps[0].action).startswith("draw ")
