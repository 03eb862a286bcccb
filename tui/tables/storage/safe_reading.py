"""Reads files that anybody may have made: no pipe, device or endless file blocks the program or fills the memory.

At most one byte more than `most` is read, which tells the caller that the file is too long.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tilehall.engine import Text, literal_text

NOT_A_FILE = Text("it is no file but a pipe or a device")


class UnreadableFile(Exception):
    """A file that cannot be read; `why` says it as part of a sentence."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class NotRegularFile(OSError):
    """A folder, pipe or device lies where a file is expected."""

    def __init__(self, path: Path, mode: int) -> None:
        self.why = Text("it is no file but a folder") if stat.S_ISDIR(mode) else NOT_A_FILE
        super().__init__(errno.EINVAL, f"{self.why}", str(path))


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


def system_error_text(error: OSError) -> Text:
    """What the operating system says, as part of a sentence."""
    return error.why if isinstance(error, NotRegularFile) else literal_text(error.strerror or f"{error}")


def file_too_long(most: int) -> UnreadableFile:
    return UnreadableFile(Text("it is larger than {n} KiB", n=most // 1024))


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
