"""What goes between the house and its workers: calls with answers, and news, over sockets that only one user can open.

Both sides are this program, run by the same user, so what is sent are pickles: exceptions of the engine come as
themselves. Nothing of a stranger is ever read here.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tilehall.engine import Text, UserError
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.tables import framing

LONGEST = 32 * 1024 * 1024
"""Bytes of one frame: a long game, with every position that it went through."""
BEHIND = 8 * 1024 * 1024
"""Bytes that wait for the other side until which it is believed to be alive."""
AT_ONCE = 32
"""Calls of one other side that are answered at the same time."""
GONE = Text("The hall has closed.")
TOO_MUCH = Text("That was too much at once: wait for an answer.")
BROKEN = Text("Something went wrong in the hall. It has been written down for your host.")

log = logging.getLogger(__name__)
Calls = Mapping[str, Callable[..., Awaitable[Any]]]


class WireCall(NamedTuple):
    number: int
    name: str
    args: tuple[Any, ...]


class WireAnswer(NamedTuple):
    number: int
    value: Any


class WireFailure(NamedTuple):
    number: int
    error: UserError


class WireNotice(NamedTuple):
    item: Any


Frame = WireCall | WireAnswer | WireFailure | WireNotice


def packed(frame: Frame) -> bytes:
    """As it goes over the wire."""
    return framing.frame(pickle.dumps(frame, pickle.HIGHEST_PROTOCOL), LONGEST)


class Peer:
    """One end of a wire. It asks, tells, and answers what the other end asks.

    `calls` may be changed at any time. What the other end tells goes to `told`, in order.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        calls: Calls,
        told: Callable[[Any], None],
    ) -> None:
        self.calls = calls
        self.told = told
        self._reader = reader
        self._writer = writer
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._answering: set[asyncio.Task[None]] = set()
        self._closed = False

    async def ask(self, name: str, *args: Any) -> Any:
        """What the other side answers. Raises what it raises, and UserError if it has gone."""
        if self._closed:
            raise HallError(GONE)
        self._number += 1
        number = self._number
        waiter = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._send(WireCall(number, name, args))
            return await waiter
        finally:
            del self._asked[number]

    def tell(self, item: Any) -> None:
        """Without an answer. Whoever does not listen for too long is taken for dead."""
        self.pass_on(packed(WireNotice(item)))

    def pass_on(self, data: bytes) -> None:
        """The same with what is packed already, for several who are told the same."""
        if self._closed:
            return
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size() > BEHIND:
            log.error("the other side does not listen any more")
            self._writer.transport.abort()

    async def run(self) -> None:
        """Listens until the other side has gone, or this one closes."""
        try:
            while (frame := await self._read()) is not None:
                self._heard(frame)
        finally:
            self.close()
            for task in tuple(self._answering):
                task.cancel()

    def close(self) -> None:
        """Whoever still waits for an answer gets none."""
        self._closed = True
        self._writer.close()
        for waiter in tuple(self._asked.values()):
            if not waiter.done():
                waiter.set_exception(UserError(GONE))

    async def _read(self) -> Any:
        try:
            data = await framing.receive_frame(self._reader, LONGEST)
        except (asyncio.IncompleteReadError, OSError):
            return None
        except ValueError as error:
            log.error("%s", error)
            return None
        return pickle.loads(data)

    def _send(self, frame: Frame) -> None:
        if not self._closed:
            self.pass_on(packed(frame))

    def _heard(self, frame: Frame) -> None:
        match frame:
            case WireNotice(item):
                self.told(item)
            case WireAnswer(number, value):
                if (waiter := self._asked.get(number)) and not waiter.done():
                    waiter.set_result(value)
            case WireFailure(number, error):
                if (waiter := self._asked.get(number)) and not waiter.done():
                    waiter.set_exception(error)
            case WireCall(number):
                if len(self._answering) >= AT_ONCE:
                    self._send(WireFailure(number, UserError(TOO_MUCH)))
                    return
                task = asyncio.create_task(self._answer(frame))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)

    async def _answer(self, call: WireCall) -> None:
        """What a call gives or raises; what is no refusal is an error of ours, and stays on this side."""
        try:
            self._send(WireAnswer(call.number, await self.calls[call.name](*call.args)))
        except UserError as error:
            self._send(WireFailure(call.number, error))
        except Exception:
            log.exception("asked for %s", call.name)
            self._send(WireFailure(call.number, UserError(BROKEN)))


async def connect(path: Path, calls: Calls, told: Callable[[Any], None]) -> Peer:
    """One end of a new wire to whoever listens there. Raises OSError."""
    reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST)
    return Peer(reader, writer, calls, told)


class Neighbour(NamedTuple):
    """A process at the other end of a socket of this machine, as the system knows it."""

    process: int
    user: int
    group: int


def who_is(transport: socket.socket) -> Neighbour:
    """Who has opened a socket of this machine. Raises OSError where the system does not tell."""
    if not hasattr(socket, "SO_PEERCRED"):
        raise OSError("this system does not say who opens a socket")
    data = transport.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return Neighbour(*struct.unpack("3i", data))
