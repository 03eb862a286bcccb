"""All calls to the file system: durable writing, locks, and reading of files that anybody may have made.

No pipe, device or endless file blocks a reader or fills the memory; at most one byte more than `most` is read, which
tells the caller that the file is too long.
"""

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
from typing import BinaryIO

from tilehall.tui.tables.storage.disk_errors import NOT_A_FILE, NotRegularFile, UnreadableFile, system_error_text

MODE_PUBLIC, MODE_PRIVATE = 0o666, 0o600
"""File modes, reduced by the user's umask."""
TRIES, RETRY_SECONDS = 100, 0.01
"""Attempts to lock a folder, and the seconds between them."""
STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}
FD_FOLDERS = (Path("/dev/fd"), Path("/proc/self/fd"))
"""Folders in which a process finds its open files by number."""


class FileSystem:
    """Calls to the operating system, and what is made of them. Tests replace it by one that fails at any call."""

    def open(self, path: Path, flags: int, mode: int = MODE_PUBLIC) -> int:
        return os.open(path, flags | BINARY, mode)

    def read(self, handle: int, start: int, count: int) -> bytes:
        """Read so many bytes from there, fewer only at the end."""
        os.lseek(handle, start, os.SEEK_SET)
        found = []
        while count > 0 and (piece := os.read(handle, count)):
            found.append(piece)
            count -= len(piece)
        return b"".join(found)

    def write(self, handle: int, start: int, data: bytes) -> int:
        """Write there, and return how many bytes were written."""
        os.lseek(handle, start, os.SEEK_SET)
        return os.write(handle, data)

    def cut(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        """Wait until all of it is on the disk."""
        os.fsync(handle)

    def close(self, handle: int) -> None:
        os.close(handle)

    def status(self, handle: int) -> os.stat_result:
        return os.fstat(handle)

    def status_of(self, path: Path) -> os.stat_result | None:
        """The status of a file; None if there is no such file."""
        try:
            return os.stat(path)
        except FileNotFoundError:
            return None

    def rename(self, old: Path, new: Path) -> None:
        os.replace(old, new)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def make_folder(self, path: Path) -> None:
        """Make a folder and those above it, durably."""
        if path.is_dir():
            return
        self.make_folder(path.parent)
        path.mkdir(exist_ok=True)
        # A folder that one may pass need not be readable.
        with suppress(PermissionError):
            self.sync_folder(path.parent)

    def sync_folder(self, path: Path) -> None:
        """Wait until its names are on the disk, where the system can do that."""
        if sys.platform == "win32":
            return
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            # Some file systems cannot sync folders.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
                raise
        finally:
            os.close(handle)

    def lock(self, handle: int) -> bool:
        """Lock the file until the handle is closed or the process ends. False if another handle has it locked."""
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
        """Lock a folder, where the system can do that. Goes on without the lock if another has it for long."""
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
        """Write all of it there."""
        while data:
            count = self.write(handle, start, data)
            if not count:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            start, data = start + count, data[count:]

    def replace_file(self, path: Path, data: bytes, mode: int = MODE_PUBLIC) -> None:
        """Replace a file atomically and durably: either the old one stays, or the new one is there."""
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            # A killed program with our process id may have left one; O_EXCL follows no link.
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
            # The temporary name says nothing to a user.
            raise OSError(error.errno, error.strerror, str(path)) from error
        self.sync_folder(path.parent)

    def read_file(self, path: Path, most: int) -> bytes:
        """Read at most so many bytes of a file. Raises NotRegularFile for a pipe or device, which could block."""
        handle = self.open(path, os.O_RDONLY | _WITHOUT_WAITING)
        try:
            if not stat.S_ISREG(mode := self.status(handle).st_mode):
                raise NotRegularFile(path, mode)
            return self.read(handle, 0, most)
        finally:
            self.close(handle)

    def read_ends(self, path: Path, first: int, last: int) -> tuple[bytes, bytes]:
        """Read the beginning and the end of a file; of a small file all of it, and no end."""
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
        # A game that is only shown needs no locks, and this module is loaded at start-up.
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def replace_text(path: Path, text: str) -> None:
    """Replace a file atomically: either the old one stays or the new one is there, never half of it.

    A link is followed; a pipe or a device is written to; /dev/stdout and the like go on where they stand.
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
    """The file that a link leads to, or the path itself; a circle of links stays as it is."""
    return Path(os.path.realpath(path))


def _stream_number(path: Path) -> int | None:
    """The number of the open stream that a path names: opened again, it would be written from its beginning."""
    if str(path) in STREAMS:
        return STREAMS[str(path)]
    return int(path.name) if path.parent in FD_FOLDERS and re.fullmatch("[0-9]{1,6}", path.name) else None


def read_regular_file(path: Path, most: int) -> bytes:
    """Read a regular file. Raises FileNotFoundError, and UnreadableFile for everything else."""
    with _open_checked(path) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UnreadableFile(NOT_A_FILE)
        return file.read(most + 1)


def read_stream(path: Path, most: int) -> bytes:
    """Read a file that a user has named, also a pipe such as /dev/stdin, to its end."""
    with _open_checked(path) as file:
        os.set_blocking(file.fileno(), True)
        return file.read(most + 1)


@contextmanager
def _open_checked(path: Path) -> Iterator[BinaryIO]:
    try:
        with open(path, "rb", opener=_open_nonblocking) as file:
            yield file
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnreadableFile(system_error_text(error)) from error


def _open_nonblocking(path: str, flags: int) -> int:
    """Open without waiting for somebody to write to a pipe."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)
