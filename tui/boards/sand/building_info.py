"""What the panels are given about buildings, and the marks they share: digits, picks, cursor, hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.style import Style

from tilehall.engine import Text
from tilehall.engine.games.sand import BuildingNearness, SandState, components
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect


class BuildingInfo(NamedTuple):
    """How near each building is to completion, which are ready, which are new, and the digits of places."""

    near: Mapping[int, BuildingNearness]
    lacking: Mapping[int, str]
    present: Mapping[int, frozenset[tuple[int, int]]]
    ready: frozenset[int]
    fresh: frozenset[int]
    gained: Sequence[int]
    """The number of disks of each element gained in this turn."""
    digits: Mapping[Place, str]


def draw_title(drawing: Drawing, view: View[Any], area: Rect, title: Text, note: str = "") -> None:
    """Draws the heading of a panel."""
    draw_heading(drawing.picture, area.x, area.y, area.width, view.say(title), view.look, note)


def draw_digit(drawing: Drawing, view: View[Any], place: Place, x: int, y: int, info: BuildingInfo) -> None:
    """Draws the digit that chooses a place, in the cursor's style if it is there, or the mark of a hint."""
    look, digit = view.look, info.digits.get(place, "")
    if view.cursor == place:
        drawing.picture.put(x, y, digit or look.glyphs.cursor_l, cursor_style(look) if digit else look.accent)
    elif place in view.hint_places:
        drawing.picture.put(x, y, look.glyphs.hint, look.accent)
    elif digit:
        drawing.picture.put(x, y, digit, look.accent)


def cursor_style(look: Look) -> Style:
    """Returns the style of the cursor on anything but a tile."""
    return look.style("black" if look.ansi else look.palette.background, look.palette.accent, True)


def is_picked(view: View[Any], place: Place) -> bool:
    return view.selection is not None and place in view.selection.picks


def latest_gains(view: View[SandState]) -> tuple[frozenset[int], Sequence[int]]:
    """Returns the buildings turned up since this seat's last turn ended, and the disks it has gained since."""
    box, log, seat = components(), view.log, view.seat
    since = next((n for n in range(len(log) - 1, -1, -1) if log[n].key == "end" and log[n].seat == seat), None)
    if since is None:
        return frozenset(), [0] * len(box.letters)
    recent = log[since + 1 :]
    fresh = frozenset(box.card_numbers[entry.marks[0]] for entry in recent if entry.key == "row" and entry.marks)
    gained = [0] * len(box.letters)
    for entry in recent:
        if entry.key == "complete" and entry.seat == seat:
            for element in box.cards[box.card_numbers[entry.marks[0]]].disks:
                gained[element] += 1
    return fresh, gained
