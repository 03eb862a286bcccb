"""The door for those who are logged in on the same machine: `tilehall join` brings their terminals.

The system says who they are. A guest of the account that the hall itself runs under, as sshd brings them with a
ForceCommand, is told apart by the key that sshd has checked (`ExposeAuthInfo yes`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pwd
import re
from collections import Counter
from contextlib import suppress
from contextvars import Context
from itertools import count
from pathlib import Path
from typing import Any

from tilehall.tui.hall.frames import HELLO, LEFT, LONGEST, SHOWN, SIZED, TYPED, framed
from tilehall.tui.hall.guest import Guest, Welcome
from tilehall.tui.hall.protocol import Caller
from tilehall.tui.hall.watchdog import SESSION
from tilehall.tui.hall.wire import Neighbour, who_is
from tilehall.tui.tables.framing import receive_frame

PATIENCE = 10.0
"""Seconds to say who one is."""
FROM_ONE = 8
"""Terminals of one user; that of the hall itself may bring many people, whom their keys tell apart."""
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
NONSENSE = (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError)
"""What comes of words that no honest neighbour says."""

log = logging.getLogger(__name__)


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

    def unsent_bytes(self) -> int:
        return self._writer.transport.get_write_buffer_size()

    def pause(self) -> None:
        self.going.clear()

    def resume(self) -> None:
        self.going.set()


class LocalLogin:
    """Lets in whoever comes to a socket of this machine."""

    def __init__(self, welcome: Welcome, prefix: str) -> None:
        self._welcome = welcome
        self._prefix = prefix
        self._numbers = count(1)
        self._server: asyncio.Server | None = None
        self._users: Counter[int] = Counter()
        """How many terminals they have open."""
        self._coming: set[asyncio.Task[None]] = set()

    async def listen(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._come, path, limit=4 * LONGEST)
        path.chmod(0o666)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        coming = asyncio.get_running_loop().create_task(self._let_in(reader, writer), context=Context())
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            neighbour = who_is(writer.get_extra_info("socket"))
            if self._users[neighbour.user] < FROM_ONE or neighbour.user == os.getuid():
                self._users[neighbour.user] += 1
                try:
                    await self._stay(reader, writer, neighbour)
                finally:
                    self._users[neighbour.user] -= 1
        except (asyncio.IncompleteReadError, KeyError, *NONSENSE) as error:
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
        self._welcome.counting.comes("join")
        try:
            code = await guest.stay(caller, "" if neighbour.user == os.getuid() else f"user {neighbour.user}")
        except Exception:
            log.exception("%s: the session", name)
            code = 1
        finally:
            typing.cancel()
        if guest.hung_up:
            log.info("%s: the terminal has gone", name)
            return
        log.info("%s: ended with %d", name, code)
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
    """What is done at the terminal, until it has gone, or what it says is not to be understood."""
    try:
        await _heed(reader, guest, line)
    except (asyncio.IncompleteReadError, OSError):
        pass
    except Exception as error:
        log.info("a terminal was not understood: %s", type(error).__name__)
    guest.hang_up()


async def _heed(reader: asyncio.StreamReader, guest: Guest, line: SocketLine) -> None:
    while True:
        await line.going.wait()
        kind, data = await _frame(reader)
        if kind == TYPED:
            guest.receive(data)
        elif kind == SIZED:
            guest.resize(*_size(json.loads(data)))


async def _frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    return await reader.readexactly(1), await receive_frame(reader, LONGEST)


def _size(said: Any) -> tuple[int, int]:
    width, height = said
    return int(width), int(height)
