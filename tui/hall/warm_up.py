"""What a worker does before it opens its doors, so that whoever comes first waits no longer than all others."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from tilehall.engine import BUILT_IN_GAMES, load_game
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.guest import Screens, environment
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import Person
from tilehall.tui.hall.wire import LONGEST, Calls, Peer
from tilehall.tui.terminal.app_host import AppHost
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.drivers.stream_driver import StreamDriver

TERMINALS = ("xterm-256color", "xterm")
"""What most people sit at, and the palette of the others."""
SIZE = 80, 24
PATIENCE = 5.0
"""Seconds for a screen to be there: a worker that cannot show one says so to those who come."""

log = logging.getLogger(__name__)


def modules() -> Sequence[ModuleType]:
    """All that is needed at a table, in the lobby and behind it: at home it is loaded when it is first shown."""
    from tilehall.tui.features.replay import screen as replay
    from tilehall.tui.features.rules import screen as rules
    from tilehall.tui.hall.screens import asking, chairs, library, opening, record, table, talk, waiting
    from tilehall.tui.screens import board, curtain, hand, pages, reader, scoring, settings
    from tilehall.tui.tables.history import reasons

    for box in BUILT_IN_GAMES:
        load_game(box)
        renderer_for(box)
    here = (asking, chairs, library, opening, record, table, talk, waiting)
    return (*here, reasons, board, curtain, hand, pages, reader, replay, rules, scoring, settings)


async def warm_up(lodge: AppHost, screens: Screens[Any]) -> None:
    """Shows the empty lobby to nobody: what is worked out once for all is there afterwards."""
    for term in TERMINALS:
        try:
            await _shown(lodge, screens, Terminal.guess(environment({"TERM": term})))
        except Exception:
            # Those who come will see what is wrong, if it is wrong for them as well.
            log.exception("the lobby could not be rehearsed")


async def _shown(lodge: AppHost, screens: Screens[Any], terminal: Terminal) -> None:
    heard, line = screens.hear(), Nowhere()
    async with asyncio.TaskGroup() as group:
        house, worker = await _wire({"lobby": _no_tables, "settings": _no_settings, "unread": _nothing_unread})
        listening = [group.create_task(peer.run()) for peer in (house, worker)]
        app = screens.show(terminal, HallClient(worker, Person(0, ""), heard), heard)
        running = group.create_task(lodge.run(app, StreamDriver(app, line, SIZE), line))
        await asyncio.wait([running, group.create_task(line.painted())], return_when=asyncio.FIRST_COMPLETED)
        app.exit()
        await running
        for peer in (house, worker):
            peer.close()
        await asyncio.wait(listening)


class Nowhere:
    """A line with nobody at the other end."""

    def __init__(self) -> None:
        self._sent = 0
        self._whole = asyncio.Event()

    def send(self, data: bytes) -> None:
        self._sent += len(data)
        # What prepares the terminal is shorter, a picture is longer.
        if self._sent > 1000:
            self._whole.set()

    async def painted(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._whole.wait()
        except TimeoutError:
            return

    def unsent_bytes(self) -> int:
        return 0

    def pause(self) -> None:
        """Nothing comes from there."""

    def resume(self) -> None:
        """Nothing comes from there."""


async def _wire(calls: Calls) -> tuple[Peer, Peer]:
    """Both ends of a wire within this process: one that answers, and one that asks."""
    ends = [await asyncio.open_connection(sock=end, limit=LONGEST) for end in socket.socketpair()]
    (house, worker) = (Peer(*end, known, _deaf) for end, known in zip(ends, (calls, {}), strict=True))
    return house, worker


async def _no_tables() -> tuple[TableListing, ...]:
    return ()


async def _no_settings() -> dict[str, str]:
    return {}


async def _nothing_unread() -> dict[int, int]:
    return {}


def _deaf(item: Any) -> None:
    """Nothing is told there."""
