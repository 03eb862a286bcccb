"""The programs at one table: the thinker of their seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tilehall.engine import Advice, Text
from tilehall.tui.programs.bots.bot_messages import BotCase
from tilehall.tui.programs.bots.bot_seat import BotDecision, BotSeat, PendingDecision
from tilehall.tui.tables.thinking.thinkers import Thought

if TYPE_CHECKING:
    from tilehall.tui.tables.table import Table

T = TypeVar("T")
DecisionWaiter = Callable[[Callable[[], T]], Awaitable[T]]


async def wait_inline(work: Callable[[], T]) -> T:
    """Run the work in this thread."""
    return work()


class TableBots:
    """Thinker that asks the program of a seat, from what that seat may know of the table."""

    def __init__(
        self,
        seats: Mapping[str, BotSeat],
        tell: Callable[[Text], None] | None = None,
        wait: DecisionWaiter[BotDecision] | None = None,
    ) -> None:
        """Programs by the names of their players; `tell` gets their faults, in sentences.

        `wait` runs the blocking wait for an answer, in a thread for instance; None runs it in the caller.
        """
        self.bot_seats = seats
        self._tell = tell or _ignore_text
        self._wait = wait or wait_inline
        self._table: Table[Any] | None = None
        self._calls: list[tuple[Thought, PendingDecision]] = []

    @property
    def options(self) -> tuple[str, ...]:
        """The command line options that name them."""
        return tuple(f"--seat {bot_seat.command.shell_text}" for bot_seat in self.bot_seats.values())

    def join_table(self, table: Table[Any]) -> None:
        """Play at this table from now on."""
        self.leave_table()
        self._table = table

    def leave_table(self) -> None:
        """Stop playing there; each program gets the result, if there is one."""
        table, self._table = self._table, None
        for _, call in self._calls:
            call.drop()
        if table is None:
            return
        standing = table.rules.final_result(table.match.state)
        for number, player in enumerate(table.header.players):
            if player.name in self.bot_seats:
                self.bot_seats[player.name].end(_case(table, number, None), standing)

    def close(self) -> None:
        """Leave the table and end all programs."""
        self.leave_table()
        for bot_seat in self.bot_seats.values():
            bot_seat.close()

    async def think(self, thought: Thought) -> Advice:
        table = self._table
        assert table is not None, "they have sat down"
        bot_seat, call = self.bot_seats[table.names[thought.seat]], PendingDecision(thought.hasty)
        case = _case(table, thought.seat, thought.view)
        self._calls.append((thought, call))
        try:
            decided = await self._wait(partial(bot_seat.decide, case, thought, call))
        except BaseException:
            # Cancelled or interrupted: the thread that asks the program stops waiting.
            call.drop()
            raise
        finally:
            self._calls.remove((thought, call))
        if decided.fault is not None:
            self._tell(decided.fault)
        return decided.advice

    def hurry(self, thought: Thought) -> None:
        for asked, call in self._calls:
            if asked is thought:
                call.hurry()


def _case(table: Table[Any], seat: int, view: Any) -> BotCase:
    return BotCase(table.rules, table.names, table.header.options, seat, view, tuple(table.match.steps))


def _ignore_text(told: Text) -> None:
    """No-op: the default for `tell`."""
