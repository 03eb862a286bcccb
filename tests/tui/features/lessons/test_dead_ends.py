"""A level that cannot be solved any more says so at once: all that a learner may do is tried."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any, Literal

import pytest

from tilehall.engine import Event, load_game
from tilehall.engine.teaching.lessons import Lesson, LessonAction, LessonCourse, RefusedAttempt, load_lesson
from tilehall.tui.features.lessons.lesson_attempt import open_lesson

Found = Literal["solved", "failed", "open", "dead"]
LEVELS = [
    *(("sand", each) for each in ("1-place", "2-take", "3-build", "4-summon", "5-dark")),
    *(("beasts", each) for each in ("1-keep", "2-hole", "3-card", "4-fence", "5-pen", "6-last")),
]


class Explorer:
    """Goes on from each position with everything that belongs to a level; what had to be tried was tried."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = load_game(lesson.game)
        self.first: Any = open_lesson(lesson).match.state
        self.tried = tuple(RefusedAttempt(each.refused, each.marks) for each in lesson.success if each.refused)
        self.known: dict[object, Found] = {}
        self.dead: list[tuple[str, ...]] = []
        """What was done where nothing solves it any more, though it could be solved a step before."""

    def explore(self, state: Any, done: Sequence[LessonAction] = ()) -> Found:
        verdict = self.lesson.judge(self.game, LessonCourse(self.first, state, done, self.tried))
        if verdict.solved or verdict.failed:
            return "solved" if verdict.solved else "failed"
        if self.game.actors(state) != (self.lesson.seat,):
            return "open" if self.game.actors(state) else "dead"
        key = (state, verdict.met, self._remembered(done))
        if key not in self.known:
            self.known[key] = "dead"
            self.known[key] = self._tell(done, list(self._all(state, done)))
        return self.known[key]

    def _all(self, state: Any, done: Sequence[LessonAction]) -> Iterator[tuple[str, Found]]:
        legal, seat = self.game.legal_actions(state, self.lesson.seat), self.lesson.seat
        for action in legal:
            if self.lesson.allows(f"{action}") or len(legal) == 1:
                events: list[Event] = []
                after = self.game.apply(state, seat, action, events)
                yield f"{action}", self.explore(after, [*done, LessonAction(seat, f"{action}", events)])

    def _tell(self, done: Sequence[LessonAction], found: Sequence[tuple[str, Found]]) -> Found:
        kinds = {kind for _, kind in found}
        if not kinds & {"solved", "open"}:
            return "dead"
        before = [each.action for each in done]
        self.dead += [(*before, action) for action, kind in found if kind == "dead"]
        return "solved" if "solved" in kinds else "open"

    def _remembered(self, done: Sequence[LessonAction]) -> tuple[bool, ...]:
        """What of all that was done the conditions of the level ask for."""
        wanted = [*self.lesson.success, *(failure.when for failure in self.lesson.failures)]
        patterns = sorted({each.done for each in wanted if each.done})
        return tuple(any(fnmatchcase(each.action, pattern) for each in done) for pattern in patterns)


@pytest.mark.parametrize(("name", "at"), LEVELS)
def test_no_level_goes_on_when_it_is_lost(name: str, at: str) -> None:
    explorer = Explorer(load_lesson(load_game(name), at))
    assert explorer.explore(explorer.first) == "solved"
    assert explorer.dead == []


def test_a_dead_end_is_found() -> None:
    """Without its failures a level goes on where nothing can come of it."""
    lesson = load_lesson(load_game("beasts"), "4-fence")
    explorer = Explorer(replace(lesson, failures=()))
    explorer.explore(explorer.first)
    assert ("die 1 20sw",) in explorer.dead
