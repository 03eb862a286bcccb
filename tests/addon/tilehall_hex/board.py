"""The board: a rhombus of hexagons. Cells have names, neighbours and numbers; each seat has two edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

LETTERS = "ABCDEFGHIJK"
LARGEST = len(LETTERS)
NEIGHBOUR_OFFSETS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six steps, columns and rows, clockwise from the upper left."""


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A board of some size.

    >>> five = make_board(5)
    >>> [five.names[cell] for cell in five.neighbours[five.numbers["C3"]]]
    ['C2', 'D2', 'D3', 'C4', 'B4', 'B3']
    """

    size: int
    names: tuple[str, ...]
    numbers: Mapping[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[frozenset[int], frozenset[int]], ...]
    """The cells along the two edges of each seat: top and bottom, left and right."""

    def column_and_row(self, cell: int) -> tuple[int, int]:
        """Column and row."""
        return cell % self.size, cell // self.size

    def mirror(self, cell: int) -> int:
        """The cell on the other side of the long diagonal: what top and bottom are to one, left and right are there."""
        column, row = self.column_and_row(cell)
        return column * self.size + row


@cache
def make_board(size: int) -> HexBoard:
    names = tuple(f"{LETTERS[column]}{row + 1}" for row in range(size) for column in range(size))
    cells = range(size * size)
    top, bottom = frozenset(cells[:size]), frozenset(cells[-size:])
    left, right = frozenset(cells[::size]), frozenset(cells[size - 1 :: size])
    return HexBoard(
        size,
        names,
        {name: number for number, name in enumerate(names)},
        tuple(tuple(_neighbours(cell, size)) for cell in cells),
        ((top, bottom), (left, right)),
    )


def _neighbours(cell: int, size: int) -> Iterator[int]:
    for right, down in NEIGHBOUR_OFFSETS:
        column, row = cell % size + right, cell // size + down
        if 0 <= column < size and 0 <= row < size:
            yield row * size + column
