"""Queue of lines between the thread that reads a program's output and the thread that asks it; bounded in bytes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Condition

LONGEST_LINE = 262_144
"""Bytes of the longest line."""
MOST_BYTES = 1_048_576
"""Bytes that may wait to be taken; `feed` blocks beyond that."""
LINE_OVERHEAD = 64
"""Bytes that each line counts besides its own, so that empty lines are bounded as well."""


class LineTooLong(Exception):
    """The next line was longer than the longest allowed."""


class NoLineYet(Exception):
    """No line has come in time, or the waiting was interrupted."""


class StreamEnded(Exception):
    """No line will come any more."""


class LineInbox:
    """One thread feeds bytes, another one takes lines.

    >>> inbox = LineInbox()
    >>> inbox.feed(b'{"say": "info"}\\n{"say"')
    >>> inbox.take(time.monotonic(), lambda: False)
    b'{"say": "info"}'
    """

    def __init__(self, longest: int = LONGEST_LINE, most: int = MOST_BYTES) -> None:
        self._longest, self._most = longest, most
        self._lines: deque[tuple[float, bytes | None]] = deque()
        """With the time when each came; None stands for one that was too long."""
        self._begun = b""
        self._skipping = False
        self._waiting = 0
        self._ended = False
        self._changed = Condition()

    def feed(self, data: bytes) -> None:
        """Add bytes; block while too much waits to be taken."""
        if self._ended:
            return
        *whole, rest = (self._begun + data).split(b"\n")
        with self._changed:
            for line in whole:
                self._put(line)
            if len(rest) > self._longest:
                # Only the fact is kept, not the rest of the line.
                self._put(rest)
                self._skipping, rest = True, b""
            self._begun = b"" if self._skipping else rest
            self._changed.notify_all()
            while self._waiting > self._most and not self._ended:
                self._changed.wait()

    def _put(self, line: bytes) -> None:
        if self._skipping:
            # The end of the line that was too long.
            self._skipping = False
            return
        found = line if len(line) <= self._longest else None
        self._lines.append((time.monotonic(), found))
        self._waiting += _counted_size(found)

    def end(self) -> None:
        """Mark the end of the stream; lines that have come can still be taken."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Let `take` ask `enough` again."""
        with self._changed:
            self._changed.notify_all()

    def clear(self) -> None:
        """Drop the lines that have come."""
        with self._changed:
            self._lines.clear()
            self._waiting = 0
            self._changed.notify_all()

    def take(self, until: float, enough: Callable[[], bool]) -> bytes:
        """Return the next line. Raises NoLineYet after `until` or once `enough()`, LineTooLong, StreamEnded."""
        with self._changed:
            while not self._lines and not enough():
                if self._ended:
                    raise StreamEnded
                left = until - time.monotonic()
                if left <= 0:
                    raise NoLineYet
                self._changed.wait(left)
            # Also while lines are there: interrupted, none of them is taken.
            if enough() or self._lines[0][0] > until:
                raise NoLineYet
            _, line = self._lines.popleft()
            self._waiting -= _counted_size(line)
            self._changed.notify_all()
            if line is None:
                raise LineTooLong
            return line


def _counted_size(line: bytes | None) -> int:
    return LINE_OVERHEAD + len(line or b"")
