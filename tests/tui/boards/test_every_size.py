"""At every size from 80x24 to 240x70 everything lies within the window, and no words stand on others."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from rich.style import Style

from tests.pictures import moments
from tests.tui.boards.tables import KEYS, NAMES, look
from tilehall.engine import BUILT_IN_GAMES
from tilehall.engine import RecordPlayer as Seated
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.cells import split_cells
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets import chrome

WORD = re.compile(r"[^\W\d_]{3,}")
"""What is read as a word, and not as a mark on something."""
SHARES = (0.0, 0.35, 0.75, 1.0)
Found = list[str]


@cache
def players(game: str) -> list[PlayerControls[Any]]:
    """Whoever is due at some moments of a game."""
    return [player for _, player in moments(game, SHARES)]


@cache
def beginnings(game: str) -> list[PlayerControls[Any]]:
    """Whoever looks at records before and while the table is dealt, when most of it is empty."""
    found: list[PlayerControls[Any]] = []
    for players in range(2, 5):
        table = Table.open(game, [Seated(name) for name in NAMES[:players]], (), "7")
        steps = (0, 1, len(table.match.steps) // 2)
        found += [PlayerControls(Replay(table, step), renderer_for(game)) for step in steps]
    return found


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Found]:
    """What was written beyond a picture's edge, or words over words."""
    found: Found = []
    sound: Callable[..., int] = Picture.put

    def watched(picture: Picture, x: int, y: int, text: str, style: Style) -> int:
        shown = split_cells(text)
        if text.strip() and not (0 <= y < picture.height and x >= 0 and x + len(shown) <= picture.width):
            found.append(f"{text!r} at {x},{y} of {picture.width}x{picture.height}")
        elif WORD.search(text):
            under = "".join(picture.cells(x, y, len(shown))[0])
            if WORD.search(under) and under != text:
                found.append(f"{text!r} over {under!r}")
        return sound(picture, x, y, text, style)

    monkeypatch.setattr(Picture, "put", watched)
    yield found


def faults_at(
    game: str, looking: list[PlayerControls[Any]], size: tuple[int, int], found: Found, glyphs: str = "full"
) -> list[str]:
    told: list[str] = []
    for player in looking:
        found.clear()
        drawing = chrome.paint(player, renderer_for(game), look(glyphs=glyphs), *size, KEYS)
        told += [f"{size[0]}x{size[1]}, step {player.moment.number}: {fault}" for fault in found]
        for place, rect in drawing.places.items():
            if not (rect.x >= 0 and rect.x + rect.width <= size[0] and rect.y >= 0 and rect.y + rect.height <= size[1]):
                told.append(f"{size[0]}x{size[1]}: {place} at {rect}")
    return told


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_nothing_lies_outside_or_on_other_words(game: str, faults: Found) -> None:
    sizes = [(width, height) for width in (80, 93, 119, 120, 160, 240) for height in (24, 31, 40, 70)]
    assert [fault for size in sizes for fault in faults_at(game, players(game), size, faults)] == []


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_a_record_is_seen_from_its_first_step_on(game: str, faults: Found) -> None:
    sizes = [(80, 24), (80, 26), (80, 36), (100, 24), (120, 30), (120, 40), (140, 42), (160, 50), (240, 70)]
    assert [fault for size in sizes for fault in faults_at(game, beginnings(game), size, faults)] == []


@pytest.mark.soak
@pytest.mark.parametrize("glyphs", ["full", "neutral", "ascii"])
@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_nothing_lies_outside_at_any_size(game: str, glyphs: str, faults: Found) -> None:
    sizes = [(width, height) for width in range(80, 241, 5) for height in range(24, 71, 3)]
    looking = [*players(game), *beginnings(game)]
    assert [fault for size in sizes for fault in faults_at(game, looking, size, faults, glyphs)] == []
