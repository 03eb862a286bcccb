"""The state of one try at a level: conditions met, hints given, steps of the solution shown."""

from __future__ import annotations

from typing import Generic, TypeVar

from tilehall.engine import Text
from tilehall.engine.teaching.lessons import Lesson, RefusedAttempt
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress
from tilehall.tui.player.messages.status_message import StatusMessage

S = TypeVar("S")


class LevelState(Generic[S]):
    """The state of one try at a level."""

    def __init__(self, seat: LearnerSeat[S], course: LevelProgress, mode: LessonMode = "play") -> None:
        self.seat = seat
        self.course = course
        self.mode = mode
        self.hints_given = 0
        self.steps_shown = 0
        """The number of steps of the solution that were shown."""
        self._is_score_seen = False
        self._met_before = seat.attempt.verdict().met
        """The conditions met at the beginning; they are no progress."""
        self._met: tuple[object, int, tuple[bool, ...]] | None = None

    @property
    def lesson(self) -> Lesson:
        return self.seat.attempt.lesson

    def note_refusal(self, message: StatusMessage) -> None:
        """Count an action that was refused before it reached the table; some lessons are about refusals."""
        self.seat.note_refusal(RefusedAttempt(message.rule, message.marks))

    def note_score_seen(self) -> None:
        self._is_score_seen = True

    @property
    def met_conditions(self) -> tuple[bool, ...]:
        """Return which conditions are met; worked out once a change."""
        attempt, now, refused = self.seat.attempt, self.seat.now, len(self.seat.attempt.refused)
        if self._met is None or self._met[0] is not now or self._met[1] != refused:
            parts = zip(attempt.verdict().met, self._met_before, strict=True)
            self._met = now, refused, tuple(done for done, before in parts if not before)
        return self._met[2]

    @property
    def over(self) -> bool:
        return self.seat.verdict is not None

    @property
    def solved(self) -> bool:
        return self.seat.solved

    @property
    def is_last(self) -> bool:
        return self.course.last

    @property
    def has_unseen_score(self) -> bool:
        """Whether there are a result or points that the learner has not looked at."""
        return self.solved and not self._is_score_seen and (self.seat.now.over or self.seat.scored)

    def outcome(self) -> tuple[Text, Text] | None:
        """Return the outcome and the texts about it; None while the try is open."""
        return self.seat.outcome(self.mode)

    def next_offer(self) -> Text | None:
        """Return the offer of the first game, after the last level; else None."""
        if not (self.solved and self.is_last) or self.mode != "play":
            return None
        return Text("Now {play}?", play=self.course.first_game_text())
