"""The beasts as drawings of 20 by 12 dots, two to a character, and smaller ones, four to a character."""

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
"""The same drawings with dots twice as high; thin lines are drawn thicker."""
BLOCK = "█"
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by their filled quarters: upper left counts 1, upper right 2, lower left 4, lower right 8."""


class ArtSize(NamedTuple):
    """A size of the drawings: columns and lines of characters."""

    columns: int
    lines: int


WHOLE, HALF = ArtSize(20, 6), ArtSize(10, 3)


def art_sizes(look: Look) -> tuple[ArtSize, ...]:
    """Returns the sizes, the largest first; none if the glyphs have no full blocks."""
    return (WHOLE, HALF) if look.glyphs.full == BLOCK else ()


@cache
def beast_art(kind: int, size: ArtSize) -> Sequence[str]:
    """Returns the lines of a drawing; a dot is half a character high, and one or half a character wide."""
    if size == WHOLE:
        return _lines(["".join(dot * 2 for dot in line) for line in LARGE[kind]])
    return _lines(SMALL[kind])


def _lines(dots: Sequence[str]) -> Sequence[str]:
    """Returns lines with four dots to a character."""
    return [
        "".join(_quarters(upper[x : x + 2] + lower[x : x + 2]) for x in range(0, len(upper), 2))
        for upper, lower in zip(dots[::2], dots[1::2], strict=True)
    ]


def _quarters(dots: str) -> str:
    return QUARTERS[sum(1 << n for n, dot in enumerate(dots) if dot == "#")]
