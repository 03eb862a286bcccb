"""Checks for authors of lessons: each level is played, to its solution and to its failure.

    def test_our_lessons_teach():
        check_lessons(HEX)

`check_lessons` raises LessonFault at the first thing that is wrong. It needs no test runner.
"""

from __future__ import annotations

from typing import Any

from tilehall.engine import Game, UserError, load_rulebook
from tilehall.engine.teaching.lessons import Lesson, LessonFailure, LessonVerdict, load_lessons
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt, open_lesson
from tilehall.tui.key_map import BOARD_COMMANDS
from tilehall.tui.terminal.output.cells import width

WORDS, COLUMNS = 14, 73
"""The longest goal: it has to fit in one line of the smallest window."""
LEAST, MOST = 2, 5
"""The number of rules of a level."""


class LessonFault(AssertionError):
    """A requirement that a level does not meet."""


def require_lesson(kept: object, otherwise: str, *about: object) -> None:
    """Raises LessonFault unless the condition holds; `{}` in the text are filled in."""
    if not kept:
        raise LessonFault(otherwise.format(*about))


def check_lessons(game: Game[Any]) -> None:
    """Check all levels of a game. Raises LessonFault, or LessonError if a level cannot be read."""
    found = load_lessons(game)
    require_lesson(found, "{} has no lessons", game.id)
    for lesson in found:
        check_lesson(game, lesson)


def check_lesson(game: Game[Any], lesson: Lesson) -> None:
    """Check one level."""
    goal = f"{lesson.goal}"
    require_lesson(len(goal.split()) <= WORDS, "{}: the goal has more than {} words", lesson.id, WORDS)
    require_lesson(width(goal) <= COLUMNS, "{}: the goal takes more than {} columns", lesson.id, COLUMNS)
    require_lesson(
        LEAST <= len(lesson.rules) <= MOST, "{}: it names fewer than {} rules or more than {}", lesson.id, LEAST, MOST
    )
    unknown = set(lesson.rules) - set(load_rulebook(game).numbers())
    require_lesson(not unknown, "{}: there are no rules {}", lesson.id, sorted(unknown))
    foreign = set(lesson.keys) - {command.id for command in BOARD_COMMANDS}
    require_lesson(
        lesson.keys and not foreign, "{}: its keys are no commands of the board: {}", lesson.id, sorted(foreign)
    )
    require_lesson(lesson.success and lesson.solution, "{}: it cannot be solved", lesson.id)
    for action in (each for actions in lesson.others.values() for each in actions):
        _is_action(game, lesson, action)
    _is_solved(lesson)
    for failure in lesson.failures:
        _fails(lesson, failure)


def _is_action(game: Game[Any], lesson: Lesson, action: str) -> None:
    """Raises LessonFault unless the text is an action. Whether other players may take it depends on the learner."""
    try:
        game.parse(action)
    except UserError as error:
        require_lesson(False, "{}: others cannot do {!r}: {}", lesson.id, action, error.text)


def _is_solved(lesson: Lesson) -> None:
    *rest, last = lesson.solution
    require_lesson(not _played(lesson, rest).solved, "{}: it is solved without its last step {!r}", lesson.id, last)
    verdict = _played(lesson, lesson.solution)
    require_lesson(
        verdict.solved, "{}: its solution does not solve it; of what has to be so is {}", lesson.id, verdict.met
    )


def _fails(lesson: Lesson, failure: LessonFailure) -> None:
    verdict = _played(lesson, failure.by)
    said = f"{verdict.failed.says}" if verdict.failed else "nothing"
    require_lesson(
        verdict.failed == failure,
        "{}: {} ends with {!r}, not with {!r}",
        lesson.id,
        list(failure.by),
        said,
        f"{failure.says}",
    )


def _played(lesson: Lesson, steps: tuple[str, ...] | list[str]) -> LessonVerdict:
    try:
        return LessonAttempt(lesson, open_lesson(lesson)).perform(steps)
    except UserError as error:
        require_lesson(False, "{}: {}: {}", lesson.id, list(steps), error.text)
        raise
