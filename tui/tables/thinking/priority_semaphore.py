"""Where only so many may be inside at a time, and who waits before it."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """So many may be inside; the others wait, by their rank and then as they came.

    >>> async def told(turnstile, rank, names):
    ...     async with turnstile.slot(rank):
    ...         names.append(rank)
    >>> async def all_of_them():
    ...     turnstile, names = PrioritySemaphore(1), []
    ...     async with turnstile.slot(0):
    ...         waiting = [asyncio.ensure_future(told(turnstile, rank, names)) for rank in (1, 0)]
    ...         await asyncio.sleep(0)
    ...     await asyncio.gather(*waiting)
    ...     return names
    >>> asyncio.run(all_of_them())
    [0, 1]
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def slot(self, rank: int) -> AsyncIterator[None]:
        await self._acquire(rank)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, rank: int) -> None:
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._numbers), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # Called in, and gone at the same moment.
                self._release()
            raise

    def _release(self) -> None:
        while self._waiting:
            called = heapq.heappop(self._waiting)[2]
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
