"""A slow way between a client and a hall: all that the hall sends passes through it at so many bytes a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PIECE = 512
"""Bytes that pass at a time."""
HOST = "127.0.0.1"


@asynccontextmanager
async def slow_way(port: int, rate: float) -> AsyncIterator[int]:
    """The port of a way to this one."""
    passing: set[asyncio.Task[None]] = set()

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(HOST, port, limit=PIECE)
        for task in (_pass(reader, back, 0.0), _pass(there, writer, 1 / rate)):
            passing.add(asyncio.ensure_future(task))

    server = await asyncio.start_server(come, HOST, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """From one to the other; each byte takes so many seconds."""
    due = asyncio.get_running_loop().time()
    with suppress(OSError):
        while data := await reader.read(PIECE):
            now = asyncio.get_running_loop().time()
            due = max(due, now) + len(data) * seconds
            await asyncio.sleep(due - now if seconds else 0.0)
            writer.write(data)
            await writer.drain()
        writer.close()
