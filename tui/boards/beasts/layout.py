"""The layout of the beast hunt's board: fields with dice in their corners and cards in the gaps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tilehall.tui.terminal.output.drawing import Rect

LETTERS = "abcd"
COLUMNS, ROWS = 4, 3
MARGIN = (3, 1)
"""Columns and rows around the fields, for the cursor, the wall and the names of the border holes."""
PANEL = 28
"""The fewest columns of the panels."""
SLIMMEST, WIDEST = 1.2, 2.7
"""The smallest and largest ratio of a field's width to its height."""


class ColumnSizes(NamedTuple):
    """Columns of a field, of a die, of the gap between fields, and of the panels beside them."""

    field: int
    die: int
    gap: int
    panel: int = PANEL

    @property
    def total(self) -> int:
        return COLUMNS * self.field + (COLUMNS - 1) * self.gap

    @property
    def total_with_panels(self) -> int:
        """The columns of board, margins and panels."""
        return self.total + 2 * MARGIN[0] + 1 + self.panel


class RowSizes(NamedTuple):
    """Rows of a field, of a die and of the gap between fields."""

    field: int
    die: int
    gap: int

    @property
    def total(self) -> int:
        return ROWS * self.field + (ROWS - 1) * self.gap

    @property
    def total_with_margins(self) -> int:
        return self.total + 2 * MARGIN[1]


WIDTHS = {
    "small": ColumnSizes(9, 3, 3),
    "medium": ColumnSizes(13, 4, 3),
    "large": ColumnSizes(15, 5, 4, 40),
    "big": ColumnSizes(22, 6, 4, 44),
    "huge": ColumnSizes(30, 8, 4, 56),
    "giant": ColumnSizes(36, 10, 4, 64),
}
HEIGHTS = (
    *(RowSizes(5, 1, 1), RowSizes(6, 2, 1), RowSizes(7, 2, 1), RowSizes(9, 2, 2)),
    *(RowSizes(10, 3, 2), RowSizes(12, 3, 2), RowSizes(15, 3, 2), RowSizes(18, 4, 2)),
)


class BoardSize(NamedTuple):
    """The size of a field, of a die in its corner, and of the gap between fields, in characters."""

    name: str
    across: ColumnSizes
    down: RowSizes

    @property
    def field(self) -> tuple[int, int]:
        return self.across.field, self.down.field

    @property
    def die(self) -> tuple[int, int]:
        return self.across.die, self.down.die

    @property
    def gap(self) -> tuple[int, int]:
        return self.across.gap, self.down.gap

    @property
    def width(self) -> int:
        return self.across.total

    @property
    def height(self) -> int:
        return self.down.total

    def field_at(self, column: int, row: int) -> Rect:
        (width, height), (across, down) = self.field, self.gap
        x, y = MARGIN[0] + column * (width + across), MARGIN[1] + row * (height + down)
        return Rect(x, y, width, height)

    def square(self, name: str) -> Rect:
        """Returns the whole field of a square.

        >>> SMALL.square("b1")
        Rect(x=15, y=1, width=9, height=5)
        """
        return self.field_at(LETTERS.index(name[0]), int(name[1]) - 1)

    def middle(self, name: str) -> Rect:
        """Returns the part of a square between its dice, where a beast stands."""
        rect, (_, high) = self.square(name), self.die
        return Rect(rect.x, rect.y + high, rect.width, rect.height - 2 * high)

    def slot(self, name: str) -> Rect:
        """Returns the place of a die: the corner of its quadrant's field.

        >>> SMALL.slot("10sw"), SMALL.slot("10se")
        (Rect(x=9, y=1, width=3, height=1), Rect(x=15, y=1, width=3, height=1))
        """
        x, y, down, right = int(name[0]), int(name[1]), name[2] == "s", name[3] == "e"
        rect, (wide, high) = self.field_at(x - (not right), y - (not down)), self.die
        at = (rect.x if right else rect.x + rect.width - wide, rect.y if down else rect.y + rect.height - high)
        return Rect(*at, wide, high)

    def edge(self, name: str) -> Rect:
        """Returns the gap that a card takes, between the dice at both ends."""
        (across, down), first, second = self.gap, int(name[1]), int(name[2])
        rect = self.field_at(first - 1, second - 1)
        if name[0] == "V":
            return Rect(rect.x + rect.width, rect.y, across, rect.height)
        return Rect(rect.x, rect.y + rect.height, rect.width, down)

    def hole(self, name: str) -> tuple[int, int]:
        """Returns where the two digits of a hole are written: where its lines cross, or in the wall."""
        x, y = int(name[0]), int(name[1])
        (width, height), (across, down) = self.field, self.gap
        at = MARGIN[0] + x * (width + across) - across + (across - 1) // 2
        row = MARGIN[1] + y * (height + down) - down + (down - 1) // 2
        if y == 0:
            row = MARGIN[1] - 1
        if y == ROWS:
            row = MARGIN[1] + self.height
        # In the wall, because beside it a number would touch the panels.
        if x == 0:
            at = MARGIN[0] - 2
        if x == COLUMNS:
            at = MARGIN[0] + self.width
        return at, row

    @property
    def wall(self) -> Rect:
        """Returns the outer wall, one character around the fields."""
        return Rect(MARGIN[0] - 1, MARGIN[1] - 1, self.width + 2, self.height + 2)


def _board_sizes() -> Iterator[BoardSize]:
    """Yields all sizes whose fields look like squares."""
    for name, across in WIDTHS.items():
        for down in HEIGHTS:
            if SLIMMEST <= across.field / down.field <= WIDEST:
                yield BoardSize(name, across, down)


BOARD_SIZES = tuple(_board_sizes())
SMALL = BOARD_SIZES[0]


@cache
def fit_board_size(width: int, height: int, wanted: str) -> BoardSize:
    """Returns the largest board size (or the largest of the wanted ones) that leaves room for the panels.

    >>> fit_board_size(80, 19, "auto").field, fit_board_size(120, 33, "auto").field, fit_board_size(120, 33,
    ...     "small").field
    ((9, 5), (15, 9), (9, 7))
    """
    able = [
        board_size
        for board_size in BOARD_SIZES
        if board_size.across.total_with_panels <= width and board_size.down.total_with_margins <= height
    ]
    chosen = [board_size for board_size in able if board_size.name == wanted] or able or [SMALL]
    return max(chosen, key=lambda board_size: (board_size.field[0] * board_size.field[1], board_size.field))
