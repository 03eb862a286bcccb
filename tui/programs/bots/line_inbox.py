"""The lines that a program has written and nobody has read yet: not too many, and none too long."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Condition

LONGEST_LINE = 262_144
"""Bytes of a line."""
MOST_BYTES = 1_048_576
"""Bytes that wait to be read; then whoever writes has to wait."""
LINE_OVERHEAD = 64
"""Bytes that a line takes beside its own: endless empty ones are too much as well."""


class LineTooLong(Exception):
    """A line that is longer than any line may be."""


class NoLineYet(Exception):
    """Nothing has come until then."""


class StreamEnded(Exception):
    """Nothing will ever come any more."""


class LineInbox:
    """One thread brings what has come, another one takes it line by line.

    >>> inbox = LineInbox()
    >>> inbox.feed(b'{"say": "info"}\\n{"say"')
    >>> inbox.take(time.monotonic(), lambda: False)
    b'{"say": "info"}'
    """

    def __init__(self, longest: int = LONGEST_LINE, most: int = MOST_BYTES) -> None:
        self._longest, self._most = longest, most
        self._lines: deque[tuple[float, bytes | None]] = deque()
        """When each came; None stands for one that was too long."""
        self._begun = b""
        self._skipping = False
        self._waiting = 0
        self._ended = False
        self._changed = Condition()

    def feed(self, data: bytes) -> None:
        """Waits as long as nobody reads what is there."""
        if self._ended:
            return
        *whole, rest = (self._begun + data).split(b"\n")
        with self._changed:
            for line in whole:
                self._put(line)
            if len(rest) > self._longest:
                # The beginning says enough; the rest is not kept.
                self._put(rest)
                self._skipping, rest = True, b""
            self._begun = b"" if self._skipping else rest
            self._changed.notify_all()
            while self._waiting > self._most and not self._ended:
                self._changed.wait()

    def _put(self, line: bytes) -> None:
        if self._skipping:
            # This is where the line ends that was too long.
            self._skipping = False
            return
        found = line if len(line) <= self._longest else None
        self._lines.append((time.monotonic(), found))
        self._waiting += _counted_size(found)

    def end(self) -> None:
        """Nothing more will come; what has come can still be taken."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Whoever waits for a line looks up."""
        with self._changed:
            self._changed.notify_all()

    def clear(self) -> None:
        """What has come is not wanted any more."""
        with self._changed:
            self._lines.clear()
            self._waiting = 0
            self._changed.notify_all()

    def take(self, until: float, enough: Callable[[], bool]) -> bytes:
        """The next line. Raises Silent if none has come until then, or whoever waits has had enough; TooLong, Ended."""
        with self._changed:
            while not self._lines and not enough():
                if self._ended:
                    raise StreamEnded
                left = until - time.monotonic()
                if left <= 0:
                    raise NoLineYet
                self._changed.wait(left)
            # However many lines are there: who has had enough takes none of them.
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
