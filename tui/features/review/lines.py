"""The course of a game, told in lines: a curve, the turning points, the dearest turns."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Text, Who, listed, plain
from tilehall.tui.features.review.curve_lines import MANY, curve
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.review import Course


def course_lines(course: Course, columns: int = 78) -> list[Text]:
    """All that is known of it."""
    seats = listed(Text("{n} {who}", n=seat + 1, who=Who(seat)) for seat in range(course.seats))
    legend = Text("{seats}; {star} where several meet", seats=seats, star=MANY) if course.seats > 1 else seats
    lines = [review_text.heading(course), Text(""), *map(plain, curve(course, columns)), legend, Text("")]
    lines += _turning_points(course)
    for seat in course.people:
        lines += [Text(""), *_mistakes(course, seat)]
    if course.lost:
        lines += [Text(""), review_text.lost(course.lost)]
    return lines


def _turning_points(course: Course) -> Sequence[Text]:
    if not course.turning_points:
        return [review_text.no_turning_point()]
    told = (
        Text("  {n}. {told}", n=n, told=review_text.turned(each)) for n, each in enumerate(course.turning_points, 1)
    )
    return [Text("Turning points:"), *told]


def _mistakes(course: Course, seat: int) -> Sequence[Text]:
    mistakes = course.mistakes(seat)
    if not mistakes:
        return [review_text.nothing_dear(seat)]
    lines = [Text("What cost {who} most:", who=Who(seat))]
    for n, each in enumerate(mistakes, 1):
        what, instead = review_text.missed(each)
        lines += [Text("  {n}. {told}", n=n, told=what), Text("     {told}", told=instead)]
    return lines
