"""The small picture on the box of each game, drawn from these lines; an add-on game has the plain one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilehall.tui.boards.pixels import Dots
from tilehall.tui.config.look import Look

COLUMNS, ROWS = 16, 10
HUES: Mapping[str, str] = {
    "r": "red",
    "o": "orange",
    "y": "yellow",
    "g": "green",
    "b": "blue",
    "p": "purple",
    "k": "black",
    "w": "white",
    "c": "clear",
}
COVERS: Mapping[str, Sequence[str]] = {
    # A crown above four tiles, one of them with a gem.
    "princess": (
        "....y...y...y...",
        "....yy.yyy.yy...",
        "....yyyyyyyyy...",
        "....yrryccyrr...",
        "....yyyyyyyyy...",
        "................",
        "rrr.bbb.yyy.ggg.",
        "rrr.bwb.yyy.ggg.",
        "rrr.bbb.yyy.ggg.",
        "................",
    ),
    # An hourglass in the sand, and a tile of three squares.
    "sand": (
        "..ooooooo.......",
        "...yyyyy........",
        "....yyy....gg...",
        ".....y.....gg...",
        "....c.c....rrkk.",
        "...c.y.c...rrkk.",
        "...cyyyc........",
        "..ooooooo.......",
        "yyyyyyyyyyyyyyyy",
        "yyoyyyyyyoyyyoyy",
    ),
    # A unicorn in a pen that is nearly closed, with dice at its corners.
    "beasts": (
        "pp.bbbbbbbbbb.gg",
        "pp..........y.gg",
        ".........ww.....",
        "y.......wwww...g",
        "y.w.wwwwww.....g",
        "y..wwwwwww.....g",
        "y..wwwwwww.....g",
        "...w.w.w.w......",
        "gg.w.w.w.w....oo",
        "gg.rrrrrrrrrr.oo",
    ),
    # The moon over a bamboo grove, and the rooms of a house.
    "kaguya": (
        "..yyyy....g..g..",
        ".yyyyyy...g.gg..",
        ".yyyyyy...gg.g..",
        ".yyyyyy...g..g..",
        "..yyyy...gg..g..",
        "..........g..gg.",
        "rrr.bbb...g..g..",
        "rrr.bbb...gg.g..",
        "ppp.ggg...g..gg.",
        "ppp.ggg...g..g..",
    ),
}
PLAIN = (
    "................",
    "..bbbb.yyyy.....",
    "..bbbb.yyyy.....",
    "..bbbb.yyyy.....",
    "................",
    "......rrrr.gggg.",
    "......rrrr.gggg.",
    "......rrrr.gggg.",
    "................",
    "................",
)


def draw_cover(game: str, look: Look) -> Dots:
    """Returns the picture on the box of a game, in the colours of a look."""
    drawn = COVERS.get(game, PLAIN)
    return [[look.palette.hue(HUES[dot]).face if dot in HUES else "" for dot in row] for row in drawn]
