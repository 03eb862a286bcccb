"""Pictures between two moments of a table: a thing that slides, or what has changed lit up for a while.

They tell nothing that the last picture does not tell: any of them may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from rich.style import Style

from tilehall.engine import Action, Decision
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import ActionPlaces, places_of_action
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture

SLIDE_FRAMES = 6
"""Pictures of a slide, the last one included."""
HIGHLIGHT_LEVELS = (0.5, 0.25)
"""How much lighter what has just changed is, picture by picture."""
MAX_STEPS = 12
"""The most steps between two moments that are animated."""
MIN_SLIDE_CELLS = 3
"""The shortest way of a slide."""


def animation_frames(
    old: Moment[Any], new: Moment[Any], before: Drawing, after: Drawing, reading: ActionPlaces, look: Look
) -> list[Picture]:
    """The pictures before the last one; none where something was taken back, or somebody else looks now."""
    if not 0 < new.number - old.number <= MAX_STEPS or _viewer_changed(old, new):
        return []
    if (before.picture.width, before.picture.height) != (after.picture.width, after.picture.height):
        return []
    if way := find_slide(old, new, before.places, reading):
        return slide_frames(before.picture, after.picture, *way)
    return highlight_frames(before.picture, after.picture, look)


def _viewer_changed(old: Moment[Any], new: Moment[Any]) -> bool:
    """Whether somebody may look now who must not see what was shown before."""
    return bool(old.curtain or new.curtain) or old.seat != new.seat or old.viewpoint != new.viewpoint


def find_slide(
    old: Moment[Any], new: Moment[Any], places: Mapping[Place, Rect], reading: ActionPlaces
) -> tuple[Rect, Rect] | None:
    """From where to where one's own action moved a thing, if both are on the board."""
    deed = new.seen_steps[old.number]
    if not old.must_decide or deed.seat != old.seat or deed.action is None:
        return None
    found = _on_board(old.decision, deed.action, places, reading)
    if len(found) < 2:
        return None
    start, end = found[0], found[-1]
    far = abs(start.x - end.x) + abs(start.y - end.y) >= MIN_SLIDE_CELLS
    return (start, end) if far else None


def _on_board(decision: Decision, action: Action, places: Mapping[Place, Rect], reading: ActionPlaces) -> list[Rect]:
    named = places_of_action(decision, str(action), reading.places_of)
    return [places[place] for place in named if place in places]


def slide_frames(before: Picture, after: Picture, start: Rect, end: Rect) -> list[Picture]:
    """A thing on its way from one place to another, faster at first."""
    thing = before.part(start.x, start.y, start.width, start.height)
    was = before.part(end.x, end.y, end.width, end.height)
    found: list[Picture] = []
    for n in range(1, SLIDE_FRAMES):
        share = 1 - (1 - n / SLIDE_FRAMES) ** 2
        frame = after.copy()
        frame.paste(end.x, end.y, was)
        frame.paste(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share), thing)
        found.append(frame)
    return found


def highlight_frames(before: Picture, after: Picture, look: Look) -> list[Picture]:
    """The things that have changed, lit brightly and then less."""
    if look.ansi:
        return []
    spots = changed_areas(before, after, look)
    if not spots:
        return []
    found: list[Picture] = []
    for light in HIGHLIGHT_LEVELS:
        frame = after.copy()
        for spot in spots:
            frame.restyle(*spot, partial(look.brighten, light))
        found.append(frame)
    return found


def changed_areas(before: Picture, after: Picture, look: Look) -> Sequence[Rect]:
    """The runs of cells that have changed and are things now, not empty table or words on it."""
    palette = look.palette
    quiet = {palette.background, palette.panel, palette.lattice, palette.outside}
    found: list[Rect] = []
    for y in range(after.height):
        chars, styles = after.cells(0, y, after.width)
        were, looked = before.cells(0, y, before.width)
        if chars == were and styles == looked:
            continue
        x = 0
        for thing, cells in groupby(
            (char, style) != old and _ground(style) not in quiet
            for char, style, old in zip(chars, styles, zip(were, looked, strict=True), strict=True)
        ):
            length = len(list(cells))
            if thing:
                found.append(Rect(x, y, length, 1))
            x += length
    return found


def _ground(style: Style) -> str:
    return style.bgcolor.name if style.bgcolor else ""
