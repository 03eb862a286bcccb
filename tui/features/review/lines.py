"""A review in line mode: the curve, the turning points, the worst mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Text, Who, join_commas, literal_text
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.review import GameReview

COLUMNS, LINES = 78, 11
LABEL = 6
MANY = "*"


def course_lines(course: GameReview, columns: int = COLUMNS) -> list[Text]:
    """Return all lines of the review."""
    seats = join_commas(Text("{n} {who}", n=seat + 1, who=Who(seat)) for seat in range(course.seats))
    legend = Text("{seats}; {star} where several meet", seats=seats, star=MANY) if course.seats > 1 else seats
    lines = [
        review_text.review_heading(course),
        Text(""),
        *map(literal_text, draw_curve(course, columns)),
        legend,
        Text(""),
    ]
    lines += _turning_points(course)
    for seat in course.people:
        lines += [Text(""), *_mistakes(course, seat)]
    if course.failed_parts:
        lines += [Text(""), review_text.failed_parts_text(course.failed_parts)]
    return lines


def _turning_points(course: GameReview) -> Sequence[Text]:
    if not course.turning_points:
        return [review_text.no_turning_point_text()]
    told = (
        Text("  {n}. {told}", n=n, told=review_text.turning_point_text(each))
        for n, each in enumerate(course.turning_points, 1)
    )
    return [Text("Turning points:"), *told]


def _mistakes(course: GameReview, seat: int) -> Sequence[Text]:
    mistakes = course.mistakes(seat)
    if not mistakes:
        return [review_text.no_mistake_text(seat)]
    lines = [Text("What cost {who} most:", who=Who(seat))]
    for n, each in enumerate(mistakes, 1):
        what, instead = review_text.mistake_text(each)
        lines += [Text("  {n}. {told}", n=n, told=what), Text("     {told}", told=instead)]
    return lines


def draw_curve(course: GameReview, columns: int = COLUMNS, lines: int = LINES) -> list[str]:
    """Return the curve with its axes: from 0 to 100 %, from the first decision to the last step.

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
