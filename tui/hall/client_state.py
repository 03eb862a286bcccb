"""What one screen knows of the hall: all that it was told, kept up to date, and who on the screen wants to know."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from tilehall.engine import Text, UserError, join_spaces
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import (
    Called,
    Changed,
    HallInterface,
    Listed,
    News,
    Person,
    Request,
    Requested,
    Said,
    SeatChange,
    Seated,
    Thinking,
)
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.remote_seat import RemoteSeat
from tilehall.tui.hall.talk import TableTalk
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor

WhenTold = Callable[[], None]
FRESH = 25.0
"""Seconds for which it stays above the keys what came of what was asked."""


class AtTable:
    """The table that is looked at, from a chair or as an onlooker."""

    def __init__(self, number: int, seat: RemoteSeat[object], seated: Seated) -> None:
        self.number = number
        self.seat = seat
        self.request: Request | None = seated.request
        self.told: Text | None = None
        """What came of what was asked last."""
        self.told_at = float("-inf")
        """When that was, by the clock of this process."""


class ClientState:
    """The tables of the house, and the one that is looked at."""

    def __init__(self, visit: HallInterface, answerers: AnalysisExecutor | None = None) -> None:
        self.visit = visit
        self.answerers = answerers
        self.listings: dict[int, TableListing] = {}
        self.heard_at: dict[int, float] = {}
        """When each was told of last, by the clock of this process: from then on what is left on its clocks runs."""
        self.codes: dict[int, str] = {}
        """Of the tables at which one has waited for others."""
        self.at: AtTable | None = None
        self.code = ""
        """By which a guest comes back."""
        self.talks: dict[int, TableTalk] = {}
        """What is said, by table."""
        self.called: set[int] = set()
        """Tables at which it is one's turn, and that one is not looking at."""
        self._gone: set[int] = set()
        """Tables that nobody lists any more; the one that is looked at is not forgotten as long as it is."""
        self._early: list[SeatChange] | None = None
        """What is told of a table before one has quite come there."""
        self._coming = 0
        self._listeners: list[WhenTold] = []

    @property
    def person(self) -> Person:
        return self.visit.person

    def subscribe(self, when_told: WhenTold) -> Callable[[], None]:
        """Calls back after all news; the answer ends that."""
        self._listeners.append(when_told)

        def stop() -> None:
            if when_told in self._listeners:
                self._listeners.remove(when_told)

        return stop

    # --- coming and going -----------------------------------------------------------------------------------------

    async def enter(self) -> None:
        """Looks at the lobby, and from now on hears what changes there; it may be looked at again."""
        found = await self.visit.lobby()
        self.listings = {}
        self._list(found)
        self.code = await self.visit.key_code() if self.person.guest else ""
        for table, new in (await self.visit.unread()).items():
            self.talk(table).new = new

    def talk(self, table: int) -> TableTalk:
        """What is said at a table."""
        return self.talks.setdefault(table, TableTalk())

    async def listen(self, table: int) -> None:
        """Reads what was said at a table where one sits, and that has no board yet."""
        self.talk(table).take_up(await self.visit.said(table))
        listing = self.listings.get(table)
        if listing is not None and listing.code and table not in self.codes:
            self.codes[table] = await self.visit.code(table)

    async def say(self, table: int, words: str) -> None:
        """What the house does not take is there when the next line is written. Raises UserError."""
        try:
            await self.visit.say(table, words)
        except UserError as error:
            self.talk(table).draft = words
            raise HallError(join_spaces([error.text, Text("Your line is kept: say it again.")])) from error

    async def come(self, table: int) -> AtTable:
        """To a table."""
        self._early, self._coming = [], table
        try:
            seated = await self.visit.come(table)
            seat: RemoteSeat[object] = RemoteSeat(self.visit, table, seated, self.answerers)
            self.at = AtTable(table, seat, seated)
            self.talk(table).take_up(seated.said)
            for change in self._early:
                seat.changed(change)
        finally:
            self._early = None
        self.called.discard(table)
        return self.at

    async def go(self) -> None:
        """Away from the table that was looked at."""
        at, self.at = self.at, None
        if at is not None:
            at.seat.close()
            self._forget()
            await self.visit.go(at.number)

    # --- what the house tells -------------------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Takes it in, and tells whoever wants to know."""
        match news:
            case Listed(listings, gone):
                self._list(listings)
                self._gone |= {*gone}
                self._forget()
            case Called(table):
                self.called.add(table)
            case Changed(table, change):
                self._changed(table, change)
            case Said(table, line):
                self.talk(table).hear(line, reads=self.at is not None and self.at.number == table)
            case Thinking() | Requested() if self.at is not None and self.at.number == news.table:
                _heard(self.at, news)
            case _:
                pass
        self.tell()

    @property
    def ages(self) -> bool:
        """Whether what there is to see at the table becomes another by time alone: a clock runs, or words grow old."""
        at = self.at
        if at is None:
            return False
        listing = self.listings.get(at.number)
        if listing is not None and listing.clock.kind != "off" and listing.state == "running":
            return True
        return time.monotonic() - max(at.told_at, self.talk(at.number).heard_at) < 2 * FRESH

    def tell(self) -> None:
        """Something is different, if only the time."""
        for when_told in tuple(self._listeners):
            when_told()

    def _list(self, listings: Iterable[TableListing]) -> None:
        for listing in listings:
            self.listings[listing.number] = listing
            self._gone.discard(listing.number)
            self.heard_at[listing.number] = time.monotonic()

    def _forget(self) -> None:
        for number in self._gone - {self.at.number if self.at else 0}:
            self.listings.pop(number, None)
            self.talks.pop(number, None)
            self._gone.discard(number)

    def left(self, number: int, seat: int) -> float | None:
        """The seconds on a clock: that of whoever has to decide runs."""
        listing = self.listings[number]
        left = listing.chairs[seat].left
        if left is None or seat not in listing.due:
            return left
        return left - (time.monotonic() - self.heard_at[number])

    def _changed(self, table: int, change: SeatChange) -> None:
        if self._early is not None and table == self._coming:
            self._early.append(change)
        elif self.at is not None and table == self.at.number:
            self.at.seat.changed(change)

    # --- one's own ------------------------------------------------------------------------------------------------

    def is_due(self, listing: TableListing) -> bool:
        """Whether this table waits for this person."""
        seat = listing.seat_of(self.person)
        return listing.state == "running" and seat in listing.due and not listing.chairs[seat].level

    def due_elsewhere(self) -> list[int]:
        """Tables at which it is one's turn, as far as is known."""
        found = ((number, self.listings.get(number)) for number in sorted(self.called))
        return [number for number, listing in found if listing is None or self.is_due(listing)]

    @property
    def sits(self) -> bool:
        """Whether one has a chair anywhere where it is not over."""
        return any(each.state != "over" and each.seat_of(self.person) is not None for each in self.listings.values())

    def rematch_of(self, table: int) -> TableListing | None:
        """The table at which this person is expected after this one."""
        found = (listing for listing in self.listings.values() if listing.follows == table)
        return next((listing for listing in found if listing.seat_of(self.person) is not None), None)


def _heard(at: AtTable, news: Thinking | Requested) -> None:
    match news:
        case Thinking(_, thinks):
            at.seat.thinking(thinks)
        case Requested(_, request, told):
            at.request, at.told, at.told_at = request, told, time.monotonic()
