"""Draws square tiles as solid faces with a thin gap, and the marks on them: cursor, legal place, last move."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture


class TileSize(NamedTuple):
    """The size of a tile's face in characters, without the gap to the next tile."""

    name: str
    width: int
    height: int
    gap: int = 1

    @property
    def pitch(self) -> int:
        return self.width + self.gap


MINI = TileSize("mini", 2, 1, 0)
SMALL = TileSize("small", 4, 2)
MEDIUM = TileSize("medium", 6, 3)
LARGE = TileSize("large", 7, 4)
HUGE = TileSize("huge", 9, 5)
SIZES = (HUGE, LARGE, MEDIUM, SMALL)


def cursor_corners(rect: Rect, look: Look) -> tuple[tuple[int, int, str], ...]:
    """Returns position and glyph of the four corners of a cursor around `rect`."""
    glyphs, right, bottom = look.glyphs, rect.x + rect.width - 1, rect.y + rect.height - 1
    return (
        (rect.x, rect.y, glyphs.cursor_tl),
        (right, rect.y, glyphs.cursor_tr),
        (rect.x, bottom, glyphs.cursor_bl),
        (right, bottom, glyphs.cursor_br),
    )


def draw_face(picture: Picture, x: int, y: int, size: TileSize, style: Style, look: Look) -> None:
    """Draws a cell of a board: an empty one flat with a thin gap to the cell above, a piece with lit edges."""
    gap, palette = look.glyphs.face_gap, look.palette
    if not style.bgcolor:
        picture.fill(x, y, size.width, size.height, style)
    elif style.bgcolor.name not in (palette.lattice, palette.outside, palette.background):
        draw_plate(picture, x, y, size.width, size.height, style, look)
    elif look.ansi or size.height == 1 or gap == " ":
        picture.fill(x, y, size.width, size.height, style)
    else:
        picture.fill(x, y, size.width, 1, look.style(palette.background, style.bgcolor.name), gap)
        picture.fill(x, y + 1, size.width, size.height - 1, style)


def draw_plate(picture: Picture, x: int, y: int, columns: int, lines: int, style: Style, look: Look) -> None:
    """Draws a piece with a lighter upper and a darker lower edge, if there are enough colours.

    With few colours a thin gap above it tells it from a thing of its own colour.
    """
    picture.fill(x, y, columns, lines, style)
    if lines < 2:
        return
    if look.ansi and style.bgcolor and look.glyphs.face_gap != " ":
        picture.fill(x, y, columns, 1, look.style(look.palette.shadow, style.bgcolor.name), look.glyphs.face_gap)
    edges = look.edges(style)
    if edges is None:
        return
    picture.fill(x, y, columns, 1, edges[0], look.glyphs.half_upper)
    if lines > 2:
        picture.fill(x, y + lines - 1, columns, 1, edges[1], look.glyphs.half_lower)


def draw_label(picture: Picture, x: int, y: int, size: TileSize, text: str, style: Style) -> None:
    """Draws a text in the middle of a tile."""
    row = y + size.height // 2 if size.height > 1 else y
    picture.put(x + (size.width - width(text)) // 2, row, text, style)


def draw_corner_mark(picture: Picture, x: int, y: int, size: TileSize, mark: str, style: Style) -> None:
    """Draws a mark at the upper right, beside the corner of a cursor (a gem)."""
    picture.put(x + size.width - 2, y if size.height == 2 else y + 1, mark, style)


def draw_stack_mark(picture: Picture, x: int, y: int, size: TileSize, mark: str, style: Style) -> None:
    """Draws a mark in the lower right corner (the height of a stack)."""
    if mark:
        picture.put(x + size.width - 1, y + size.height - 1, mark, style)


def draw_last_mark(picture: Picture, x: int, y: int, size: TileSize, style: Style, look: Look) -> None:
    """Draws a mark in the lower left corner: this tile was laid last."""
    picture.put(x, y + size.height - 1, look.glyphs.last, style)


def draw_cursor(picture: Picture, x: int, y: int, size: TileSize, ground: Style, look: Look) -> None:
    """Draws the cursor: four corners, or two brackets beside a tile of one line."""
    glyphs, palette = look.glyphs, look.palette
    name = ground.bgcolor.name if ground.bgcolor else palette.background
    ink = palette.cursor if name in (palette.lattice, palette.outside, palette.background) else None
    style = look.style(ink or (ground.color.name if ground.color else palette.cursor), name, True)
    if size.height == 1:
        picture.put(x - 1, y, glyphs.cursor_l, look.accent)
        picture.put(x + size.width, y, glyphs.cursor_r, look.accent)
        return
    for column, row, glyph in cursor_corners(Rect(x, y, size.width, size.height), look):
        picture.put(column, row, glyph, style)


def draw_heading(picture: Picture, x: int, y: int, columns: int, title: str, look: Look, note: str = "") -> None:
    """Draws a panel's title, a rule, and a note at its end. First the note is cut to fit, then the title."""
    note = look.clip(note, columns - 1 - min(width(title), columns // 2))
    stop = x + columns - (width(note) + 1 if note else 0)
    end = picture.put(x, y, look.clip(title, stop - x), look.muted) + 1
    picture.fill(end, y, stop - end, 1, look.line, look.glyphs.line_h)
    picture.put(stop + 1, y, note, look.muted)
