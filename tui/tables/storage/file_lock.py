"""Who plays a saved game: one program at a time has a claim on its file, and others are told which."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import sleep

from tilehall.engine import RecordError, Text
from tilehall.tui.tables.storage.disk_errors import Disk

SUFFIX = ".lock"
LONGEST = 200
BEGUN = re.compile(r"\d*( \S*( [\dTZ:-]*)?)?")
"""The line of a claimant, or as much of it as was written when the power went."""
PLAIN = os.O_NOFOLLOW | os.O_NONBLOCK if sys.platform != "win32" else 0
"""A link leads to what is somebody else's, and a pipe would keep everybody waiting."""
TRIES, MOMENT = 4, 0.01
"""How often, and after how many seconds, a file that is locked is tried again."""


@dataclass(frozen=True, slots=True)
class Claimant:
    """The program that plays a game, as far as it has told.

    >>> Claimant.of("4711 pts/3 2026-11-18T17:50:00Z").place
    'pts/3'
    """

    process: int = 0
    place: str = ""
    since: str = ""

    @classmethod
    def of(cls, line: str) -> Claimant:
        """The claimant whom this line names; nobody we know, if it does not."""
        words = line.split()
        if len(words) != 3 or not (words[0].isascii() and words[0].isdigit() and line.isprintable()):
            return cls()
        return cls(int(words[0]), words[1], words[2])

    @property
    def told(self) -> Text:
        """What it is called inside a sentence."""
        if not self.process:
            return Text("another program")
        if self.place in ("", "-"):
            return Text("another program (process {process})", process=f"{self.process}")
        return Text("another program (process {process}, {place})", process=f"{self.process}", place=self.place)

    @property
    def line(self) -> str:
        return f"{self.process} {self.place or '-'} {self.since}"


class Claimed(RecordError):
    """A game that cannot be played on here now: another program plays it, which is told."""

    def __init__(self, game: str, by: Claimant) -> None:
        super().__init__(Text("{game} is being played by {other}.", game=game, other=by.told))
        self.game = game
        self.by = by

    def __reduce__(self) -> tuple[type[Claimed], tuple[str, Claimant]]:
        return type(self), (self.game, self.by)


class Claim:
    """A claim on the file of a game, until it is given up or the program ends, however it ends."""

    def __init__(self, disk: Disk, path: Path, handle: int) -> None:
        self._disk = disk
        self._path = path
        self._handle = handle

    @classmethod
    def stake(cls, disk: Disk, record: Path, by: Claimant) -> Claim:
        """The claim on this record. Raises Claimed if somebody else has it, OSError where none can be had."""
        path = record.with_suffix(SUFFIX)
        while True:
            handle = disk.open(path, os.O_RDWR | os.O_CREAT | PLAIN)
            claim = cls(disk, path, handle)
            try:
                if not _locked(disk, handle):
                    raise Claimed(record.stem, Claimant.of(_line(disk.read(handle, 0, LONGEST))))
                if claim.holds():
                    if not _is_claim(disk, handle):
                        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
                    claim.sign(by)
                    return claim
            except BaseException:
                with suppress(OSError):
                    disk.close(handle)
                raise
            # Whoever had it removed the file just when it was taken here: there is another one now.
            disk.close(handle)

    def holds(self) -> bool:
        """Whether the file that is locked here is still the one that others find."""
        there = self._disk.status_of(self._path)
        return there is not None and os.path.samestat(there, self._disk.status(self._handle))

    def sign(self, by: Claimant) -> None:
        """Tells others who has it. On a full disk it is held all the same."""
        with suppress(OSError):
            self._disk.cut(self._handle, 0)
            self._disk.put(self._handle, 0, f"{by.line}\n".encode())

    def give_up(self) -> None:
        """Others may have it."""
        if self._handle < 0:
            return
        with suppress(OSError):
            if self.holds():
                self._disk.remove(self._path)
        with suppress(OSError):
            self._disk.close(self._handle)
        self._handle = -1


def _locked(disk: Disk, handle: int) -> bool:
    """Whether the file could be locked. Somebody who only looks whether it is has it for a moment."""
    for _ in range(TRIES):
        if disk.lock(handle):
            return True
        sleep(MOMENT)
    return disk.lock(handle)


def _is_claim(disk: Disk, handle: int) -> bool:
    """Whether the file is one of ours: what else is called like this belongs to somebody, and is left alone."""
    if not stat.S_ISREG(disk.status(handle).st_mode):
        return False
    return bool(BEGUN.fullmatch(_line(disk.read(handle, 0, LONGEST + 1))))


def claimant_of(disk: Disk, record: Path) -> Claimant | None:
    """Who plays this game now; None if nobody does."""
    try:
        handle = disk.open(record.with_suffix(SUFFIX), os.O_RDWR | PLAIN)
    except FileNotFoundError:
        return None
    except OSError as error:
        # What another user has locked cannot even be opened.
        return Claimant() if error.errno == errno.EACCES else None
    try:
        return None if disk.lock(handle) else Claimant.of(_line(disk.read(handle, 0, LONGEST)))
    except OSError:
        return None
    finally:
        with suppress(OSError):
            disk.close(handle)


def _line(data: bytes) -> str:
    return data.strip(b"\0").decode("utf-8", "replace").strip()


def this_program(clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Claimant:
    """What others are told of this program."""
    place = ""
    for handle in (0, 1, 2):
        with suppress(OSError):
            place = os.ttyname(handle).removeprefix("/dev/")
            break
    return Claimant(os.getpid(), place, f"{clock():%Y-%m-%dT%H:%M:%SZ}")
