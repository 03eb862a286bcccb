"""What is written down by the processes of a hall, without secrets: JSON for programs, plain lines at a terminal.

Names and addresses of guests are in it, and fingerprints of keys; no passwords, no codes, nothing that was said or
played. No control character is left as it is.
"""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from collections.abc import Callable
from typing import TextIO

from tilehall.tui.hall.watchdog import SESSION

LONGEST = 8000
"""Characters of one line; a traceback fits."""


Shape = Callable[[logging.LogRecord, str, str], str]
"""A record of a process, with all that it tells, as it is written."""


class LogFormatter(logging.Formatter):
    """What one process tells, in one shape."""

    def __init__(self, process: str, shape: Shape) -> None:
        super().__init__()
        self._process = process
        self._shape = shape

    def format(self, record: logging.LogRecord) -> str:
        told = record.getMessage()
        if record.exc_info:
            told = f"{told}\n{self.formatException(record.exc_info)}"
        return self._shape(record, self._process, told[:LONGEST])


def as_json(record: logging.LogRecord, process: str, told: str) -> str:
    """One line, for programs."""
    found = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
        "level": record.levelname.lower(),
        "process": process,
        "session": SESSION.get(""),
        "what": told,
    }
    return json.dumps({name: value for name, value in found.items() if value})


def to_read(record: logging.LogRecord, process: str, told: str) -> str:
    r"""For somebody who looks at it, in the time of this machine.

    >>> record = logging.LogRecord("hall", logging.ERROR, "", 0, "", (), None)
    >>> print(to_read(record, "house", "Aki\nis \x1b[1min")[8:])
      house     error: Aki
              is \x1b[1min
    """
    level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
    head = f"{time.strftime('%H:%M:%S', time.localtime(record.created))}  {process:8}  {level}"
    return "\n          ".join(_harmless(line) for line in f"{head}{told}".split("\n"))


def _harmless(line: str) -> str:
    return "".join(letter if letter.isascii() and letter.isprintable() else ascii(letter)[1:-1] for letter in line)


class Printed(io.TextIOBase):
    """A stream of which every line goes to the log."""

    def __init__(self) -> None:
        self._log = logging.getLogger("tilehall.printed")
        self._begun = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            if line:
                self._log.warning("%s", line[:LONGEST])
        self._begun = self._begun[:LONGEST]
        return len(text)


class Sparing:
    """Writes down so much of what strangers can do as often as they like, and how much was left out.

    >>> lines = []
    >>> sparing = Sparing(lines.append, 2, 60.0, now=lambda: 0.0)
    >>> for n in range(4):
    ...     sparing.note(f"turned away {n}")
    >>> sparing.now = lambda: 61.0
    >>> sparing.note("turned away 4")
    >>> lines
    ['turned away 0', 'turned away 1', 'turned away 4; 2 more were not written down']
    """

    def __init__(
        self, write: Callable[[str], None], most: int, seconds: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.now = now
        self._write = write
        self._most = most
        self._seconds = seconds
        self._since = -seconds
        self._written = 0
        self._left_out = 0

    def note(self, told: str) -> None:
        now = self.now()
        if now - self._since >= self._seconds:
            self._since, self._written = now, 0
        if self._written >= self._most:
            self._left_out += 1
            return
        self._written += 1
        more = f"; {self._left_out} more were not written down" if self._left_out else ""
        self._left_out = 0
        self._write(f"{told}{more}")


class Enduring(logging.StreamHandler[TextIO]):
    """What cannot be written, on a full disk or to a reader that has gone, is lost: the hall goes on."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing: what is printed of it would come here again."""


def write_to(stream: TextIO, process: str) -> None:
    """From now on all that this process says is written there: for programs, or for whoever sits before it."""
    handler = Enduring(stream)
    handler.setFormatter(LogFormatter(process, to_read if stream.isatty() else as_json))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # What is told to it by strangers, and what happens to every packet, is of no interest.
    logging.getLogger("asyncssh").setLevel(logging.ERROR)


def catch_prints() -> None:
    """What is printed, by whomever, is written down as well."""
    sys.stdout = sys.stderr = Printed()
