"""A lesson: where it begins, what may be done, when it is solved or failed, and its texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import NamedTuple, TypeVar

from tilehall.engine.core.game import Game, Position, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.records.header import Header
from tilehall.engine.teaching.lessons.conditions import Condition, LessonCourse, holds

S = TypeVar("S")
REFUSED_MARK = "!"
"""Marks an action in a solution that has to be refused."""
OPPONENT_LEVEL = "easy"


class LessonFailure(NamedTuple):
    """A condition that fails a lesson, what is said then, and actions that lead to it, for its test."""

    when: Condition
    says: Text
    by: tuple[str, ...]


class LessonVerdict(NamedTuple):
    """The progress of a lesson."""

    met: tuple[bool, ...]
    """For each condition of success, whether it is met."""
    failed: LessonFailure | None

    @property
    def solved(self) -> bool:
        return all(self.met)


@dataclass(frozen=True)
class Lesson:
    """A lesson, as it is read from its file."""

    game: str
    id: str
    """The name of its file without the ending; progress is stored by it."""
    title: Text
    goal: Text
    """What to do, in at most fourteen words."""
    header: Header
    """The header of its game: options and rules; the players are the learner and easy opponents."""
    position: Position
    seat: SeatNo
    seed: str
    """The seed of the dealer."""
    rules: tuple[str, ...]
    """The rules that it teaches, the most important first."""
    success: tuple[Condition, ...]
    failures: tuple[LessonFailure, ...]
    hints: tuple[Text, Text, Text]
    """The hints: where, what, why."""
    solution: tuple[str, ...]
    """Actions that solve it; those that have to be refused begin with `!`."""
    par: int
    """The number of actions of the solution."""
    after: Text
    """A sentence about what was learned, shown when it is solved."""
    allow: tuple[str, ...] = ()
    """Patterns of the allowed actions, with `*` for any text; empty: all actions."""
    keys: tuple[str, ...] = ()
    """The commands whose keys are shown: `choose`, `turn`."""
    others: Mapping[SeatNo, tuple[str, ...]] = field(default_factory=dict)
    """The first actions of other seats, as far as they are legal; then they play as beginners."""

    intro: tuple[Text, ...] = ()
    """An introduction for beginners, a sentence or two each: how to win, what lies where."""
    outlook: bool = True
    """Whether previews are shown; off where they would mention what has not been taught yet."""

    def allows(self, action: str) -> bool:
        """Whether an action is allowed in this lesson."""
        return not self.allow or any(fnmatchcase(action, pattern) for pattern in self.allow)

    def judge(self, game: Game[S], course: LessonCourse[S]) -> LessonVerdict:
        """Return the progress: conditions that are met count, even if the lesson has failed."""
        met = tuple(holds(condition, game, self.seat, course) for condition in self.success)
        if all(met):
            return LessonVerdict(met, None)
        wrong = (failure for failure in self.failures if holds(failure.when, game, self.seat, course))
        return LessonVerdict(met, next(wrong, None))
