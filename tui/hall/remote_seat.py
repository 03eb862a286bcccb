"""A seat at a table of the house, which may be in another process: it knows what it was told, and asks for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Generic, TypeVar

from tilehall.engine import Action, Advice, Header, Text, UserError, load_game
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.protocol import GameHistory, HallInterface, SeatChange, Seated
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.history.replay import KnownGame, Replay, ReviewCache
from tilehall.tui.tables.listeners import Listeners, UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import ConsentRequested
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor

S = TypeVar("S")
T = TypeVar("T")
ASKED = Text("The others are asked whether that may be taken back.")


class RemoteSeat(Generic[S]):
    """Keeps the promises of a `Seat` by the news of a visit. Changes are handed in as they come, in order."""

    def __init__(
        self, visit: HallInterface, table: int, seated: Seated, answerers: AnalysisExecutor | None = None
    ) -> None:
        """`answerers` work out what is asked of the whole game once it is over."""
        self._visit = visit
        self._table = table
        self._answerers = answerers
        self._header = replace(seated.header, position="")
        self._rules = load_game(seated.header.game)
        self._now: Moment[S] = self._moment(seated.change, ())
        self._thinks = seated.change.thinks
        self._listeners = Listeners()
        self._acting = 0
        """So many deeds of one's own are under way: what they change is read by whoever does them."""
        self._reader: asyncio.Task[None] | None = None
        self._read: Moment[S] | None = None
        """The moment that has been read last on this screen."""
        self._errands: set[asyncio.Task[None]] = set()
        self._settling = asyncio.Event()
        """Set by each change, for those who wait."""
        self._over: tuple[Moment[S], Table[S], ReviewCache] | None = None
        """The whole game and its reviews, once it is over and was asked for."""

    # --- what the house tells -------------------------------------------------------------------------------------

    def changed(self, change: SeatChange) -> None:
        """It stands like this now."""
        self._now = self._moment(change, self._now.seen_steps[: change.kept])
        self._thinks = change.thinks
        self._settling.set()
        self._settling = asyncio.Event()
        self._listeners.notify()
        self._read_on()

    def thinking(self, thinks: bool) -> None:
        """A computer player has begun or ended to think."""
        self._thinks = thinks

    def close(self) -> None:
        """Nobody looks any more."""
        self._listeners.clear()
        for task in (self._reader, *self._errands):
            if task is not None:
                task.cancel()

    def _moment(self, change: SeatChange, kept: tuple[Any, ...]) -> Moment[S]:
        return change.to_moment(
            rules=self._rules,
            header=self._header,
            seen_steps=kept + change.seen_steps,
            record=f"{self._table}",
            elsewhere=change.viewpoint is None,
        )

    # --- reading --------------------------------------------------------------------------------------------------

    def _read_on(self) -> None:
        """Computer players wait until this screen has read what was told."""
        if self._acting or not self._listeners or (self._reader is not None and not self._reader.done()):
            return
        self._reader = asyncio.create_task(self._reading())

    async def _reading(self) -> None:
        while self._read is not self._now and not self._acting:
            now = self._now
            await self._listeners.wait_until_read()
            self._read = now
            await self._visit.read(self._table, now.number)

    # --- the seat -------------------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        return self._header

    @property
    def number(self) -> Number | None:
        return self._now.seat if self._now.must_decide else None

    @property
    def now(self) -> Moment[S]:
        return self._now

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        stop = self._listeners.add(when_changed, until_read, when_broken)
        self._read_on()
        return stop

    async def _done(self, deed: Coroutine[Any, Any, T]) -> T:
        """What this deed comes to; what it has changed was told before."""
        self._acting += 1
        try:
            return await deed
        finally:
            self._acting -= 1
            # Whoever acted has seen to it first.
            asyncio.get_running_loop().call_soon(self._read_on)

    async def act(self, *actions: Action | str) -> None:
        await self._done(self._visit.act(self._table, actions))

    async def undo(self) -> Action:
        undone = await self._done(self._visit.undo(self._table))
        if undone is None:
            raise ConsentRequested(ASKED)
        return undone

    async def redo(self) -> Action:
        return await self._done(self._visit.redo(self._table))

    async def restart(self) -> int:
        return await self._done(self._visit.restart(self._table))

    async def hint(self) -> Advice:
        return await self._visit.hint(self._table)

    async def compare(self, *actions: Action) -> Advice:
        return await self._visit.compare(self._table, actions)

    def reason_for(self, step: int) -> Text | None:
        deeds = self._now.seen_steps
        return deeds[step - 1].why if 0 < step <= len(deeds) else None

    async def run_computers(self) -> None:
        while any(number >= 0 and number not in self._now.humans for number in self._now.due):
            await self._settling.wait()

    @property
    def is_thinking(self) -> bool:
        return self._thinks

    def hurry(self) -> None:
        if self._thinks:
            task = asyncio.create_task(self._hurry())
            self._errands.add(task)
            task.add_done_callback(self._errands.discard)

    async def _hurry(self) -> None:
        try:
            await self._visit.hurry(self._table)
        except UserError:
            # Whoever was hurried has decided meanwhile.
            return

    def continue_unsaved(self) -> None:
        """The house plays nothing that it does not keep."""

    async def open_replay(self) -> Replay[S]:
        """A game that is over is looked at as a whole; of one that goes on, what may be known here."""
        if not self._now.over:
            return Replay(story_of(await self._visit.past(self._table)), self._now.number)
        if self._over is None or self._over[0] is not self._now:
            table: Table[S] = Table.from_record_text(await self._visit.export(self._table))
            self._over = self._now, table, ReviewCache()
        _, table, reviews = self._over
        return Replay(table, self._now.number, TableServices(analysis_executor=self._answerers), reviews)

    def raise_curtain(self) -> None:
        """No curtain hangs before a screen of one's own."""

    def lower_curtain(self) -> None:
        """No curtain hangs before a screen of one's own."""


def story_of(past: GameHistory) -> KnownGame[Any]:
    """What may be told of a game that goes on."""
    header = replace(past.header, position="")
    return KnownGame(load_game(header.game), header, past.viewpoint, past.states, past.deeds, past.over, past.seed)
