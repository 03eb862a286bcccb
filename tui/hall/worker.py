"""A worker of a hall: a process with the doors, and the apps of those who came in by them. It holds no game."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tilehall.tui.hall import door, wire
from tilehall.tui.hall.counting import Now, WorkerFigures, memory
from tilehall.tui.hall.guest import Screens, Welcome
from tilehall.tui.hall.limits import ConnectionLimits
from tilehall.tui.hall.local_login import LocalLogin
from tilehall.tui.hall.logs import catch_prints, write_to
from tilehall.tui.hall.pending_connections import Away
from tilehall.tui.hall.warm_up import warm_up
from tilehall.tui.hall.watchdog import Watchdog
from tilehall.tui.hall.worker_config import WorkerConfig, bound
from tilehall.tui.terminal.app_host import AppHost, freeze_memory

BACKLOG = 128
READY = 60
"""Seconds for a worker to get ready."""
LEAVING = 5.0
"""Seconds for everybody to leave when the house closes."""
MEMORY = 4 * 1024**3
"""Bytes of addresses that a worker may use, whatever is done to it."""

log = logging.getLogger(__name__)


def main(screens: Callable[[WorkerConfig], Screens[Any]], words: Sequence[str]) -> int:
    """Works until the house has no more work, or is gone."""
    work = WorkerConfig.from_json(words[0])
    write_to(sys.stderr, f"worker {work.number}")
    catch_prints()
    _limit()
    return asyncio.run(_work(work, screens(work)))


async def _work(work: WorkerConfig, screens: Screens[Any]) -> int:
    lodge, closing = AppHost(), asyncio.Event()
    # One that does not come so far is ended by the system, whether or not there is still a house that would.
    signal.alarm(READY)
    await warm_up(lodge, screens)
    signal.alarm(0)
    freeze_memory()
    welcome = Welcome(Path(work.house), lodge, screens, work.patience)
    limits = ConnectionLimits(work.knocks)
    way = door.Doorway(welcome, work.guests, work.locked, work.most, limits, prefix=f"{work.number}-")

    async def ping() -> WorkerFigures:
        return WorkerFigures(welcome.counting.sums, Now(lodge.app_count, *lodge.backlog, memory()))

    async def leave() -> None:
        closing.set()

    def hear(item: Any) -> None:
        if isinstance(item, Away):
            way.send_away(item.number)

    house = await wire.connect(Path(work.house), {"ping": ping, "leave": leave}, hear)
    way.tell = house.tell
    acceptor = await door.listen(way, Path(work.key), sock=bound(work.host, work.port, work.shared), backlog=BACKLOG)
    neighbours = LocalLogin(welcome, f"{work.number}-")
    if work.join:
        await neighbours.listen(Path(work.join))

    watchdog = Watchdog()
    watchdog.start()
    listening = asyncio.create_task(house.run())
    await house.ask("work", work.number)
    tidying = asyncio.create_task(_tidy(lodge))
    await asyncio.wait([listening, asyncio.create_task(closing.wait())], return_when=asyncio.FIRST_COMPLETED)
    # Whoever is here has heard it from the house, or by the end of the wire to it.
    acceptor.close()
    neighbours.close()
    until = asyncio.get_running_loop().time() + LEAVING
    while way.doors and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.05)
    tidying.cancel()
    watchdog.stop()
    return 0


async def _tidy(lodge: AppHost) -> None:
    while True:
        await asyncio.sleep(1.0)
        if lodge.collect_garbage():
            log.debug("looked for garbage")


def _limit() -> None:
    """As many files as may be, and not more memory than anybody needs."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
