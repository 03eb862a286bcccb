"""What surrounds the board of a level: goal and rules are there at every size, in every look and language."""

from typing import Any

import pytest

from tests.pseudo import PseudoLanguage
from tests.tui.boards.tables import look
from tilehall.engine import BUILT_IN_GAMES, load_game
from tilehall.engine.teaching.lessons import Lesson, load_lesson, load_lessons
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LevelProgress
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt, open_lesson
from tilehall.tui.features.lessons.level_state import LevelState
from tilehall.tui.features.lessons.screen import LessonPurpose
from tilehall.tui.key_map import default_keys
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.widgets.chrome import Chrome

LEVELS = [lesson for name in BUILT_IN_GAMES for lesson in load_lessons(load_game(name))]
SIZES = [(80, 24), (100, 30), (130, 24), (120, 40)]


def painted(lesson: Lesson, size: tuple[int, int], look: Look) -> list[str]:
    seat: LearnerSeat[Any] = LearnerSeat(LessonAttempt(lesson, open_lesson(lesson)))
    purpose = LessonPurpose(LevelState(seat, LevelProgress(1, 6)))
    painter = purpose.build(seat, renderer_for(lesson.game), ControlOptions(confirm=True)).painter
    return painter.paint(look, *size, default_keys()).picture.text().split("\n")


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


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_language_with_longer_words_has_room_for_the_goal(name: str) -> None:
    lesson = load_lessons(load_game(name))[0]
    spoken = look().with_language(PseudoLanguage())
    lines = painted(lesson, (80, 24), spoken)
    words = spoken.say(lesson.goal).split()
    shown = (lines[0] + lines[1]).split()
    assert words[0] in shown and words[-1] in shown


def without_rules(lesson: Lesson, size: tuple[int, int]) -> Drawing:
    """The same board, as it is in a game."""
    seat: LearnerSeat[Any] = LearnerSeat(LessonAttempt(lesson, open_lesson(lesson)))
    drawn = renderer_for(lesson.game)
    return Chrome(PlayerControls[Any](seat, drawn, ControlOptions(confirm=True)), drawn).paint(
        look(), *size, default_keys()
    )


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
    lesson = load_lesson(load_game("kaguya"), "6-rooms")
    seat: LearnerSeat[Any] = LearnerSeat(LessonAttempt(lesson, open_lesson(lesson)))
    seat.attempt.perform(lesson.solution[:2])
    drawn = renderer_for(lesson.game)
    purpose = LessonPurpose(LevelState(seat, LevelProgress(6, 6)))
    player, _, painter = purpose.build(seat, drawn, ControlOptions(confirm=True))
    assert player.focus.selection is not None
    for choice in player.focus.selection.choices:
        player.focus.pending = choice
        lines = painter.paint(look(), 80, 24, default_keys()).picture.text().split("\n")
        assert not [line for line in lines[1:-4] if line.startswith("  ───")], lines
        assert "Esc goes back." in " ".join(lines[-3:-1])
