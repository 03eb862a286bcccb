"""A try at a level: a table that begins at its position, the learner's seat, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Generic, TypeVar

from tilehall.engine import Action, Advice, IllegalActionError, RecordPlayer, Refusal, Text, UserError, load_game
from tilehall.engine import SeatNo as Number
from tilehall.engine.teaching.lessons import (
    OPPONENT_LEVEL,
    REFUSED_MARK,
    Lesson,
    LessonAction,
    LessonCourse,
    LessonVerdict,
    RefusedAttempt,
)
from tilehall.tui.tables.computer_players import INLINE, ComputerPlayers, TableServices
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import TableSeat, player_seat
from tilehall.tui.tables.seating import COMPUTER_NAMES, DEFAULT_NAME
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import Thinker, Thought, run_inline

S = TypeVar("S")


class ScriptedThinker:
    """A thinker for the other players: it plays the steps of the level as far as they are legal, then its own."""

    def __init__(self, minds: Thinker, others: Mapping[Number, Sequence[str]]) -> None:
        self.thinker = minds
        self.left = {seat: list(actions) for seat, actions in others.items()}

    async def think(self, thought: Thought) -> Advice:
        rules, left = load_game(thought.game), self.left.get(thought.seat, [])
        while left:
            # An illegal step is found by `check_lesson`; the lesson goes on without it.
            with suppress(UserError):
                action = rules.parse(left.pop(0))
                if rules.check(thought.view, thought.seat, action) is None:
                    return Advice(action, Text("it belongs to the lesson"))
        return await self.thinker.think(thought)

    def hurry(self, thought: Thought) -> None:
        self.thinker.hurry(thought)


def open_lesson(lesson: Lesson, name: str = DEFAULT_NAME) -> Table[Any]:
    """Open a table at the position of a level, with the learner and beginners."""
    others = (each for each in COMPUTER_NAMES if each != name)
    seats = range(len(lesson.header.players))
    players = [
        RecordPlayer(name) if seat == lesson.seat else RecordPlayer(next(others), OPPONENT_LEVEL) for seat in seats
    ]
    options, position = lesson.header.options, lesson.position
    return Table.open(lesson.game, players, options, lesson.seed, position=position)


class LessonAttempt(Generic[S]):
    """One try at a level. Refused actions count even after steps are taken back."""

    def __init__(
        self,
        lesson: Lesson,
        table: Table[S],
        known: Sequence[RefusedAttempt] = (),
        services: TableServices = INLINE,
    ) -> None:
        """`known` are the refused actions of earlier tries; they count here, too."""
        self.lesson = lesson
        self.table = table
        thinker = ScriptedThinker(services.thinker, lesson.others)
        self.computers = ComputerPlayers(table, replace(services, thinker=thinker))
        self.seat: TableSeat[S] = player_seat(table, lesson.seat, self.computers)
        self.first: Moment[S] = self.seat.now
        self.known = known
        self.refused: list[RefusedAttempt] = []

    def course(self) -> LessonCourse[S]:
        """The steps of the level so far."""
        now = self.seat.now
        done = [LessonAction(step.seat, str(step.action or ""), step.entries) for step in now.seen_steps]
        return LessonCourse(self.first.state, now.state, done, (*self.known, *self.refused))

    def verdict(self) -> LessonVerdict:
        """The verdict so far."""
        return self.lesson.judge(self.table.rules, self.course())

    def note_refusal(self, attempt: RefusedAttempt) -> None:
        """Count a refused action."""
        self.refused.append(attempt)

    def check(self, action: Action | str) -> None:
        """Raises Refused for an action that does not belong to the level; refusals of the rules come first.

        An action that is the only legal one always belongs to it.
        """
        parsed = self.table.rules.parse(action) if isinstance(action, str) else action
        refusal = self.seat.now.check(parsed)
        if refusal is not None:
            self.note_refusal(RefusedAttempt(refusal.rule, refusal.marks))
            raise IllegalActionError(refusal)
        if not self.lesson.allows(str(parsed)) and len(self.seat.now.legal) > 1:
            raise IllegalActionError(
                Refusal("", Text("That may be done, but not in this lesson. {goal}", goal=self.lesson.goal))
            )

    @property
    def actions(self) -> int:
        """The number of the learner's actions."""
        return sum(step.seat == self.lesson.seat for step in self.seat.now.seen_steps)

    @property
    def points_gained(self) -> int:
        """The points that the learner has gained."""
        now, seat = self.seat.now, self.lesson.seat
        return now.receipt.total(seat) - self.first.receipt.total(seat)

    def perform(self, actions: Sequence[str]) -> LessonVerdict:
        """Perform these actions, and let the other players act. Ends when the level is solved or failed.

        An action has to be legal, or refused if it begins with `!`. For tests of levels, and to show the solution.
        """
        for action in actions:
            if action.startswith(REFUSED_MARK):
                self._expect_refusal(action.removeprefix(REFUSED_MARK))
            else:
                self.check(action)
                run_inline(self.seat.act(action))
                run_inline(self.seat.run_computers())
            if (verdict := self.verdict()).solved or verdict.failed:
                return verdict
        return self.verdict()

    def _expect_refusal(self, action: str) -> None:
        try:
            self.check(action)
        except IllegalActionError:
            return
        raise IllegalActionError(Refusal("", Text("{action} is legal here, and has to be refused.", action=action)))
