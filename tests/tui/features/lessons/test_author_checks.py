"""What is found wrong with lessons, for authors of games; ours are right."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tilehall.engine import BUILT_IN_GAMES, load_game, name_text
from tilehall.engine.teaching.lessons import Condition, Lesson, LessonFailure, load_lesson
from tilehall.tui.features.lessons.testing import LessonFault, check_lesson, check_lessons

PRINCESS = load_game("princess")
LEVEL = load_lesson(PRINCESS, "1-touch")


@pytest.mark.parametrize("played", BUILT_IN_GAMES)
def test_our_lessons_teach(played: str) -> None:
    check_lessons(load_game(played))


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        (lambda one: replace(one, goal=name_text("Lay a tile " * 5)), "more than 14 words"),
        (lambda one: replace(one, goal=name_text("Lay" + "y" * 80)), "more than 73 columns"),
        (lambda one: replace(one, rules=("P-4.1",)), "fewer than 2 rules"),
        (lambda one: replace(one, rules=("P-4.1", "P-99")), "there are no rules ['P-99']"),
        (lambda one: replace(one, keys=("choose", "dance")), "no commands of the board: ['dance']"),
        (lambda one: replace(one, keys=()), "no commands of the board"),
        (lambda one: replace(one, success=()), "it cannot be solved"),
        (lambda one: replace(one, solution=(*one.solution, "end")), "solved without its last step 'end'"),
        (lambda one: replace(one, success=(Condition(over=True),)), "its solution does not solve it"),
        (lambda one: replace(one, solution=("nonsense here",)), "['nonsense here']: "),
        (lambda one: replace(one, others={1: ("nonsense here",)}), "others cannot do 'nonsense here': "),
        (lambda one: replace(one, solution=("!take EM",)), "take EM is legal here"),
        (lambda one: replace(one, solution=("cell A1", "take EM")), "cell A1"),
        (
            lambda one: replace(one, failures=(LessonFailure(Condition(over=True), name_text("Lost."), ("take EM",)),)),
            "['take EM'] ends with 'nothing', not with 'Lost.'",
        ),
    ],
)
def test_what_is_wrong_with_a_lesson_is_said(spoilt: Callable[[Lesson], Lesson], told: str) -> None:
    with pytest.raises(LessonFault) as error:
        check_lesson(PRINCESS, spoilt(LEVEL))
    assert told in str(error.value)
