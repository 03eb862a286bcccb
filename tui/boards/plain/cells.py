"""Names that look like cells of a grid (D4), and the extent of a grid."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CELL = re.compile(r"[A-Za-z][1-9][0-9]?")
LAST_ROW = 26


def is_cell(word: str) -> bool:
    """Returns whether a word looks like a column letter and a row number.

    >>> is_cell("D4"), is_cell("d11"), is_cell("R07"), is_cell("H41"), is_cell("FU")
    (True, True, False, False, False)
    """
    return CELL.fullmatch(word) is not None and int(word[1:]) <= LAST_ROW


@dataclass(frozen=True, slots=True)
class GridExtent:
    """The number of columns and rows of a grid, and whether its letters are lower case."""

    columns: int = 0
    rows: int = 0
    small_letters: bool = False

    @classmethod
    def from_cells(cls, cells: Collection[str]) -> GridExtent:
        """Returns the smallest grid that has all these cells.

        >>> GridExtent.from_cells({"a3", "d1"})
        GridExtent(columns=4, rows=3, small_letters=True)
        """
        columns = max((LETTERS.index(cell[0].upper()) + 1 for cell in cells), default=0)
        rows = max((int(cell[1:]) for cell in cells), default=0)
        return cls(columns, rows, any(cell[0].islower() for cell in cells))

    def __bool__(self) -> bool:
        return self.columns > 0

    def union(self, other: GridExtent) -> GridExtent:
        """Returns the smallest grid that has the cells of both."""
        return GridExtent(
            max(self.columns, other.columns), max(self.rows, other.rows), self.small_letters or other.small_letters
        )

    def contains(self, cell: str) -> bool:
        column, row = self.column_and_row(cell)
        return column < self.columns and row < self.rows and cell[0].islower() == self.small_letters

    def column_and_row(self, cell: str) -> tuple[int, int]:
        """Returns column and row, counted from 0."""
        return LETTERS.index(cell[0].upper()), int(cell[1:]) - 1

    def name(self, column: int, row: int) -> str:
        letter = LETTERS[column]
        return f"{letter.lower() if self.small_letters else letter}{row + 1}"
