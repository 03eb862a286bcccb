"""Kaguyahime through the conformance suite of the house, at every size and with every option."""

from collections.abc import Iterator

import pytest

from tests.engine.conformance import conform
from tilehall.engine.catalog import GAMES, Entry
from tilehall.engine.kaguya import KAGUYA

CHANGED = [(), *(((option.id, option.values[1]),) for option in KAGUYA.options)]


@pytest.fixture(autouse=True)
def in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Records find their game by name."""
    monkeypatch.setitem(GAMES, KAGUYA.id, Entry(KAGUYA.title, KAGUYA.credit, "KAGUYA"))
    yield


@pytest.mark.parametrize("players", KAGUYA.seats)
@pytest.mark.parametrize("options", CHANGED, ids=lambda options: "-".join(options[0]) if options else "as it comes")
def test_random_games_conform(players: int, options: tuple[tuple[str, str], ...]) -> None:
    conform(KAGUYA, players, "kaguya", options)
