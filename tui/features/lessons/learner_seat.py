"""The seat of a learner: a seat that refuses what does not belong to the level, until the try is decided."""

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
"""The learner plays, or is shown the solution, or somebody presents it to others."""
TRY_OVER = Text("This try is over.")


class LevelProgress(NamedTuple):
    """The number of a level, the number of levels, and what comes after the last one."""

    number: int
    levels: int
    next_text: Text | None = None
    """The game whose lessons come next; None if there is none."""
    simpler_games: tuple[Text, ...] = ()
    """How the options of the first game differ from those of the whole game."""

    @property
    def last(self) -> bool:
        return self.number == self.levels

    def first_game_text(self) -> Text:
        """Return the text about the game that is played after the last level."""
        if not self.simpler_games:
            return Text("a first game against an easy rival")
        return Text("a first game against an easy rival ({simpler})", simpler=join_commas(self.simpler_games))


class LearnerSeat(Generic[S]):
    """The seat of a learner. Once the try is decided no actions are possible there, but steps can be taken back."""

    def __init__(self, trial: LessonAttempt[S]) -> None:
        self.attempt = trial
        self.verdict: LessonVerdict | None = None
        """The outcome; None while the try is open."""
        self._seat = trial.seat
        self._still: tuple[Moment[S], Moment[S]] | None = None
        """The moment of the decision, as it is and as it is shown."""
        self._listeners: list[WhenChanged] = []

    # --- how it stands --------------------------------------------------------------------------------------------

    def note_refusal(self, attempt: RefusedAttempt) -> None:
        """Count an action that was refused before it reached the table."""
        if attempt.rule and self.verdict is None:
            self.attempt.note_refusal(attempt)
            self._judge()

    def _judge(self) -> None:
        """Decide the try, unless another seat has to act first."""
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
        """Whether the level was solved with points to show that are not the result of the game."""
        return self.solved and not self.now.over and self.attempt.points_gained != 0

    def outcome(self, way: LessonMode) -> tuple[Text, Text] | None:
        """Return the outcome and the texts about it; None while the try is open."""
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
    """Return the report on the try at this seat."""
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
