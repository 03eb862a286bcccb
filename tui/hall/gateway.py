"""The house's end of all wires: who is let in from where, and how many."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tilehall.engine import Text
from tilehall.tui.hall.client import calls
from tilehall.tui.hall.limits import ConnectionLimits
from tilehall.tui.hall.pending_connections import PendingConnections
from tilehall.tui.hall.protocol import Caller, Closing, HallHost, HallInterface, News, Person
from tilehall.tui.hall.refusals import HallError, Unwelcome
from tilehall.tui.hall.screen import AS_ONE, crowded
from tilehall.tui.hall.wire import LONGEST, Calls, Peer, WireNotice, packed, who_is

FROM_ONE = 8
"""Screens that may be open from one address."""
LONGEST_PATH = 100
"""Bytes that a system is sure to take for the name of a socket."""

NOTHING: Calls = MappingProxyType({})

log = logging.getLogger(__name__)


class Gateway:
    """Listens for workers at a socket, and lets those whom they bring into the house."""

    def __init__(
        self,
        host: HallHost,
        when_working: Callable[[int, Peer], None],
        limits: ConnectionLimits | None = None,
        desk: Calls = NOTHING,
    ) -> None:
        """`when_working` is told of each worker that has begun: its number, and the wire to it.

        `limits` are those for all doors together; `desk` is what whoever keeps the hall may ask for, beside what the
        house itself answers.
        """
        self._host = host
        self._desk = {**host.desk(), **desk}
        self._when_working = when_working
        self.refused: Counter[str] = Counter()
        """Who was not let in, by the reason."""
        self._screens: Counter[str] = Counter()
        """How many are open, by the address."""
        self._peers: dict[Peer, HallInterface] = {}
        self._coming: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.porch = PendingConnections(limits or ConnectionLimits())
        self._packed: tuple[News | None, bytes] = None, b""
        """What was told last, and how it went over the wire."""

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The wires of all who are in the house."""
        return tuple(self._peers)

    async def listen(self, path: Path) -> None:
        """Raises UserError where no socket can be."""
        if len(os.fsencode(path)) > LONGEST_PATH:
            raise HallError(Text("{folder} is too long a name for a hall: use a shorter one.", folder=f"{path.parent}"))
        path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._come, path, limit=LONGEST)
        path.chmod(0o600)

    def tell(self, news: News) -> None:
        """Everybody who is in."""
        for peer in tuple(self._peers):
            self._tell(peer, news)

    def _tell(self, peer: Peer, news: News) -> None:
        """What is told to several one after the other is packed once."""
        if news is not self._packed[0]:
            self._packed = news, packed(WireNotice(news))
        peer.pass_on(self._packed[1])

    def close(self, why: Text) -> None:
        """Everybody is told why, and nobody else comes in."""
        if self._server is not None:
            self._server.close()
        self.tell(Closing(why))

    async def end(self) -> None:
        """All wires are cut, and whoever was still in has left."""
        for coming in tuple(self._coming):
            coming.cancel()
        await asyncio.gather(*self._coming, return_exceptions=True)

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        coming = asyncio.create_task(self._serve(reader, writer))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not _is_ours(writer.get_extra_info("socket")):
            writer.close()
            return
        peer = Peer(reader, writer, {}, _nothing)
        door = _Door(self, peer)
        peer.calls = {
            **self._desk,
            "enter": door.enter,
            "work": door.work,
            "knows": self._host.knows,
            "fits": self._host.fits,
        }
        try:
            await peer.run()
        finally:
            self.porch.gone(peer)
            await door.leave()

    async def enter(self, peer: Peer, caller: Caller, address: str) -> HallInterface:
        try:
            return await self._let_in(peer, caller, address)
        except Unwelcome as error:
            self.refused[error.reason] += 1
            log.info("%s is not let in: %s, from %s", caller.key or "a guest", error.reason, address or "this machine")
            raise

    async def _let_in(self, peer: Peer, caller: Caller, address: str) -> HallInterface:
        if address and self._screens[address] >= FROM_ONE:
            raise Unwelcome(Text("There are {most} screens open from your address already.", most=FROM_ONE), "address")
        visit = await self._host.enter(caller._replace(address=address), partial(self._tell, peer))
        # By a code somebody may have become another since they came.
        if sum(other.person.id == visit.person.id for other in self._peers.values()) >= AS_ONE:
            await visit.end()
            raise crowded()
        self._screens[address] += 1
        self._peers[peer] = visit
        return visit

    async def leave(self, peer: Peer, address: str) -> None:
        self._screens[address] -= 1
        self._screens = +self._screens
        await self._peers.pop(peer).end()

    def work(self, number: int, peer: Peer) -> None:
        self._when_working(number, peer)


class _Door:
    """One wire, and who has come in by it: a worker, or one of those whom workers bring."""

    def __init__(self, inside: Gateway, peer: Peer) -> None:
        self._inside = inside
        self._peer = peer
        self._entered: str | None = None
        """From where."""

    async def enter(self, caller: Caller, address: str) -> Person:
        visit = await self._inside.enter(self._peer, caller, address)
        self._entered = address
        self._peer.calls = calls(visit)
        return visit.person

    async def work(self, number: int) -> None:
        self._inside.work(number, self._peer)
        self._peer.told = partial(self._inside.porch.hear, self._peer)

    async def leave(self) -> None:
        if self._entered is not None:
            await self._inside.leave(self._peer, self._entered)


def _is_ours(transport: socket.socket) -> bool:
    """Whether this is a process of the same user: the folder keeps all others out, and this is the second lock."""
    try:
        user = who_is(transport).user
    except OSError:
        return True
    return user == os.getuid()


def _nothing(item: Any) -> None:
    """Only workers tell anything unasked."""
