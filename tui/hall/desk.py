"""What whoever keeps a hall may ask for: while it is open by a socket in its folder, and else of its ledger."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tilehall.engine import Text
from tilehall.tui.hall import wire
from tilehall.tui.hall.discovery import user
from tilehall.tui.hall.ledger import NAME, Ledger
from tilehall.tui.hall.library import library
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.people import People, key_typed
from tilehall.tui.hall.protocol import Played
from tilehall.tui.hall.refusals import HallError

if TYPE_CHECKING:
    from tilehall.tui.hall.house import HallHouse

SOCKET = "house.sock"
PATIENCE = 30.0
"""Seconds that a house may take for an answer."""


class Someone(NamedTuple):
    """Somebody whom the house knows, or who is in it as a guest."""

    name: str
    guest: bool
    seen: float
    """When they came last, in seconds since 1970; of a guest, who is here, now."""
    keys: int
    screens: int
    """At how many they sit now."""


def desk_of(house: HallHouse) -> wire.Calls:
    """Of a house that is open."""

    async def tables() -> tuple[TableListing, ...]:
        return house.listings()

    async def people() -> tuple[Someone, ...]:
        here = {person.id: len(house.screens_of(person)) for person in house.here()}
        guests = (person for person in house.here() if person.guest)
        return (
            *(Someone(guest.name, True, house.clock(), 0, here[guest.id]) for guest in guests),
            *await _known(house.people, here),
        )

    return {
        **_shelf(house.ledger, house.people),
        "tables": tables,
        "people": people,
        "stats": house.stats,
        "kick": house.kick,
        "ban": house.ban,
        "unban": house.unban,
        "forget": house.forget,
        "close": house.close_table,
    }


def _shelf(ledger: Ledger, people: People) -> wire.Calls:
    """What needs nothing but the ledger."""

    async def games() -> tuple[Played, ...]:
        return await ledger.ask(library)

    return {
        "games": games,
        "bans": people.banned,
        "invited": people.invited,
        "invite": people.invite,
        "uninvite": people.uninvite,
    }


def _closed_desk(ledger: Ledger) -> wire.Calls:
    """Of a house that is not open: no tables are there, and nobody who could be sent out."""
    people = People(ledger)

    async def everybody() -> tuple[Someone, ...]:
        return await _known(people, {})

    async def ban(whom: str) -> tuple[tuple[str, ...], int]:
        key = key_typed(whom)
        keys = await people.ban_key(key) if key else await people.ban(await people.find(whom))
        return keys, 0

    async def forget(name: str) -> None:
        await people.forget(await people.find(name))

    return {**_shelf(ledger, people), "people": everybody, "ban": ban, "unban": people.unban, "forget": forget}


async def _known(people: People, here: Mapping[int, int]) -> tuple[Someone, ...]:
    """Those who have a name here, who came last first."""
    known = await people.all()
    return tuple(Someone(person.name, False, seen, keys, here.get(person.id, 0)) for person, seen, keys in known)


# --- whoever asks -----------------------------------------------------------------------------------------------------


def ask(data: Path, name: str, *args: Any) -> Any:
    """What the house with this folder answers; where none is open, what its ledger tells or takes. Raises UserError."""
    check_own(data)
    return asyncio.run(_ask(data, name, args))


def check_own(data: Path) -> None:
    """Only the user whose it is may keep a hall: what others write there could not be read by it, and what they read
    from it would be a program's own data from a stranger. Raises UserError.
    """
    try:
        owner = data.stat().st_uid
        kept = owner != os.getuid() or (data / NAME).is_file()
    except OSError:
        kept = False
    if not kept:
        raise HallError(
            Text("No hall is kept in {folder}: {option} names another folder.", folder=f"{data}", option="--data")
        )
    if owner != os.getuid():
        told = Text(
            "The hall in {folder} belongs to {user}: nobody else may do that.", folder=f"{data}", user=user(owner)
        )
        raise HallError(told)


async def _ask(data: Path, name: str, args: tuple[Any, ...]) -> Any:
    try:
        peer = await wire.connect(data / SOCKET, {}, lambda item: None)
    except OSError:
        return await _look_up(data, name, args)
    listening = asyncio.create_task(peer.run())
    try:
        async with asyncio.timeout(PATIENCE):
            return await peer.ask(name, *args)
    except TimeoutError as error:
        raise HallError(Text("The hall does not answer.")) from error
    finally:
        peer.close()
        with suppress(OSError):
            await listening


async def _look_up(data: Path, name: str, args: tuple[Any, ...]) -> Any:
    ledger = await asyncio.to_thread(Ledger.open, data)
    try:
        calls = _closed_desk(ledger)
        if name not in calls:
            command = "tilehall serve"
            raise HallError(
                Text("No hall is open with {folder}: '{command}' opens one.", folder=f"{data}", command=command)
            )
        return await calls[name](*args)
    finally:
        await asyncio.to_thread(ledger.close)
