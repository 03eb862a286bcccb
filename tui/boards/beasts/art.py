"""The beasts as drawings of 20 by 12 dots, two in a character; where there is less room a small one, four in each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tilehall.tui.config.look import Look

UNICORN = (
    "..................#.",
    "................##..",
    ".............###....",
    "............######..",
    "..#........###.####.",
    ".##.......#######.#.",
    ".#...##########.....",
    ".#.############.....",
    "...############.....",
    "...####...####......",
    "..##.##...##.##.....",
    "..#...#...#...#.....",
)
CENTAUR = (
    "............##....#.",
    "...........####....#",
    "............##.....#",
    "..........##########",
    "..#.......#####....#",
    ".##.......####.....#",
    ".#..##########....#.",
    ".#.###########......",
    "...###########......",
    "...####...####......",
    "..##.##...##.##.....",
    "..#...#...#...#.....",
)
CHIMERA = (
    "........#..#........",
    ".##......##....####.",
    "#.##....####..######",
    "...#...##.##..##.###",
    "..##.....##..#######",
    "..##.....##..####.#.",
    "..##############.##.",
    "...#############....",
    "...############.....",
    "...####...####......",
    "..##.##...##.##.....",
    "..#...#...#...#.....",
)
BASILISK = (
    ".#.#.#..............",
    ".#####..............",
    "#######..........##.",
    "##.####..........##.",
    "########........###.",
    "##.#####........##..",
    ".#...####.......##..",
    "#.#..####.###..###..",
    "....##############..",
    "..#######..######...",
    "..######....###.....",
    "...####.............",
)
LARGE = (UNICORN, CENTAUR, CHIMERA, BASILISK)
SMALL = (
    (
        ".................##.",
        "..............####..",
        ".##........###.####.",
        "##..###########..#..",
        "...###########......",
        "..##..#...#..##.....",
    ),
    (
        "............##....#.",
        "..........####.....#",
        "##........##########",
        ".#.###########.....#",
        "...##########.....#.",
        "..##..#...#..##.....",
    ),
    (
        ".##.....#.##...####.",
        "#.##...####...##.###",
        "...#.....##..######.",
        "...############..#..",
        "...###########......",
        "..##..#...#..##.....",
    ),
    (
        "#.#.#...............",
        "######...........##.",
        "##.####..........##.",
        "#..#####........###.",
        ".#...#####.####.##..",
        "...######....#####..",
    ),
)
"""The same, each dot as high as two: what is thin is drawn thicker."""
BLOCK = "█"
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by their quarters: upper left counts 1, upper right 2, lower left 4, lower right 8."""


class ArtSize(NamedTuple):
    """A size of the drawings: columns and lines of characters."""

    columns: int
    lines: int


WHOLE, HALF = ArtSize(20, 6), ArtSize(10, 3)


def art_sizes(look: Look) -> tuple[ArtSize, ...]:
    """The largest first; none where the characters have no whole blocks to draw with."""
    return (WHOLE, HALF) if look.glyphs.full == BLOCK else ()


@cache
def beast_art(kind: int, size: ArtSize) -> Sequence[str]:
    """The lines of a drawing: a dot is as wide as a character and half as high, or half as wide."""
    if size == WHOLE:
        return _lines(["".join(dot * 2 for dot in line) for line in LARGE[kind]])
    return _lines(SMALL[kind])


def _lines(dots: Sequence[str]) -> Sequence[str]:
    """Four dots in a character."""
    return [
        "".join(_quarters(upper[x : x + 2] + lower[x : x + 2]) for x in range(0, len(upper), 2))
        for upper, lower in zip(dots[::2], dots[1::2], strict=True)
    ]


def _quarters(dots: str) -> str:
    return QUARTERS[sum(1 << n for n, dot in enumerate(dots) if dot == "#")]
