"""What surrounds the board of a level: goal and rules are there at every size, in every look and language."""

from typing import Any

import pytest

from tests.pseudo import Pseudo
from tests.tui.boards.tables import look
from tilehall.engine import BUILT_IN, game
from tilehall.engine.teaching.lessons import Lesson, lessons, level
from tilehall.tui.boards.registry import scene
from tilehall.tui.config.look import Look
from tilehall.tui.features.lessons.learner_seat import Course, LearnerSeat
from tilehall.tui.features.lessons.lesson_attempt import Trial, opened
from tilehall.tui.features.lessons.lesson_text import Lecture
from tilehall.tui.features.lessons.widget import LessonChrome
from tilehall.tui.key_map import usual
from tilehall.tui.player.player import Player
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.widgets.chrome import Chrome

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
    found = [rule for rule in lesson.rules if f"{rule} " in text]
    alone = "Rules in force" not in text and "? reads on" in text
    assert len(found) == (1 if alone else len(lesson.rules))
    assert "i hint" in lines[-1] and "q leave" in lines[-1], lines[-1]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_language_with_longer_words_has_room_for_the_goal(name: str) -> None:
    lesson = lessons(game(name))[0]
    spoken = look().speaking(Pseudo())
    lines = painted(lesson, (80, 24), spoken)
    words = spoken.say(lesson.goal).split()
    shown = (lines[0] + lines[1]).split()
    assert words[0] in shown and words[-1] in shown


def without_rules(lesson: Lesson, size: tuple[int, int]) -> Drawing:
    """The same board, as it is in a game."""
    seat: LearnerSeat[Any] = LearnerSeat(Trial(lesson, opened(lesson)))
    drawn = scene(lesson.game)
    return Chrome(Player[Any](seat, drawn, True), drawn).paint(look(), *size, usual())


@pytest.mark.parametrize("lesson", LEVELS, ids=lambda lesson: f"{lesson.game} {lesson.id}")
def test_rules_cover_nothing_but_what_is_told_of_the_game(lesson: Lesson) -> None:
    game, lines = without_rules(lesson, (80, 24)), painted(lesson, (80, 24), look())
    if " choices " in game.picture.text():
        return  # they are laid where they leave the rules free
    above = game.log if "Rules in force" in "".join(lines) else None
    for y, (line, before) in enumerate(zip(lines[2:-4], game.picture.text().split("\n")[2:-4], strict=True), 2):
        different = [x for x, (now, then) in enumerate(zip(line, before, strict=True)) if now != then]
        assert all(above and above.holds(x, y) for x in different), (y, line, before)


def test_a_question_is_asked_below_the_board_as_short_as_it_has_to_be() -> None:
    lesson = level(game("kaguya"), "6-rooms")
    seat: LearnerSeat[Any] = LearnerSeat(Trial(lesson, opened(lesson)))
    seat.trial.follow(lesson.solution[:2])
    drawn = scene(lesson.game)
    player: Player[Any] = Player(seat, drawn, True)
    lecture: Lecture[Any] = Lecture(seat, Course(6, 6), usual(), lambda: 0.0)
    lecture.attend(player)
    assert player.picker is not None
    for choice in player.picker.choices:
        player.pending = choice
        lines = LessonChrome(lecture, player, drawn).paint(look(), 80, 24, usual()).picture.text().split("\n")
        assert not [line for line in lines[1:-4] if line.startswith("  ───")], lines
        assert "Esc goes back." in " ".join(lines[-3:-1])
