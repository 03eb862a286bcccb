"""Chances of winning as a curve of plain characters: a digit for each seat, a star where they meet."""

from __future__ import annotations

from tilehall.tui.tables.history.review import GameReview

COLUMNS, LINES = 78, 11
LABEL = 6
MANY = "*"


def draw_curve(course: GameReview, columns: int = COLUMNS, lines: int = LINES) -> list[str]:
    """The curve with its axes: from 0 to 100 %, from the first decision to the last step.

    >>> from tilehall.tui.tables.history.review import ChancePoint
    >>> points = (ChancePoint(0, (0.5, 0.5)), ChancePoint(3, (1.0, 0.0)))
    >>> print(*draw_curve(GameReview(2, 3, "normal", (), 1, 1, points), 16, 3), sep="\\n")
    100% |         1
     50% |*********
      0% |         2
         0         3
    """
    room = columns - LABEL
    first = course.points[0].step
    span = max(1, course.steps - first)
    rows = [[" "] * room for _ in range(lines)]
    for x in range(room):
        step = first + x * span // max(1, room - 1)
        for seat, chance in enumerate(course.chances_at(step) or ()):
            row = rows[lines - 1 - round(chance * (lines - 1))]
            row[x] = f"{seat + 1}" if row[x] == " " else MANY
    labels = {0: "100%", lines // 2: "50%", lines - 1: "0%"}
    drawn = [f"{labels.get(y, ''):>{LABEL - 2}} |{''.join(row).rstrip()}" for y, row in enumerate(rows)]
    last = f"{course.steps}"
    return [*drawn, " " * (LABEL - 1) + f"{first}".ljust(room - len(last) + 1) + last]
