"""What can go wrong with files and disks: an error for each cause, and the words for it."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

from tilehall.engine import Text, UserError, literal_text

NOT_A_FILE = Text("it is no file but a pipe or a device")
FULL_ERRORS = {errno.ENOSPC, errno.EDQUOT}
READ_ONLY_ERRORS = {errno.EROFS, errno.EACCES, errno.EPERM}


class NotSaved(UserError):
    """A step was not written to the disk, and therefore not done; the text says why."""


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


def file_error_text(error: OSError) -> Text:
    """What went wrong with a file, in a few words: a full disk, missing rights, another program."""
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


def system_error_text(error: OSError) -> Text:
    """What the operating system says, as part of a sentence."""
    return error.why if isinstance(error, NotRegularFile) else literal_text(error.strerror or f"{error}")


def file_too_long(most: int) -> UnreadableFile:
    return UnreadableFile(Text("it is larger than {n} KiB", n=most // 1024))
