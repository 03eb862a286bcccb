"""A small board that demonstrates a look: tiles, legal places, cursor, players, marks."""

from __future__ import annotations

from tilehall.engine import Text
from tilehall.tui.boards.panel import draw_box
from tilehall.tui.boards.tiles import (
    SIZES,
    SMALL,
    TileSize,
    draw_corner_mark,
    draw_cursor,
    draw_face,
    draw_label,
    draw_last_mark,
)
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture

LAID = (
    ("red", "yellow", "", "blue"),
    ("green", "purple", "orange", ""),
    ("", "white", "black", "clear"),
)
"""The colours of the tiles, row by row; an empty string is an empty cell."""
LETTERS = {
    "red": "R",
    "yellow": "Y",
    "blue": "B",
    "green": "G",
    "purple": "P",
    "orange": "O",
    "white": "W",
    "black": "K",
    "clear": "C",
}
"""The letters on the tiles: colour is never the only distinction."""
LEGAL, CURSOR, LAST = (0, 2), (1, 3), (2, 1)
GEMS = ((0, 0), (1, 1))
BELOW = 8
"""Lines below the tiles."""
WIDTH = 4 * SMALL.pitch + 3


def sample_board(look: Look, columns: int = WIDTH, lines: int = 0) -> Picture:
    """Paints the board with a legend below it, with tiles as large as fit."""
    size = next((each for each in SIZES if 4 * each.pitch < columns and 3 * each.height + BELOW <= lines), SMALL)
    width = max(WIDTH, 4 * size.pitch + 3)
    picture = Picture(width, 3 * size.height + BELOW, look.table)
    for row, colours in enumerate(LAID):
        for column, colour in enumerate(colours):
            _spot(picture, look, size, (row, column), colour)
    y = 3 * size.height + 2
    x = 1
    for seat in range(4):
        x = picture.put(x, y, f" {look.glyphs.seat(seat)} ", look.pawn(seat)) + 2
    told = (
        (look.glyphs.check, look.good, Text("complete")),
        (look.glyphs.cross, look.bad, Text("not allowed")),
        (look.glyphs.play, look.accent, Text("what to decide now")),
    )
    for n, (sign, style, text) in enumerate(told):
        end = picture.put(1, y + 2 + n, f"{sign} ", style)
        picture.put(end, y + 2 + n, look.clip(look.say(text), width - end), look.text)
    return picture


def _spot(picture: Picture, look: Look, size: TileSize, cell: tuple[int, int], colour: str) -> None:
    row, column = cell
    x, y = 1 + column * size.pitch, 1 + row * size.height
    if not colour:
        ground = look.style(look.palette.grid, look.palette.lattice)
        picture.fill(x, y, size.width, size.height, ground)
        mark = look.glyphs.legal if cell == LEGAL else look.glyphs.dot if look.dotted else ""
        legal = look.style(look.palette.legal, look.palette.lattice, True)
        draw_label(picture, x, y, size, mark, legal if cell == LEGAL else ground)
    else:
        ground = look.face(look.palette.hue(colour))
        draw_face(picture, x, y, size, ground, look)
        if look.colourless:
            draw_box(picture, Rect(x, y, size.width, size.height), ground, look)
        draw_label(picture, x, y, size, LETTERS[colour], ground)
        if cell in GEMS:
            draw_corner_mark(picture, x, y, size, look.glyphs.gem, ground)
        if cell == LAST:
            draw_last_mark(picture, x, y, size, ground, look)
    if cell == CURSOR:
        draw_cursor(picture, x, y, size, ground, look)
