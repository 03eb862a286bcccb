"""The process of the house: it opens the games, starts the workers, starts those anew that die, and closes in order."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tilehall.engine import Text, UserError
from tilehall.tui.hall import discovery, hostkey, ledger
from tilehall.tui.hall.desk import SOCKET
from tilehall.tui.hall.figures import exposition
from tilehall.tui.hall.gateway import Gateway
from tilehall.tui.hall.gathering import Worker, WorkerCrew, families, workers
from tilehall.tui.hall.hostkey import fingerprint, host_key
from tilehall.tui.hall.limits import ConnectionLimits
from tilehall.tui.hall.protocol import CLOSES, HallHost
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.scraped import PATH, Scraped
from tilehall.tui.hall.timeouts import USUAL, Timeouts
from tilehall.tui.hall.wire import Peer
from tilehall.tui.hall.worker_config import WorkerConfig, claimed_port, is_loopback
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotRoster

WORKER = (sys.executable, "-m", "tilehall.tui.hall.worker_main")
FOREIGN = ("TEXTUAL", "NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR", "ESCDELAY", "COLORTERM", "TERM", "CLICOLOR")
"""How variables begin that would decide in a worker how everybody's screen looks."""
PING, DEAD = 5.0, 15.0
"""Seconds between two questions to a worker, and after which one that does not answer is ended."""
AGAIN, SLOWEST = 0.5, 8.0
"""Seconds until a worker that died is started anew; twice as many each time that it dies at once, up to a limit."""
SOON = 5.0
GIVEN_UP = 6
"""So many times a worker may die at once that has never worked."""
LOOK = 1.0
"""Seconds for a worker to say how it is, for somebody who waits for it."""
HEARS, LEAVING = 2.0, 6.0
"""Seconds for a worker to hear that everybody has to leave, and for everybody to leave."""
GONE = 3.0
"""Seconds for the workers of a house that died to leave its port."""
CLAIM = "serve.lock"
OURS, UNUSED = frozenset({ledger.NAME, hostkey.NAME, CLAIM}), frozenset({"lost+found"})
"""What tells the folder of a hall from others, and what lies on a disk that is new; whatever begins with a dot may lie
in the home of a user for whom nothing but the hall is there."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class HallOptions:
    """How a hall is opened."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8022
    workers: int = 1
    guests: bool = True
    password: str = ""
    invite_only: bool = False
    knocks: int = 30
    """Connections that one address may open in a minute."""
    patience: Timeouts = USUAL
    metrics: tuple[str, int] | None = None
    """At which address of this machine the figures are told, if they are."""
    cast: BotRoster = NO_BOTS
    """Programs that are offered as computer players."""
    worker: Sequence[str] = field(default=WORKER)
    """What starts a worker."""

    def line(self, port: int) -> str:
        """What friends type to come here; where others can reach it, they know its name."""
        return f"ssh -p {port} NAME@{self.host if is_loopback(self.host) else 'HOST'}"


@dataclass(frozen=True)
class OpenedHall:
    """What is known of a hall when it is open."""

    port: int
    fingerprint: str
    line: str
    """What friends type to come here."""
    metrics: str
    """Where the figures are told; empty if they are not."""


class HouseProcess:
    """The house while it is open."""

    def __init__(self, options: HallOptions, host: HallHost) -> None:
        self._options = options
        self._host = host
        self._inside = Gateway(host, self._works, ConnectionLimits(options.knocks), {"workers": self._told_of_workers})
        self._ready: dict[int, asyncio.Event] = {}
        self._peers: dict[int, Peer] = {}
        self._crews: dict[int, WorkerCrew] = {}
        self._began = time.time()
        self._closing = asyncio.Event()
        self._broken = False

    def close(self) -> None:
        """Asks to close."""
        self._closing.set()

    async def run(self, when_open: Callable[[OpenedHall], None]) -> int:
        """Serves until asked to close; the exit code."""
        with ExitStack() as opened:
            return await self._run(when_open, opened)

    async def _run(self, when_open: Callable[[OpenedHall], None], opened: ExitStack) -> int:
        """What was opened before something fails is closed all the same."""
        options, key = self._options, host_key(self._options.data)
        scraped = Scraped(self._figures)
        opened.callback(scraped.close)
        address = await self._be_scraped(scraped)
        place = discovery.open_folder(options.data)
        if place is None:
            log.warning("%s is somebody else's: nobody can join from here", discovery.folder(options.data))
        else:
            opened.callback(_leave_nothing, place)
        shared = sys.platform == "linux"
        # Bound here and listened to there: so the port stays ours while workers come and go.
        kept = await self._claim_port(shared)
        opened.callback(kept.close)
        port = kept.getsockname()[1]
        if not shared:
            kept.close()
        path = options.data / SOCKET
        opened.callback(path.unlink, missing_ok=True)
        await self._inside.listen(path)
        numbers = range(1, (options.workers if shared else 1) + 1)
        minders = []
        for number in numbers:
            work = WorkerConfig(
                number=number,
                house=str(path),
                key=str(key),
                host=options.host,
                port=port,
                join=str(discovery.socket_of(place, number)) if place else "",
                guests=options.guests,
                locked=bool(options.password),
                shared=shared,
                knocks=options.knocks,
                line=options.line(port),
                patience=options.patience,
                programs=options.cast.names,
            )
            self._ready[number], self._crews[number] = asyncio.Event(), WorkerCrew()
            minders.append(asyncio.create_task(self._mind(work)))
        opening = asyncio.create_task(self._all_work())
        closing = asyncio.create_task(self._asked_to_close())
        try:
            await asyncio.wait([opening, closing], return_when=asyncio.FIRST_COMPLETED)
            if opening.done():
                log.info("open at %s, port %d, with %d workers", options.host, port, len(self._ready))
                when_open(OpenedHall(port, fingerprint(key), options.line(port), address))
            await closing
        finally:
            log.info("closes")
            opening.cancel()
            scraped.close()
            await self._close(minders)
            log.info("closed")
        return 1 if self._broken else 0

    async def _claim_port(self, shared: bool) -> socket.socket:
        """Where the workers of a house that died a moment ago are still there, it is waited until they have gone."""
        until = time.monotonic() + GONE
        while True:
            try:
                return claimed_port(self._options.host, self._options.port, shared)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
                if time.monotonic() > until:
                    told = Text("Something else is at port {port} already.", port=f"{self._options.port}")
                    raise HallError(told) from error
            await asyncio.sleep(0.1)

    async def _all_work(self) -> None:
        for ready in self._ready.values():
            await ready.wait()

    async def _asked_to_close(self) -> None:
        await self._closing.wait()

    def _works(self, number: int, peer: Peer) -> None:
        self._peers[number] = peer
        self._ready[number].set()

    async def _mind(self, work: WorkerConfig) -> None:
        """Keeps one worker going."""
        loop, failures = asyncio.get_running_loop(), 0
        while not self._closing.is_set():
            began = loop.time()
            code = await self._worked(work)
            self._peers.pop(work.number, None)
            self._crews[work.number].dies()
            if self._closing.is_set():
                return
            failures = failures + 1 if loop.time() - began < SOON else 0
            log.error("worker %d has ended with %d", work.number, code)
            # Where it has worked, whoever finds out how to end it shall not close the hall as well.
            if failures >= GIVEN_UP and not self._ready[work.number].is_set():
                log.error("worker %d dies again and again: the hall closes", work.number)
                self._broken = True
                self.close()
                return
            await asyncio.sleep(min(SLOWEST, AGAIN * 2**failures))

    async def _worked(self, work: WorkerConfig) -> int:
        """One life of a worker; how it ended."""
        process = await asyncio.create_subprocess_exec(
            *self._options.worker,
            work.to_json(),
            stdin=asyncio.subprocess.DEVNULL,
            env=clean(dict(os.environ)),
            # Ctrl+C is for the house: it closes, and asks the workers to leave.
            start_new_session=True,
        )
        self._crews[work.number].begins(process.pid)
        pinging = asyncio.create_task(self._ping(work.number, process))
        try:
            return await process.wait()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        finally:
            pinging.cancel()

    async def _ping(self, number: int, process: asyncio.subprocess.Process) -> None:
        """Ends a worker that does not answer."""
        while True:
            await asyncio.sleep(PING)
            peer = self._peers.get(number)
            if peer is None:
                continue
            try:
                async with asyncio.timeout(DEAD):
                    self._crews[number].tells(await peer.ask("ping"))
            except UserError:
                continue
            except TimeoutError:
                log.error("worker %d does not answer: it is ended", number)
                with suppress(ProcessLookupError):
                    process.kill()
                return

    # --- for the host ---------------------------------------------------------------------------------------------

    async def _be_scraped(self, scraped: Scraped) -> str:
        """Where, if it is wanted."""
        if self._options.metrics is None:
            return ""
        host, port = self._options.metrics
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{await scraped.listen(host, port)}{PATH}"

    async def _figures(self) -> str:
        await self._look_at_workers()
        return exposition((*families(self._crews, self._inside.refused, self._began), *await self._host.figures()))

    async def _told_of_workers(self) -> tuple[Worker, ...]:
        await self._look_at_workers()
        return workers(self._crews)

    async def _look_at_workers(self) -> None:
        """Of one that does not answer soon is known what it told before."""
        await asyncio.gather(*(self._look_at(number, peer) for number, peer in self._peers.items()))

    async def _look_at(self, number: int, peer: Peer) -> None:
        with suppress(UserError, TimeoutError):
            async with asyncio.timeout(LOOK):
                told = await peer.ask("ping")
            if self._peers.get(number) is peer:
                self._crews[number].tells(told)

    async def _close(self, minders: Sequence[asyncio.Task[None]]) -> None:
        self._closing.set()
        self._inside.close(CLOSES)
        await asyncio.gather(*map(self._ask_to_leave, tuple(self._peers.values())))
        _, late = await asyncio.wait(minders, timeout=LEAVING)
        for minder in late:
            minder.cancel()
        if late:
            await asyncio.wait(late)
        await self._inside.end()

    async def _ask_to_leave(self, peer: Peer) -> None:
        """One that does not hear it is ended later."""
        with suppress(UserError, TimeoutError):
            async with asyncio.timeout(HEARS):
                await peer.ask("leave")


def _leave_nothing(place: Path) -> None:
    with suppress(OSError):
        discovery.close_folder(place)


def clean(environ: dict[str, str]) -> dict[str, str]:
    """An environment in which no variable decides how screens look.

    >>> clean({"TEXTUAL_FPS": "1", "NO_COLOR": "1", "HOME": "/root"})
    {'HOME': '/root'}
    """
    return {name: value for name, value in environ.items() if not name.startswith(FOREIGN)}


@contextmanager
def claimed(data: Path) -> Iterator[None]:
    """The folder is for this process alone. Raises UserError if another has it, or if it is there for other things."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = {path.name for path in data.iterdir() if not path.name.startswith(".")} - UNUSED
    if found and found.isdisjoint(OURS):
        raise HallError(Text("{folder} is no folder of a hall: choose one that is empty, or new.", folder=f"{data}"))
    data.chmod(0o700)
    with open(data / CLAIM, "wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise HallError(Text("A hall is open with {folder} already.", folder=f"{data}")) from error
        yield


def serve(
    options: HallOptions,
    open_host: Callable[[HallOptions], Awaitable[HallHost]],
    when_open: Callable[[OpenedHall], None],
) -> int:
    """Opens a hall and keeps it open until a signal asks to close it; the exit code."""
    with claimed(options.data):
        return asyncio.run(_serve(options, open_host, when_open))


async def _serve(
    options: HallOptions,
    open_host: Callable[[HallOptions], Awaitable[HallHost]],
    when_open: Callable[[OpenedHall], None],
) -> int:
    host = await open_host(options)
    try:
        house = HouseProcess(options, host)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, house.close)
        return await house.run(when_open)
    finally:
        await host.close()
