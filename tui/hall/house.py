"""The house: all tables of a hall, everybody who is there, and the ledger in which all of it is kept."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tilehall.engine import RecordError, Setup, Text, UserError, load_game
from tilehall.tui.hall.api import HallApi
from tilehall.tui.hall.bots import Bots
from tilehall.tui.hall.chairs import FREE, HallChair, TableInfo, keeping, table_info, taken_by, wish_kept
from tilehall.tui.hall.desk import desk_of
from tilehall.tui.hall.figures import Family, Stopwatch
from tilehall.tui.hall.ledger import Ledger, LedgerTally
from tilehall.tui.hall.library import broken_off, library, was_closed
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.lobby_feed import LobbyFeed
from tilehall.tui.hall.logbook import seed_kept, seed_told
from tilehall.tui.hall.people import ADDRESS, UNWELCOME, People, code_for, key_typed, typed_code
from tilehall.tui.hall.protocol import CLOSES, Caller, Closing, Heard, Person, Played, Shut, TableSettings
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.screen import AS_ONE, Measure, Screen
from tilehall.tui.hall.tables import HallTable
from tilehall.tui.hall.thoughts import Counted
from tilehall.tui.hall.totals import totals
from tilehall.tui.hall.wire import Calls
from tilehall.tui.tables.storage.store import Stamp
from tilehall.tui.tables.thinking.background import ThreadThinker
from tilehall.tui.tables.thinking.thinkers import Thinker
from tilehall.tui.tables.version import program_version

log = logging.getLogger(__name__)

HOUR, DAY = 3_600.0, 86_400.0
THREADS = 32
"""So many tables can wait for the disk at the same time, and are written together."""
CLOCKS = {"off": (0, 0), "turn": (10, 30 * 86_400), "game": (60, 90 * 86_400)}
"""The least and the most seconds of each kind of clock."""


class HallLimits(NamedTuple):
    """How much one person may have of the house, and how long things wait."""

    open: int = 5
    """Tables that wait or run and were opened by one person."""
    seats: int = 30
    """Chairs of one person at tables that wait or run."""
    an_hour: int = 12
    """Tables that one person opens within an hour."""
    tables: int = 2_000
    """Tables of all that wait or run."""
    deeds: int = 50
    """What one screen may do within ten seconds."""
    waits: float = DAY
    """Seconds after which a table is closed that waits, and nobody of it is in the hall."""
    rests: float = 90 * DAY
    """Seconds after which a game is closed at which nothing happens."""
    guests: float = 180.0
    """Seconds for which a guest's chair is kept like anybody's; then it is free, or a computer player stands in."""
    gone: float = DAY
    """Seconds after which a guest has gone for good."""
    lingers: float = HOUR
    """Seconds for which a finished game stays in the lobby of those who played it."""


USUAL = HallLimits()
ASKED_OUT = Text("The host has asked you to leave.")
SHUT = Text("The host has closed this table. What was played is in the library.")
LEFT = Text("Everybody who played here has left: the table is closed.")
ASLEEP = Text("Nothing has happened here for very long: the table is closed.")


class Stats(NamedTuple):
    """What a host may want to know."""

    people: int
    guests: int
    screens: int
    waiting: int
    running: int
    watchers: int
    finished: int
    """Games that have ended here."""
    known: int
    """People who have a name here."""
    aside: int
    """Games that are damaged."""
    tally: LedgerTally
    queue: int
    """What waits to be written."""


class Banned(NamedTuple):
    """What came of a ban."""

    keys: tuple[str, ...]
    """What does not open the door any more."""
    screens: int
    """From how many somebody was sent out."""


class HallHouse:
    """Opened once; all visits are in it."""

    def __init__(
        self,
        ledger: Ledger,
        minds: Thinker,
        limits: HallLimits,
        clock: Callable[[], float],
        passing: Callable[[], float],
        bots: Bots | None = None,
    ) -> None:
        self.ledger = ledger
        self.bots = bots or Bots()
        self.thoughts = Counted(minds)
        self.minds: Thinker = self.thoughts
        self.acted = Stopwatch()
        """From an action that comes until it is on the disk."""
        self.limits = limits
        self.clock = clock
        self.passing = passing
        self.people = People(ledger, clock)
        self.threads = ThreadPoolExecutor(THREADS, "table")
        self.tables: dict[int, HallTable] = {}
        self.aside: dict[int, Text] = {}
        """Games that are damaged, with what is wrong."""
        self._visits: dict[Screen, HallApi] = {}
        self.crier = LobbyFeed(self.tables)
        self._opening = asyncio.Lock()
        self._opened: dict[int, Measure] = {}
        self._tidying: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._away: dict[int, tuple[Person, float]] = {}
        """Guests who have a chair and no screen, and since when."""
        self._closed = False

    @classmethod
    async def open(
        cls,
        folder: Path,
        pool: Thinker | None = None,
        limits: HallLimits = USUAL,
        clock: Callable[[], float] = time.time,
        passing: Callable[[], float] = time.monotonic,
        bots: Bots | None = None,
    ) -> HallHouse:
        """The hall that is kept in this folder, with every table as it was. Raises UserError with one sentence."""
        ledger = await asyncio.to_thread(Ledger.open, folder)
        house = cls(ledger, pool or ThreadThinker(), limits, clock, passing, bots)
        await house._take_up()
        house._tidying = asyncio.create_task(house._tidy())
        return house

    async def _take_up(self) -> None:
        late = self.clock() - self.limits.lingers
        query = (
            "select number from tables where state in ('waiting', 'running') or state = 'over' and changed > ?"
            " order by number"
        )
        rows = await self.ledger.ask(lambda db: db.execute(query, (late,)).fetchall())
        for (number,) in rows:
            try:
                await self._look_after(await self._again(number))
            except RecordError as error:
                log.error("%s", error)
                self.aside[number] = error.text

    async def _look_after(self, table: HallTable) -> None:
        """Where nobody is left who could come back, computer players do not play on for themselves."""
        if table.state != "over" and next(table.people, None) is None:
            await self.close_table(table.number, LEFT)

    async def _again(self, number: int) -> HallTable:
        """A table as it is kept. Raises RecordError if it is damaged, UserError if there is none."""
        try:
            found = await self.ledger.ask(lambda db: table_info(db, number))
        except (ValueError, TypeError) as error:
            raise RecordError(Text("Table {number} is damaged and is left aside.", number=number)) from error
        if found is None:
            raise _no_table(number)
        if found.state == "closed":
            raise HallError(Text("Table {number} is closed.", number=number))
        kept = found._replace(seed=seed_told(found.seed))
        table = HallTable(kept, self)
        self.tables[number] = table
        try:
            await table.go_on(kept.left, kept.state)
        except BaseException:
            del self.tables[number]
            raise
        return table

    async def close(self, why: Text = CLOSES) -> None:
        """Everybody is asked to leave, and everything is on the disk."""
        if self._closed:
            return
        self._closed = True
        for task in (self._tidying, *self._leaving):
            if task is not None:
                task.cancel()
        self.crier.close()
        for screen in tuple(self._visits):
            screen.tell(Closing(why))
            screen.open = False
        for table in tuple(self.tables.values()):
            await table.close()
        await asyncio.to_thread(self.ledger.close)
        self.threads.shutdown(wait=False)

    # --- coming and going -----------------------------------------------------------------------------------------

    async def knows(self, key: str) -> bool:
        """Whether whoever is known by this key has been here before, and need not say the password."""
        return await self.people.knows(key)

    async def fits(self, password: str) -> bool:
        """Whether this is the password of the house; any is, where it has none."""
        return await self.people.fits(password)

    async def enter(self, caller: Caller, heard: Heard) -> HallApi:
        """Lets somebody in. Raises UserError with one sentence if that may not be."""
        if self._closed:
            raise HallError(Text("The hall is closed."))
        person = await self.people.enter(caller)
        screen = Screen(person, heard, caller.key, caller.address)
        visit = HallApi(self, screen)
        self._visits[screen] = visit
        self._presence(person)
        return visit

    def away(self, screen: Screen) -> None:
        """From all tables; chairs stay."""
        for table in self.tables.values():
            table.go(screen)

    async def leave(self, screen: Screen) -> None:
        """The screen is gone. A guest who has no other may come back, if he sits anywhere, and else is gone as well."""
        if self._visits.pop(screen, None) is None:
            return
        screen.open = False
        self.crier.leave(screen)
        self.away(screen)
        person = screen.person
        if person.guest and not self.screens_of(person):
            self._left_by(person)
        self._presence(person)

    def _left_by(self, guest: Person) -> None:
        """A guest without a screen: gone, or expected back."""
        if not self._sits(guest):
            self.people.gone(guest)
            return
        self._away[guest.id] = guest, self.clock()
        task = asyncio.create_task(self._wait_for(guest))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _wait_for(self, guest: Person) -> None:
        since = self._away[guest.id]
        await asyncio.sleep(self.limits.guests)
        if self._closed or self._away.get(guest.id) != since:
            return
        for table in self._sits(guest):
            if table.state == "waiting":
                await self.get_up(guest, table)
            else:
                await table.stays_away(guest)
        if not self._sits(guest):
            await self._gone_for_good(guest)

    def _sits(self, person: Person) -> list[HallTable]:
        """The tables at which this person has a chair, and that are not over."""
        return [table for table in self._alive() if table.seat_of(person) is not None]

    async def _gone_for_good(self, guest: Person) -> None:
        for table in self._sits(guest):
            await self.get_up(guest, table)
        self._away.pop(guest.id, None)
        self.people.gone(guest)

    def _presence(self, person: Person) -> None:
        """Tables that wait for others show who is in the hall."""
        for table in self.tables.values():
            if table.state == "waiting" and table.seat_of(person) is not None:
                self.listed(table)

    def screens_of(self, person: Person) -> Sequence[Screen]:
        return [screen for screen in self._visits if screen.person.id == person.id]

    def stamp(self) -> Stamp:
        return Stamp(f"{datetime.fromtimestamp(self.clock(), UTC):%Y-%m-%dT%H:%M:%SZ}", program_version())

    def known_as(self, before: Person, now: Person) -> None:
        """Somebody has another name."""
        for screen in self.screens_of(before):
            screen.person = now
        for table in self.tables.values():
            table.known_as(now)

    async def is_now(self, screen: Screen, typed: str) -> Person:
        """Whoever sits there has proven to be somebody else. Raises UserError."""
        before = screen.person
        if self._sits(before):
            raise HallError(Text("Leave the tables first at which you sit as {name}.", name=before.name))
        screens = Counter(each.person.id for each in self._visits)
        full = {number for number, open in screens.items() if open >= AS_ONE}
        person = await self.people.use_key_code(before, screen.key, typed, full)
        self.away(screen)
        screen.person = person
        self._away.pop(person.id, None)
        if before.guest and before != person and not self.screens_of(before):
            self.people.gone(before)
        self._presence(person)
        return person

    # --- the lobby ------------------------------------------------------------------------------------------------

    def lobby(self, screen: Screen) -> tuple[TableListing, ...]:
        return self.crier.listen(screen)

    def listed(self, table: HallTable) -> None:
        self.crier.changed(table.number)

    def looked_up(self, screen: Screen) -> None:
        """The screen looks away from a table: what was kept for it is told, if it looks at no other."""
        self.crier.looked_up(screen)

    def unread(self, person: Person) -> dict[int, int]:
        """How many lines this person has not read, by table."""
        mine = [table for table in self.tables.values() if table.seat_of(person) is not None]
        return {table.number: new for table in mine if (new := table.chat.new_for(person))}

    # --- tables ---------------------------------------------------------------------------------------------------

    def table(self, number: int) -> HallTable:
        """One that waits, runs, or is over since a short time. Raises UserError."""
        if number in self.aside:
            raise RecordError(self.aside[number])
        if number not in self.tables:
            raise _no_table(number)
        return self.tables[number]

    async def any_table(self, number: int) -> HallTable:
        """The same, also one that was over long ago."""
        if number not in self.tables and number not in self.aside:
            async with self._opening:
                if number not in self.tables:
                    return await self._again(number)
        return self.table(number)

    async def open_table(self, person: Person, wish: TableSettings) -> HallTable:
        """Raises UserError if there is no such game, or if the person has too many tables."""
        _check(wish)
        async with self._opening:
            self._may_open(person)
            code = code_for(table.code for table in self.tables.values()) if wish.code else ""
            return await self._new(wish, person, code, 0, (taken_by(person), *(FREE,) * (wish.seats - 1)))

    def _may_open(self, person: Person) -> None:
        mine = [table for table in self._alive() if table.host.id == person.id]
        if len(mine) >= self.limits.open:
            raise HallError(Text("You have {most} open tables already: play or leave one first.", most=len(mine)))
        if len(self._alive()) >= self.limits.tables:
            raise HallError(Text("The hall is full: no more tables can be opened now."))
        self.may_sit(person)
        if person.id not in self._opened:
            often = Text("Not so many new tables at once: try again later.")
            self._opened[person.id] = Measure(self.limits.an_hour, HOUR, often)
        self._opened[person.id].take()

    def may_sit(self, person: Person) -> None:
        """Raises UserError if this person sits at too many tables."""
        if sum(table.seat_of(person) is not None for table in self._alive()) >= self.limits.seats:
            raise HallError(Text("You sit at {most} tables already: play or leave one first.", most=self.limits.seats))

    def _alive(self) -> list[HallTable]:
        return [table for table in self.tables.values() if table.state != "over"]

    async def _new(
        self, wish: TableSettings, host: Person, code: str, follows: int, places: tuple[HallChair, ...]
    ) -> HallTable:
        seed, now = secrets.token_hex(16), self.clock()
        row = (
            "waiting",
            wish.game,
            wish.seats,
            wish_kept(wish),
            max(0, host.id),
            code,
            follows,
            seed_kept(seed),
            now,
            now,
        )

        def made(db: sqlite3.Connection) -> int:
            number = db.execute(
                "insert into tables (state, game, seats, wish, host, code, follows, seed, opened, changed)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            ).lastrowid
            assert number is not None
            keeping(number, host, places, (), now)(db)
            return number

        number = await self.ledger.ask(made)
        table = HallTable(TableInfo(number, "waiting", wish, host, code, follows, seed, now, now, places, ()), self)
        self.tables[number] = table
        self.listed(table)
        return table

    async def rematch(self, person: Person, number: int) -> int:
        """Where the same people play again, everybody one seat on; who asks first has opened it."""
        async with self._opening:
            old = self.table(number)
            old.own_seat(person)
            if old.state != "over":
                raise HallError(Text("This game is not over yet."))
            new = self.tables.get(old.again)
            if new is None:
                self._may_open(person)
                first, *others = old.places
                places = tuple(self._expected(place, person) for place in (*others, first))
                code = code_for(table.code for table in self.tables.values()) if old.wish.code else ""
                new = await self._new(old.wish, person, code, number, places)
                old.again = new.number
        await new.join(person, None, new.code)
        return new.number

    def _expected(self, place: HallChair, person: Person) -> HallChair:
        """The chair is kept for whoever sat there, if they can come."""
        if place.person is None:
            return HallChair(name=place.name, level=place.level) if place.level else FREE
        if place.person.guest and not self.screens_of(place.person):
            return FREE
        return taken_by(place.person, expected=place.person.id != person.id)

    def by_code(self, typed: str) -> HallTable:
        """Raises UserError."""
        code = typed_code(typed)
        found = next((table for table in self._alive() if table.code and table.code == code), None)
        if found is None:
            raise HallError(Text("No table here has this code."))
        return found

    async def get_up(self, person: Person, table: HallTable) -> None:
        """Where nobody is left who could come back, the table is closed."""
        await table.leave(person)
        if next(table.people, None) is None:
            await self.close_table(table.number, LEFT)

    async def close_table(self, number: int, why: Text = SHUT) -> None:
        """Nobody plays there any more; what was played stays in the library. Raises UserError."""
        table = self.table(number)
        if table.state == "over":
            raise HallError(Text("This game is over."))
        await table.close()
        await self.ledger.ask(_closed(number, self.clock()))
        self._put_away(number)
        table.tell_all(Shut(number, why))
        log.info("table %d is closed", number)

    def _put_away(self, number: int) -> None:
        self.tables.pop(number, None)
        self.crier.changed(number)

    async def library(self) -> tuple[Played, ...]:
        return await self.ledger.ask(library)

    async def export(self, number: int) -> str:
        """The record of a game, wherever it is by now. Raises UserError."""
        if number not in self.tables and await self.ledger.ask(lambda db: was_closed(db, number)):
            work = partial(broken_off, self.ledger, number)
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        return await (await self.any_table(number)).record()

    # --- for the host ---------------------------------------------------------------------------------------------

    def listings(self) -> tuple[TableListing, ...]:
        """All tables that are open."""
        return tuple(table.listing for table in self.tables.values())

    def here(self) -> tuple[Person, ...]:
        """Everybody in the hall, once."""
        return tuple({screen.person.id: screen.person for screen in self._visits}.values())

    async def stats(self) -> Stats:
        query = "select (select count(*) from tables where state = 'over'), (select count(*) from people)"
        finished, known = await self.ledger.ask(lambda db: db.execute(query).fetchone())
        here, states = self.here(), [table.state for table in self.tables.values()]
        return Stats(
            people=len(here),
            guests=sum(person.guest for person in here),
            screens=len(self._visits),
            waiting=states.count("waiting"),
            running=states.count("running"),
            watchers=sum(table.listing.watchers for table in self.tables.values()),
            finished=finished,
            known=known,
            aside=len(self.aside),
            tally=self.ledger.tally,
            queue=self.ledger.waiting,
        )

    async def kick(self, name: str, why: Text = ASKED_OUT) -> int:
        """Sends somebody out, who may come again: from how many screens. Raises UserError."""
        person = await self.people.find(name)
        gone = await self._send_out(self.screens_of(person), why)
        if gone:
            log.info("the host has sent out %s, number %d, from %d screens", person.name, person.id, gone)
        return gone

    async def _send_out(self, screens: Sequence[Screen], why: Text) -> int:
        for screen in screens:
            screen.tell(Closing(why))
            await self.leave(screen)
        return len(screens)

    async def ban(self, whom: str) -> Banned:
        """Sends somebody out for good: a name, a key or an address. Raises UserError.

        An address keeps out those who are not known here, and a guest is banned by theirs: nothing else is known.
        """
        if key := key_typed(whom):
            keys = await self.people.ban_key(key)
            gone = await self._send_out(self._screens_behind(key), UNWELCOME)
        else:
            keys, gone = await self._ban_person(await self.people.find(whom))
        log.info("the host has banned %s, by %s: sent out from %d screens", whom, ", ".join(keys), gone)
        return Banned(keys, gone)

    async def _ban_person(self, person: Person) -> Banned:
        screens = self.screens_of(person)
        addresses = {screen.address for screen in screens if person.guest and screen.address}
        keys = await self.people.ban(person, sorted(addresses))
        gone = await self._send_out(screens, UNWELCOME)
        if person.guest:
            # No key says who that was: the code is all that could lead back.
            await self._gone_for_good(person)
        return Banned(keys, gone)

    def _screens_behind(self, key: str) -> Sequence[Screen]:
        """Where somebody sits by this key, or as a guest from this address."""
        return [
            screen
            for screen in self._visits
            if screen.key == key or (screen.person.guest and key == ADDRESS + screen.address)
        ]

    async def unban(self, whom: str) -> tuple[str, ...]:
        """A name, a key or an address: what is banned no more. Raises UserError."""
        keys = await self.people.unban(whom)
        log.info("the host bans no more: %s", ", ".join(keys))
        return keys

    async def forget(self, name: str) -> None:
        """Name, keys, settings and words of this person are gone; a computer player takes over. Raises UserError."""
        person = await self.people.find(name)
        await self._send_out(self.screens_of(person), Text("You have been forgotten here, as was asked for."))
        for table in [table for table in self.tables.values() if table.seat_of(person) is not None]:
            if table.state != "over":
                await self.get_up(person, table)
        for table in self.tables.values():
            table.forget(person)
        await self.people.forget(person)
        log.info("the host has had number %d forgotten", person.id)

    def desk(self) -> Calls:
        """What whoever keeps the hall may ask for."""
        return desk_of(self)

    async def figures(self) -> Sequence[Family]:
        """What is told to programs that watch over the hall."""
        return await totals(self)

    async def backup(self, path: Path) -> None:
        """A copy of the ledger, while everybody plays on. Raises UserError."""
        await asyncio.to_thread(self.ledger.backup, path)

    # --- tidying --------------------------------------------------------------------------------------------------

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(600)
            try:
                await self.tidy()
            except Exception:
                log.exception("the hall could not be tidied")

    async def tidy(self) -> None:
        """Closes what waits for nobody any more, and puts away what is over."""
        now, limits = self.clock(), self.limits
        for table in tuple(self.tables.values()):
            still = now - table.changed
            if table.state == "over":
                if still > limits.lingers and not table.screens:
                    await table.close()
                    self._put_away(table.number)
            elif table.state == "waiting":
                if still > limits.waits and not any(map(table.is_here, table.people)):
                    await self.close_table(table.number, ASLEEP)
            elif still > limits.rests:
                await self.close_table(table.number, ASLEEP)
        for guest, since in tuple(self._away.values()):
            if now - since > limits.gone:
                await self._gone_for_good(guest)
        await self.people.tidy()


def _no_table(number: int) -> UserError:
    return UserError(Text("There is no table {number}.", number=number))


def _closed(number: int, now: float) -> Callable[[sqlite3.Connection], None]:
    def closed(db: sqlite3.Connection) -> None:
        db.execute("update tables set state = 'closed', changed = ? where number = ?", (now, number))
        for told in ("chat", "heard"):
            db.execute(f"delete from {told} where number = ?", (number,))

    return closed


def _check(wish: TableSettings) -> None:
    """Raises UserError if there is no such game."""
    rules = load_game(wish.game)
    rules.start(Setup(wish.seats, tuple(sorted(wish.options))))
    least, most = CLOCKS[wish.clock.kind]
    if not least <= wish.clock.seconds <= most:
        raise HallError(
            Text("This clock has {least} to {most} seconds.", least=least, most=most)
            if most
            else Text("A clock that is off has no seconds.")
        )
