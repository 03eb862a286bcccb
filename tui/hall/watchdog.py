"""Somebody's code that does not come back to the loop is broken off, so that all others go on."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
import traceback
from contextvars import ContextVar
from pathlib import Path
from types import FrameType

# Said for the type checker: the timer is not there on Windows.
assert sys.platform != "win32"

SESSION: ContextVar[str] = ContextVar("session")
"""On whose behalf something is done."""
PATIENCE = 1.0
"""Seconds that one may keep all others waiting, without those in which the machine had no time for this process."""
LOOKS = 0.25
"""Seconds between two looks."""
QUEUE = Path("/proc/self/schedstat")
"""Where Linux tells, as its second number, how many nanoseconds the main thread has stood in line for a processor."""

log = logging.getLogger(__name__)


class Hangs(Exception):
    """Raised in the midst of what kept the loop."""


class Watchdog:
    """Watches the loop of this process, from its main thread. Only what is done for somebody is broken off."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._breath = 0.0
        """When the loop was alive last, by the time that this process could have used."""
        self._beat: asyncio.TimerHandle | None = None

    def start(self) -> None:
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, LOOKS, LOOKS)
        self._breathe()

    def stop(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _breathe(self) -> None:
        self._breath = usable()
        self._beat = self._loop.call_later(LOOKS, self._breathe)

    def _look(self, number: int, frame: FrameType | None) -> None:
        if usable() - self._breath < PATIENCE + LOOKS:
            return
        self._breath = usable()
        where = "".join(traceback.format_stack(frame, 12))
        culprit = SESSION.get("")
        log.error("the loop hangs, for %s:\n%s", culprit or "nobody", where)
        if culprit:
            raise Hangs(f"took longer than {PATIENCE:.0f} s")


def usable() -> float:
    """Seconds that this process could have used by now, for work or for sleep."""
    try:
        waited = int(QUEUE.read_bytes().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        waited = 0.0
    return time.monotonic() - waited
