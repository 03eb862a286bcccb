"""A house in one process, without disk, keys and wires: honest about what is told to whom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, Literal

from tilehall.engine import Action, Advice, RecordPlayer, SetupError, Text, UserError, seal_seed
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.inbox import ScreenInbox
from tilehall.tui.hall.listing import ListedChair, TableListing
from tilehall.tui.hall.protocol import (
    Called,
    Changed,
    ChatLine,
    Clock,
    GameHistory,
    Heard,
    Listed,
    News,
    Person,
    Played,
    Request,
    Requested,
    Said,
    SeatChange,
    Seated,
    Shut,
    Spoken,
    State,
    TableSettings,
)
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import TableSeat, player_seat, spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import TaskRunner, ThreadThinker

NAMES = ("Merlin", "Robin", "Sage", "Wren")


class FakeTable:
    """A table of the house, and everybody at it."""

    def __init__(self, house: FakeHouse, number: int, host: Person, wish: TableSettings, after: int = 0) -> None:
        self.house, self.number, self.host, self.wish, self.after = house, number, host, wish, after
        self.chairs: list[ListedChair] = [ListedChair() for _ in range(wish.seats)]
        self.code = f"moon-{number}" if wish.code else ""
        self.seed = f"{number}"
        self.table: Table[Any] | None = None
        self.computers: ComputerPlayers[Any] | None = None
        self.present: dict[FakeVisit, TableSeat[Any] | None] = {}
        self.told: dict[FakeVisit, tuple[Moment[Any], bool]] = {}
        self.read: dict[FakeVisit, int] = {}
        self.said: list[ChatLine] = []
        self.unread: dict[int, int] = {}
        """How many lines each person has not read."""
        self.request: Request | None = None
        self.since = time.time()
        self.next = 0

    @property
    def state(self) -> State:
        if self.table is None:
            return "waiting"
        return "over" if self.table.over else "running"

    def listing(self) -> TableListing:
        here = {visit.person.id for visit in (self.present if self.table else self.house.visits)}
        chairs = tuple(chair._replace(here=chair.person in here) for chair in self.chairs)
        players = [chair.person for chair in chairs]
        table, wish = self.table, self.wish
        standing = table.rules.final_result(table.match.state) if table else None
        names = table.names if table else ()
        return TableListing(
            self.number,
            wish.game,
            self.host.name,
            self.state,
            chairs,
            wish.options,
            len(table.match.steps) if table else 0,
            table.due() if table else (),
            sum(visit.person.id not in players for visit in self.present),
            self.since,
            bool(self.code),
            wish.aids,
            wish.clock,
            " and ".join(names[n] for n in standing.winners) + " won" if standing else "",
            seal_seed(self.seed),
            self.seed if standing else "",
            self.after,
            wish.chat,
        )

    def begin(self) -> None:
        if any(not chair.name for chair in self.chairs):
            raise SetupError(Text("Somebody is still missing."))
        players = [RecordPlayer(chair.name.replace(" ", "_"), chair.level or "human") for chair in self.chairs]
        table = Table.open(self.wish.game, players, self.wish.options, self.seed, aids=self.wish.aids)
        self.table = table
        self.computers = ComputerPlayers(table, TableServices(ThreadThinker(), TaskRunner()))
        self.stop = self.computers.subscribe(self.changed, self.until_read)
        self.play_on()

    def play_on(self) -> None:
        assert self.computers is not None
        self.loop = asyncio.create_task(self.computers.run())

    def changed(self) -> None:
        self.since = time.time()
        for visit in tuple(self.present):
            if (change := self.change(visit)) is not None:
                visit.heard(Changed(self.number, change))
        assert self.table is not None
        for visit in self.house.visits:
            if visit not in self.present and any(self.chairs[n].person == visit.person.id for n in self.due_people()):
                visit.heard(Called(self.number))
        self.house.tell(self)

    def due_people(self) -> list[Number]:
        assert self.table is not None
        return [n for n in self.table.due() if n >= 0 and self.table.is_human(n)]

    async def until_read(self) -> None:
        assert self.table is not None
        steps = len(self.table.match.steps)
        players = {chair.person for chair in self.chairs}
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline and any(
            self.read.get(visit, 0) < steps for visit in self.present if visit.person.id in players
        ):
            await asyncio.sleep(0.005)

    def change(self, visit: FakeVisit, anew: bool = False) -> SeatChange | None:
        """What is new to this visit."""
        seat = self.present[visit]
        assert seat is not None
        before = None if anew else self.told.get(visit)
        now, thinks = seat.now, seat.is_thinking
        if before is not None and before[0] is now:
            return None
        old = before[0].seen_steps if before else ()
        kept = next((n for n, (one, other) in enumerate(zip(old, now.seen_steps, strict=False)) if one != other), None)
        kept = min(len(old), len(now.seen_steps)) if kept is None else kept
        self.told[visit] = now, thinks
        return SeatChange.from_moment(
            now, kept=kept, seen_steps=now.seen_steps[kept:], seed=now.seed if now.over else "", thinks=thinks
        )


class FakeHouse:
    """All tables."""

    def __init__(self) -> None:
        self.tables: dict[int, FakeTable] = {}
        self.visits: list[FakeVisit] = []
        self.numbers = count(17)
        self.people = count(1)
        self.known: dict[str, Person] = {}
        self.kept: dict[int, dict[str, str]] = {}
        self.codes: dict[str, Person] = {}
        self.closed: dict[int, FakeTable] = {}

    def shut(self, number: int, why: Text) -> None:
        """The host closes a table."""
        at = self.closed[number] = self.tables.pop(number)
        for visit in tuple(self.visits):
            if visit in at.present or any(chair.person == visit.person.id for chair in at.chairs):
                visit.heard(Shut(number, why))
        self.tell(at)

    def enter(self, name: str, heard: Heard, guest: bool = False) -> FakeVisit:
        if name not in self.known:
            self.known[name] = Person(next(self.people) * (-1 if guest else 1), name, guest)
        visit = FakeVisit(self, self.known[name], heard)
        self.visits.append(visit)
        return visit

    def tell(self, table: FakeTable) -> None:
        gone = () if table.number in self.tables else (table.number,)
        listed = Listed(() if gone else (table.listing(),), gone)
        for visit in self.visits:
            if visit.in_lobby:
                visit.heard(listed)


class FakeVisit:
    """What `Visit` promises, to one person."""

    def __init__(self, house: FakeHouse, person: Person, heard: Callable[[News], None]) -> None:
        self.house, self.person, self.heard = house, person, heard
        self.in_lobby = False
        self.calls: list[str] = []

    def _at(self, table: int) -> FakeTable:
        if table not in self.house.tables:
            raise UserError(Text("There is no table {number}.", number=table))
        return self.house.tables[table]

    def _seat(self, at: FakeTable) -> TableSeat[Any]:
        seat = at.present.get(self)
        if seat is None:
            raise UserError(Text("You are not at this table."))
        return seat

    def _chair(self, at: FakeTable) -> Number | None:
        return next((n for n, chair in enumerate(at.chairs) if chair.person == self.person.id), None)

    async def lobby(self) -> tuple[TableListing, ...]:
        self.in_lobby = True
        return tuple(table.listing() for table in self.house.tables.values())

    async def open(self, wish: TableSettings) -> tuple[int, str]:
        table = FakeTable(self.house, next(self.house.numbers), self.person, wish)
        self.house.tables[table.number] = table
        table.chairs[0] = ListedChair(self.person.name, "", self.person.id, True)
        self.house.tell(table)
        return table.number, table.code

    async def join(self, table: int, seat: Number | None = None, code: str = "") -> Number:
        at = self._at(table)
        if (mine := self._chair(at)) is not None and seat in (None, mine):
            at.chairs[mine] = at.chairs[mine]._replace(expected=False)
            self.house.tell(at)
            return mine
        if at.code and code != at.code and self._chair(at) is None:
            raise UserError(Text("This table needs its code."))
        free = [n for n, chair in enumerate(at.chairs) if not chair.name and seat in (None, n)]
        if not free:
            raise UserError(Text("There is no free chair at table {number}.", number=table))
        if (own := self._chair(at)) is not None:
            at.chairs[own] = ListedChair()
        at.chairs[free[0]] = ListedChair(self.person.name, "", self.person.id, True)
        self.house.tell(at)
        return free[0]

    async def by_code(self, code: str) -> int:
        found = next((table.number for table in self.house.tables.values() if table.code and table.code == code), None)
        if found is None:
            raise UserError(Text("No table has the code {code}.", code=code))
        return found

    async def leave(self, table: int) -> None:
        at, mine = self._at(table), self._chair(self._at(table))
        if mine is not None and at.table is None:
            at.chairs[mine] = ListedChair()
            if not any(chair.person for chair in at.chairs):
                del self.house.tables[table]
        self.house.tell(at)

    async def fill(self, table: int, seat: Number, level: str) -> None:
        at = self._at(table)
        if at.host.id != self.person.id:
            raise UserError(Text("Only {host} may do that.", host=at.host.name))
        at.chairs[seat] = ListedChair(NAMES[seat], level) if level else ListedChair()
        self.house.tell(at)

    async def start(self, table: int) -> None:
        at = self._at(table)
        at.begin()
        self.house.tell(at)

    async def rematch(self, table: int) -> int:
        at = self._at(table)
        if not at.next:
            new = FakeTable(self.house, next(self.house.numbers), self.person, at.wish, after=table)
            first, *others = at.chairs
            new.chairs = [*others, first]
            self.house.tables[new.number] = new
            at.next = new.number
            new.begin()
            self.house.tell(new)
        return at.next

    async def library(self) -> tuple[Played, ...]:
        over = [at for at in self.house.tables.values() if at.state == "over" and at.table]
        return tuple(
            Played(at.number, at.wish.game, at.table.names, at.listing().result, at.since, len(at.table.match.steps))
            for at in (*self.house.closed.values(), *reversed(over))
            if at.table
        )

    async def export(self, table: int) -> str:
        closed = table in self.house.closed
        found = (self.house.closed[table] if closed else self._at(table)).table
        assert found is not None
        return found.record() if found.over or closed else found.record_for_keyboard()

    async def come(self, table: int) -> Seated:
        at = self._at(table)
        if at.table is None:
            raise UserError(Text("The game has not begun."))
        mine = self._chair(at)
        at.present[self] = (
            spectator_seat(at.table, at.computers) if mine is None else player_seat(at.table, mine, at.computers)
        )
        change = at.change(self, anew=True)
        assert change is not None
        self.house.tell(at)
        said = Spoken(tuple(at.said) if mine is not None or at.wish.chat else (), at.unread.pop(self.person.id, 0))
        return Seated(self._seat(at).header, change, said, at.request)

    async def go(self, table: int) -> None:
        if table in self.house.closed:
            return
        at = self._at(table)
        at.present.pop(self, None)
        at.told.pop(self, None)
        self.house.tell(at)

    async def act(self, table: int, actions: tuple[Action | str, ...]) -> None:
        at = self._at(table)
        await self._seat(at).act(*actions)
        at.play_on()

    async def undo(self, table: int) -> Action | None:
        at, seat = self._at(table), self._seat(self._at(table))
        if seat.now.must_decide or len(due := at.due_people()) == 0:
            return await seat.undo()
        mine = self._chair(at)
        assert mine is not None
        self._request(at, Request("undo", mine, mine, tuple(n for n in due if n != mine), 1))
        return None

    def _request(self, at: FakeTable, request: Request | None, told: Text | None = None) -> None:
        at.request = request
        for visit in at.present:
            visit.heard(Requested(at.number, request, told))

    async def redo(self, table: int) -> Action:
        return await self._seat(self._at(table)).redo()

    async def restart(self, table: int) -> int:
        return await self._seat(self._at(table)).restart()

    async def hint(self, table: int) -> Advice:
        return await self._seat(self._at(table)).hint()

    async def compare(self, table: int, actions: tuple[Action, ...]) -> Advice:
        return await self._seat(self._at(table)).compare(*actions)

    async def hurry(self, table: int) -> None:
        self._seat(self._at(table)).hurry()

    async def read(self, table: int, steps: int) -> None:
        self._at(table).read[self] = steps

    async def past(self, table: int) -> GameHistory:
        at = self._at(table)
        seat, found = self._seat(at), at.table
        assert found is not None
        match, eyes = found.match, seat.now.viewpoint
        states = tuple(found.rules.view(s, eyes) for s in (match.initial_state, *(step.after for step in match.steps)))
        return GameHistory(seat.header, eyes, states, seat.now.seen_steps, found.over, "")

    async def say(self, table: int, words: str) -> None:
        at, line = self._at(table), ChatLine(time.time(), self.person.name, words)
        if self._chair(at) is None and not at.wish.chat:
            raise UserError(Text("Only those talk here who play."))
        if words == "too fast":
            raise UserError(Text("Slowly."))
        at.said.append(line)
        players = {chair.person for chair in at.chairs if chair.person}
        for person in players - {visit.person.id for visit in (*at.present, self)}:
            at.unread[person] = at.unread.get(person, 0) + 1
        for visit in self.house.visits:
            if visit.person.id in players or (visit in at.present and at.wish.chat):
                visit.heard(Said(table, line))

    async def code(self, table: int) -> str:
        return "abcd-efgh" if self._at(table).wish.code else ""

    async def said(self, table: int) -> Spoken:
        at = self._at(table)
        return Spoken(tuple(at.said), at.unread.pop(self.person.id, 0))

    async def unread(self) -> dict[int, int]:
        tables = self.house.tables.values()
        return {at.number: new for at in tables if (new := at.unread.get(self.person.id, 0))}

    async def ask(self, table: int, request: Literal["undo", "stand-in"], about: Number) -> None:
        at, mine = self._at(table), self._chair(self._at(table))
        assert mine is not None
        asked = tuple(n for n, chair in enumerate(at.chairs) if chair.person and n not in (mine, about))
        self._request(at, Request(request, mine, about, asked))

    async def agree(self, table: int, yes: bool) -> None:
        at = self._at(table)
        assert at.table is not None
        if at.request is None or self._chair(at) not in at.request.asked:
            raise UserError(Text("Nobody asks you anything."))
        request = at.request
        if not yes:
            self._request(at, None, Text("{name} does not want that.", name=self.person.name))
            return
        left = tuple(n for n in request.asked if n != self._chair(at))
        if left:
            self._request(at, request._replace(asked=left))
            return
        if request.kind == "undo":
            at.table.undo(request.about)
        else:
            self._stand_in(at, request.about, "normal")
        self._request(at, None, Text("Everybody has agreed."))

    def _stand_in(self, at: FakeTable, seat: Number, level: str) -> None:
        at.chairs[seat] = at.chairs[seat]._replace(level=level)
        assert at.table is not None
        self.house.tell(at)

    async def hand_over(self, table: int, level: str) -> None:
        at, mine = self._at(table), self._chair(self._at(table))
        assert mine is not None
        self._stand_in(at, mine, level)

    async def take_back(self, table: int) -> None:
        await self.hand_over(table, "")

    async def settings(self) -> dict[str, str]:
        return dict(self.house.kept.get(self.person.id, {}))

    async def keep_settings(self, changes: dict[str, str]) -> None:
        self.house.kept.setdefault(self.person.id, {}).update(changes)

    async def rename(self, name: str) -> Person:
        if name in self.house.known:
            raise UserError(Text("{name} is somebody else.", name=name))
        self.person = self.person._replace(name=name)
        self.house.known[name] = self.person
        return self.person

    async def key_code(self) -> str:
        code = f"fox-hill-{-self.person.id}" if self.person.guest else "fox-hill-42"
        self.house.codes[code] = self.person
        return code

    async def use_key_code(self, code: str) -> Person:
        if code not in self.house.codes:
            raise UserError(Text("This code is not known, or too old."))
        self.person = self.house.codes.pop(code)
        return self.person

    async def end(self) -> None:
        for at in self.house.tables.values():
            at.present.pop(self, None)
            self.house.tell(at)
        if self in self.house.visits:
            self.house.visits.remove(self)


def entered(house: FakeHouse, name: str, guest: bool = False) -> tuple[FakeVisit, ScreenInbox]:
    """Somebody at the door, and where news come in for them."""
    ear = ScreenInbox()
    return house.enter(name, ear, guest), ear


def timed(wish: TableSettings, seconds: int) -> TableSettings:
    return wish._replace(clock=Clock("turn", seconds))


__all__ = ["FakeHouse", "FakeTable", "FakeVisit", "entered", "replace", "timed"]
