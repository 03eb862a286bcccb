"""Runs several apps in one process, each at its own terminal, and manages what Textual keeps for the whole process.

- While an app runs, Textual replaces standard output, and restores it at the end. Apps that end in another order than
  they began would restore the stream of a closed app: here standard output stays unchanged.
- From Python 3.12 on an app changes the task factory of the loop for all apps: here the old one is restored.
- Some caches keep closed apps alive: they are emptied. Reference cycles remain, which need the garbage collector. With
  many apps it stops everything for long, so it runs while the process is idle. It runs again as long as closed apps
  survive: the loop keeps the callback of a timer until its time, even if the timer was cancelled.
"""

from __future__ import annotations

import asyncio
import gc
import io
import sys
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import ReferenceType, ref

from rich.console import Console
from textual.cache import LRUCache

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.drivers.stream_driver import StreamDriver, TerminalConnection
from tilehall.tui.terminal.input.key_reader import forget_closed_apps
from tilehall.tui.terminal.style_sheets import MAX_SHEETS, ParsedRules, share_style_sheets

R = TypeVar("R")
MAX_STARTING = 2
"""Apps that may start at the same time: while one starts, no other app is served."""
START_SECONDS = 0.08
"""Estimated seconds that the start of an app takes."""
MANY_CLOSED, FEW_RUNNING = 20, 10
"""Closed apps that make a collection worthwhile; running apps up to which it may run without an idle period."""
QUIET_SECONDS = 2.0
"""Seconds without a key or a start after which the process counts as idle."""
AGAIN = 5.0
"""Seconds until the next attempt to collect closed apps that survived a collection."""


class AppHost:
    """Runs the apps of one process."""

    def __init__(self) -> None:
        self._printed = sys.stdout, sys.stderr
        self._sheets: ParsedRules = LRUCache(MAX_SHEETS)
        self._doors = asyncio.Semaphore(MAX_STARTING)
        self._drivers: set[StreamDriver] = set()
        self._closed: list[ReferenceType[TerminalApp[Any]]] = []
        """Weak references to apps that have ended."""
        self._active = 0.0
        """Time of the last activity of a user, by the clock of the loop."""
        self._look_at = 0.0
        """Earliest time of the next collection if closed apps survived the last one."""

    @property
    def app_count(self) -> int:
        """The number of running apps."""
        return len(self._drivers)

    @property
    def backlog(self) -> tuple[int, int]:
        """Bytes typed but not read, and bytes not sent yet, over all terminals."""
        return sum(driver.unread_bytes for driver in self._drivers), sum(
            driver.unsent_bytes for driver in self._drivers
        )

    async def run(self, app: TerminalApp[R], driver: StreamDriver, line: TerminalConnection) -> R | None:
        """Runs an app until it ends and returns its result. An error is printed on the connection."""
        app.driver_class = _given(driver)  # type: ignore[assignment]
        app._capture_stdout, app._capture_stderr = self._printed  # type: ignore[assignment]
        share_style_sheets(app, self._sheets)
        app.error_console = Console(file=_LineFile(line), color_system=None, width=80, _environ={})
        self._drivers.add(driver)
        try:
            await self._doors.acquire()
            loop = asyncio.get_running_loop()
            loop.call_later(START_SECONDS, self._doors.release)
            self.note_activity()
            before = loop.get_task_factory()
            running = loop.create_task(app.run_async(mouse=app.terminal.mouse))
            # The app replaces the factory in its first step; this callback runs right after it.
            loop.call_soon(loop.set_task_factory, before)
            try:
                result = await asyncio.shield(running)
                await driver.wait_for_answers()
                return result
            except asyncio.CancelledError:
                app.exit()
                await asyncio.wait([running])
                raise
        finally:
            self._drivers.discard(driver)
            self._closed.append(ref(app))
            forget_closed_apps()

    def note_activity(self) -> None:
        """Records activity of a user, which postpones collections."""
        self._active = asyncio.get_running_loop().time()

    @property
    def closed_count(self) -> int:
        """The number of ended apps that are still in memory."""
        self._closed = [closed for closed in self._closed if closed() is not None]
        return len(self._closed)

    def collect_garbage(self) -> bool:
        """Collects garbage if that is worthwhile and the process is idle; returns whether it did. Call it regularly."""
        clock, left = asyncio.get_running_loop().time, self.closed_count
        now = clock()
        due = left >= MANY_CLOSED and (now - self._active > QUIET_SECONDS or self.app_count <= FEW_RUNNING)
        if not left or now < self._look_at or (self._drivers and not due):
            return False
        gc.collect()
        self._look_at = clock() + AGAIN if self.closed_count else 0.0
        return True


def freeze_memory() -> None:
    """Exempts present objects from garbage collection; from then on only young ones are collected automatically."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(4_000, 10, 1_000_000)


def _given(driver: StreamDriver) -> Callable[..., StreamDriver]:
    def give(app: Any, **options: Any) -> StreamDriver:
        return driver

    return give


class _LineFile(io.StringIO):
    """Collects printed text, which is sent to the terminal after its app has ended."""

    def __init__(self, line: TerminalConnection) -> None:
        super().__init__()
        self._line = line

    def write(self, text: str) -> int:
        self._line.send(text.replace("\n", "\r\n").encode("utf-8", "replace"))
        return len(text)
