"""The computer players of one table: their loop, who stands in for whom, who is hurried; and the services they use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tilehall.engine import Action, Advice, SeatNo
from tilehall.tui.tables.listeners import Listeners, UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.seating import BOT_KIND
from tilehall.tui.tables.table import INLINE_WRITER, Table
from tilehall.tui.tables.thinking.thinkers import (
    AnalysisExecutor,
    BotsAtTable,
    InlineRunner,
    InlineThinker,
    Runner,
    TableWriter,
    Thinker,
    Thought,
)

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class TableServices:
    """Where a table thinks, runs, writes and analyses. The defaults do it in the caller, without an event loop."""

    thinker: Thinker = field(default_factory=InlineThinker)
    runner: Runner = field(default_factory=InlineRunner)
    writer: TableWriter = INLINE_WRITER
    bots: BotsAtTable | None = None
    """Other people's programs, which think for the seats of their own."""
    while_thinking: Callable[[], AbstractContextManager[None]] = nullcontext
    """Entered while a computer player thinks."""
    analysis_executor: AnalysisExecutor | None = None
    """Executor for analysis after the game, where nobody waits for all of it; None runs it in the caller."""
    analysis_processes: int | None = 0
    """Processes for analysis that the caller waits for; None: as many as suit the machine."""


INLINE = TableServices()


class ComputerPlayers(Generic[S]):
    """Plays the seats of a table that no person plays."""

    def __init__(self, table: Table[S], services: TableServices = INLINE) -> None:
        self.table = table
        self.services = services
        self.stand_ins: dict[SeatNo, str] = {}
        """The levels of those who play for somebody; the record knows nothing of them."""
        self._listeners = Listeners()
        self._thought: Thought | None = None
        """What is thought about now."""
        self._hurried_seat: SeatNo | None = None
        """Who was hurried: until a person has to decide, all are hasty."""
        self._intended: dict[int, tuple[Action, ...]] = {}
        """The rest of the last plan, by the number of steps at which it still holds."""
        table.subscribe(self._follow_change)
        if services.bots:
            services.bots.join_table(table)

    def stop(self) -> None:
        """Cancel the loop where it is."""
        self.services.runner.stop()

    def close(self) -> None:
        """End the loop and the programs, and let other programs play the game."""
        self.stop()
        if self.services.bots:
            self.services.bots.close()
        self.table.close()

    # --- changes --------------------------------------------------------------------------------------------------

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        """Call back after every change; the computer players wait for `until_read`. The result ends that.

        A callback that raises is called no more, and `when_broken` gets the error. The loop stops when the last
        listener leaves.
        """
        leave = self._listeners.add(when_changed, until_read, when_broken)

        def stop() -> None:
            leave()
            if not self._listeners:
                self.stop()

        return stop

    def _follow_change(self) -> None:
        if self.services.bots and self.table.over:
            self.services.bots.leave_table()
        self._listeners.notify()
        # Its position has changed under it.
        self._interrupt_thought()

    # --- who plays ------------------------------------------------------------------------------------------------

    def set_stand_in(self, number: SeatNo, level: str) -> None:
        """Have a computer player of this level play for this seat; an empty level ends that."""
        if level:
            self.stand_ins[number] = level
            return
        self.stand_ins.pop(number, None)
        if self._thought is not None and self._thought.seat == number:
            self._interrupt_thought()

    def level_of(self, number: SeatNo) -> str:
        """The level of the computer player who decides for this seat; empty for people."""
        table = self.table
        return self.stand_ins.get(number) or ("" if table.is_human(number) else table.header.players[number].kind)

    def _due(self) -> SeatNo | None:
        """The computer player who has to decide, even where people owe the same decision."""
        return next((number for number in self.table.due() if number >= 0 and self.level_of(number)), None)

    # --- playing --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Play until a person has to decide, or the game is over."""
        if self._due() is not None or self.services.runner.busy:
            await self.services.runner.run(self._play)

    async def _play(self) -> None:
        try:
            while (number := self._due()) is not None:
                version = self.table.version
                advice = await self._think(self._thought_for(number))
                await self._listeners.wait_until_read()
                await self.services.writer.run_to_end(self._act(number, advice, version))
                await self._listeners.wait_until_read()
        finally:
            self._hurried_seat = None

    def _thought_for(self, number: SeatNo) -> Thought:
        table = self.table
        return Thought(
            table.header.game,
            self.level_of(number),
            table.match.view(number),
            number,
            whim=f"{table.seed} {number} {table.steps}",
            who=f"{table.seed} {number}",
            intended=self._intended.get(table.steps, ()),
            hasty=self._is_hasty(number),
        )

    async def _think(self, thought: Thought) -> Advice:
        self._thought = thought
        try:
            with self.services.while_thinking():
                return await self._thinker_for(thought).think(thought)
        finally:
            self._thought = None

    def _thinker_for(self, thought: Thought) -> Thinker:
        bots = self.services.bots
        return bots if bots and thought.level == BOT_KIND else self.services.thinker

    async def _act(self, number: SeatNo, advice: Advice, version: int) -> None:
        if self.table.version != version or not self.level_of(number):
            # A person was quicker, or has come back.
            return
        made = await self.table.act_for_computer(number, advice, self.services.writer)
        self._intended = {self.table.steps: advice.next_actions} if len(made) == 1 else {}

    # --- hurrying -------------------------------------------------------------------------------------------------

    @property
    def is_thinking(self) -> bool:
        return self._thought is not None

    def hurry(self) -> None:
        """Have the computer player who thinks now, or will next, do the best found so far.

        Up to the next decision of a person none takes more than a moment; where there are no people, this holds for
        the turn of the one who was hurried.
        """
        self._hurried_seat = self._due()
        self._interrupt_thought()

    def _interrupt_thought(self) -> None:
        if self._thought is not None:
            self._thinker_for(self._thought).hurry(self._thought)

    def _is_hasty(self, number: SeatNo) -> bool:
        if self._hurried_seat != number and not self.table.humans:
            self._hurried_seat = None
        # Alone, one plays anew with each step.
        return self._hurried_seat is not None and len(self.table.names) > 1
