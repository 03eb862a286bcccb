"""One level: where it begins, what may be done, what has to happen, and what is said."""

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
"""Stands before an attempt of a solution that has to be refused."""
OPPONENT_LEVEL = "easy"


class LessonFailure(NamedTuple):
    """What must not happen, what is said then, and how it comes about: for the test of the level."""

    when: Condition
    says: Text
    by: tuple[str, ...]


class LessonVerdict(NamedTuple):
    """How a level stands."""

    met: tuple[bool, ...]
    """Which conditions of success are met."""
    failed: LessonFailure | None

    @property
    def solved(self) -> bool:
        return all(self.met)


@dataclass(frozen=True)
class Lesson:
    """One level."""

    game: str
    id: str
    """The name of its file without its ending: it is remembered by that."""
    title: Text
    goal: Text
    """What is to be done, in at most fourteen words."""
    header: Header
    """The game that it is a part of: options and rules; its players are the learner and easy opponents."""
    position: Position
    seat: SeatNo
    seed: str
    """What is drawn comes from it."""
    rules: tuple[str, ...]
    """The rules that it teaches, the most important first."""
    success: tuple[Condition, ...]
    failures: tuple[LessonFailure, ...]
    hints: tuple[Text, Text, Text]
    """Where, what, why."""
    solution: tuple[str, ...]
    """What the learner may do to solve it, attempts that have to be refused with a `!` before them."""
    par: int
    """In so many actions."""
    after: Text
    """What has been learned, in a sentence, once it is solved."""
    allow: tuple[str, ...] = ()
    """The actions that may be done, with `*` for any text; all, if none is named."""
    keys: tuple[str, ...] = ()
    """The commands that it takes, for the keys to be named: `choose`, `turn`."""
    others: Mapping[SeatNo, tuple[str, ...]] = field(default_factory=dict)
    """What others do first, one after the other, as far as it is legal; then they play as beginners."""

    intro: tuple[Text, ...] = ()
    """What somebody reads who knows nothing of the game yet, a sentence or two each: how one wins, what lies where."""
    outlook: bool = True
    """Whether it is told what a choice would bring: not where that speaks of what nobody has learned yet."""

    def allows(self, action: str) -> bool:
        """Whether an action belongs to this level."""
        return not self.allow or any(fnmatchcase(action, pattern) for pattern in self.allow)

    def judge(self, game: Game[S], course: LessonCourse[S]) -> LessonVerdict:
        """How it stands: what is met is met, even if something else went wrong."""
        met = tuple(holds(condition, game, self.seat, course) for condition in self.success)
        if all(met):
            return LessonVerdict(met, None)
        wrong = (failure for failure in self.failures if holds(failure.when, game, self.seat, course))
        return LessonVerdict(met, next(wrong, None))
