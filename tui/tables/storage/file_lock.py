"""Locks a saved game for the one program that plays it, and tells others which program that is."""

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

from tilehall.engine import Text, UserError
from tilehall.tui.tables.storage.filesystem import FileSystem

SUFFIX = ".lock"
LONGEST_LINE = 200
HOLDER_PATTERN = re.compile(r"\d*( \S*( [\dTZ:-]*)?)?")
"""The line that names the holder, or as much of it as a crash has left."""
OPEN_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK if sys.platform != "win32" else 0
"""Follow no link, and do not block on a pipe."""
TRIES, RETRY_SECONDS = 4, 0.01
"""Attempts at a locked file, and the seconds between them."""


@dataclass(frozen=True, slots=True)
class LockHolder:
    """The program that plays a game, as far as it is known.

    >>> LockHolder.parse("4711 pts/3 2026-11-18T17:50:00Z").place
    'pts/3'
    """

    process: int = 0
    place: str = ""
    since: str = ""

    @classmethod
    def parse(cls, line: str) -> LockHolder:
        """The holder that a line names; an unknown one if it names none."""
        words = line.split()
        if len(words) != 3 or not (words[0].isascii() and words[0].isdigit() and line.isprintable()):
            return cls()
        return cls(int(words[0]), words[1], words[2])

    @property
    def text(self) -> Text:
        """Its name inside a sentence."""
        if not self.process:
            return Text("another program")
        if self.place in ("", "-"):
            return Text("another program (process {process})", process=f"{self.process}")
        return Text("another program (process {process}, {place})", process=f"{self.process}", place=self.place)

    @property
    def line(self) -> str:
        return f"{self.process} {self.place or '-'} {self.since}"


class GameInUse(UserError):
    """A game that cannot be played on now, because another program plays it."""

    def __init__(self, game: str, by: LockHolder) -> None:
        super().__init__(Text("{game} is being played by {other}.", game=game, other=by.text))
        self.game = game
        self.by = by

    def __reduce__(self) -> tuple[type[GameInUse], tuple[str, LockHolder]]:
        return type(self), (self.game, self.by)


class FileLock:
    """A lock on a saved game, until it is released or the program ends, however it ends."""

    def __init__(self, disk: FileSystem, path: Path, handle: int) -> None:
        self._disk = disk
        self._path = path
        self._handle = handle

    @classmethod
    def acquire(cls, disk: FileSystem, record: Path, by: LockHolder) -> FileLock:
        """Lock this record. Raises GameInUse if another program has it, OSError where nothing can be locked."""
        path = record.with_suffix(SUFFIX)
        while True:
            handle = disk.open(path, os.O_RDWR | os.O_CREAT | OPEN_FLAGS)
            claim = cls(disk, path, handle)
            try:
                if not _try_lock(disk, handle):
                    raise GameInUse(record.stem, LockHolder.parse(_line(disk.read(handle, 0, LONGEST_LINE))))
                if claim.is_held():
                    if not _is_lock_file(disk, handle):
                        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
                    claim.write_holder(by)
                    return claim
            except BaseException:
                with suppress(OSError):
                    disk.close(handle)
                raise
            # The last holder removed the file just now: try again with a new one.
            disk.close(handle)

    def is_held(self) -> bool:
        """Whether the locked file is still the one that others find by its name."""
        there = self._disk.status_of(self._path)
        return there is not None and os.path.samestat(there, self._disk.status(self._handle))

    def write_holder(self, by: LockHolder) -> None:
        """Write down who has the lock. On a full disk it is held all the same."""
        with suppress(OSError):
            self._disk.cut(self._handle, 0)
            self._disk.write_all(self._handle, 0, f"{by.line}\n".encode())

    def release(self) -> None:
        """Release the lock and remove its file."""
        if self._handle < 0:
            return
        with suppress(OSError):
            if self.is_held():
                self._disk.remove(self._path)
        with suppress(OSError):
            self._disk.close(self._handle)
        self._handle = -1


def _try_lock(disk: FileSystem, handle: int) -> bool:
    """Whether the file could be locked; a program that only looks may hold it for a moment."""
    for _ in range(TRIES):
        if disk.lock(handle):
            return True
        sleep(RETRY_SECONDS)
    return disk.lock(handle)


def _is_lock_file(disk: FileSystem, handle: int) -> bool:
    """Whether it is a lock file of ours, and no other file of that name, which is left alone."""
    if not stat.S_ISREG(disk.status(handle).st_mode):
        return False
    return bool(HOLDER_PATTERN.fullmatch(_line(disk.read(handle, 0, LONGEST_LINE + 1))))


def lock_holder(disk: FileSystem, record: Path) -> LockHolder | None:
    """The program that plays this game now; None if none does."""
    try:
        handle = disk.open(record.with_suffix(SUFFIX), os.O_RDWR | OPEN_FLAGS)
    except FileNotFoundError:
        return None
    except OSError as error:
        # A lock of another user cannot even be opened.
        return LockHolder() if error.errno == errno.EACCES else None
    try:
        return None if disk.lock(handle) else LockHolder.parse(_line(disk.read(handle, 0, LONGEST_LINE)))
    except OSError:
        return None
    finally:
        with suppress(OSError):
            disk.close(handle)


def _line(data: bytes) -> str:
    return data.strip(b"\0").decode("utf-8", "replace").strip()


def this_program(clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> LockHolder:
    """This program as a lock holder."""
    place = ""
    for handle in (0, 1, 2):
        with suppress(OSError):
            place = os.ttyname(handle).removeprefix("/dev/")
            break
    return LockHolder(os.getpid(), place, f"{clock():%Y-%m-%dT%H:%M:%SZ}")
