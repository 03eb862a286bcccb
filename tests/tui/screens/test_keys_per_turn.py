"""How many keys a turn takes for somebody who uses only what the screen names."""

from collections.abc import Iterator
from statistics import median

import pytest

from tests.tui.boards.tables import NAMES, paint
from tests.tui.player.sitting import Sitting, hint
from tests.tui.screens import newcomer
from tilehall.engine import RecordPlayer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.tables.table import Table


def played(game: str, steps: int, players: int = 2) -> Iterator[tuple[int, str, str, int]]:
    """Whose choice it was, what it was about, the action, and the keys that it took."""
    table = Table.open(game, [RecordPlayer(name) for name in NAMES[:players]], (), "7")
    sitting = Sitting(table, renderer_for(game), True)
    for _ in range(steps):
        if table.over:
            return
        if sitting.moment.curtain:
            sitting.look()
        paint(sitting)
        seat, picker = sitting.moment.seat, sitting.selection
        assert picker is not None
        action = hint(table, seat).action
        yield seat, picker.decision.kind, str(action), newcomer.play(sitting, action)


def test_a_turn_of_the_princess_takes_seven_keys() -> None:
    """The tile, its cell, a gem; what runes and sprites add is chosen besides."""
    turns: list[int] = []
    for _, kind, _, keys in played("princess", 60):
        if kind == "TAKE":
            turns.append(0)
        if kind in ("TAKE", "CELL", "GEM"):
            turns[-1] += keys
    assert len(turns) > 4 and max(turns) <= 7, turns


@pytest.mark.parametrize(("game", "kinds", "most"), [("sand", {"place"}, 6), ("beasts", {"die", "card"}, 6)])
def test_a_placement_takes_six_keys(game: str, kinds: set[str], most: int) -> None:
    costs = [keys for _, _, action, keys in played(game, 50) if action.split()[0] in kinds]
    assert median(costs) <= most, costs


def test_hardly_any_placement_in_the_sand_takes_more_than_six_keys() -> None:
    """A tile may have to be turned twice, flipped and taken to another box: no placement needs more than seven."""
    costs = [keys for _, _, action, keys in played("sand", 200) if action.split()[0] == "place"]
    assert len(costs) > 20 and max(costs) <= 7, costs
    assert sum(keys > 6 for keys in costs) * 10 <= len(costs), costs


def test_a_building_takes_two_keys() -> None:
    costs = [keys for _, _, action, keys in played("sand", 70) if action.startswith("complete")]
    assert costs and median(costs) <= 2, costs


def test_a_placement_in_kaguyas_house_takes_six_keys() -> None:
    """The tile, its cell and how it is turned are one placement."""
    placements, keys_of = list[int](), 0
    for _, kind, _, keys in played("kaguya", 40, 3):
        if kind not in ("TILE", "CELL", "ROT"):
            continue
        keys_of = keys if kind == "TILE" else keys_of + keys
        if kind == "ROT":
            placements.append(keys_of)
    assert placements and median(placements) <= 6, placements
