"""Where everything lies on the board of the beast hunt: fields with dice in their corners and cards in the gaps."""

from __future__ import annotations

from typing import NamedTuple

from tilehall.tui.kernel.drawing import Rect

LETTERS = "abcd"
COLUMNS, ROWS = 4, 3
MARGIN = (3, 1)
"""Columns and rows around the fields, for the cursor and the names of the border holes."""
PANEL = 27
"""Columns that the panels need at least."""


class Cut(NamedTuple):
    """The size of a field, of a die in its corner, and of the gap between fields, in characters."""

    name: str
    field: tuple[int, int]
    die: tuple[int, int]
    gap: tuple[int, int]

    @property
    def width(self) -> int:
        return COLUMNS * self.field[0] + (COLUMNS - 1) * self.gap[0]

    @property
    def height(self) -> int:
        return ROWS * self.field[1] + (ROWS - 1) * self.gap[1]

    def field_at(self, column: int, row: int) -> Rect:
        (width, height), (across, down) = self.field, self.gap
        x, y = MARGIN[0] + column * (width + across), MARGIN[1] + row * (height + down)
        return Rect(x, y, width, height)

    def square(self, name: str) -> Rect:
        """The whole field of a square.

        >>> SMALL.square("b1")
        Rect(x=15, y=1, width=10, height=5)
        """
        return self.field_at(LETTERS.index(name[0]), int(name[1]) - 1)

    def middle(self, name: str) -> Rect:
        """The part of a square between its dice, where a beast stands."""
        rect, (_, high) = self.square(name), self.die
        return Rect(rect.x, rect.y + high, rect.width, rect.height - 2 * high)

    def slot(self, name: str) -> Rect:
        """The place for a die: a corner of the field that its quadrant lies in.

        >>> SMALL.slot("10sw"), SMALL.slot("10se")
        (Rect(x=11, y=1, width=2, height=1), Rect(x=15, y=1, width=2, height=1))
        """
        x, y, down, right = int(name[0]), int(name[1]), name[2] == "s", name[3] == "e"
        rect, (wide, high) = self.field_at(x - (not right), y - (not down)), self.die
        at = (rect.x if right else rect.x + rect.width - wide, rect.y if down else rect.y + rect.height - high)
        return Rect(*at, wide, high)

    def edge(self, name: str) -> Rect:
        """The gap that a card stands in, pinched by dice at both ends."""
        (across, down), first, second = self.gap, int(name[1]), int(name[2])
        if name[0] == "V":
            rect = self.field_at(first - 1, second - 1)
            return Rect(rect.x + rect.width, rect.y, across, rect.height)
        rect = self.field_at(first - 1, second - 1)
        return Rect(rect.x, rect.y + rect.height, rect.width, down)

    def hole(self, name: str) -> tuple[int, int]:
        """Where the two digits of a hole are written: where its lines cross, or beside the border."""
        x, y = int(name[0]), int(name[1])
        (width, height), (across, down) = self.field, self.gap
        at = MARGIN[0] + x * (width + across) - across + (across - 2) // 2
        row = MARGIN[1] + y * (height + down) - down + (down - 1) // 2
        if y == 0:
            row = MARGIN[1] - 1
        if y == ROWS:
            row = MARGIN[1] + self.height
        if x == 0:
            at = 0
        if x == COLUMNS:
            at = MARGIN[0] + self.width + 1
        return at, row


SMALL = Cut("small", (10, 5), (2, 1), (2, 1))
MEDIUM = Cut("medium", (13, 7), (4, 2), (4, 1))
LARGE = Cut("large", (16, 9), (4, 2), (4, 2))
BIG = Cut("big", (24, 12), (6, 3), (4, 2))
HUGE = Cut("huge", (30, 16), (6, 3), (4, 2))
CUTS = (HUGE, BIG, LARGE, MEDIUM, SMALL)


def fitting(width: int, height: int, wanted: str) -> Cut:
    """The largest cut (or the wanted one) that leaves room for the panels.

    >>> fitting(80, 19, "auto").name, fitting(120, 35, "auto").name, fitting(120, 35, "small").name
    ('small', 'large', 'small')
    """
    able = [cut for cut in CUTS if cut.width + 7 + PANEL <= width and cut.height + 2 <= height]
    return next((cut for cut in able if cut.name == wanted), able[0] if able else SMALL)
