"""What a worker counts for whoever keeps the hall: sums since it began, and how it is at a moment."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from tilehall.tui.hall.figures import DurationHistogram, Stopwatch
from tilehall.tui.hall.refusals import Reason

Way = Literal["screen", "words", "join"]
WAYS: tuple[Way, ...] = ("screen", "words", "join")
"""A screen by ssh, a few words by ssh, a screen by `tilehall join`."""
STATUS = Path("/proc/self/statm")


class Sums(NamedTuple):
    """What only grows while a worker lives."""

    came: Mapping[str, int] = {}
    """Sessions, by the way they came."""
    refused: Mapping[str, int] = {}
    """Who was not let in or not listened to, by the reason."""
    frames: DurationHistogram = DurationHistogram()
    """From something typed to the next frame."""
    unseen: int = 0
    """How many times something was typed that changed nothing on the screen."""
    cpu: float = 0.0
    """Seconds of a processor."""

    def plus(self, other: Sums) -> Sums:
        return Sums(
            Counter(self.came) + Counter(other.came),
            Counter(self.refused) + Counter(other.refused),
            self.frames.plus(other.frames),
            self.unseen + other.unseen,
            self.cpu + other.cpu,
        )


class Now(NamedTuple):
    """How it is at this moment."""

    sessions: int = 0
    typed: int = 0
    """Bytes that were typed and not read yet."""
    unsent: int = 0
    """Bytes that are on their way to terminals."""
    memory: int = 0
    """Bytes of this process."""


class WorkerFigures(NamedTuple):
    """All that a worker tells of itself."""

    sums: Sums = Sums()
    now: Now = Now()


class Counting:
    """Counts, in one process.

    >>> counting = Counting()
    >>> counting.comes("screen"); counting.refuses("full"); counting.refuses("full")
    >>> counting.sums.came, counting.sums.refused
    (Counter({'screen': 1}), Counter({'full': 2}))
    """

    def __init__(self) -> None:
        self._came: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._unseen = 0
        self._frames = Stopwatch()

    def comes(self, way: Way) -> None:
        self._came[way] += 1

    def refuses(self, reason: Reason) -> None:
        self._refused[reason] += 1

    def record_frame(self, seconds: float) -> None:
        """From something typed to the next frame."""
        self._frames.note(seconds)

    def record_no_frame(self) -> None:
        """What was typed has changed nothing on the screen."""
        self._unseen += 1

    @property
    def sums(self) -> Sums:
        return Sums(self._came.copy(), self._refused.copy(), self._frames.spread, self._unseen, time.process_time())


def memory() -> int:
    """Bytes that this process has in memory; 0 where the system does not tell."""
    try:
        return int(STATUS.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
