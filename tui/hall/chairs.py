"""The chairs of a table: whose each is, and how all that is kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from tilehall.engine import LEVELS, OFFERED_LEVELS, RecordPlayer, Text, join_or
from tilehall.tui.hall.cleaning import alike
from tilehall.tui.hall.ledger import Work
from tilehall.tui.hall.levels import program_of
from tilehall.tui.hall.protocol import Clock, Person, TableSettings
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.tables.seating import BOT_KIND, COMPUTER_NAMES

LONGEST_NAME = 24
"""Characters of the name of a player in a record."""


class HallChair(NamedTuple):
    """A chair. Whoever is gone for good has left the name behind."""

    person: Person | None = None
    name: str = ""
    level: str = ""
    """Of the computer player whose chair it is."""
    stand_in: str = ""
    """Of a computer player who plays for whoever it belongs to."""
    expected: bool = False

    @property
    def free(self) -> bool:
        return not self.name

    @property
    def plays(self) -> bool:
        """Whether a person decides here."""
        return self.person is not None and not self.stand_in

    @property
    def player(self) -> RecordPlayer:
        kind = BOT_KIND if program_of(self.level) else self.level or "human"
        return RecordPlayer(self.name, kind)


FREE = HallChair()


def taken_by(person: Person, expected: bool = False) -> HallChair:
    return HallChair(person, person.name, expected=expected)


def computer(level: str, beside: Iterable[HallChair]) -> HallChair:
    """A computer player, under a name that nobody else at the table has; a program under its own, if it is free."""
    taken = {alike(place.name) for place in beside}
    own = program_of(level)
    return HallChair(
        name=next(name for name in (_called(own) if own else _names()) if alike(name) not in taken), level=level
    )


def told_apart(places: Sequence[HallChair]) -> tuple[HallChair, ...]:
    """With other names for computer players who are called like somebody who has sat down since."""
    people = {alike(place.name) for place in places if not place.level}
    found = list(places)
    for seat, place in enumerate(found):
        if place.level and alike(place.name) in people:
            found[seat] = computer(place.level, found)
    return tuple(found)


def check_level(level: str, programs: Container[str] = ()) -> None:
    """Raises UserError if there is no such computer player, and no such program."""
    if level not in LEVELS and level not in programs:
        levels = join_or(one.id for one in OFFERED_LEVELS)
        raise HallError(
            Text("There is no computer player '{level}'; there are {levels}.", level=level[:40], levels=levels)
        )


def _called(name: str) -> Iterator[str]:
    """A name, and others like it."""
    yield name
    yield from (f"{name[: LONGEST_NAME - 3]}{n}" for n in count(2))


def _names() -> Iterator[str]:
    yield from COMPUTER_NAMES
    yield from (f"Player{n}" for n in count(len(COMPUTER_NAMES) + 1))


# --- as they are kept ---------------------------------------------------------------------------------------------


class TableInfo(NamedTuple):
    """What is kept of a table, beside its log."""

    number: int
    state: str
    wish: TableSettings
    host: Person
    code: str
    follows: int
    seed: str
    opened: float
    changed: float
    places: tuple[HallChair, ...]
    left: tuple[float, ...]
    """On the clocks."""


def keeping(number: int, host: Person, places: Sequence[HallChair], left: Sequence[float], now: float) -> Work[None]:
    """Writes down who sits there. Guests are gone when they leave, so nobody knows them by number."""
    rows = [
        (
            number,
            seat,
            max(0, place.person.id) if place.person else 0,
            place.name,
            place.level,
            place.stand_in,
            place.expected,
            left[seat] if left else 0.0,
        )
        for seat, place in enumerate(places)
    ]

    def kept(db: sqlite3.Connection) -> None:
        db.executemany("insert or replace into chairs values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        db.execute("update tables set changed = ?, host = ? where number = ?", (now, max(0, host.id), number))

    return kept


def table_info(db: sqlite3.Connection, number: int) -> TableInfo | None:
    """The table with this number, if there is one."""
    row = db.execute(
        "select state, wish, host, code, follows, seed, opened, changed, (select name from people where id = host)"
        " from tables where number = ?",
        (number,),
    ).fetchone()
    if row is None:
        return None
    state, wish, host, code, follows, seed, opened, changed, host_name = row
    chairs = db.execute(
        "select chairs.person, chairs.name, people.name, level, stand_in, expected, left"
        " from chairs left join people on people.id = chairs.person where number = ? order by seat",
        (number,),
    ).fetchall()
    places = tuple(
        HallChair(Person(person, now_called or name) if person else None, name, level, stand_in, bool(expected))
        for person, name, now_called, level, stand_in, expected, _ in chairs
    )
    left = tuple(each[-1] for each in chairs)
    opener = Person(host, host_name or "")
    return TableInfo(number, state, wish_told(wish), opener, code, follows, seed, opened, changed, places, left)


def wish_kept(wish: TableSettings) -> str:
    return json.dumps([wish.game, wish.seats, wish.options, wish.code, wish.aids, wish.clock, wish.chat])


def wish_told(kept: str) -> TableSettings:
    game, seats, options, code, aids, clock, chat = json.loads(kept)
    return TableSettings(game, seats, tuple((name, value) for name, value in options), code, aids, Clock(*clock), chat)
