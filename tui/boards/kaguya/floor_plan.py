"""Draws floor plans: half tiles as solid faces that join into rooms; empty cells, ghosts and the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import SeatNo
from tilehall.engine.games.kaguya import (
    CELLS,
    LETTERS,
    NAMES,
    PLANT,
    UNPLANTED,
    YELLOW,
    KaguyaBoard,
    KaguyaState,
    components,
)
from tilehall.themes import Hue, Palette
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture

HUES = ("red", "blue", "green", "purple", "clear")
"""The colours of the five kinds of cubes."""
CELL = "cell"
SMOOTH = "▀"
"""Look needs this character to halve a cell of three lines."""


class CellSize(NamedTuple):
    """A cell of a floor plan in characters."""

    name: str
    width: int
    height: int


QUARTERED = CellSize("mini", 2, 2)
SIZES = (CellSize("huge", 12, 6), CellSize("large", 8, 4), CellSize("medium", 6, 3), CellSize("small", 4, 2))
FADED = -3
"""The colour number of a houseplant without a cube."""


def half_letter(colour: int, look: Look) -> str:
    """Returns the letter on a half tile."""
    if colour in (PLANT, FADED):
        return look.glyphs.plant
    return "Y" if colour == YELLOW else LETTERS[colour]


def half_hue(colour: int, look: Look) -> Hue:
    if colour in (PLANT, FADED):
        return look.palette.hue("black")
    return look.palette.hue("yellow" if colour == YELLOW else HUES[colour])


def half_colours(tile: int, plant: int) -> tuple[int, int]:
    """Returns the colours of both halves; a houseplant has the colour of its cube."""
    first, second = components().tiles[tile].halves
    if first != PLANT:
        return first, second
    shown = FADED if plant == UNPLANTED else plant
    return shown, shown


def draw_tile(
    picture: Picture,
    rect: Rect,
    colours: tuple[int, int],
    rot: int,
    look: Look,
    plant: bool = False,
    soft: bool = False,
) -> None:
    """Draws a tile on its cell: both halves as rotated, each with its letter."""
    picture.paste(rect.x, rect.y, _tile_picture(rect.width, rect.height, colours, rot, look, plant, soft))


@lru_cache(1024)
def _tile_picture(
    columns: int, lines: int, colours: tuple[int, int], rot: int, look: Look, plant: bool, soft: bool
) -> Picture:
    """Returns the picture of a tile; cached, so that each tile in each size is drawn once."""
    picture, rect = Picture(columns, lines, look.table), Rect(0, 0, columns, lines)
    styles = [look.soft(half_hue(c, look)) if soft else look.face(half_hue(c, look)) for c in colours]
    if rot in (2, 3):
        styles, colours = styles[::-1], (colours[1], colours[0])
    marks = [half_letter(colour, look) for colour in colours]
    if colours[0] == colours[1] and rect.width > 2:
        picture.fill(rect.x, rect.y, rect.width, rect.height, styles[0])
        text = marks[0] + (look.glyphs.plant if plant and marks[0] != look.glyphs.plant else "")
        picture.put(rect.x + (rect.width - len(text)) // 2, rect.y + (rect.height - 1) // 2, text, styles[0])
    elif rot % 2 == 0:
        _side_by_side(picture, rect, marks, styles)
    else:
        _above(picture, rect, marks, styles, look)
    if look.dotted and not look.ansi:
        _filled(picture, rect, marks, rot, styles, soft)
    return picture


def _filled(picture: Picture, rect: Rect, marks: Sequence[str], rot: int, styles: Sequence[Style], soft: bool) -> None:
    """Fills each half with its letter, for a ghost every second cell."""
    for y in range(rect.height):
        for x in range(rect.width):
            second = x >= rect.width // 2 if rot % 2 == 0 else y >= (rect.height + 1) // 2
            text = " " if soft and (x + y) % 2 else marks[second]
            picture.put(rect.x + x, rect.y + y, text, styles[second])


def _side_by_side(picture: Picture, rect: Rect, marks: Sequence[str], styles: Sequence[Style]) -> None:
    half = rect.width // 2
    for n, (mark, style) in enumerate(zip(marks, styles, strict=True)):
        picture.fill(rect.x + n * half, rect.y, half, rect.height, style)
        for line in range(rect.height) if rect.width == 2 else ((rect.height - 1) // 2,):
            # Towards the middle line, because the corners are for the cursor.
            picture.put(rect.x + n * half + (half - n) // 2, rect.y + line, mark, style)


def _above(picture: Picture, rect: Rect, marks: Sequence[str], styles: Sequence[Style], look: Look) -> None:
    half = rect.height // 2
    picture.fill(rect.x, rect.y, rect.width, half, styles[0])
    if rect.height % 2:
        top, bottom = (style.bgcolor.name if style.bgcolor else "default" for style in styles)
        picture.fill(rect.x, rect.y + half, rect.width, 1, look.style(top, bottom), look.glyphs.half_upper)
    picture.fill(rect.x, rect.y + rect.height - half, rect.width, half, styles[1])
    for mark, style, line in zip(marks, styles, (0, rect.height - 1), strict=True):
        if rect.width == 2:
            picture.put(rect.x, rect.y + line, mark * 2, style)
        else:
            inside = (half - 1) // 2 if not line else rect.height - half + (half - 1) // 2
            picture.put(rect.x + (rect.width - 1) // 2, rect.y + inside, mark, style)


def draw_empty_cell(picture: Picture, rect: Rect, look: Look) -> None:
    """Draws an empty cell with a thin gap to its neighbours; tiny cells alternate between two shades."""
    dim = rect.width == 2 and (rect.x // 2 + rect.y // 2) % 2 == 1
    picture.paste(rect.x, rect.y, _empty_picture(rect.width, rect.height, dim, look))


@lru_cache(64)
def _empty_picture(columns: int, lines: int, dim: bool, look: Look) -> Picture:
    """Returns the picture of an empty cell; cached by size and shade."""
    picture, rect = Picture(columns, lines, look.table), Rect(0, 0, columns, lines)
    _paint_empty(picture, rect, dim, look)
    return picture


def _paint_empty(picture: Picture, rect: Rect, dim: bool, look: Look) -> None:
    palette = look.palette
    if look.dotted and not look.ansi:
        # Without distinct grounds, empty cells are drawn with characters.
        draw_frame(picture, rect, look, look.grid)
        return
    ground = look.style(palette.grid, palette.outside if dim else palette.lattice)
    wide = rect.width - 1 if rect.width > 2 else rect.width
    picture.fill(rect.x, rect.y, wide, rect.height, ground)
    gap = look.glyphs.face_gap
    if rect.height > 1 and rect.width > 2 and gap != " " and not look.dotted:
        picture.fill(rect.x, rect.y, wide, 1, look.style(palette.background, palette.lattice), gap)
    if look.dotted or gap == " ":
        picture.put(rect.x + wide // 2, rect.y + rect.height // 2, look.glyphs.dot, ground)


def draw_mark(picture: Picture, x: int, y: int, text: str, ink: str, look: Look) -> None:
    """Draws a mark in its own colour on the lattice, in the tile's text colour on a tile."""
    if not (0 <= x < picture.width and 0 <= y < picture.height):
        # In the smallest windows only a part of a board is visible.
        return
    style = picture.style_at(x, y)
    ground = style.bgcolor.name if style.bgcolor else look.palette.background
    picture.put(x, y, text, look.style(_inks(look.palette).get(ground, ink), ground, True))


@lru_cache(16)
def _inks(palette: Palette) -> Mapping[str, str]:
    """Returns the text colour for each ground of a tile."""
    hues = [palette.hue(name) for name in (*HUES, "yellow", "black")]
    inks = {ground: each.ink for each in reversed(hues) for ground in (each.face, each.soft)}
    for quiet in (palette.lattice, palette.outside, palette.background):
        inks.pop(quiet, None)
    return inks


def draw_cursor_around_ghost(picture: Picture, rect: Rect, rot: int, look: Look) -> None:
    """Draws the cursor around a ghost; in a small cell only the corners that do not touch its letters."""
    if rect.width > SIZES[-1].width:
        draw_cursor(picture, rect, look)
        return
    glyphs, right, bottom = look.glyphs, rect.x + rect.width - 1, rect.y + rect.height - 1
    beside = ((rect.x, bottom, glyphs.cursor_bl), (right, rect.y, glyphs.cursor_tr))[rot % 2]
    for x, y, glyph in (beside, (right, bottom, glyphs.cursor_br)):
        draw_mark(picture, x, y, glyph, look.palette.cursor, look)


def draw_cursor(picture: Picture, rect: Rect, look: Look) -> None:
    """Draws the cursor as four corners over the cell."""
    glyphs, ink = look.glyphs, look.palette.cursor
    right, bottom = rect.x + rect.width - 1, rect.y + rect.height - 1
    for x, y, glyph in (
        (rect.x, rect.y, glyphs.cursor_tl),
        (right, rect.y, glyphs.cursor_tr),
        (rect.x, bottom, glyphs.cursor_bl),
        (right, bottom, glyphs.cursor_br),
    ):
        draw_mark(picture, x, y, glyph, ink, look)


def draw_legal_mark(picture: Picture, rect: Rect, name: str, look: Look) -> None:
    """Draws the mark of a cell where a tile may be laid, and the cell's name behind it if there is room."""
    text = look.glyphs.legal + (name if rect.width > 2 else "")
    x, y = rect.x + (rect.width - len(text)) // 2, rect.y + rect.height // 2
    for n, char in enumerate(text):
        draw_mark(picture, x + n, y, char, look.palette.legal, look)


class FloorPlan(NamedTuple):
    """Boards joined into one picture: their cells, and where each cell is drawn."""

    boards: tuple[KaguyaBoard, ...]
    cells: tuple[tuple[int, ...], ...]
    """The rows of cells, top first."""
    size: CellSize
    x: int
    y: int
    labels: bool

    @property
    def left(self) -> int:
        return self.x + (2 if self.labels else 0)

    @property
    def top(self) -> int:
        return self.y + (1 if self.labels else 0)

    @property
    def width(self) -> int:
        return self.left - self.x + len(self.cells[0]) * self.size.width

    @property
    def height(self) -> int:
        return self.top - self.y + len(self.cells) * self.size.height

    def rects(self) -> Iterator[tuple[int, Rect]]:
        size = self.size
        for r, row in enumerate(self.cells):
            for c, cell in enumerate(row):
                yield cell, Rect(self.left + c * size.width, self.top + r * size.height, size.width, size.height)

    def rect(self, cell: int) -> Rect | None:
        return next((rect for other, rect in self.rects() if other == cell), None)


def is_stacked(s: KaguyaState, seat: SeatNo) -> bool:
    """Returns whether the princess' board and this seat's own are stacked vertically."""
    return components().sides[s.merchants[seat].board.side].id in "SN"


def make_floor_plan(boards: Sequence[KaguyaBoard], size: CellSize, x: int, y: int, labels: bool) -> FloorPlan:
    """Makes the plan of the smallest rectangle around some boards."""
    return FloorPlan(tuple(boards), _cells(tuple([board.side for board in boards])), size, x, y, labels)


@cache
def _cells(sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Returns the rows of cells of the smallest rectangle around these boards."""
    mask = 0
    for side in sides:
        mask |= components().sides[side].cells
    spots = [CELLS.row_and_column(cell) for cell in range(CELLS.size) if mask >> cell & 1]
    rows, columns = sorted({row for row, _ in spots}), sorted({column for _, column in spots})
    return tuple(tuple(row * CELLS.width + column for column in columns) for row in rows)


def draw_floor_plan(
    picture: Picture, shown: FloorPlan, look: Look, inks: Sequence[Style], last: frozenset[str]
) -> None:
    """Draws all tiles of a plan; `inks` are the styles of its boards' coordinates, then of those they share.

    On a board without tiles the coloured cell has the mark of its owner: the first tile goes there (K-4.26).
    """
    lying = {placed[0]: placed for board in shown.boards for placed in board.placed}
    starts = {components().sides[board.side].start: n for n, board in enumerate(shown.boards) if not board.placed}
    for cell, rect in shown.rects():
        if cell not in lying:
            draw_empty_cell(picture, rect, look)
            if cell in starts:
                ink = inks[starts[cell]].color
                x, y = rect.x + (rect.width - 1) // 2, rect.y + (rect.height - 1) // 2
                draw_mark(picture, x, y, look.glyphs.socket, ink.name if ink else look.palette.text, look)
            continue
        _, tile, rot, cube = lying[cell]
        plant = components().tiles[tile].plant
        draw_tile(picture, rect, half_colours(tile, cube), rot, look, plant)
        if NAMES[cell] in last and rect.width > 2:
            draw_mark(picture, rect.x, rect.y + rect.height - 1, look.glyphs.last, look.palette.last, look)
    if shown.labels:
        _labels(picture, shown, inks)


def outer_boards(shown: FloorPlan) -> tuple[int, int]:
    """Returns the numbers of the first and last board, from top to bottom or from left to right."""
    if len(shown.cells) > len(shown.cells[0]):
        return _whose(shown, shown.cells[0]), _whose(shown, shown.cells[-1])
    return _whose(shown, [row[0] for row in shown.cells]), _whose(shown, [row[-1] for row in shown.cells])


def _labels(picture: Picture, shown: FloorPlan, inks: Sequence[Style]) -> None:
    """Draws column letters and row digits, each in the colour of its board."""
    for n, cell in enumerate(shown.cells[0]):
        x = shown.left + n * shown.size.width + (shown.size.width - 1) // 2
        picture.put(x, shown.y, NAMES[cell][0], inks[_whose(shown, [row[n] for row in shown.cells])])
    for n, row in enumerate(shown.cells):
        y = shown.top + n * shown.size.height + (shown.size.height - 1) // 2
        picture.put(shown.x, y, NAMES[row[0]][1], inks[_whose(shown, row)])


def _whose(shown: FloorPlan, line: Sequence[int]) -> int:
    """Returns the number of the board of a row or column; the number of boards if it crosses several."""
    mask = sum([1 << cell for cell in line])
    for n, board in enumerate(shown.boards):
        if components().sides[board.side].cells & mask == mask:
            return n
    return len(shown.boards)
