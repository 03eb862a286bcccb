"""The cubes, tiles and boards of Kaguyahime, read once from components.toml, with the masks of half tiles.

Cells are numbered on one grid of 9x9 (K-1.6); each has 2x2 quarters on a grid of 18x18 (K-1.5).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.core.geometry import Grid, bits, mask_of

CLEAR = 4
"""The number of the clear kind. The colours are 0 to 3."""
COLOURS = range(4)
KINDS = range(5)
YELLOW = -1
PLANT = -2
"""What a half tile may show instead of a colour: storing space, or the cube put on it."""
CELLS = Grid(9, 9)
QUARTERS = Grid(18, 18)
NAMES = tuple(name.lower() for name in CELLS.names)
COMPONENTS_FILE = "components.toml"
BOARDS = ("M", "S", "W", "N", "E")
"""The letters of the boards, the princess' first."""
HALVES = (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)))
"""The quarters of the first half under rotation 0 to 3: left, top, right, bottom. The second half is opposite."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KaguyaTile:
    """A design tile: the colours of its two halves (or YELLOW, PLANT) and its hearts."""

    id: str
    halves: tuple[int, int]
    hearts: int

    @property
    def plant(self) -> bool:
        return self.halves[0] == PLANT

    @property
    def rotation_count(self) -> int:
        """How many rotations make a difference (K-1.5)."""
        return 1 if self.halves[0] == self.halves[1] else 4


class BoardArea(NamedTuple):
    """A board on the plane: its letter, its nine cells as a mask, and the coloured cell."""

    id: str
    name: str
    cells: int
    start: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KaguyaComponents:
    """Everything in the box. Kinds, tiles and boards are numbered in the order of the tables."""

    kinds: str
    kind_names: tuple[str, ...]
    rooms: tuple[str, ...]
    per_colour: Mapping[int, int]
    storage: tuple[int, ...]
    random: int
    favour: int
    princess: int
    track: int
    columns: int
    break_after: int
    break_cubes: int
    rates: Mapping[int, tuple[int, int]]
    sides: tuple[BoardArea, ...]
    """The princess' board first."""
    seats: Mapping[int, tuple[int, ...]]
    """For each number of players the boards of the seats."""
    tiles: tuple[KaguyaTile, ...]
    tile_numbers: Mapping[str, int]
    halves: tuple[tuple[int, ...], ...]
    """For each cell the quarter masks of its first half under rotation 0 to 3."""


@cache
def components() -> KaguyaComponents:
    """The components that this process plays with."""
    return build_components(tomllib.loads(component_sets().open_table("kaguya", __package__, COMPONENTS_FILE).text))


def build_components(data: Mapping[str, Any]) -> KaguyaComponents:
    """The components that a table describes; `component_schema` says what may stand in it."""
    cubes, favour, course, boards = data["cubes"], data["favour"], data["round"], data["boards"]
    tiles = _tiles(data["tiles"], cubes["colours"])
    sides = tuple(_board_area(letter, boards[letter], boards["size"]) for letter in BOARDS)
    return KaguyaComponents(
        kinds="".join(cubes["colours"]) + cubes["clear"],
        kind_names=tuple(cubes["names"]),
        rooms=tuple(cubes["rooms"]),
        per_colour={int(n): count for n, count in cubes["per_colour"].items()},
        storage=tuple(cubes["storage"]),
        random=cubes["random"],
        favour=favour["start"],
        princess=favour["princess"],
        track=favour["track"],
        columns=course["columns"],
        break_after=course["break_after"],
        break_cubes=course["break_cubes"],
        rates={int(n): tuple(steps) for n, steps in data["rates"]["steps"].items()},
        sides=sides,
        seats={int(n): tuple(map(BOARDS.index, seats)) for n, seats in data["seats"]["sides"].items()},
        tiles=tiles,
        tile_numbers={tile.id: n for n, tile in enumerate(tiles)},
        halves=tuple(tuple(_half(cell, rot) for rot in range(4)) for cell in range(CELLS.size)),
    )


def _tiles(table: Mapping[str, Any], colours: list[str]) -> tuple[KaguyaTile, ...]:
    found: list[KaguyaTile] = []
    for pair in table["pairs"]:
        first, second = map(colours.index, pair)
        for hearts in table["hearts"]:
            found.append(KaguyaTile(f"N{len(found) + 1:02}", (first, second), hearts))
    for n, letter in enumerate(table["large"], 1):
        colour = colours.index(letter)
        found.append(KaguyaTile(f"L{n}", (colour, colour), table["large_hearts"]))
    for n, letter in enumerate(table["storing"], 1):
        found.append(KaguyaTile(f"S{n}", (colours.index(letter), YELLOW), table["storing_hearts"]))
    for n in range(1, table["plants"] + 1):
        found.append(KaguyaTile(f"H{n}", (PLANT, PLANT), table["plant_hearts"]))
    return tuple(found)


def _board_area(letter: str, entry: Mapping[str, str], size: int) -> BoardArea:
    top, left = CELLS.row_and_column(NAMES.index(entry["corner"]))
    cells = mask_of((top + r) * CELLS.width + left + c for r in range(size) for c in range(size))
    return BoardArea(letter, entry["name"], cells, NAMES.index(entry["start"]))


def _half(cell: int, rot: int) -> int:
    row, column = CELLS.row_and_column(cell)
    return mask_of((2 * row + r) * QUARTERS.width + 2 * column + c for r, c in HALVES[rot])


@cache
def open_cells(side: int, occupied: int) -> tuple[int, ...]:
    """The cells of a board on which a tile may be laid while these cells are occupied (K-4.26)."""
    board = components().sides[side]
    if not occupied:
        return (board.start,)
    return bits(CELLS.with_side_neighbours(occupied) & board.cells & ~occupied)
