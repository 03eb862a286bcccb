"""The course of a game, told in lines: a curve, the turning points, the dearest turns."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Text, Who, join_commas, literal_text
from tilehall.tui.features.review.curve_lines import MANY, draw_curve
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.review import GameReview


def course_lines(course: GameReview, columns: int = 78) -> list[Text]:
    """All that is known of it."""
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
