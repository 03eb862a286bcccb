"""Terminals at which somebody looks at a hall, and every byte that is written to them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pyte

from tests.tui.hall.hands import DOOR, QUICK
from tests.tui.hall.twins import NAMES, Eyes, Tap, Twin
from tilehall.tui.hall.app import HallApp
from tilehall.tui.hall.inbox import ScreenInbox
from tilehall.tui.tables.thinking.background import ThreadThinker
from tilehall.tui.terminal.app_host import AppHost
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.drivers.stream_driver import StreamDriver

QUIET = 0.12
"""Seconds without a byte after which nothing more is expected."""


class Pane:
    """A terminal that draws whatever comes, at once."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.sent = bytearray()
        self.wrote = time.monotonic()
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.driver: StreamDriver
        self.app: HallApp

    def send(self, data: bytes) -> None:
        self.sent += data
        self.wrote = time.monotonic()
        self._stream.feed(data)

    def unsent_bytes(self) -> int:
        return 0

    def pause(self) -> None:
        """Nobody types so fast here."""

    def resume(self) -> None:
        """Nobody types so fast here."""

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    @property
    def cells(self) -> list[list[pyte.screens.Char]]:
        """Everything that can be seen there, with its colours."""
        buffer = self._screen.buffer
        return [[_seen(buffer[y][x]) for x in range(self._screen.columns)] for y in range(self._screen.lines)]

    def type(self, keys: str) -> None:
        self.wrote = time.monotonic()
        self.driver.receive(keys.encode())

    async def quiet(self) -> None:
        """Until all is written."""
        while time.monotonic() - self.wrote < QUIET or self.app.pending_events:
            await asyncio.sleep(0.01)

    def taken(self) -> bytes:
        """What was written since this was asked last."""
        found = bytes(self.sent)
        self.sent.clear()
        return found


def _seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    """The colour of letters that are not there says only what was painted before."""
    blank = cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough)
    return cell._replace(fg="default", bold=False, italics=False) if blank else cell


@asynccontextmanager
async def looking(twin: Twin, eyes: Eyes, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Pane]:
    """Somebody's screen, at the table of this house."""
    pane, ear, lodge = Pane(size), ScreenInbox(), AppHost()
    who = ("Dan", "") if eyes is None else (NAMES[eyes], f"SHA256:{eyes}")
    visit = (await Tap.enter(twin.socket, *who, ear)).visit
    await visit.keep_settings(QUICK)
    pane.app = HallApp(Terminal(), visit, ear, DOOR, answerers=ThreadThinker())
    pane.driver = StreamDriver(pane.app, pane, size)
    showing = asyncio.create_task(lodge.run(pane.app, pane.driver, pane))
    try:
        async with asyncio.timeout(20):
            while "Welcome" not in pane.text:
                await asyncio.sleep(0.02)
        pane.type("\r")
        async with asyncio.timeout(20):
            while type(pane.app.screen).__name__ != "BoardScreen":
                await asyncio.sleep(0.02)
        yield pane
    finally:
        pane.app.exit()
        await showing
        await visit.end()
