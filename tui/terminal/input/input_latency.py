"""Measures the time from a key to the next frame of a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

FRAME_DEADLINE = 0.25
"""Seconds the app had to answer a key, after which no frame is expected for it."""


class LatencyObserver(Protocol):
    """Receives the measurements."""

    def record_frame(self, seconds: float) -> None:
        """The seconds from a key to the next frame."""

    def record_no_frame(self) -> None:
        """Called when a key has changed nothing on the screen."""


class NullLatencyObserver:
    """Ignores the measurements."""

    def record_frame(self, seconds: float) -> None: ...

    def record_no_frame(self) -> None: ...


class InputLatency:
    """Measures one terminal. Of several keys before a frame the first counts, as it has waited longest."""

    def __init__(
        self, judge: LatencyObserver, now: Callable[[], float], later: Callable[..., asyncio.TimerHandle]
    ) -> None:
        self._judge = judge
        self._now = now
        self._later = later
        self._since: float | None = None
        self._look: asyncio.TimerHandle | None = None
        self._due = 0.0

    def note_typed(self) -> None:
        if self._since is None:
            self._since = self._now()
            self._wait()

    def note_painted(self) -> None:
        if self._since is not None:
            self._judge.record_frame(self._now() - self._since)
            self.reset()

    def reset(self) -> None:
        """Forgets keys that have no frame yet."""
        self._since = None
        if self._look is not None:
            self._look.cancel()

    def _wait(self) -> None:
        self._due = self._now() + FRAME_DEADLINE
        self._look = self._later(FRAME_DEADLINE, self._looked)

    def _looked(self) -> None:
        # A late loop means that the app had no time: its frame is still to come.
        if self._now() - self._due > FRAME_DEADLINE:
            self._wait()
            return
        self._since = None
        self._judge.record_no_frame()
