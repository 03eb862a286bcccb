"""A table in the hall: the game, who sits and who looks at it, and what all of them are told.

Everything here happens in the loop of the house. Chairs change one after the other, each change on the disk before
anybody is told of it; the game itself is the business of `Table`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Literal, Protocol

from tilehall.engine import CHANCE, Header, Text, UserError, result_text, seal_seed
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.bots import Bots
from tilehall.tui.hall.chairs import FREE, HallChair, TableInfo, check_level, computer, keeping, taken_by, told_apart
from tilehall.tui.hall.chat import Chat
from tilehall.tui.hall.clocks import Clocks
from tilehall.tui.hall.consent import Asked
from tilehall.tui.hall.ledger import Ledger, Work
from tilehall.tui.hall.levels import program_of
from tilehall.tui.hall.listing import ListedChair, TableListing
from tilehall.tui.hall.logbook import Logbook, named, reopened
from tilehall.tui.hall.people import NOBODY, typed_code
from tilehall.tui.hall.protocol import (
    DUE_LONG,
    Called,
    Changed,
    GameHistory,
    News,
    Person,
    Request,
    Requested,
    Said,
    SeatChange,
    Seated,
    Spoken,
    State,
    Thinking,
)
from tilehall.tui.hall.reasons import Reasons
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.screen import Screen
from tilehall.tui.hall.unshare import unshare
from tilehall.tui.hall.viewers import Viewers
from tilehall.tui.programs.bots.table_bots import TableBots
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.history.replay import known_history
from tilehall.tui.tables.match_changes import action_text, last_step_of, rewind_to
from tilehall.tui.tables.seat import UNAIDED, TableSeat
from tilehall.tui.tables.storage.store import Stamp
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import TaskRunner, ThreadWriter
from tilehall.tui.tables.thinking.thinkers import BotsAtTable, Thinker

log = logging.getLogger(__name__)

SECRET = Text("Only those who know its code may sit down at this table.")
WRONG_CODE = Text("That is not the code of this table.")
PATIENCE = 3.0
"""Seconds that computer players wait at most until their last step has been read."""
A_WHILE = 0.2
"""Seconds after which it is told that a computer player thinks: a moment is not worth a word."""
AGAIN = 5.0
"""Seconds after which computer players try again what could not be kept."""
STAND_IN = "normal"
"""The level of who plays for somebody who has gone, or has run out of time."""


class HallServices(Protocol):
    """What a table needs of the house around it."""

    ledger: Ledger
    minds: Thinker
    bots: Bots
    """Programs that may be asked to play."""
    threads: ThreadPoolExecutor
    clock: Callable[[], float]
    """The time of day."""
    passing: Callable[[], float]
    """Seconds that pass, whatever is done to the time of day."""

    def listed(self, table: HallTable) -> None:
        """What everybody may see of the table has changed."""

    def screens_of(self, person: Person) -> Sequence[Screen]:
        """Where this person is in the hall now."""

    def stamp(self) -> Stamp:
        """For a game that begins now."""


class HallTable:
    """One table, from the moment when it is opened until it is put away."""

    def __init__(self, card: TableInfo, around: HallServices) -> None:
        self.number = card.number
        self.wish = card.wish
        self.host = card.host
        self.code = card.code
        self.follows = card.follows
        self.seed = card.seed
        self.changed = card.changed
        self.places = card.places
        self.state: State = "waiting"
        self.computers: ComputerPlayers[Any] | None = None
        """The game and its computer players, once it has begun."""
        self.again: int = 0
        """The table where the same people play again."""
        self.chat = Chat(around.ledger, card.number, around.clock)
        self._reasons = Reasons(around.ledger, card.number)
        self._around = around
        self._clocks = Clocks(card.wish.clock, card.wish.seats, around.passing)
        self._recorded: tuple[int, Header] | None = None
        """For what the record was written last: to find out what is secret in it takes a while."""
        self._record = ""
        self._gazes: dict[Number | None, Viewers] = {}
        self._here: dict[Screen, Viewers] = {}
        self._steps_read: dict[Screen, int] = {}
        self._slow: set[Screen] = set()
        """Screens that are not waited for any more until they have read what there is."""
        self._was_read = asyncio.Event()
        self._asked: Asked | None = None
        self._pen = asyncio.Lock()
        """Whoever changes a chair has it."""
        self._due: tuple[Number, ...] = ()
        self._due_since = 0.0
        self._told_steps = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._settling: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table[Any] | None:
        return self.computers.table if self.computers else None

    # --- what everybody may see -----------------------------------------------------------------------------------

    @property
    def listing(self) -> TableListing:
        table = self.table
        return TableListing(
            number=self.number,
            game=self.wish.game,
            host=self.host.name,
            state=self.state,
            chairs=tuple(self._chair(seat) for seat in range(len(self.places))),
            options=self.wish.options,
            steps=table.steps if table else 0,
            due=self._due,
            watchers=sum(self.seat_of(screen.person) is None for screen in self._here),
            since=self.changed,
            code=bool(self.code),
            aids=self.wish.aids,
            clock=self.wish.clock,
            result=self.result,
            seal=seal_seed(self.seed),
            seed=self.seed if self.state == "over" else "",
            follows=self.follows,
            chat=self.wish.chat,
        )

    def _chair(self, seat: Number) -> ListedChair:
        place = self.places[seat]
        level, left = place.level or place.stand_in, self._clocks.left(seat)
        if place.person is None:
            return ListedChair(place.name, level, 0, False, left)
        here = self.is_here(place.person)
        return ListedChair(place.person.name, level, place.person.id, here, left, place.expected)

    def is_here(self, person: Person) -> bool:
        """Whether this person looks at the table; as long as it waits, whether they are in the hall."""
        if self.table is None:
            return bool(self._around.screens_of(person))
        return any(screen.person.id == person.id for screen in self._here)

    @property
    def result(self) -> str:
        if self.table is None or not self.table.over:
            return ""
        standing = self._gaze(None).seat.now.standing
        return result_text(standing, self.table.names) if standing else ""

    def seat_of(self, person: Person) -> Number | None:
        """Where this person sits; None if nowhere."""
        return next(
            (seat for seat, place in enumerate(self.places) if place.person and place.person.id == person.id), None
        )

    def own_seat(self, person: Person) -> Number:
        """Raises UserError for whoever does not sit here."""
        seat = self.seat_of(person)
        if seat is None:
            raise HallError(Text("You do not sit at this table."))
        return seat

    @property
    def people(self) -> Iterator[Person]:
        return (place.person for place in self.places if place.person)

    @property
    def screens(self) -> tuple[Screen, ...]:
        """Those that look at the table."""
        return tuple(self._here)

    def game(self) -> Table[Any]:
        """Raises HallError as long as it has not begun."""
        return self._playing().table

    def _playing(self) -> ComputerPlayers[Any]:
        """Raises HallError as long as it has not begun."""
        if self.computers is None:
            raise HallError(Text("The game at this table has not begun yet."))
        return self.computers

    def still_waits(self) -> None:
        """Raises UserError once the game has begun."""
        if self.state != "waiting":
            raise HallError(Text("The game at this table has begun already."))

    # --- chairs, as long as it waits ------------------------------------------------------------------------------

    async def join(self, person: Person, seat: Number | None, code: str) -> Number:
        async with self._pen:
            own = self.seat_of(person)
            if own is not None and seat in (None, own):
                await self._put({own: taken_by(person)}, only_if=self.places[own].expected)
                return own
            self.still_waits()
            if self.code and own is None and typed_code(code) != self.code:
                raise HallError(WRONG_CODE if code else SECRET)
            free = [n for n, place in enumerate(self.places) if place.free]
            chosen = seat if seat is not None else next(iter(free), -1)
            if chosen not in free:
                raise HallError(
                    Text("This chair is taken.") if seat is not None else Text("All chairs here are taken.")
                )
            await self._put({chosen: taken_by(person), **({} if own is None else {own: FREE})})
            return chosen

    async def fill(self, person: Person, seat: Number, level: str) -> None:
        async with self._pen:
            self.still_waits()
            self._only_host(person)
            if not 0 <= seat < len(self.places):
                raise HallError(Text("There is no such chair."))
            place = self.places[seat]
            if place.person and not place.expected and (place.person.id == person.id or self.is_here(place.person)):
                raise HallError(Text("{name} sits there.", name=place.person.name))
            beside = [other for n, other in enumerate(self.places) if n != seat]
            if level:
                check_level(level, self._around.bots.levels)
            await self._put({seat: computer(level, beside) if level else FREE})

    async def start(self, person: Person) -> None:
        async with self._pen:
            self.still_waits()
            self._only_host(person)
            for place in self.places:
                if place.free:
                    raise HallError(Text("Not all chairs are taken yet."))
                if place.expected:
                    raise HallError(Text("{name} has not come yet.", name=place.name))
                if self._is_gone(place):
                    raise HallError(Text("{name} does not play here any more: choose another player.", name=place.name))
            programs = self._programs()
            work = partial(self._opened, Logbook(self._around.ledger, self.number, self._around.clock), programs)
            try:
                table = await asyncio.get_running_loop().run_in_executor(self._around.threads, work)
            except BaseException:
                self._dismiss(programs)
                raise
            self._begin(table, programs)

    def _is_gone(self, place: HallChair) -> bool:
        """Whether the chair is that of a program which the host has not named any more."""
        return bool(program_of(place.level)) and place.level not in self._around.bots.levels

    def _programs(self) -> TableBots | None:
        """Those that sit here. Raises UserError if too many play in the hall."""
        return self._around.bots.seated([(place.name, place.level) for place in self.places], self._say_fault)

    def _dismiss(self, programs: BotsAtTable | None) -> None:
        if programs is not None:
            self._around.bots.dismiss(programs)

    def _say_fault(self, told: Text) -> None:
        """What went wrong with a program."""
        log.warning("table %d: %s", self.number, told)
        self._tell_players(Requested(self.number, self._asked.request if self._asked else None, told))

    def _opened(self, logbook: Logbook, programs: TableBots | None) -> Table[Any]:
        return Table.open(
            self.wish.game,
            [place.player for place in self.places],
            self.wish.options,
            self.seed,
            store=logbook,
            stamp=self._around.stamp(),
            aids=self.wish.aids,
            bots=programs.bot_seats if programs else (),
        )

    def _only_host(self, person: Person) -> None:
        if person.id != self.host.id:
            raise HallError(Text("Only {host}, who has opened this table, may do that.", host=self.host.name))

    async def _put(self, chairs: dict[Number, HallChair], only_if: bool = True) -> None:
        """These chairs are taken so from now on: on the disk first."""
        if not only_if:
            return
        places = tuple(chairs.get(seat, place) for seat, place in enumerate(self.places))
        if self.state == "waiting":
            places = told_apart(places)
        await self._keep(places)
        self.places = places
        self._listed()

    async def _keep(self, places: Sequence[HallChair]) -> None:
        await self._around.ledger.ask(self._keeping(places))

    def _keeping(self, places: Sequence[HallChair]) -> Work[None]:
        left = [self._clocks.left(seat) or 0.0 for seat in range(len(places))]
        return keeping(self.number, self.host, places, left, self._around.clock())

    def known_as(self, person: Person) -> None:
        """Somebody has another name; in the record of a game that has begun stays the one that they began it with."""
        seat = self.seat_of(person)
        if seat is None:
            return
        name = self.places[seat].name if self.table else person.name
        self.places = (
            *self.places[:seat],
            self.places[seat]._replace(person=person, name=name),
            *self.places[seat + 1 :],
        )
        self.host = person if self.host.id == person.id else self.host
        self._listed()

    def forget(self, person: Person) -> None:
        """Whoever sat there has no name any more, here and in the ledger."""
        self.chat.forget(person.name)
        seat = self.seat_of(person)
        if seat is None:
            return
        place = self.places[seat]._replace(person=None, name=f"{NOBODY}{seat + 1}")
        self.places = (*self.places[:seat], place, *self.places[seat + 1 :])
        if self.table is not None:
            self.table.rename(named(self.table.header, [place.name for place in self.places]))
        if self.host.id == person.id:
            self.host = next(self.people, Person(0, ""))
        self._listed()

    # --- leaving, handing over and coming back --------------------------------------------------------------------

    async def leave(self, person: Person) -> None:
        """Gets up. A guest is gone for good, so a computer player has the chair for good."""
        async with self._pen:
            seat = self.own_seat(person)
            if self.state == "waiting":
                self._pass_on_host(person)
                await self._put({seat: FREE})
                return
            place = self.places[seat]._replace(stand_in=STAND_IN)
            await self._put_in_game(seat, place._replace(person=None) if person.guest else place)

    def _pass_on_host(self, person: Person) -> None:
        others = (other for other in self.people if other.id != person.id)
        if person.id == self.host.id:
            self.host = next(others, self.host)

    async def stays_away(self, guest: Person) -> None:
        """A computer player stands in for a guest until he is back."""
        async with self._pen:
            seat = self.seat_of(guest)
            if seat is not None and self.state == "running" and self.places[seat].plays and not self.is_here(guest):
                await self._put_in_game(seat, self.places[seat]._replace(stand_in=STAND_IN))

    async def hand_over(self, person: Person, level: str) -> None:
        check_level(level)
        async with self._pen:
            seat = self.own_seat(person)
            self._running()
            await self._put_in_game(seat, self.places[seat]._replace(stand_in=level))

    async def take_back(self, person: Person) -> None:
        async with self._pen:
            seat = self.own_seat(person)
            self._running()
            if self.places[seat].stand_in:
                self._clocks.again(seat)
                await self._put_in_game(seat, self.places[seat]._replace(stand_in=""))

    def _running(self) -> Table[Any]:
        table = self.game()
        if table.over:
            raise HallError(Text("The game is over."))
        return table

    async def _put_in_game(self, seat: Number, place: HallChair) -> None:
        await self._put({seat: place})
        self._playing().set_stand_in(seat, place.stand_in)
        if self._asked is not None and place.stand_in:
            self._weigh(self._asked.without(seat), Text("Everybody who had a say has left."))
        self._tell()

    # --- the game -------------------------------------------------------------------------------------------------

    def _begin(self, table: Table[Any], programs: TableBots | None) -> None:
        """A game that has just begun, or that goes on."""
        writer = ThreadWriter(self._around.threads)
        services = TableServices(self._around.minds, TaskRunner(), writer, programs, self._while_thinking)
        self.computers = computers = ComputerPlayers(table, services)
        for seat, place in enumerate(self.places):
            if program_of(place.level) and place.name not in (programs.bot_seats if programs else ()):
                # It is not known here any more: somebody plays for it.
                computers.set_stand_in(seat, STAND_IN)
            if place.stand_in:
                computers.set_stand_in(seat, place.stand_in)
        self.state = "over" if table.over else "running"
        self._told_steps = table.steps
        computers.subscribe(self._tell, self._until_read, self._broke)
        self._tell()

    async def go_on(self, left: Sequence[float], state: str) -> None:
        """After the hall was closed. Raises RecordError if the game is damaged."""
        await self.chat.recall()
        if state == "waiting":
            # Guests are gone.
            self.places = tuple(FREE if not (each.person or each.level) else each for each in self.places)
            if self.host not in self.people:
                self.host = next(self.people, self.host)
            return
        ledger, clock = self._around.ledger, self._around.clock
        found = await asyncio.get_running_loop().run_in_executor(
            self._around.threads, reopened, ledger, self.number, clock
        )
        self.seed = found.seed
        self.places = tuple(
            each._replace(stand_in=STAND_IN) if not (each.person or each.level) else each for each in self.places
        )
        self._clocks = Clocks(self.wish.clock, self.wish.seats, self._around.passing, left)
        record = found.written.record
        reasons = await self._reasons.recall(partial(action_text, record.match))
        restore = partial(Table.restore, found.header, record, found.seed, found.logbook, reasons)
        changed = self.changed
        table = await asyncio.get_running_loop().run_in_executor(self._around.threads, restore)
        programs = None
        if not table.over:
            with suppress(UserError):
                programs = self._programs()
        self._begin(table, programs)
        self.changed = changed

    def _tell(self) -> None:
        """Tells everybody who looks what has changed, and everybody else whose turn it is."""
        table = self.game()
        for gaze in self._gazes.values():
            gaze.look(self._tell_change)
        self._reasons.keep(table.reasons, partial(action_text, table.match))
        before, self._due = self._due, tuple(seat for seat in table.due() if seat != CHANCE)
        back = table.steps < self._told_steps
        drawn = any(deed.seat == CHANCE for deed in self._gaze(None).whole.seen_steps[self._told_steps :])
        self._told_steps, self.changed = table.steps, self._around.clock()
        if self._due != before:
            self._due_since = self._around.passing()
        self._clocks.run([seat for seat in self._due if self.places[seat].plays], back, drawn or len(self.places) == 1)
        self._set_alarm()
        if self.wish.clock.kind == "game":
            # Nobody waits for that: what is lost of it is time that somebody gets back.
            self._around.ledger.want(self._keeping(self.places))
        self._call([seat for seat in self._due if seat not in before])
        self._follow_request(table)
        if table.over and self.state != "over":
            self.state = "over"
            self._dismiss(self._playing().services.bots)
            self._drop_request(Text("The game is over."))
        self._listed()
        self.resume_computers()

    def _tell_change(self, screens: Sequence[Screen], change: SeatChange) -> None:
        changed = Changed(self.number, change)
        for screen in screens:
            screen.tell(changed)

    def _call(self, seats: Iterable[Number]) -> None:
        """Whoever has to decide now and does not look is told so."""
        for person in (self.places[seat].person for seat in seats if self.places[seat].plays):
            if person is not None and not self.is_here(person):
                for screen in self._around.screens_of(person):
                    screen.tell(Called(self.number))

    def _listed(self) -> None:
        self._around.listed(self)

    def _broke(self, error: Exception) -> None:
        log.error("table %d cannot tell what happens", self.number, exc_info=error)

    # --- computer players -----------------------------------------------------------------------------------------

    @property
    def lively(self) -> bool:
        """Whether somebody plays here, or looks at the own chair while a computer player stands in."""
        if any(place.plays for place in self.places):
            return True
        return any(self.seat_of(screen.person) is not None for screen in self._here)

    def resume_computers(self) -> None:
        """Lets computer players play if it is their turn; where everybody has left, they rest."""
        computers = self.computers
        if computers is None or computers.table.over:
            return
        if not self.lively:
            computers.stop()
        elif (self._settling is None or self._settling.done()) and self._computer_due(computers):
            self._settling = self._soon(self._settle(computers))

    def _computer_due(self, computers: ComputerPlayers[Any]) -> bool:
        return any(computers.level_of(seat) for seat in self._due)

    async def _settle(self, computers: ComputerPlayers[Any]) -> None:
        while self.lively and self._computer_due(computers):
            try:
                await computers.run()
            except Exception as error:
                if not isinstance(error, UserError):
                    log.exception("a computer player at table %d came to grief", self.number)
                for gaze in self._gazes.values():
                    gaze.look(self._tell_change)
                await asyncio.sleep(AGAIN)

    @contextmanager
    def _while_thinking(self) -> Iterator[None]:
        """Tells those who play here that a computer player thinks, unless that takes but a moment."""
        told: list[bool] = []

        def begin() -> None:
            told.append(True)
            self._tell_thinking(True)

        later = asyncio.get_running_loop().call_later(A_WHILE, begin)
        try:
            yield
        finally:
            later.cancel()
            if told:
                self._tell_thinking(False)

    def _tell_thinking(self, ponders: bool) -> None:
        for screen in self._here:
            if self.seat_of(screen.person) is not None:
                screen.tell(Thinking(self.number, ponders))

    def was_read(self, screen: Screen, steps: int) -> None:
        table = self.game()
        if screen not in self._here:
            return
        self._steps_read[screen] = steps
        if steps >= table.steps:
            self._slow.discard(screen)
        self._was_read.set()

    async def _until_read(self) -> None:
        """Until all who play here have read what there is; a screen that is slow is not waited for again."""
        steps, loop = self.game().steps, asyncio.get_running_loop()
        late = loop.time() + PATIENCE
        while waits := [screen for screen in self._readers() if self._steps_read.get(screen, 0) < steps]:
            self._was_read.clear()
            try:
                async with asyncio.timeout_at(late):
                    await self._was_read.wait()
            except TimeoutError:
                self._slow.update(waits)

    def _readers(self) -> Iterator[Screen]:
        for screen in self._here:
            if screen.open and screen not in self._slow and self.seat_of(screen.person) is not None:
                yield screen

    # --- the clock ------------------------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        first = self._clocks.first() if self.state == "running" else None
        if first is not None:
            seat, seconds = first
            self._alarm = asyncio.get_running_loop().call_later(seconds + 0.01, self._rings, seat)

    def _rings(self, seat: Number) -> None:
        self._alarm = None
        if self._clocks.left(seat):
            # It was set for somebody else.
            self._set_alarm()
        else:
            self._soon(self._out_of_time(seat))

    async def _out_of_time(self, seat: Number) -> None:
        async with self._pen:
            # While the pen was waited for he may have decided.
            if self.state == "running" and self.places[seat].plays and not self._clocks.left(seat):
                await self._put_in_game(seat, self.places[seat]._replace(stand_in=STAND_IN))

    # --- looking --------------------------------------------------------------------------------------------------

    def come(self, screen: Screen) -> Seated:
        table, seat = self.game(), self.seat_of(screen.person)
        self._away(screen)
        gaze = self._gaze(seat)
        gaze.look(self._tell_change)
        gaze.screens.append(screen)
        self._here[screen] = gaze
        screen.at.add(self.number)
        self._steps_read[screen] = table.steps
        self._listed()
        self.resume_computers()
        said = self._said_to(screen.person)
        return Seated(self._header(table), gaze.whole, said, self._request_for(seat))

    def go(self, screen: Screen) -> None:
        """Looks away, if it has looked."""
        if self._away(screen):
            self._listed()
            self.resume_computers()

    def _away(self, screen: Screen) -> bool:
        gaze = self._here.pop(screen, None)
        if gaze is None:
            return False
        gaze.screens.remove(screen)
        screen.at.discard(self.number)
        self._steps_read.pop(screen, None)
        self._slow.discard(screen)
        # Nobody waits for whoever has gone.
        self._was_read.set()
        return True

    def _gaze(self, eyes: Number | None) -> Viewers:
        if eyes not in self._gazes:
            self._gazes[eyes] = Viewers(self._playing(), eyes)
        return self._gazes[eyes]

    def _header(self, table: Table[Any]) -> Header:
        return replace(table.header, position="")

    async def past(self, person: Person) -> GameHistory:
        table, seat = self.game(), self.seat_of(person)
        look = partial(known_history, table, seat)
        over = table.over
        states, deeds = await asyncio.get_running_loop().run_in_executor(self._around.threads, look)
        return unshare(GameHistory(self._header(table), seat, states, deeds, over, self.seed if over else ""))

    # --- deciding -------------------------------------------------------------------------------------------------

    def deciding(self, person: Person) -> TableSeat[Any]:
        """The seat of somebody who plays himself. Raises UserError."""
        seat = self.own_seat(person)
        self.game()
        if self.places[seat].stand_in:
            raise HallError(Text("A computer player plays for you: take your chair back first."))
        return self._gaze(seat).seat

    def advised(self, person: Person) -> TableSeat[Any]:
        """The same where hints are given."""
        if not self.wish.aids:
            raise HallError(UNAIDED)
        return self.deciding(person)

    async def record(self) -> str:
        """Whole when the game is over, else as its public knows it."""
        table = self.game()
        now = table.version, table.header
        if now != self._recorded:
            # As it is at this moment, whatever is done while it is written.
            write = copy(table).public_record
            record = await asyncio.get_running_loop().run_in_executor(self._around.threads, write)
            if now != (table.version, table.header):
                return record
            self._recorded, self._record = now, record
        return self._record

    # --- what the others have to agree to -------------------------------------------------------------------------

    async def ask(self, person: Person, kind: Literal["undo", "stand-in"], about: Number) -> None:
        by = self.own_seat(person)
        table = self._running()
        if not 0 <= about < len(self.places):
            raise HallError(Text("There is no such chair."))
        if self._asked is not None:
            raise HallError(Text("The others have been asked for something already."))
        voters = tuple(seat for seat, place in enumerate(self.places) if place.plays and seat != by)
        if kind == "undo":
            step = last_step_of(table.match, about)
            if step is None:
                raise HallError(Text("There is nothing to take back there."))
            if not voters:
                raise HallError(Text("There is nobody here who could agree to that."))
            back = table.steps - step.number + 1
            asked = Asked(Request(kind, by, about, voters, back), len(voters) + 1, step)
        else:
            self._may_be_replaced(about)
            voters = tuple(seat for seat in voters if seat != about)
            asked = Asked(Request(kind, by, about, voters), len(voters) + 1)
        self._weigh(asked, None)

    def can_ask(self, person: Person) -> bool:
        """Whether others could agree that this person's last step is taken back."""
        return any(place.plays and seat != self.seat_of(person) for seat, place in enumerate(self.places))

    def _may_be_replaced(self, about: Number) -> None:
        """Raises UserError."""
        place = self.places[about]
        if place.person is None or place.stand_in:
            raise HallError(Text("A computer player plays there already."))
        waits = about in self._due and self._around.passing() - self._due_since > DUE_LONG
        if self.is_here(place.person) and not waits:
            raise HallError(Text("{name} is here: have a little patience.", name=place.person.name))

    async def agree(self, person: Person, yes: bool) -> None:
        """Whoever has asked takes the request back by not agreeing to it."""
        seat, asked = self.own_seat(person), self._asked
        if asked is None:
            raise HallError(Text("Nobody asks for anything here."))
        if seat == asked.request.by and not yes:
            self._drop_request(Text("{name} does not ask for it any more.", name=person.name))
        elif seat in asked.request.asked:
            self._weigh(asked.answer(seat, yes), Text("{name} does not agree.", name=person.name))
        else:
            raise HallError(Text("You have not been asked, or have answered already."))

    def _weigh(self, asked: Asked, refusal: Text | None) -> None:
        """Whether that is enough to do it, or to leave it."""
        if asked.agreed:
            self._asked = None
            self._tell_players(Requested(self.number, None))
            self._soon(self._granted(asked))
        elif asked.refused or not asked.request.asked:
            self._drop_request(refusal)
        else:
            self._asked = asked
            self._tell_players(Requested(self.number, asked.request))

    async def _granted(self, asked: Asked) -> None:
        try:
            if asked.to is not None:
                await self._running().change(rewind_to(asked.to), self._playing().services.writer)
                back, name = asked.request.steps, self.places[asked.request.by].name
                told = Text(
                    "{n} step is taken back, as {name} asked.",
                    "{n} steps are taken back, as {name} asked.",
                    n=back,
                    name=name,
                )
                self._tell_players(Requested(self.number, None, told))
                return
            async with self._pen:
                about = asked.request.about
                if self.places[about].plays:
                    await self._put_in_game(about, self.places[about]._replace(stand_in=STAND_IN))
        except UserError as error:
            self._tell_players(Requested(self.number, None, error.text))

    def _follow_request(self, table: Table[Any]) -> None:
        """Of what is to be taken back there is more now; or whoever asked has played on instead of waiting."""
        asked = self._asked
        if asked is None or asked.to is None:
            return
        by, back = asked.request.by, table.steps - asked.to.number + 1
        if last_step_of(table.match, asked.request.about) is not asked.to:
            self._drop_request(Text("{name} has played on: nothing is taken back.", name=self.places[by].name))
        elif back != asked.request.steps:
            self._asked = asked._replace(request=asked.request._replace(steps=back))
            self._tell_players(Requested(self.number, self._asked.request))

    def _drop_request(self, why: Text | None) -> None:
        if self._asked is not None:
            self._asked = None
            self._tell_players(Requested(self.number, None, why))

    def _request_for(self, seat: Number | None) -> Request | None:
        return self._asked.request if self._asked is not None and seat is not None else None

    # --- talking --------------------------------------------------------------------------------------------------

    async def say(self, person: Person, words: str) -> None:
        if self.seat_of(person) is None and not self.wish.chat:
            raise HallError(Text("At this table only those talk who play."))
        news = Said(self.number, await self.chat.say(person, words))
        reading = [screen for screen in self.screens if self.seat_of(screen.person) is not None]
        self.chat.read_by([person, *(screen.person for screen in reading)])
        self._tell_players(news)
        for screen in self.screens:
            if self.wish.chat and screen not in reading:
                screen.tell(news)

    def said(self, person: Person) -> Spoken:
        """Raises UserError for whoever does not sit here."""
        self.own_seat(person)
        return self._said_to(person)

    def _said_to(self, person: Person) -> Spoken:
        if self.seat_of(person) is not None:
            return self.chat.read_all(person)
        return Spoken(self.chat.lines if self.wish.chat else ())

    def tell_all(self, news: News) -> None:
        """Those who look, and those who sit here and are somewhere else in the hall: each screen once."""
        elsewhere = (screen for person in self.people for screen in self._around.screens_of(person))
        for screen in dict.fromkeys((*self.screens, *elsewhere)):
            screen.tell(news)

    def _tell_players(self, news: News) -> None:
        """Wherever they are in the hall."""
        for person in self.people:
            for screen in self._around.screens_of(person):
                screen.tell(news)

    # --- the end --------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Nobody plays here any more in this house."""
        if self._alarm is not None:
            self._alarm.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        if self.computers is not None:
            if self.state == "running":
                # What is being written is written.
                await self.computers.services.writer.run_to_end(_nothing())
                await self._keep(self.places)
            self._dismiss(self.computers.services.bots)
            self.computers.close()

    def _soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something at table %d was not done", self.number, exc_info=error)


async def _nothing() -> None:
    """Waits for its turn to write, and writes nothing."""
