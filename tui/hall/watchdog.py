"""Somebody's code that does not come back to the loop is broken off, so that all others go on."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import traceback
from contextvars import ContextVar
from types import FrameType

# Said for the type checker: the timer is not there on Windows.
assert sys.platform != "win32"

SESSION: ContextVar[str] = ContextVar("session")
"""On whose behalf something is done."""
PATIENCE = 0.75
"""Seconds that one may keep all others waiting;"""
GRACE = 0.25
"""and so many more, because the whole process may have been asleep."""

log = logging.getLogger(__name__)


class Hangs(Exception):
    """Raised in the midst of what kept the loop."""


class Watchdog:
    """Watches the loop of this process, from its main thread. Only what is done for somebody is broken off."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._warned = False
        self._beat: asyncio.TimerHandle | None = None

    def start(self) -> None:
        signal.signal(signal.SIGALRM, self._bark)
        self._breathe()

    def stop(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _breathe(self) -> None:
        self._warned = False
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        self._beat = self._loop.call_later(PATIENCE / 3, self._breathe)

    def _bark(self, number: int, frame: FrameType | None) -> None:
        if not self._warned:
            self._warned = True
            signal.setitimer(signal.ITIMER_REAL, GRACE)
            return
        self._warned = False
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        where = "".join(traceback.format_stack(frame, 12))
        culprit = SESSION.get("")
        log.error("the loop hangs, for %s:\n%s", culprit or "nobody", where)
        if culprit:
            raise Hangs(f"took longer than {PATIENCE + GRACE:.0f} s")
