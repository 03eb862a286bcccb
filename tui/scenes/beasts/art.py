"""The beasts as small drawings in half blocks: one pixel a column wide and half a line high."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.tui.look import Look

UNICORN = (
    "#...........",
    ".##..##.....",
    "..#######...",
    ".###.######.",
    "############",
    ".##..#######",
)
CENTAUR = (
    "..##.....#..",
    "..##....#...",
    ".######.###.",
    "..##########",
    "...#########",
    "...#.#..#.#.",
)
CHIMERA = (
    "#.#.....###.",
    "#####..####.",
    "#.#########.",
    "###########.",
    ".##########.",
    "..##.##.##..",
)
BASILISK = (
    "#.#.#.......",
    "#####....##.",
    "#.###...####",
    ".####..##.##",
    "...######..#",
    "....####....",
)
BEASTS = (UNICORN, CENTAUR, CHIMERA, BASILISK)
WIDTH, LINES = 12, 3
"""Characters of a drawing at its own size."""


@cache
def drawing(look: Look, kind: int, times: int) -> Sequence[str]:
    """The lines of a drawing, so many times as large."""
    pixels = ["".join(pixel * times for pixel in line) for line in BEASTS[kind] for _ in range(times)]
    glyphs = look.glyphs
    signs = {"..": " ", "#.": glyphs.half_upper, ".#": glyphs.half_lower, "##": glyphs.full}
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    return ["".join(signs[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]
