"""Every level of every game is solved by its own solution, and fails in each of the ways that it tells of."""

from itertools import repeat
from typing import Any

import pytest

from tests.tui.boards.tables import paint
from tests.tui.player.sitting import Sitting
from tilehall.engine import BUILT_IN_GAMES, load_game, load_rulebook
from tilehall.engine.core.chance import Rng
from tilehall.engine.teaching.lessons import Lesson, LessonVerdict, load_lessons
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt, open_lesson
from tilehall.tui.key_map import BOARD_COMMANDS
from tilehall.tui.tables.thinking.thinkers import run_inline

LONGEST_GOAL = 14
TRIES = 30
LONGEST_TRY = 40
LEVELS = [lesson for name in BUILT_IN_GAMES for lesson in load_lessons(load_game(name))]
FAILURES = [(lesson, failure) for lesson in LEVELS for failure in lesson.failures]


def named(value: Any) -> str:
    return f"{value.game} {value.id}" if isinstance(value, Lesson) else ""


def trial(lesson: Lesson) -> LessonAttempt[Any]:
    return LessonAttempt(lesson, open_lesson(lesson))


@pytest.mark.parametrize("lesson", LEVELS, ids=named)
def test_a_level_is_solved_by_its_solution(lesson: Lesson) -> None:
    verdict = trial(lesson).perform(lesson.solution)
    assert verdict.solved, (verdict.met, verdict.failed)


@pytest.mark.parametrize("lesson", LEVELS, ids=named)
def test_a_level_is_solved_by_nothing_less(lesson: Lesson) -> None:
    *rest, _ = lesson.solution
    assert not trial(lesson).perform(rest).solved


def by_chance(lesson: Lesson, rng: Rng) -> LessonVerdict:
    """How a level ends for somebody who does anything that it allows."""
    luck = trial(lesson)
    verdict = luck.verdict()
    for _ in repeat(None, LONGEST_TRY):
        allowed = [str(action) for action in luck.seat.now.legal if lesson.allows(str(action))]
        if not allowed or verdict.solved or verdict.failed:
            return verdict
        verdict = luck.perform([allowed[rng.below(len(allowed))]])
    return verdict


@pytest.mark.parametrize("lesson", LEVELS, ids=named)
def test_a_level_takes_more_than_chance_and_ends_one_way_or_the_other(lesson: Lesson) -> None:
    rng = Rng(lesson.id)
    verdicts = [by_chance(lesson, rng) for _ in repeat(None, TRIES)]
    assert all(verdict.solved or verdict.failed for verdict in verdicts)
    assert sum(verdict.solved for verdict in verdicts) < TRIES / 2


@pytest.mark.parametrize(("lesson", "failure"), FAILURES, ids=named)
def test_a_level_fails_as_it_says(lesson: Lesson, failure: Any) -> None:
    assert trial(lesson).perform(failure.by).failed == failure


@pytest.mark.parametrize("lesson", LEVELS, ids=named)
def test_a_level_tells_its_goal_in_few_words_and_two_to_five_rules_that_there_are(lesson: Lesson) -> None:
    assert len(str(lesson.goal).split()) <= LONGEST_GOAL
    assert 2 <= len(lesson.rules) <= 5
    assert set(lesson.rules) <= set(load_rulebook(lesson.game).numbers())


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_first_level_of_a_game_tells_what_it_is_about(name: str) -> None:
    first, *others = load_lessons(load_game(name))
    assert 2 <= len(first.intro) <= 4
    assert not any(other.intro for other in others), "it was told"


@pytest.mark.parametrize("lesson", LEVELS, ids=named)
def test_the_keys_of_a_level_are_commands_of_the_board(lesson: Lesson) -> None:
    assert lesson.keys
    assert set(lesson.keys) <= {command.id for command in BOARD_COMMANDS}


@pytest.mark.parametrize("lesson", LEVELS, ids=named)
def test_a_level_is_not_solved_by_enter_alone(lesson: Lesson) -> None:
    luck = trial(lesson)
    sitting = Sitting(luck.table, renderer_for(lesson.game), confirm=False)
    for _ in repeat(None, LONGEST_TRY):
        paint(sitting)
        sitting.choose()
        run_inline(luck.seat.run_computers())
        assert not luck.verdict().solved, [deed.action for deed in luck.course().done]
        if luck.verdict().failed:
            return


LOOPHOLES = {
    "princess 2-turned": ["take EU", "cell D3", "gem yes", "declare R03 D3"],
    "princess 3-gem": ["take EM", "cell E4", "gem yes", "declare R16 E4"],
    "princess 4-combo": ["take EM", "cell D2", "gem yes", "declare R02 D2", "declare R18 C4"],
    "kaguya 6-rooms": ["tile 3", "cell e7", "rot 0"],
}
"""What is near the goal of a level, and not what it says."""


@pytest.mark.parametrize("lesson", [lesson for lesson in LEVELS if named(lesson) in LOOPHOLES], ids=named)
def test_a_level_is_solved_by_nothing_else(lesson: Lesson) -> None:
    assert not trial(lesson).perform(LOOPHOLES[named(lesson)]).solved
