"""The grid of a game that says nothing about its looks: cells with a letter and a number, and what lies on them."""

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
"""The columns and rows of the coordinates."""


def fit_grid(extent: GridExtent, room: Rect, wanted: str = "auto") -> TileSize:
    """The largest size in which the whole grid fits, or the wanted one; the smallest where it does not."""
    able = [size for size in SIZES if _fits(extent, size, room)]
    return next((size for size in able if size.name == wanted), able[0] if able else MINI)


def _fits(extent: GridExtent, size: TileSize, room: Rect) -> bool:
    return grid_width(extent, size) <= room.width and TOP + extent.rows * size.height <= room.height


def grid_width(extent: GridExtent, size: TileSize) -> int:
    """The columns on screen, coordinates included."""
    return LEFT + extent.columns * size.pitch


def _window(extent: GridExtent, size: TileSize, room: Rect, cursor: Place | None) -> tuple[range, range]:
    """The columns and rows of cells to be shown: all, or as many as there is room for around the cursor."""
    column, row = extent.column_and_row(cursor[1]) if cursor and cursor[0] == GRID else (0, 0)
    columns = _around(column, extent.columns, (room.width - LEFT) // size.pitch)
    return columns, _around(row, extent.rows, (room.height - TOP) // size.height)


def _around(here: int, count: int, room: int) -> range:
    first = max(0, min(here - room // 2, count - room))
    return range(first, min(count, first + max(1, room)))


def paint_grid(
    drawing: Drawing, view: View[Any], extent: GridExtent, marks: Mapping[str, Sequence[Mark]], room: Rect
) -> None:
    """The grid with all that the cursor and the choices mark on it."""
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
    """Letters above and numbers beside the cells, and an arrow where more of the grid lies outside the window."""
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
    """The same without coordinates and marks, for another player's cells."""
    for row in range(extent.rows):
        for column in range(extent.columns):
            spot = Rect(x + column * MINI.pitch, y + row, MINI.width, 1)
            paint_cell(picture, view, spot, MINI, marks.get(extent.name(column, row), ()))


def paint_cell(picture: Picture, view: View[Any], spot: Rect, size: TileSize, marks: Sequence[Mark]) -> Style:
    """One cell and what lies on it: the first mark in large, further ones in a corner. The style of its ground."""
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
    """What may be chosen, what was done last, where the hint is, and the cursor."""
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
    """A mark on a cell: in its own colour on an empty one, in the writing's on what lies there."""
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    return look.style(ink, name, True) if name == look.palette.lattice else ground


def mark_style(mark: Mark, look: Look) -> Style:
    """The colour of a seat, or one that belongs to the text."""
    if mark.seat is not None:
        return seat_token_style(look, mark.seat)
    return look.face(look.palette.hue(HUES[sum(map(ord, mark.text)) % len(HUES)]))


def seat_token_style(look: Look, seat: int) -> Style:
    """Writing on the colour of a seat; of more than four seats some have the same."""
    return look.style("black" if look.ansi else look.palette.background, look.palette.seats[seat % 4], True)


def mark_text(mark: Mark, view: View[Any]) -> str:
    return view.say(translate_word(mark.text)) if mark.seat is None else player_initials(view.names)[mark.seat]
