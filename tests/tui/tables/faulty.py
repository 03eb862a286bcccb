"""A disk on which any call can go wrong: it fails, is cut short, or the process or the power ends there.

Calls are counted from 1. What goes wrong, and at which call, is a `Fault`. After `Killed` everything of that process is
gone; `bury` closes what it held, and after a loss of power puts the folder into a state that it may then be in.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from tilehall.tui.tables.storage.filesystem import MODE_PUBLIC, FileSystem

T = TypeVar("T")

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EINTR, errno.EDQUOT, errno.ENOENT, errno.EMFILE)
FAILING = ("once", "late", "ever", "half", "half ever", "short", "locks fail")
"""The call fails; it fails, but what it should do is done; it and all that follow fail; half is written before it
fails; the same and all that follow fail; half is written and told so; only locks fail, from there on."""
ENDING = ("kill", "kill late", "kill half", "power", "power half", "power mixed")
"""The process ends before the call, after it, after half of what it should write; with the power, likewise: what was
not synced is gone; or each part of it is there or not, as it happens."""
KINDS = (*FAILING, *ENDING)


class Killed(BaseException):
    """Here the process ends."""


@dataclass
class Fault:
    """What goes wrong, and at which call."""

    kind: str
    at: int
    errors: tuple[int, ...] = ERRORS

    @property
    def error(self) -> OSError:
        number = self.errors[self.at % len(self.errors)]
        return OSError(number, os.strerror(number))


@dataclass
class Platter:
    """What stays when the power is lost: of each file the bytes at its last sync, of the folder the names at its."""

    folder: Path
    synced: dict[int, bytes] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)

    def sync(self, handle: int) -> None:
        status = os.fstat(handle)
        self.synced[status.st_ino] = os.pread(handle, status.st_size, 0)

    def sync_folder(self) -> None:
        self.names = self.present()

    def present(self) -> dict[str, int]:
        if not self.folder.is_dir():
            return {}
        return {path.name: path.stat().st_ino for path in self.folder.iterdir()}

    def lose_power(self, chance: Random | None) -> None:
        """Only what was synced stays; with `chance`, of everything else any part may."""
        present = self.present()
        now = {number: (self.folder / name).read_bytes() for name, number in present.items()}
        left = {}
        for name in sorted({*present, *self.names}):
            choices = [self.names.get(name)] if chance is None else [self.names.get(name), present.get(name)]
            number = (chance or Random(0)).choice(choices)
            if number is not None:
                left[name] = self.content(number, now.get(number, b""), chance)
        for name in present:
            (self.folder / name).unlink()
        for name, data in left.items():
            (self.folder / name).write_bytes(data)

    def content(self, number: int, now: bytes, chance: Random | None) -> bytes:
        synced = self.synced.get(number, b"")
        if chance is None or not now.startswith(synced):
            return synced
        some = now[: len(synced) + chance.randint(0, len(now) - len(synced))]
        # A file may have grown before its bytes are there.
        return chance.choice([synced, now, some, some + bytes(len(now) - len(some))])


class FaultyDisk(FileSystem):
    """A disk in one folder with a fault."""

    def __init__(self, folder: Path, fault: Fault | None = None) -> None:
        self.fault = fault
        self.calls = 0
        self.names: list[str] = []
        """What was called, in order."""
        self.dead = False
        self.platter = Platter(folder)
        self.handles: set[int] = set()

    # --- what goes wrong ------------------------------------------------------------------------------------------

    @property
    def reached(self) -> bool:
        return self.fault is not None and self.calls >= self.fault.at

    def heal(self) -> None:
        """From now on all is well."""
        self.fault = None

    def bury(self) -> None:
        """What the system does when a process has ended, and what is left when the power went with it."""
        for handle in self.handles:
            with suppress(OSError):
                os.close(handle)
        self.handles.clear()
        if self.fault and self.fault.kind.startswith("power"):
            self.platter.lose_power(Random(self.fault.at) if self.fault.kind == "power mixed" else None)

    def _die(self) -> None:
        self.dead = True
        raise Killed

    def _call(self, name: str, do: Callable[[], T]) -> T:
        if self.dead:
            raise Killed
        self.calls += 1
        self.names.append(name)
        fault = self.fault
        if fault is None or self.calls < fault.at or (fault.kind == "locks fail" and name != "lock"):
            return do()
        match fault.kind:
            case "locks fail" | "ever":
                raise fault.error
            case "once":
                self.heal()
                raise fault.error
            case "late":
                self.heal()
                do()
                raise fault.error
            case "kill" | "power" | "power mixed":
                self._die()
            case "kill late":
                do()
                self._die()
        # The others wait for something to be written.
        return do()

    # --- the calls ------------------------------------------------------------------------------------------------

    def open(self, path: Path, flags: int, mode: int = MODE_PUBLIC) -> int:
        return self._call("open", lambda: self._opened(path, flags, mode))

    def _opened(self, path: Path, flags: int, mode: int) -> int:
        if flags & os.O_WRONLY:
            # What was written is read again when it is synced.
            flags = flags & ~os.O_WRONLY | os.O_RDWR
        handle = super().open(path, flags, mode)
        self.handles.add(handle)
        return handle

    def close(self, handle: int) -> None:
        if not self.dead and handle in self.handles:
            # Also a close that fails has closed.
            self.handles.discard(handle)
            super().close(handle)
        self._call("close", lambda: None)

    def read(self, handle: int, start: int, count: int) -> bytes:
        return self._call("read", lambda: FileSystem.read(self, handle, start, count))

    def write(self, handle: int, start: int, data: bytes) -> int:
        return self._call("write", lambda: self._written(handle, start, data))

    def _written(self, handle: int, start: int, data: bytes) -> int:
        fault, half = self.fault, data[: len(data) // 2]
        if fault is None or self.calls < fault.at or fault.kind not in (*HALVES, *OVER_HALF) or not half:
            return super().write(handle, start, data)
        count = super().write(handle, start, half)
        if fault.kind in ("kill half", "power half"):
            self._die()
        if fault.kind == "half ever":
            self.fault = Fault("ever", self.calls, (errno.ENOSPC,))
        else:
            self.heal()
        if fault.kind == "short":
            return count
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def cut(self, handle: int, size: int) -> None:
        self._call("cut", lambda: FileSystem.cut(self, handle, size))

    def sync(self, handle: int) -> None:
        # Not even here anybody waits for a real disk.
        self._call("sync", lambda: self.platter.sync(handle))

    def status(self, handle: int) -> os.stat_result:
        return self._call("status", lambda: FileSystem.status(self, handle))

    def status_of(self, path: Path) -> os.stat_result | None:
        return self._call("status_of", lambda: FileSystem.status_of(self, path))

    def rename(self, old: Path, new: Path) -> None:
        self._call("rename", lambda: FileSystem.rename(self, old, new))

    def remove(self, path: Path) -> None:
        self._call("remove", lambda: FileSystem.remove(self, path))

    def make_folder(self, path: Path) -> None:
        self._call("make_folder", lambda: path.mkdir(parents=True, exist_ok=True))

    def sync_folder(self, path: Path) -> None:
        self._call("sync_folder", self.platter.sync_folder)

    def lock(self, handle: int) -> bool:
        return self._call("lock", lambda: FileSystem.lock(self, handle))


HALVES = ("half", "half ever", "short")
OVER_HALF = ("kill half", "power half")
