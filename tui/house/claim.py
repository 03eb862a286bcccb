"""Who plays a saved game: one program at a time has a claim on its file, and others are told which."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tilehall.engine import RecordError, Text
from tilehall.tui.house.disk import Disk

SUFFIX = ".lock"
LONGEST = 200


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
            handle = disk.open(path, os.O_RDWR | os.O_CREAT)
            try:
                if not disk.lock(handle):
                    raise Claimed(record.stem, Claimant.of(_line(disk.read(handle, 0, LONGEST))))
                there = disk.status_of(path)
                if there is not None and os.path.samestat(there, disk.status(handle)):
                    disk.cut(handle, 0)
                    disk.put(handle, 0, f"{by.line}\n".encode())
                    return cls(disk, path, handle)
            except BaseException:
                disk.close(handle)
                raise
            # Whoever had it removed the file just when it was taken here: there is another one now.
            disk.close(handle)

    def give_up(self) -> None:
        """Others may have it."""
        with suppress(OSError):
            self._disk.remove(self._path)
        self._disk.close(self._handle)


def claimant_of(disk: Disk, record: Path) -> Claimant | None:
    """Who plays this game now; None if nobody does."""
    try:
        handle = disk.open(record.with_suffix(SUFFIX), os.O_RDWR)
    except OSError:
        return None
    try:
        return None if disk.lock(handle) else Claimant.of(_line(disk.read(handle, 0, LONGEST)))
    finally:
        disk.close(handle)


def _line(data: bytes) -> str:
    return data.decode("utf-8", "replace").strip()


def this_program(clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Claimant:
    """What others are told of this program."""
    place = ""
    for handle in (0, 1, 2):
        with suppress(OSError):
            place = os.ttyname(handle).removeprefix("/dev/")
            break
    return Claimant(os.getpid(), place, f"{clock():%Y-%m-%dT%H:%M:%SZ}")
