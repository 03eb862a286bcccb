"""What the store asks of the system, call by call: whatever can go wrong with files goes wrong here."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import sleep

from tilehall.engine import Text, UserError
from tilehall.tui.tables.storage.safe_reading import NotRegularFile, system_error_text

MODE_PUBLIC, MODE_PRIVATE = 0o666, 0o600
"""Who may read a file, as far as the user's mask allows it."""
FULL_ERRORS = {errno.ENOSPC, errno.EDQUOT}
READ_ONLY_ERRORS = {errno.EROFS, errno.EACCES, errno.EPERM}
TRIES, RETRY_SECONDS = 100, 0.01
"""How often, and after how many seconds, it is tried to be alone in a folder."""
STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}
FD_FOLDERS = (Path("/dev/fd"), Path("/proc/self/fd"))
"""Where what a process has open stands by its numbers."""


class NotSaved(UserError):
    """A step was not written to the disk, and therefore not done; the text says why."""


class FileSystem:
    """The calls themselves. Tests put one in its place that fails, cuts short or ends the program at any of them."""

    def open(self, path: Path, flags: int, mode: int = MODE_PUBLIC) -> int:
        return os.open(path, flags | BINARY, mode)

    def read(self, handle: int, start: int, count: int) -> bytes:
        """So many bytes from there, fewer only at the end."""
        os.lseek(handle, start, os.SEEK_SET)
        found = []
        while count > 0 and (piece := os.read(handle, count)):
            found.append(piece)
            count -= len(piece)
        return b"".join(found)

    def write(self, handle: int, start: int, data: bytes) -> int:
        """Writes there, and says how much of it."""
        os.lseek(handle, start, os.SEEK_SET)
        return os.write(handle, data)

    def cut(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        """Waits until all of it lies on the disk."""
        os.fsync(handle)

    def close(self, handle: int) -> None:
        os.close(handle)

    def status(self, handle: int) -> os.stat_result:
        return os.fstat(handle)

    def status_of(self, path: Path) -> os.stat_result | None:
        """None if there is no such file."""
        try:
            return os.stat(path)
        except FileNotFoundError:
            return None

    def rename(self, old: Path, new: Path) -> None:
        os.replace(old, new)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def make_folder(self, path: Path) -> None:
        """A folder and those above it, for certain."""
        if path.is_dir():
            return
        self.make_folder(path.parent)
        path.mkdir(exist_ok=True)
        # Not everybody may read every folder that he may go through.
        with suppress(PermissionError):
            self.sync_folder(path.parent)

    def sync_folder(self, path: Path) -> None:
        """Waits until its names lie on the disk, where a system has that."""
        if sys.platform == "win32":
            return
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            # Some file systems cannot: then their names need no waiting for.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
                raise
        finally:
            os.close(handle)

    def lock(self, handle: int) -> bool:
        """Takes the file for this handle alone, until it is closed or the process ends. False if another has it."""
        try:
            _lock(handle)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                return False
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL):
                raise
        return True

    @contextmanager
    def lock_folder(self, folder: Path) -> Iterator[None]:
        """Whoever else asks for that waits meanwhile, where a system can lock folders; but nobody waits for long."""
        with ExitStack() as held:
            with suppress(OSError):
                handle = os.open(folder, os.O_RDONLY)
                held.callback(os.close, handle)
                for _ in range(TRIES):
                    if self.lock(handle):
                        break
                    sleep(RETRY_SECONDS)
            yield

    # --- made of these --------------------------------------------------------------------------------------------

    def write_all(self, handle: int, start: int, data: bytes) -> None:
        """Writes all of it there."""
        while data:
            count = self.write(handle, start, data)
            if not count:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            start, data = start + count, data[count:]

    def replace_file(self, path: Path, data: bytes, mode: int = MODE_PUBLIC) -> None:
        """A file in one piece, for certain: either the old one stays, or the new one is there."""
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            # What a killed program of the same number has left; and never through a link that somebody has laid.
            self.remove(part)
            handle = self.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            try:
                self.write_all(handle, 0, data)
                self.sync(handle)
            finally:
                self.close(handle)
            self.rename(part, path)
        except OSError as error:
            with suppress(OSError):
                self.remove(part)
            # Nobody knows the other name.
            raise OSError(error.errno, error.strerror, str(path)) from error
        self.sync_folder(path.parent)

    def read_file(self, path: Path, most: int) -> bytes:
        """What is in a file, at most so many bytes. A pipe or a device of that name would keep everybody waiting."""
        handle = self.open(path, os.O_RDONLY | _WITHOUT_WAITING)
        try:
            if not stat.S_ISREG(mode := self.status(handle).st_mode):
                raise NotRegularFile(path, mode)
            return self.read(handle, 0, most)
        finally:
            self.close(handle)

    def read_ends(self, path: Path, first: int, last: int) -> tuple[bytes, bytes]:
        """The beginning of a file and its end, so many bytes each; of a small one all, and no end."""
        handle = self.open(path, os.O_RDONLY | _WITHOUT_WAITING)
        try:
            status = self.status(handle)
            if not stat.S_ISREG(status.st_mode):
                raise NotRegularFile(path, status.st_mode)
            head = self.read(handle, 0, first)
            return head, self.read(handle, status.st_size - last, last) if status.st_size > first else b""
        finally:
            self.close(handle)


if sys.platform == "win32":
    import msvcrt

    BINARY, _WITHOUT_WAITING = os.O_BINARY, 0

    def _lock(handle: int) -> None:
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    BINARY, _WITHOUT_WAITING = 0, os.O_NONBLOCK

    def _lock(handle: int) -> None:
        # Imported here: what is only looked at needs no locks.
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def replace_text(path: Path, text: str) -> None:
    """Writes a file in one piece: either the old one stays or the new one is there, never half of it.

    What lies behind a link is written, and a pipe or a device is written to, never put another file in its place.
    What is open already, such as /dev/stdout, is written on where it stands.
    """
    data = text.encode()
    if (handle := _stream_number(path)) is not None:
        with os.fdopen(os.dup(handle), "wb") as stream:
            stream.write(data)
        return
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    disk, target = FileSystem(), resolve_link(path)
    disk.make_folder(target.parent)
    disk.replace_file(target, data)


def resolve_link(path: Path) -> Path:
    """The file that a link leads to, or the path itself; one that leads in a circle is left as it is."""
    return Path(os.path.realpath(path))


def _stream_number(path: Path) -> int | None:
    """The number of the stream that a path names: to open it anew would be to write from the file's beginning."""
    if str(path) in STREAMS:
        return STREAMS[str(path)]
    return int(path.name) if path.parent in FD_FOLDERS and re.fullmatch("[0-9]{1,6}", path.name) else None


def file_error_text(error: OSError) -> Text:
    """What went wrong with a file, in a few words."""
    if error.errno in FULL_ERRORS:
        return Text("the disk is full")
    if error.errno == errno.ESTALE:
        return Text("another program has changed the file")
    if error.errno in READ_ONLY_ERRORS:
        return (
            Text("{place} may not be written to", place=f"{error.filename}")
            if error.filename
            else Text("this disk may not be written to")
        )
    return system_error_text(error)
