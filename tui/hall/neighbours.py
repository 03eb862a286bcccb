"""The door for those who are logged in on the same machine: `tilehall join` brings their terminals.

The system says who they are. A guest of the account that the hall itself runs under, as sshd brings them with a
ForceCommand, is told apart by the key that sshd has checked (`ExposeAuthInfo yes`).

A frame is a letter, four bytes of length, and so many bytes: `H` (JSON: who and which terminal) once, then `D` (what
was typed) and `R` (JSON: the size); back come `D` (what is to be shown) and `X` (the exit code).
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pwd
import re
import struct
from contextlib import suppress
from contextvars import Context
from itertools import count
from pathlib import Path
from typing import Any

from tilehall.tui.hall.guest import Guest, Welcome
from tilehall.tui.hall.news import Caller
from tilehall.tui.hall.watchdog import SESSION
from tilehall.tui.hall.wire import Neighbour, who_is

LONGEST = 32 * 1024
HELLO, TYPED, SIZED, SHOWN, LEFT = b"H", b"D", b"R", b"D", b"X"
PATIENCE = 10.0
"""Seconds to say who one is."""
FROM_ONE = 8
"""Terminals of one user."""
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")

log = logging.getLogger(__name__)


def framed(kind: bytes, data: bytes) -> bytes:
    """
    >>> framed(b"D", b"hi")
    b'D\\x00\\x00\\x00\\x02hi'
    """
    return kind + struct.pack("!I", len(data)) + data


class SocketLine:
    """The way to a terminal by a socket of this machine."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.going = asyncio.Event()
        """Whether what is typed is read."""
        self.going.set()

    def send(self, data: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(framed(SHOWN, data))

    def waiting(self) -> int:
        return self._writer.transport.get_write_buffer_size()

    def pause(self) -> None:
        self.going.clear()

    def resume(self) -> None:
        self.going.set()


class Neighbours:
    """Lets in whoever comes to a socket of this machine."""

    def __init__(self, welcome: Welcome, prefix: str) -> None:
        self._welcome = welcome
        self._prefix = prefix
        self._numbers = count(1)
        self._server: asyncio.Server | None = None
        self._stays: dict[asyncio.Task[Any], int] = {}
        """Who is there, by the number of the user."""

    async def listen(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._come, path, limit=4 * LONGEST)
        path.chmod(0o666)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            neighbour = who_is(writer.get_extra_info("socket"))
            if list(self._stays.values()).count(neighbour.user) >= FROM_ONE:
                return
            task = asyncio.create_task(self._stay(reader, writer, neighbour), context=Context())
            self._stays[task] = neighbour.user
            try:
                await task
            finally:
                del self._stays[task]
        except (OSError, ValueError, KeyError, TypeError, asyncio.IncompleteReadError, TimeoutError) as error:
            log.info("a neighbour was not understood: %s", type(error).__name__)
        finally:
            writer.close()

    async def _stay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, neighbour: Neighbour) -> None:
        name = f"{self._prefix}j{next(self._numbers)}"
        SESSION.set(name)
        async with asyncio.timeout(PATIENCE):
            kind, data = await _frame(reader)
        if kind != HELLO:
            return
        hello = json.loads(data)
        environ = {str(key): str(value) for key, value in hello["environ"].items()}
        line = SocketLine(writer)
        guest = Guest(self._welcome, line, environ, _size(hello["size"]))
        typing = asyncio.create_task(_listen(reader, guest, line))
        caller = caller_of(neighbour, str(hello.get("fingerprint", "")))
        log.info("%s: %s, by join", name, caller.key)
        try:
            code = await guest.stay(caller, "")
        except Exception:
            log.exception("%s: the session", name)
            code = 1
        finally:
            typing.cancel()
        writer.write(framed(LEFT, bytes([code & 0xFF])))
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await writer.drain()


def caller_of(neighbour: Neighbour, fingerprint: str) -> Caller:
    """Who this is. Only processes of the hall's own user are believed about a key."""
    try:
        name = pwd.getpwuid(neighbour.user).pw_name
    except KeyError:
        name = f"user{neighbour.user}"
    if neighbour.user == os.getuid() and FINGERPRINT.fullmatch(fingerprint):
        return Caller(name, fingerprint)
    return Caller(name, user=name)


async def _listen(reader: asyncio.StreamReader, guest: Guest, line: SocketLine) -> None:
    """What is done at the terminal, until it has gone."""
    try:
        while True:
            await line.going.wait()
            kind, data = await _frame(reader)
            if kind == TYPED:
                guest.receive(data)
            elif kind == SIZED:
                guest.resize(*_size(json.loads(data)))
    except (asyncio.IncompleteReadError, OSError, ValueError, TypeError):
        guest.hang_up()


async def _frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    head = await reader.readexactly(5)
    (length,) = struct.unpack("!I", head[1:])
    if length > LONGEST:
        raise ValueError("a frame is too long")
    return head[:1], await reader.readexactly(length)


def _size(said: Any) -> tuple[int, int]:
    width, height = said
    return int(width), int(height)
