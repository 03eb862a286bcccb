"""Highlights places on a drawn board: those that block an action, or those that points come from."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from rich.style import Style

from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.terminal.output.drawing import Place, Rect
from tilehall.tui.terminal.output.picture import Picture

REVERSED = Style(bold=True, reverse=True)


def mark_blocking(picture: Picture, places: Iterable[Rect], look: Look) -> None:
    """Marks places that block an action with a cross on a coloured bar, unlike legal places and hints."""
    _light(picture, places, look.glyphs.cross, look.palette.bad, look)


def mark_counted(picture: Picture, places: Iterable[Rect], look: Look) -> None:
    """Marks places that points come from with a tick on a coloured bar."""
    _light(picture, places, look.glyphs.check, look.palette.good, look)


def find_words(words: Container[str], drawn: Mapping[Place, Rect], cursor: Place | None = None) -> list[Rect]:
    """Finds the areas of words on a board; of a word at several places the one under the cursor, if any.

    >>> drawn = {("cube", "R"): Rect(0, 0, 2, 1), ("store", "R"): Rect(0, 1, 2, 1), ("store", "B"): Rect(0, 2, 2, 1)}
    >>> find_words({"R"}, drawn, ("store", "B"))
    [Rect(x=0, y=1, width=2, height=1)]
    """
    meant = [place for place in drawn if place[1] in words and place[0] != MENU]
    near = {name for zone, name in meant if cursor and zone == cursor[0]}
    return [drawn[place] for place in meant if place[1] not in near or (cursor and place[0] == cursor[0])]


def _light(picture: Picture, places: Iterable[Rect], sign: str, ground: str, look: Look) -> None:
    style = _bar(ground, look)
    for rect in places:
        _one(picture, rect, sign, style, look)


def _bar(ground: str, look: Look) -> Style:
    """Returns the style of a bar: reversed where there are no colours, so that it stands out there as well."""
    if look.colourless:
        return REVERSED
    ink = look.palette.background if not look.ansi else "white" if ground == "black" else "black"
    return look.style(ink, ground, True)


def _one(picture: Picture, rect: Rect, sign: str, style: Style, look: Look) -> None:
    """Marks the upper line of an area, so that the name below stays readable."""
    blank = {" ", look.glyphs.face_top, look.glyphs.face_gap, look.glyphs.half_upper, look.glyphs.half_lower}
    chars, _ = picture.cells(rect.x, rect.y, rect.width)
    free = [n for n, char in enumerate(chars) if char in blank]
    for n in free:
        picture.put(rect.x + n, rect.y, " ", style)
    picture.restyle(rect.x, rect.y, rect.width, 1, lambda _: style)
    middle = (rect.width - 1) // 2
    at = min(free, key=lambda n: abs(n - middle)) if free else middle if rect.height > 1 else rect.width - 1
    picture.put(rect.x + at, rect.y, sign, style)
