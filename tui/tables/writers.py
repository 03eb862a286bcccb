"""How a table waits for the disk: at once, or beside everything else that happens."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class TableWriter(Protocol):
    """Who does what takes time, and sees to it that what was begun is done."""

    async def run_blocking(self, work: Callable[[], T]) -> T:
        """Does something slow."""

    async def run_to_end(self, deed: Coroutine[Any, Any, T]) -> T:
        """Carries something to its end, one after the other, even if whoever waits for it is called off."""


class InlineWriter:
    """Whoever wants it done does it: for programs without an event loop."""

    async def run_blocking(self, work: Callable[[], T]) -> T:
        return work()

    async def run_to_end(self, deed: Coroutine[Any, Any, T]) -> T:
        return await deed
