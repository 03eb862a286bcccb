"""What takes long is worked out in a thread of its own, and comes as it is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from threading import Event, Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Trickle(Generic[T]):
    """Hands on the latest of what an iterator gives; what came meanwhile is left out, the last never is.

    >>> async def last_of(n):
    ...     return [each async for each in Trickle(iter(range(n)))][-1]
    >>> asyncio.run(last_of(100))
    99
    """

    def __init__(self, parts: Iterator[T]) -> None:
        self._parts = parts
        self._unwanted = Event()

    async def __aiter__(self) -> AsyncIterator[T]:
        """Whoever stops listening ends the work: after the part that is worked at."""
        loop, come = asyncio.get_running_loop(), asyncio.Event()
        found: list[T] = []
        ended: list[BaseException | None] = []

        def tell(part: T) -> None:
            found[:] = [part]
            come.set()

        def end(error: BaseException | None) -> None:
            ended.append(error)
            come.set()

        def work() -> None:
            error: BaseException | None = None
            try:
                for part in self._parts:
                    if self._unwanted.is_set():
                        return
                    loop.call_soon_threadsafe(tell, part)
            except Exception as raised:
                error = raised
            if not self._unwanted.is_set():
                loop.call_soon_threadsafe(end, error)

        # Nobody waits for it when the program is left.
        Thread(target=work, daemon=True).start()
        try:
            while True:
                await come.wait()
                come.clear()
                latest, done = found[:], ended[:]
                found.clear()
                for part in latest:
                    yield part
                if done and done[0] is not None:
                    raise done[0]
                if done and not found:
                    return
        finally:
            self._unwanted.set()
