"""Where people of the same machine find the halls on it: a folder for each, which everybody may look into."""

from __future__ import annotations

import hashlib
import os
import pwd
import re
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

ROOMS = (Path("/run/tilehall"), Path("/tmp"))
"""Where the folders are: the first is there for a hall that is kept as a service (`RuntimeDirectory=tilehall`), which
may have a /tmp of its own that nobody else sees."""
NAME = re.compile(r"tilehall-(\d+)-[0-9a-f]{12}")


def folder(data: Path) -> Path:
    """The meeting place of the hall that has its data there; where it would be, if there is none."""
    data = data.resolve()
    try:
        owner = data.stat().st_uid
    except OSError:
        owner = os.getuid()
    name = f"tilehall-{owner}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:12]}"
    found = (room / name for room in ROOMS)
    return next((place for place in found if is_honest(place)), _room() / name)


def _room() -> Path:
    """Where a hall of this user meets people: in a folder that the system has made for it, or where everybody may."""
    return next((room for room in ROOMS[:-1] if _is_own(room)), ROOMS[-1])


def _is_own(room: Path) -> bool:
    try:
        status = room.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def open_folder(data: Path) -> Path | None:
    """The same, made for the owner of the hall; None if somebody else was there before, or it cannot be made."""
    place = _room() / folder(data).name
    try:
        place.mkdir(0o711, exist_ok=True)
        if not is_honest(place) or place.stat().st_uid != os.getuid():
            return None
        place.chmod(0o711)
        for old in place.glob("*.sock"):
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return place


def close_folder(place: Path) -> None:
    for old in place.glob("*.sock"):
        old.unlink(missing_ok=True)
    place.rmdir()


def is_honest(place: Path) -> bool:
    """Whether this belongs to the user in its name, and nobody else can put anything there."""
    found = NAME.fullmatch(place.name)
    try:
        status = place.lstat()
    except OSError:
        return False
    return bool(
        found and stat.S_ISDIR(status.st_mode) and int(found[1]) == status.st_uid and not status.st_mode & 0o022
    )


def places(own: Path, trusted: Collection[int]) -> Iterator[Path]:
    """The meeting places where nobody is led astray, that of the user's own hall first: of these users, and those for
    which the system has made room."""
    yield folder(own)
    yield from (place for place in _others(own) if _is_trusted(place, trusted))


def strangers(own: Path, trusted: Collection[int]) -> list[int]:
    """The users who keep all other halls that are open."""
    found = (place for place in _others(own) if not _is_trusted(place, trusted) and sockets(place))
    return sorted({place.lstat().st_uid for place in found})


def _others(own: Path) -> Iterator[Path]:
    first = folder(own)
    for room in ROOMS:
        yield from sorted(place for place in room.glob("tilehall-*-*") if place != first and is_honest(place))


def _is_trusted(place: Path, users: Collection[int]) -> bool:
    """In a folder of the system nobody could make it who likes; the last of them is for everybody."""
    by_system = place.parent in ROOMS[:-1] and not place.parent.lstat().st_mode & 0o022
    return by_system or place.lstat().st_uid in users


def socket_of(place: Path, worker: int) -> Path:
    return place / f"join-{worker}.sock"


def sockets(place: Path) -> list[Path]:
    """Of all workers there; which of them comes first differs from process to process, so that they share the work."""
    found = sorted(place.glob("join-*.sock")) if is_honest(place) else []
    shift = os.getpid() % len(found) if found else 0
    return found[shift:] + found[:shift]


def user(number: int) -> str:
    """What a user of this machine is called."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"{number}"
