"""The program at the end of a line: bytes in any pieces come in, and nobody catches what it does not catch itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size

from tilehall.tui.app import Opening, TilehallApp
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.thinking.thinkers import InlineWriter
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.input.key_reader import KeyReader
from tilehall.tui.terminal.output.canvas import Canvas

PATIENCE = 20.0
"""Seconds after which a program that does not answer counts as dead."""
QUICK = Settings({"pace": "at once", "confirm": "at once"})


class Wire(Driver):
    """A terminal of which every read is ours to choose; what is written to it is nobody's."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.hang_on()

    def hang_on(self) -> None:
        """As if nothing had come yet: what was begun is forgotten."""
        self._reader = KeyReader()

    def read(self, data: bytes) -> None:
        for event in self._reader.feed(data):
            self.process_message(event)
        if self._reader.timeout is not None:
            asyncio.get_running_loop().call_later(self._reader.timeout, self._give_up, self._reader)

    def _give_up(self, reader: KeyReader) -> None:
        """What was begun is not going to be ended."""
        for event in reader.expire() if reader is self._reader else ():
            self.process_message(event)

    def resize(self, width: int, height: int) -> None:
        size = Size(width, height)
        self.send_message(Resize(size, size))

    def write(self, data: str) -> None:
        data.encode("utf-8", "replace")

    def start_application_mode(self) -> None:
        self.resize(*(self._size or (80, 24)))

    def disable_input(self) -> None:
        """What comes is read to the end."""

    def stop_application_mode(self) -> None:
        """There is nothing to restore."""


class Wired(TilehallApp):
    """The program before such a terminal."""

    def get_driver_class(self) -> type[Driver]:
        return Wire

    @property
    def wire(self) -> Wire:
        assert isinstance(self._driver, Wire)
        return self._driver

    @property
    def room(self) -> str:
        return type(self.screen).__name__ if self.screen_stack else ""

    @property
    def text(self) -> str:
        """What the topmost screen shows."""
        parts = sorted(self.screen.query(Canvas), key=lambda part: part.region.y) if self.screen_stack else []
        return "\n".join(part.picture.text() for part in parts if part.picture)

    @property
    def toasts(self) -> list[str]:
        return [note.message for note in self._notifications]

    @property
    def reports(self) -> str:
        """What was kept of errors."""
        return "".join(path.read_text("utf-8", "replace") for path in self.user_dirs.state.glob("crash*"))


class Line:
    """A program that runs, and whoever sits at the other end."""

    def __init__(self, app: Wired, running: asyncio.Task[int]) -> None:
        self.app = app
        self.running = running

    async def type(self, *keys: bytes) -> None:
        """One after the other, each when the one before has been seen to."""
        for key in keys:
            self.app.wire.read(key)
            await self.settled()

    async def settled(self) -> None:
        """Long enough for a key alone, on a busy machine as well."""
        for _ in range(2):
            for _ in range(50):
                await asyncio.sleep(0)
            await asyncio.sleep(0.003)

    async def until(self, condition: Callable[[], object]) -> None:
        """Raises TimeoutError if it never is, or if the program ends before."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if self.running.done() or time.monotonic() > deadline:
                raise TimeoutError(f"{self.app.room}\n{self.app.text}\n{self.app.reports}")
            await asyncio.sleep(0.001)
        await self.settled()

    async def in_room(self, name: str) -> None:
        await self.until(lambda: self.app.room.endswith(name) and self.app.text.strip())

    async def ends(self) -> int:
        """The exit code."""
        await asyncio.wait_for(asyncio.shield(self.running), PATIENCE)
        return self.app.return_code or self.running.result() or 0


@asynccontextmanager
async def wired(
    places: UserDirs, opening: Opening, size: tuple[int, int] = (100, 30), settings: Settings = QUICK
) -> AsyncIterator[Line]:
    """The program from its first screen on; it is called off at the end if it still runs."""
    app = Wired(Terminal(), places, settings, opening, writing=InlineWriter)
    line = Line(app, asyncio.create_task(app.run_async(size=size)))
    try:
        await line.until(lambda: app.is_running and app.room not in ("", "Screen"))
        yield line
    finally:
        if not line.running.done():
            app.exit(0)
            await asyncio.wait([line.running], timeout=2)
            line.running.cancel()


def places_in(folder: Path) -> UserDirs:
    return UserDirs(folder / "config", folder / "data", folder / "state")
