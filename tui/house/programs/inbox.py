"""The lines that a program has written and nobody has read yet: not too many, and none too long."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Condition

LONGEST = 262_144
"""Bytes of a line."""
MOST = 1_048_576
"""Bytes that wait to be read; then whoever writes has to wait."""


class TooLong(Exception):
    """A line that is longer than any line may be."""


class Silent(Exception):
    """Nothing has come until then."""


class Ended(Exception):
    """Nothing will ever come any more."""


class Inbox:
    """One thread brings what has come, another one takes it line by line.

    >>> inbox = Inbox()
    >>> inbox.bring(b'{"say": "info"}\\n{"say"')
    >>> inbox.take(0, lambda: False)
    b'{"say": "info"}'
    """

    def __init__(self, longest: int = LONGEST, most: int = MOST) -> None:
        self._longest, self._most = longest, most
        self._lines: deque[bytes | None] = deque()
        """None stands for a line that was too long."""
        self._begun = b""
        self._skipping = False
        self._waiting = 0
        self._ended = False
        self._changed = Condition()

    def bring(self, data: bytes) -> None:
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
        fits = len(line) <= self._longest
        self._lines.append(line if fits else None)
        self._waiting += len(line) if fits else 0

    def end(self) -> None:
        """Nothing more will come; what has come can still be taken."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Whoever waits for a line looks up."""
        with self._changed:
            self._changed.notify_all()

    def empty(self) -> None:
        """What has come is not wanted any more."""
        with self._changed:
            self._lines.clear()
            self._waiting = 0
            self._changed.notify_all()

    def take(self, until: float, enough: Callable[[], bool]) -> bytes:
        """The next line. Raises Silent if none comes until then, or whoever waits has had enough; TooLong, Ended."""
        with self._changed:
            while not self._lines:
                if self._ended:
                    raise Ended
                left = until - time.monotonic()
                if left <= 0 or enough():
                    raise Silent
                self._changed.wait(left)
            line = self._lines.popleft()
            self._waiting -= len(line) if line is not None else 0
            if line is None:
                raise TooLong
            self._changed.notify_all()
            return line
