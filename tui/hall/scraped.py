"""The figures of a hall by HTTP, for programs of the same machine: an answer to a short question, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tilehall.engine import Text
from tilehall.tui.hall.figures import CONTENT
from tilehall.tui.hall.refusals import HallError

PATH = "/metrics"
LONGEST = 4096
"""Bytes of a question."""
PATIENCE, ANSWER = 5.0, 5.0
"""Seconds for a question to come and for an answer to go, and for the figures to be gathered."""
AT_ONCE = 8
"""Questions that are answered at the same time; one more takes the place of the oldest that has not been asked yet."""
PLAIN = "text/plain; charset=utf-8"

log = logging.getLogger(__name__)


class Scraped:
    """Answers at one address."""

    def __init__(self, told: Callable[[], Awaitable[str]]) -> None:
        self._told = told
        self._server: asyncio.Server | None = None
        self._silent: dict[asyncio.StreamWriter, None] = {}
        """Who has not asked yet; the oldest first."""
        self._asking = 0
        """All who are there."""

    async def listen(self, host: str, port: int) -> int:
        """From now on; the port. Raises UserError where that is taken."""
        try:
            self._server = await asyncio.start_server(self._come, host, port, limit=LONGEST)
        except OSError as error:
            raise HallError(
                Text(
                    "Nothing can listen at {address} for metrics: it is taken, or not there.", address=f"{host}:{port}"
                )
            ) from error
        port_found: int = self._server.sockets[0].getsockname()[1]
        return port_found

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._asking >= AT_ONCE:
            oldest = next(iter(self._silent), writer)
            self._silent.pop(oldest, None)
            oldest.transport.abort()
            if oldest is writer:
                return
        self._asking += 1
        self._silent[writer] = None
        try:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE + ANSWER):
                    writer.write(await self._answer(reader, writer))
                    await writer.drain()
        finally:
            self._asking -= 1
            self._silent.pop(writer, None)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        try:
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            self._silent.pop(writer, None)
        except asyncio.LimitOverrunError:
            return _response("431 Request Header Fields Too Large", "")
        except TimeoutError:
            return _response("408 Request Timeout", "")
        except asyncio.IncompleteReadError:
            return _response("400 Bad Request", "")
        match head.split(b"\r\n")[0].decode("latin-1").split(" "):
            case [("GET" | "HEAD") as method, path, "HTTP/1.1" | "HTTP/1.0"]:
                if path.partition("?")[0] != PATH:
                    return _response("404 Not Found", f"Only {PATH} is here.\n")
                return await self._figures(method == "HEAD")
            case [_, _, "HTTP/1.1" | "HTTP/1.0"]:
                return _response("405 Method Not Allowed", "", more="Allow: GET, HEAD\r\n")
            case _:
                return _response("400 Bad Request", "")

    async def _figures(self, only_head: bool) -> bytes:
        try:
            told = await self._told()
        except Exception:
            log.exception("the figures could not be gathered")
            return _response("500 Internal Server Error", "")
        return _response("200 OK", told, CONTENT, only_head=only_head)


def _response(status: str, body: str, kind: str = PLAIN, more: str = "", only_head: bool = False) -> bytes:
    data = body.encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n{more}Connection: close\r\n\r\n"
    )
    return head.encode() + (b"" if only_head else data)
