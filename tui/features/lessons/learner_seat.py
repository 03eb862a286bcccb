"""The seat of somebody who learns: like any other, but only what belongs to the level is done, until it is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from tilehall.engine import CHANCE, Action, Advice, Header, IllegalActionError, Refusal, Text, join_commas
from tilehall.engine import SeatNo as Number
from tilehall.engine.teaching.lessons import LessonVerdict, RefusedAttempt
from tilehall.tui.config.progress import LessonTry, TryOutcome
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt
from tilehall.tui.tables.listeners import UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.moment import Moment

if TYPE_CHECKING:
    from tilehall.tui.tables.history.replay import Replay

S = TypeVar("S")
LessonMode = Literal["play", "show", "present"]
"""The learner plays, is shown how it is done, or somebody shows it to others."""
TRY_OVER = Text("This try is over.")


class LevelProgress(NamedTuple):
    """Which level of how many it is, and what comes after the last one."""

    number: int
    levels: int
    next_text: Text | None = None
    """The game whose lessons come next; None if these were the last."""
    simpler_games: tuple[Text, ...] = ()
    """What is not as in the whole game when one plays for the first time."""

    @property
    def last(self) -> bool:
        return self.number == self.levels

    def first_game_text(self) -> Text:
        """What is played after the last level."""
        if not self.simpler_games:
            return Text("a first game against an easy rival")
        return Text("a first game against an easy rival ({simpler})", simpler=join_commas(self.simpler_games))


class LearnerSeat(Generic[S]):
    """A seat at the table of a try. Once the level is solved or failed nothing is done there, but it can be undone."""

    def __init__(self, trial: LessonAttempt[S]) -> None:
        self.attempt = trial
        self.verdict: LessonVerdict | None = None
        """How it came out; None as long as that is open."""
        self._seat = trial.seat
        self._still: tuple[Moment[S], Moment[S]] | None = None
        """The moment at which it was decided, as it is and as it is shown."""
        self._listeners: list[WhenChanged] = []

    # --- how it stands --------------------------------------------------------------------------------------------

    def note_refusal(self, attempt: RefusedAttempt) -> None:
        """The learner was refused this, before he got to the table."""
        if attempt.rule and self.verdict is None:
            self.attempt.note_refusal(attempt)
            self._judge()

    def _judge(self) -> None:
        """Decides, unless somebody else has to act first."""
        now = self._seat.now
        if self.verdict is not None or any(seat not in (*now.humans, CHANCE) for seat in now.due):
            return
        verdict = self.attempt.verdict()
        if verdict.solved or verdict.failed:
            self.verdict = verdict
            for listener in tuple(self._listeners):
                listener()

    @property
    def solved(self) -> bool:
        return self.verdict is not None and self.verdict.solved

    @property
    def scored(self) -> bool:
        """Whether it was solved with points that are worth a look, and are not the result of the game."""
        return self.solved and not self.now.over and self.attempt.points_gained != 0

    def outcome(self, way: LessonMode) -> tuple[Text, Text] | None:
        """How it came out, and what there is to say of it; None as long as it is open."""
        verdict, trial = self.verdict, self.attempt
        if verdict is None:
            return None
        if verdict.failed is not None:
            return Text("Not yet."), verdict.failed.says
        if way != "play":
            return Text("That is how it is done."), trial.lesson.after
        made, par = trial.actions, trial.lesson.par
        if made <= par:
            told = Text("Solved in {n} choice, the fewest.", "Solved in {n} choices, the fewest.", n=made)
        else:
            told = Text(
                "Solved in {n} choice; {par} will do.", "Solved in {n} choices; {par} will do.", n=made, par=par
            )
        return told, trial.lesson.after

    # --- a seat like any other ------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        return self._seat.header

    @property
    def number(self) -> Number | None:
        return self.now.seat if self.now.must_decide else None

    @property
    def now(self) -> Moment[S]:
        now = self._seat.now
        if self.verdict is None:
            return now
        if self._still is None or self._still[0] is not now:
            self._still = now, replace(now, must_decide=False)
        return self._still[1]

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        stop = self._seat.subscribe(when_changed, until_read, when_broken)
        self._listeners.append(when_changed)

        def stopped() -> None:
            self._listeners.remove(when_changed)
            stop()

        return stopped

    async def act(self, *actions: Action | str) -> None:
        for action in actions:
            if self.verdict is not None:
                raise IllegalActionError(Refusal("", TRY_OVER))
            try:
                self.attempt.check(action)
            except IllegalActionError:
                self._judge()
                raise
            await self._seat.act(action)
            self._judge()

    async def undo(self) -> Action:
        action = await self._seat.undo()
        self.verdict = None
        return action

    async def redo(self) -> Action:
        action = await self._seat.redo()
        self._judge()
        return action

    async def restart(self) -> int:
        count = await self._seat.restart()
        self.verdict = None
        return count

    async def run_computers(self) -> None:
        if self.verdict is not None:
            return
        await self._seat.run_computers()
        self._judge()

    async def hint(self) -> Advice:
        return await self._seat.hint()

    async def compare(self, *actions: Action) -> Advice:
        return await self._seat.compare(*actions)

    def reason_for(self, step: int) -> Text | None:
        return self._seat.reason_for(step)

    @property
    def is_thinking(self) -> bool:
        return self._seat.is_thinking

    def hurry(self) -> None:
        self._seat.hurry()

    def continue_unsaved(self) -> None:
        self._seat.continue_unsaved()

    async def open_replay(self) -> Replay[S]:
        return await self._seat.open_replay()

    def raise_curtain(self) -> None:
        self._seat.raise_curtain()

    def lower_curtain(self) -> None:
        self._seat.lower_curtain()


def make_lesson_try(seat: LearnerSeat[Any], way: LessonMode, hints: int, seconds: float) -> LessonTry:
    """What came of a try at this seat."""
    trial = seat.attempt
    outcome: TryOutcome = "left" if seat.verdict is None else "solved" if seat.solved else "failed"
    return LessonTry(
        game=trial.lesson.game,
        level=trial.lesson.id,
        outcome=outcome if way == "play" else "shown",
        actions=trial.actions,
        par=trial.lesson.par,
        hints=hints,
        refused=len(trial.refused),
        seconds=round(seconds),
    )
