"""The course of a game, told in lines: a curve, the turning points, the dearest turns."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Text, Who, listed, plain
from tilehall.tui.house import findings
from tilehall.tui.house.review import Course
from tilehall.tui.line.curve import MANY, curve


def course_lines(course: Course, columns: int = 78) -> list[Text]:
    """All that is known of it."""
    seats = listed(Text("{n} {who}", n=seat + 1, who=Who(seat)) for seat in range(course.seats))
    legend = Text("{seats}; {star} where several meet", seats=seats, star=MANY) if course.seats > 1 else seats
    lines = [findings.heading(course), Text(""), *map(plain, curve(course, columns)), legend, Text("")]
    lines += _turning_points(course)
    for seat in course.people:
        lines += [Text(""), *_mistakes(course, seat)]
    if course.lost:
        lines += [Text(""), findings.lost(course.lost)]
    return lines


def _turning_points(course: Course) -> Sequence[Text]:
    if not course.turning_points:
        return [findings.no_turning_point()]
    told = (Text("  {n}. {told}", n=n, told=findings.turned(each)) for n, each in enumerate(course.turning_points, 1))
    return [Text("Turning points:"), *told]


def _mistakes(course: Course, seat: int) -> Sequence[Text]:
    mistakes = course.mistakes(seat)
    if not mistakes:
        return [findings.nothing_dear(seat)]
    lines = [Text("What cost {who} most:", who=Who(seat))]
    for n, each in enumerate(mistakes, 1):
        what, instead = findings.missed(each)
        lines += [Text("  {n}. {told}", n=n, told=what), Text("     {told}", told=instead)]
    return lines
