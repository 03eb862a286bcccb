"""A small board that shows a look: tiles in its colours, what may be chosen, the cursor, the players, the marks."""

from __future__ import annotations

from tilehall.engine import Text
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.scenes.tiles import SMALL, bracket, corner_mark, face, label, last_mark

LAID = (
    ("red", "yellow", "", "blue"),
    ("green", "purple", "orange", ""),
    ("", "white", "black", "clear"),
)
"""The tiles of the board by their colours, row by row; nothing lies on the others."""
LEGAL, CURSOR, LAST = (0, 2), (1, 3), (2, 1)
GEMS = ((0, 0), (1, 1))
WIDTH = 4 * SMALL.pitch + 3
HEIGHT = 3 * SMALL.height + 8


def sample(look: Look) -> Picture:
    """The board with the signs below it."""
    picture = Picture(WIDTH, HEIGHT, look.table)
    for row, colours in enumerate(LAID):
        for column, colour in enumerate(colours):
            _spot(picture, look, (row, column), colour)
    y = 3 * SMALL.height + 2
    x = 1
    for seat in range(4):
        x = picture.put(x, y, f" {look.glyphs.seat(seat)} ", look.pawn(seat)) + 2
    told = (
        (look.glyphs.check, look.good, Text("complete")),
        (look.glyphs.cross, look.bad, Text("not allowed")),
        (look.glyphs.play, look.accent, Text("your turn")),
    )
    for n, (sign, style, text) in enumerate(told):
        end = picture.put(1, y + 2 + n, f"{sign} ", style)
        picture.put(end, y + 2 + n, look.clip(look.say(text), WIDTH - end), look.text)
    return picture


def _spot(picture: Picture, look: Look, cell: tuple[int, int], colour: str) -> None:
    row, column = cell
    x, y = 1 + column * SMALL.pitch, 1 + row * SMALL.height
    if not colour:
        ground = look.style(look.palette.grid, look.palette.lattice)
        picture.fill(x, y, SMALL.width, SMALL.height, ground)
        if cell == LEGAL:
            label(picture, x, y, SMALL, look.glyphs.legal, look.style(look.palette.legal, look.palette.lattice, True))
    else:
        ground = look.face(look.palette.hue(colour))
        face(picture, x, y, SMALL, ground, look)
        if cell in GEMS:
            corner_mark(picture, x, y, SMALL, look.glyphs.gem, ground)
        if cell == LAST:
            last_mark(picture, x, y, SMALL, ground, look)
    if cell == CURSOR:
        bracket(picture, x, y, SMALL, ground, look)
