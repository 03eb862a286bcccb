"""Places a panel over a board so that it covers whole objects, and blanks those it would cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.widgets.menu import overlap

WIDER, LOWER = 18, 5
"""Columns and lines that a panel may grow by so as not to cut objects."""
DEAR = 3
"""Additional columns that cost as much as one cut object."""
BLANK = " "
GAP = 2
"""Blank cells that separate two objects."""


def overlay_area(board: Drawing, wide: int, wanted: Sequence[Rect]) -> Rect:
    """The area of a panel of at least so many columns, at the lower right or left of the board.

    It covers as little as possible of the wanted areas, few other places, and cuts few objects unless that makes it
    much wider.
    """
    width, height = board.picture.width, board.picture.height
    places, rows = [*board.places.values()], _rows(board)

    def cost(area: Rect) -> tuple[int, ...]:
        below = [rect for rect in places if overlap(area, rect)]
        cut = sum(not _within(rect, area) for rect in below) + sum(1 for _ in _words(rows, area))
        return sum(overlap(area, rect) for rect in wanted), DEAR * cut + area.width + len(below)

    most = min(wide + WIDER, width) + 1
    areas = [
        Rect(x, y, columns, height - y)
        for y in range(max(1, min(LOWER, height)))
        for columns in range(min(wide, width), most)
        for x in (width - columns, 0)
    ]
    return min(areas, key=cost)


def blank_partial(board: Drawing, area: Rect, look: Look) -> None:
    """Blanks objects that would be visible only in part beside the panel."""
    picture = board.picture
    for x, y, columns in _words(_rows(board), area):
        picture.fill(x, y, columns, 1, look.table)
    for rect in board.places.values():
        if overlap(area, rect) and not _within(rect, area):
            picture.fill(*rect, look.table)


def _within(rect: Rect, area: Rect) -> bool:
    across = area.x <= rect.x and rect.x + rect.width <= area.x + area.width
    return across and area.y <= rect.y and rect.y + rect.height <= area.y + area.height


def _rows(board: Drawing) -> list[str]:
    """The text outside of the places, one character for each cell."""
    picture = board.picture
    rows = [[char[:1] or "_" for char in picture.cells(0, y, picture.width)[0]] for y in range(picture.height)]
    for rect in board.places.values():
        for row in rows[max(0, rect.y) : rect.y + rect.height]:
            row[rect.x : rect.x + rect.width] = BLANK * len(row[rect.x : rect.x + rect.width])
    return ["".join(row) for row in rows]


def _words(rows: Sequence[str], area: Rect) -> Iterator[tuple[int, int, int]]:
    """Yields texts that the panel cuts, by line: their first column and visible length."""
    for y in range(area.y, area.y + area.height):
        # To the right of a panel at the left side, lines are read backwards.
        row, edge = (rows[y], area.x) if area.x else (rows[y][::-1], len(rows[y]) - area.width)
        if seen := _seen(row, edge):
            yield (edge - seen if area.x else area.width), y, seen


def _seen(row: str, edge: int) -> int:
    """The number of cells before the edge that belong to an object which continues behind it.

    >>> [_seen("ab cd  ef", edge) for edge in (1, 2, 3, 4, 5, 6, 8)]
    [1, 2, 3, 4, 0, 0, 1]
    """
    if GAP * BLANK in row[max(0, edge - GAP) : edge + GAP] or not row[edge : edge + GAP].strip():
        return 0
    begun = row.rfind(GAP * BLANK, 0, edge)
    return edge - (begun + GAP if begun >= 0 else 0)
