"""Draws the grid of a game without a renderer of its own: named cells and the marks on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style

from tilehall.tui.boards.plain.cells import GridExtent
from tilehall.tui.boards.plain.position import Mark
from tilehall.tui.boards.plain.wording import translate_word
from tilehall.tui.boards.short_names import player_initials
from tilehall.tui.boards.tiles import MINI, SIZES, TileSize, draw_cursor, draw_face, draw_last_mark
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cells import clip, width
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture

GRID = "grid"
"""The zone of the cells."""
HUES = ("red", "blue", "yellow", "green", "purple", "orange", "white", "clear")
LEFT, TOP = 3, 1
"""Columns and rows that the coordinates take."""


def fit_grid(extent: GridExtent, room: Rect, wanted: str = "auto") -> TileSize:
    """Returns the largest size (or the wanted one) in which the whole grid fits, otherwise the smallest."""
    able = [size for size in SIZES if _fits(extent, size, room)]
    return next((size for size in able if size.name == wanted), able[0] if able else MINI)


def _fits(extent: GridExtent, size: TileSize, room: Rect) -> bool:
    return grid_width(extent, size) <= room.width and TOP + extent.rows * size.height <= room.height


def grid_width(extent: GridExtent, size: TileSize) -> int:
    """Returns the width on screen, coordinates included."""
    return LEFT + extent.columns * size.pitch


def _window(extent: GridExtent, size: TileSize, room: Rect, cursor: Place | None) -> tuple[range, range]:
    """Returns the columns and rows of cells to show: all, or as many around the cursor as fit."""
    column, row = extent.column_and_row(cursor[1]) if cursor and cursor[0] == GRID else (0, 0)
    columns = _around(column, extent.columns, (room.width - LEFT) // size.pitch)
    return columns, _around(row, extent.rows, (room.height - TOP) // size.height)


def _around(here: int, count: int, room: int) -> range:
    first = max(0, min(here - room // 2, count - room))
    return range(first, min(count, first + max(1, room)))


def paint_grid(
    drawing: Drawing, view: View[Any], extent: GridExtent, marks: Mapping[str, Sequence[Mark]], room: Rect
) -> None:
    """Draws the grid with the marks of cursor and choices."""
    size = fit_grid(extent, room, view.size)
    columns, rows = _window(extent, size, room, view.cursor)
    x, y = room.x + LEFT, room.y + TOP
    paint_coordinates(drawing.picture, view.look, extent, size, columns, rows, room)
    for row in rows:
        for column in columns:
            name = extent.name(column, row)
            left, top = x + (column - columns[0]) * size.pitch, y + (row - rows[0]) * size.height
            spot = Rect(left, top, size.width, size.height)
            drawing.places[GRID, name] = spot
            ground = paint_cell(drawing.picture, view, spot, size, marks.get(name, ()))
            _paint_attention(drawing.picture, view, spot, size, name, ground, bool(marks.get(name)))


def paint_coordinates(
    picture: Picture, look: Look, extent: GridExtent, size: TileSize, columns: range, rows: range, room: Rect
) -> None:
    """Draws the letters and numbers of the cells, with an arrow where the grid goes on outside the window."""
    for n, column in enumerate(columns):
        letter = extent.name(column, 0)[0]
        picture.put(room.x + LEFT + n * size.pitch + (size.width - 1) // 2, room.y, letter, look.grid)
    for n, row in enumerate(rows):
        picture.put(room.x, room.y + TOP + n * size.height + size.height // 2, f"{row + 1:>2}", look.grid)
    edge, bottom = room.x + LEFT - 1, room.y + TOP + len(rows) * size.height - 1
    right, glyphs = room.x + LEFT + len(columns) * size.pitch - 1, look.glyphs
    for goes_on, x, y, arrow in (
        (columns.start > 0, edge, room.y, glyphs.arrow_left),
        (columns.stop < extent.columns, right, room.y, glyphs.arrow_right),
        (rows.start > 0, edge, room.y + TOP, glyphs.arrow_up),
        (rows.stop < extent.rows, edge, bottom, glyphs.arrow_down),
    ):
        if goes_on:
            picture.put(x, y, arrow, look.strong)


def paint_small_grid(
    picture: Picture, view: View[Any], extent: GridExtent, marks: Mapping[str, Sequence[Mark]], x: int, y: int
) -> None:
    """Draws another player's cells, without coordinates and marks."""
    for row in range(extent.rows):
        for column in range(extent.columns):
            spot = Rect(x + column * MINI.pitch, y + row, MINI.width, 1)
            paint_cell(picture, view, spot, MINI, marks.get(extent.name(column, row), ()))


def paint_cell(picture: Picture, view: View[Any], spot: Rect, size: TileSize, marks: Sequence[Mark]) -> Style:
    """Draws a cell with its first mark large and further ones in a corner; returns the style of its ground."""
    look = view.look
    if not marks:
        ground = look.style(look.palette.grid, look.palette.lattice)
        draw_face(picture, spot.x, spot.y, size, ground, look)
        if look.dotted or size.height == 1:
            _middle(picture, spot, size, look.glyphs.dot, ground)
        return ground
    first, *others = marks
    ground = mark_style(first, look)
    draw_face(picture, spot.x, spot.y, size, ground, look)
    # Two columns show more of a word without an ellipsis.
    ellipsis = look.glyphs.ellipsis if size.width > 2 else ""
    _middle(picture, spot, size, clip(mark_text(first, view), size.width, ellipsis), ground)
    # The top line of a large tile is its edge.
    top = spot.y + (size.height > 2)
    for n, mark in enumerate(others[: size.width - 1] if size.height > 1 else ()):
        picture.put(spot.x + size.width - 1 - n, top, clip(mark_text(mark, view), 1) or "+", ground)
    return ground


def _middle(picture: Picture, spot: Rect, size: TileSize, text: str, style: Style) -> None:
    row = spot.y + (size.height // 2 if size.height > 1 else 0)
    picture.put(spot.x + (size.width - width(text)) // 2, row, text, style)


def _paint_attention(
    picture: Picture, view: View[Any], spot: Rect, size: TileSize, name: str, ground: Style, covered: bool
) -> None:
    """Draws the marks of legal places, the last action, the hint and the cursor on a cell."""
    look, place = view.look, (GRID, name)
    picked = view.selection is not None and place in view.selection.picks
    bottom = spot.y + size.height - 1
    if place in view.targets:
        mark = _ink_on(ground, look.palette.legal, look)
        if covered:
            picture.put(spot.x + size.width - 1, bottom, look.glyphs.legal, mark)
        else:
            _middle(picture, spot, size, look.glyphs.legal, mark)
    if name in view.marks:
        draw_last_mark(picture, spot.x, spot.y, size, _ink_on(ground, look.palette.last, look), look)
    if place in view.hint_places:
        picture.put(spot.x, spot.y, look.glyphs.hint, _ink_on(ground, look.palette.accent, look))
    if picked:
        picture.put(spot.x, spot.y, look.glyphs.check, _ink_on(ground, look.palette.good, look))
    if view.cursor != place:
        return
    if size == MINI:
        inverse = look.style("black" if look.ansi else look.palette.background, look.palette.accent)
        picture.restyle(spot.x, spot.y, size.width, 1, lambda old: inverse)
        return
    draw_cursor(picture, spot.x, spot.y, size, ground, look)


def _ink_on(ground: Style, ink: str, look: Look) -> Style:
    """Returns the style of a mark: its own colour on an empty cell, the cell's text colour on a piece."""
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    return look.style(ink, name, True) if name == look.palette.lattice else ground


def mark_style(mark: Mark, look: Look) -> Style:
    """Returns the style of a mark: the colour of its seat, or a colour derived from its text."""
    if mark.seat is not None:
        return seat_token_style(look, mark.seat)
    return look.face(look.palette.hue(HUES[sum(map(ord, mark.text)) % len(HUES)]))


def seat_token_style(look: Look, seat: int) -> Style:
    """Returns the style of writing on the colour of a seat; beyond four seats colours repeat."""
    return look.style("black" if look.ansi else look.palette.background, look.palette.seats[seat % 4], True)


def mark_text(mark: Mark, view: View[Any]) -> str:
    return view.say(translate_word(mark.text)) if mark.seat is None else player_initials(view.names)[mark.seat]
