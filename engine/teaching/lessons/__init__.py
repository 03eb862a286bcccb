"""Lessons: a player learns a game by playing them. They are text files beside the game.

`teaching/lessons/1-touch.toml` in the package of a game is its first lesson, and so on in the order of their names. A
lesson has a position (as JSON, or a record beside it and a step), the allowed actions, conditions of success and
failure, and texts. `docs/adding-a-game.md` has the whole format.

>>> from tilehall.engine import load_game
>>> first = load_lessons(load_game("princess"))[0]
>>> first.id, first.solution
('1-touch', ('take EM', '!cell A1', 'cell C3'))
"""

from tilehall.engine.teaching.lesson_index import lesson_ids
from tilehall.engine.teaching.lessons.conditions import (
    Condition,
    LessonAction,
    LessonCourse,
    LessonEvent,
    RefusedAttempt,
    holds,
)
from tilehall.engine.teaching.lessons.lesson import OPPONENT_LEVEL, REFUSED_MARK, Lesson, LessonFailure, LessonVerdict
from tilehall.engine.teaching.lessons.lesson_files import (
    LessonError,
    LessonOutline,
    load_lesson,
    load_lessons,
    load_outlines,
)

__all__ = [
    "OPPONENT_LEVEL",
    "REFUSED_MARK",
    "Condition",
    "Lesson",
    "LessonAction",
    "LessonCourse",
    "LessonError",
    "LessonEvent",
    "LessonFailure",
    "LessonOutline",
    "LessonVerdict",
    "RefusedAttempt",
    "holds",
    "lesson_ids",
    "load_lesson",
    "load_lessons",
    "load_outlines",
]
