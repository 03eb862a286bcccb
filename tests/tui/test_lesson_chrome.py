"""What surrounds the board of a level: goal and rules are there at every size, in every look and language."""

from typing import Any

import pytest

from tests.pseudo import Pseudo
from tests.tui.scenes.tables import look
from tilehall.engine import BUILT_IN, game
from tilehall.engine.lessons import Lesson, lessons
from tilehall.tui.house.learning import Course, LearnerSeat
from tilehall.tui.house.lesson import Trial, opened
from tilehall.tui.keys import usual
from tilehall.tui.look import Look
from tilehall.tui.play.lecture import Lecture
from tilehall.tui.play.player import Player
from tilehall.tui.scenes import scene
from tilehall.tui.widgets.lesson import LessonChrome

LEVELS = [lesson for name in BUILT_IN for lesson in lessons(game(name))]
SIZES = [(80, 24), (100, 30), (130, 24), (120, 40)]


def painted(lesson: Lesson, size: tuple[int, int], look: Look) -> list[str]:
    seat: LearnerSeat[Any] = LearnerSeat(Trial(lesson, opened(lesson)))
    lecture: Lecture[Any] = Lecture(seat, Course(1, 6), usual(), lambda: 0.0)
    drawn = scene(lesson.game)
    player: Player[Any] = Player(seat, drawn, True)
    lecture.attend(player)
    chrome = LessonChrome(lecture, player, drawn)
    return chrome.paint(look, *size, usual()).picture.text().split("\n")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lesson", LEVELS, ids=lambda lesson: f"{lesson.game} {lesson.id}")
def test_goal_rules_and_keys_are_there_at_every_size(lesson: Lesson, size: tuple[int, int]) -> None:
    lines = painted(lesson, size, look())
    assert f"{lesson.goal}" in lines[0] and lines[0].startswith(" 1/6 ")
    text = "\n".join(lines)
    assert [rule for rule in lesson.rules if f"{rule} " not in text] == []
    assert "i hint" in lines[-1] and "q leave" in lines[-1], lines[-1]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_language_with_longer_words_has_room_for_the_goal(name: str) -> None:
    lesson = lessons(game(name))[0]
    spoken = look().speaking(Pseudo())
    lines = painted(lesson, (80, 24), spoken)
    words = spoken.say(lesson.goal).split()
    shown = (lines[0] + lines[1]).split()
    assert words[0] in shown and words[-1] in shown
