"""Who comes to a hall: a key is a person, and whoever comes first has the name."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from tilehall.engine import RecordError, Text, UserError
from tilehall.engine import RecordPlayer as Named
from tilehall.tui.hall.cleaning import alike, clean, is_one_script
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.limits import home, is_address
from tilehall.tui.hall.protocol import Caller, Person
from tilehall.tui.hall.refusals import HallError, Unwelcome
from tilehall.tui.hall.screen import crowded

LONGEST = 20
"""Characters of a name; with the mark of a guest and a number it still fits into a record."""
GUEST = "~"
"""What the names of guests end with, and no other."""
NOBODY = "someone"
"""What whoever has been forgotten is called, with the number of the seat."""
FORGOTTEN = re.compile(f"{NOBODY}[0-9ois]*")
"""Which names look like that: 0, 1 and 5 look like letters."""
UNWELCOME = Text("You are not welcome here any more.")
KEYS, ADDRESS = ("SHA256:", "user:"), "address:"
"""How keys begin, and how what stands for an address does."""
WHOSE = "select id, name from people join keys on person = id where key = ?"
LONGEST_KEY = 100
MATCHES: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {"SHA256:": re.compile("[A-Za-z0-9+/]{43}").fullmatch, "user:": bool, ADDRESS: is_address}
)
"""What may follow that."""
TEN_MINUTES = 600.0
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What is typed from another screen, without what is easily mistaken."""
MOST_SETTINGS, LONGEST_SETTING = 64, 200
GUESSES = 5
"""So many wrong codes may be typed within ten minutes, on one visit or on all visits of one person."""
UNUSED = 30 * 86_400.0
"""Seconds after which somebody who never sat at a table is forgotten."""


class Manners(NamedTuple):
    """Whom the house lets in."""

    guests: bool = True
    invited: bool = False
    """Whether only those may come who are on the list, or have been here before."""
    password: str = ""
    """Its scrypt hash; empty where there is none."""


class People:
    """All who have ever come, and the guests of this hour. Asked and changed in one thread."""

    def __init__(self, ledger: Ledger, clock: Callable[[], float] = time.time) -> None:
        self._ledger = ledger
        self._clock = clock
        self._guests: dict[int, str] = {}
        self._guest_settings: dict[int, dict[str, str]] = {}
        self._guest_codes: dict[int, str] = {}
        self._numbers = count(1)
        self._guesses: dict[str, list[float]] = {}

    # --- coming in ------------------------------------------------------------------------------------------------

    async def manners(self) -> Manners:
        def found(db: sqlite3.Connection) -> Manners:
            kept = dict(db.execute("select name, value from house"))
            return Manners(
                kept.get("guests", "yes") == "yes", kept.get("invited", "no") == "yes", kept.get("password", "")
            )

        return await self._ledger.ask(found)

    async def change_manners(
        self, guests: bool | None = None, invited: bool | None = None, password: str | None = None
    ) -> None:
        """What is None stays as it is; an empty password takes it away."""
        changes = {"guests": _yes(guests), "invited": _yes(invited), "password": password and hashed(password)}
        told = [(name, value) for name, value in changes.items() if value is not None]
        await self._ledger.ask(lambda db: db.executemany("insert or replace into house values (?, ?)", told).rowcount)

    async def knows(self, key: str) -> bool:
        """Whether whoever is known by this key has been here before."""
        known = "select 1 from keys where key = ?"
        return await self._ledger.ask(lambda db: db.execute(known, (key,)).fetchone() is not None)

    async def fits(self, password: str) -> bool:
        """Whether this is the password of the house; any is, where it has none."""
        kept = (await self.manners()).password
        return not kept or await asyncio.to_thread(is_password, password, kept)

    async def enter(self, caller: Caller) -> Person:
        """Who this is from now on. Raises UserError with one sentence if they may not come in."""
        manners = await self.manners()
        person = await self._known(caller.key) if caller.key else None
        if person is not None:
            return person
        await self._may_come_from(caller.address)
        if not await self.fits(caller.password):
            raise Unwelcome(Text("This hall asks for its password."), "password")
        if not caller.key:
            if not manners.guests or manners.invited:
                raise Unwelcome(Text("This hall has no room for guests: come with a key."), "keyless")
            return await self._guest(caller.name)
        return await self._new(caller, manners.invited)

    async def _known(self, key: str) -> Person | None:
        now = self._clock()

        def found(db: sqlite3.Connection) -> Person | None:
            if db.execute("select 1 from bans where key = ?", (key,)).fetchone():
                raise Unwelcome(UNWELCOME, "banned")
            if (row := _whose(db, key)) is None:
                return None
            db.execute("update people set seen = ? where id = ?", (now, row[0]))
            return Person(*row)

        return await self._ledger.ask(found)

    async def _may_come_from(self, address: str) -> None:
        """Whoever is known may come from anywhere: others there are their neighbours. Raises Unwelcome."""
        banned = "select 1 from bans where key = ?"
        if await self._ledger.ask(lambda db: db.execute(banned, (ADDRESS + address,)).fetchone() is not None):
            raise Unwelcome(Text("Nobody new may come in from your address: ask your host."), "banned")

    async def _new(self, caller: Caller, only_invited: bool) -> Person:
        wished, now = proper(caller.name) or proper(caller.user) or "player", self._clock()
        taken = {alike(name) for name in self._guests.values()}

        def made(db: sqlite3.Connection) -> Person:
            if row := _whose(db, caller.key):
                # Somebody new has opened two screens at once.
                return Person(*row)
            if only_invited and not db.execute("select 1 from invited where key = ?", (caller.key,)).fetchone():
                raise Unwelcome(Text("Only those who are invited may come in here: ask your host."), "uninvited")
            name = next(name for name in _variants(wished) if alike(name) not in taken and _is_free(db, name))
            entry = (name, alike(name), now, now)
            number = db.execute("insert into people (name, alike, came, seen) values (?, ?, ?, ?)", entry).lastrowid
            assert number is not None
            db.execute("insert into keys values (?, ?, ?)", (caller.key, number, now))
            return Person(number, name)

        return await self._ledger.ask(made)

    async def _guest(self, wished: str) -> Person:
        name = proper(wished) or "guest"
        here = {alike(other) for other in self._guests.values()}

        def found(db: sqlite3.Connection) -> str:
            return next(one for one in _variants(name) if alike(one) not in here and _is_free(db, one))

        free = await self._ledger.ask(found)
        number = -next(self._numbers)
        self._guests[number] = free + GUEST
        return Person(number, free + GUEST, guest=True)

    def gone(self, person: Person) -> None:
        """A guest has left for good, and may come again as anybody."""
        self._guests.pop(person.id, None)
        self._guest_codes.pop(person.id, None)
        self._guest_settings.pop(person.id, None)

    # --- oneself --------------------------------------------------------------------------------------------------

    async def rename(self, person: Person, wished: str) -> Person:
        """Raises UserError if the name is none, or somebody else's, or looks like that."""
        name = proper(wished)
        if not name:
            raise HallError(
                Text("A name has up to {most} letters and digits of one script, with - _ . between them.", most=LONGEST)
            )
        taken = UserError(Text("The name {name} is taken, or looks like one that is.", name=name))
        if any(alike(other) == alike(name) for number, other in self._guests.items() if number != person.id):
            raise taken

        def renamed(db: sqlite3.Connection) -> None:
            if not _is_free(db, name, person.id):
                raise taken
            db.execute("update people set name = ?, alike = ? where id = ?", (name, alike(name), person.id))

        await self._ledger.ask(renamed)
        if not person.guest:
            return person._replace(name=name)
        self._guests[person.id] = name + GUEST
        return person._replace(name=name + GUEST)

    async def key_code(self, person: Person) -> str:
        """Typed on a visit with another key, within ten minutes, it makes that a key of this person.

        A guest's is for whoever comes again without a key: it is good as long as the house stands, and stays the same.
        """
        if person.guest:
            return self._guest_codes.setdefault(person.id, _legible(_code(8)))
        code, until = _code(8), self._clock() + TEN_MINUTES

        def kept(db: sqlite3.Connection) -> None:
            db.execute("delete from codes where person = ? or until < ?", (person.id, until - TEN_MINUTES))
            db.execute("insert into codes values (?, ?, ?)", (_fingerprint(code), person.id, until))

        await self._ledger.ask(kept)
        return _legible(code)

    async def use_key_code(self, person: Person, key: str, typed: str, full: Collection[int] = ()) -> Person:
        """The key is one of the person who got this code; without a key, who got it is a guest. Raises UserError.

        `full` are the numbers of those who have as many screens as anybody may have.
        Whoever it belonged to before is forgotten if no other key is theirs and they never sat at a table.
        """
        self._guess(key or f"guest {person.id}")
        code, now = typed_code(typed), self._clock()
        if not key:
            return self._guest_again(code, {*full} - {person.id})

        def used(db: sqlite3.Connection) -> Person:
            whose = "select id, name from people join codes on person = id where code = ? and until >= ?"
            row = db.execute(whose, (_fingerprint(code), now)).fetchone()
            if row is None:
                raise HallError(Text("This code is unknown here, or its ten minutes are over."))
            db.execute("delete from codes where code = ?", (_fingerprint(code),))
            if _is_banned(db, row[0]):
                raise Unwelcome(UNWELCOME, "banned")
            if row[0] != person.id and row[0] in full:
                raise crowded()
            db.execute("insert or replace into keys values (?, ?, ?)", (key, row[0], now))
            if row[0] != person.id:
                _forget_unused(db, person.id)
            return Person(*row)

        return await self._ledger.ask(used)

    def _guest_again(self, code: str, full: Collection[int]) -> Person:
        """The guest of this code."""
        for number, kept in self._guest_codes.items():
            if hmac.compare_digest(typed_code(kept), code):
                if number in full:
                    raise crowded()
                return Person(number, self._guests[number], guest=True)
        raise HallError(Text("No guest who could come back has this code. Codes for keys are typed by who has one."))

    def _guess(self, who: str) -> None:
        now = self._clock()
        late = [at for at in self._guesses.get(who, ()) if at > now - TEN_MINUTES]
        if len(late) >= GUESSES:
            raise HallError(Text("Those were too many codes; try again in ten minutes."))
        self._guesses[who] = [*late, now]

    async def settings(self, person: Person) -> dict[str, str]:
        if person.guest:
            return dict(self._guest_settings.get(person.id, {}))
        query = "select name, value from settings where person = ?"
        return await self._ledger.ask(lambda db: dict(db.execute(query, (person.id,)).fetchall()))

    async def keep_settings(self, person: Person, changes: dict[str, str]) -> None:
        """An empty value takes a setting back."""
        cleaned = {clean(name, 40): clean(value, LONGEST_SETTING) for name, value in changes.items()}
        if len({**await self.settings(person), **cleaned}) > MOST_SETTINGS:
            raise HallError(Text("There are no more than {most} settings.", most=MOST_SETTINGS))
        if person.guest:
            kept = {**self._guest_settings.get(person.id, {}), **cleaned}
            self._guest_settings[person.id] = {name: value for name, value in kept.items() if value}
            return

        def changed(db: sqlite3.Connection) -> None:
            for name, value in cleaned.items():
                if value:
                    db.execute("insert or replace into settings values (?, ?, ?)", (person.id, name, value))
                else:
                    db.execute("delete from settings where person = ? and name = ?", (person.id, name))

        await self._ledger.ask(changed)

    # --- the host's part ------------------------------------------------------------------------------------------

    async def find(self, name: str) -> Person:
        """Who is called so. Raises UserError."""
        query = "select id, name from people where alike = ?"
        row = await self._ledger.ask(lambda db: db.execute(query, (alike(name),)).fetchone())
        if row is not None and not name.endswith(GUEST):
            return Person(*row)
        for number, guest in self._guests.items():
            if alike(guest) == alike(name):
                return Person(number, guest, guest=True)
        raise HallError(Text("Nobody here is called {name}.", name=clean(name, 40)))

    async def all(self) -> list[tuple[Person, float, int]]:
        """Everybody who is known, with when they were seen last and how many keys they have."""
        query = "select id, name, seen, (select count(*) from keys where person = id) from people order by seen desc"
        rows = await self._ledger.ask(lambda db: db.execute(query).fetchall())
        return [(Person(number, name), seen, keys) for number, name, seen, keys in rows]

    async def ban(self, person: Person, addresses: Iterable[str] = ()) -> tuple[str, ...]:
        """None of their keys opens the door any more, and nobody new comes in from these addresses: what is banned.

        Raises UserError if that is nothing.
        """
        now, places = self._clock(), [ADDRESS + address for address in addresses]

        def banned(db: sqlite3.Connection) -> tuple[str, ...]:
            keys = db.execute("select key from keys where person = ? order by key", (person.id,)).fetchall()
            found = (*(key for (key,) in keys), *places)
            db.execute("delete from codes where person = ?", (person.id,))
            db.executemany("insert or replace into bans values (?, ?, ?)", [(key, person.name, now) for key in found])
            return found

        if not (keys := await self._ledger.ask(banned)):
            raise HallError(Text("Nothing is known of {name} by which they could be kept out.", name=person.name))
        return keys

    async def ban_key(self, key: str) -> tuple[str, ...]:
        """This key (`SHA256:...`, `user:NAME`, `address:...`) opens the door to nobody any more."""
        now = self._clock()

        def banned(db: sqlite3.Connection) -> None:
            number, name = _whose(db, key) or (0, "")
            db.execute("delete from codes where person = ?", (number,))
            db.execute("insert or replace into bans values (?, ?, ?)", (key, name, now))

        await self._ledger.ask(banned)
        return (key,)

    async def unban(self, whom: str) -> tuple[str, ...]:
        """A name, a key or an address: what is banned no more. Raises UserError if nothing of it was."""

        def gone(db: sqlite3.Connection) -> tuple[str, ...]:
            bans = db.execute("select key, name from bans order by key").fetchall()
            # As it is listed, it goes away, whatever is taken for a key today.
            found = tuple(each for each, _ in bans if each == whom)
            if not found:
                key = key_typed(whom)
                found = tuple(each for each, name in bans if each == key or (not key and alike(name) == alike(whom)))
            db.executemany("delete from bans where key = ?", [(each,) for each in found])
            return found

        if not (found := await self._ledger.ask(gone)):
            raise HallError(Text("{name} is not banned.", name=clean(whom, 60)))
        return found

    async def banned(self) -> list[tuple[str, str]]:
        """Their names and keys."""
        return await self._ledger.ask(lambda db: db.execute("select name, key from bans order by name").fetchall())

    async def invite(self, key: str) -> None:
        """Whoever has this key (`SHA256:...`, or `user:NAME` for a user of this machine) may come in."""
        if not key_typed(key).startswith(KEYS):
            raise HallError(Text("A key is told by its fingerprint, SHA256:..., or as user:NAME."))
        row = (key, self._clock())
        await self._ledger.ask(lambda db: db.execute("insert or replace into invited values (?, ?)", row).rowcount)

    async def uninvite(self, key: str) -> None:
        """Whoever has come in by it before stays. Raises UserError if it was not on the list."""
        if not await self._ledger.ask(lambda db: db.execute("delete from invited where key = ?", (key,)).rowcount):
            raise HallError(Text("{key} is not on the list.", key=clean(key, 100)))

    async def invited(self) -> list[str]:
        rows = await self._ledger.ask(lambda db: db.execute("select key from invited order by key").fetchall())
        return [key for (key,) in rows]

    async def forget(self, person: Person) -> None:
        """Name, keys, settings and all that they said are gone; games stay, without the name, and so does a ban."""

        def forgotten(db: sqlite3.Connection) -> None:
            db.execute("delete from chat where person = ?", (person.id,))
            mine = db.execute("select number, seat from chairs where person = ?", (person.id,)).fetchall()
            for number, seat in mine:
                # Two who were forgotten may have sat at one table.
                name = f"{NOBODY}{seat + 1}"
                change = "update chairs set name = ?, person = 0 where number = ? and seat = ?"
                db.execute(change, (name, number, seat))
            db.execute("update tables set host = 0 where host = ?", (person.id,))
            db.execute("update bans set name = '' where key in (select key from keys where person = ?)", (person.id,))
            db.execute("delete from invited where key in (select key from keys where person = ?)", (person.id,))
            db.execute("delete from people where id = ?", (person.id,))

        await self._ledger.ask(forgotten)

    async def tidy(self) -> None:
        """Forgets those who only looked in, long ago."""
        before = self._clock() - UNUSED

        def tidied(db: sqlite3.Connection) -> None:
            for (number,) in db.execute("select id from people where seen < ?", (before,)).fetchall():
                _forget_unused(db, number, keyless=False)

        await self._ledger.ask(tidied)


# --- names --------------------------------------------------------------------------------------------------------


def proper(wished: str) -> str:
    """The name as it may stand in a record: letters and digits, with - _ . between them; empty if nothing is left, or
    if they are of several scripts.

    >>> proper(" Zoë\\x1b[2J! "), proper("42"), proper("~ki~"), proper("Аlice"), proper("Anna Lena")
    ('Zoë2J', '', 'ki', '', 'Anna_Lena')
    """
    words = normalize("NFKC", clean(wished, 4 * LONGEST)).replace(" ", "_")
    name = "".join(mark for mark in words if mark.isalnum() or mark in "-_.")[:LONGEST].strip("-_.")
    try:
        return Named(name).name if alike(name) and is_one_script(name) else ""
    except RecordError:
        return ""


def _variants(name: str) -> Iterator[str]:
    """The name, and others like it if that is taken."""
    yield name
    yield from (f"{name[: LONGEST - 4]}-{number}" for number in range(2, 1000))
    yield from (f"{name[: LONGEST - 10]}-{secrets.token_hex(4)}" for _ in count())


def _is_free(db: sqlite3.Connection, name: str, but_for: int = 0) -> bool:
    if FORGOTTEN.fullmatch(alike(name)):
        return False
    row = db.execute("select id from people where alike = ?", (alike(name),)).fetchone()
    return row is None or row[0] == but_for


def _is_banned(db: sqlite3.Connection, number: int) -> bool:
    """Whether any key of this person is."""
    banned = "select 1 from bans join keys using (key) where person = ?"
    return db.execute(banned, (number,)).fetchone() is not None


def _forget_unused(db: sqlite3.Connection, number: int, keyless: bool = True) -> None:
    """Somebody who never sat at a table, and whom no key leads to any more."""
    if keyless and db.execute("select 1 from keys where person = ?", (number,)).fetchone():
        return
    if db.execute("select 1 from chairs where person = ?", (number,)).fetchone() is None:
        db.execute("delete from people where id = ?", (number,))


def _whose(db: sqlite3.Connection, key: str) -> tuple[int, str] | None:
    """The number and name of whom a key belongs to."""
    found: tuple[int, str] | None = db.execute(WHOSE, (key,)).fetchone()
    return found


# --- keys -------------------------------------------------------------------------------------------------------------


def key_typed(whom: str) -> str:
    """What a host has typed, if it is a key or an address, as it is kept; empty if it is none.

    Raises UserError for what begins like one, and could never match.

    >>> key_typed("192.0.2.7"), key_typed("address:2001:db8:1:2:3::4"), key_typed("user:aki"), key_typed("aki")
    ('address:192.0.2.7', 'address:2001:db8:1:2::', 'user:aki', '')
    """
    if not whom.startswith((*KEYS, ADDRESS)):
        return ADDRESS + home(whom) if is_address(whom) else ""
    kind, _, rest = whom.partition(":")
    if clean(whom, LONGEST_KEY) == whom and MATCHES[f"{kind}:"](rest):
        return ADDRESS + home(rest) if whom.startswith(ADDRESS) else whom
    raise HallError(
        Text(
            "{key} could never match: SHA256: is followed by 43 letters, digits, + or /, user: by the name of a user, "
            "and address: by an IP address.",
            key=clean(whom, LONGEST_KEY),
        )
    )


# --- secrets ------------------------------------------------------------------------------------------------------


def hashed(password: str) -> str:
    """What is kept of a password."""
    salt = secrets.token_bytes(16)
    return json.dumps([salt.hex(), _scrypt(password, salt).hex()])


def is_password(password: str, kept: str) -> bool:
    salt, known = (bytes.fromhex(part) for part in json.loads(kept))
    return hmac.compare_digest(_scrypt(password, salt), known)


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=salt, n=1 << 14, r=8, p=1)


def _code(letters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def _legible(code: str) -> str:
    return f"{code[:4]}-{code[4:]}"


def code_for(taken: Iterable[str]) -> str:
    """One for a table, that no other has."""
    known = set(taken)
    return next(code for _ in count() if (code := _code(6)) not in known)


def typed_code(code: str) -> str:
    """A code as somebody has typed it."""
    return "".join(mark for mark in clean(code, 40).lower() if mark.isalnum())


def _fingerprint(code: str) -> str:
    """What is kept of a code."""
    return hashlib.sha256(f"tilehall code {code}".encode()).hexdigest()


def _yes(wanted: bool | None) -> str | None:
    return None if wanted is None else "yes" if wanted else "no"
