"""For a house with an event loop: computer players think, and the disk is waited for, beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

from tilehall.engine import Advice
from tilehall.tui.tables.thinking.questions import Question
from tilehall.tui.tables.thinking.think_job import Errand, Hasty, answered_in_thread, in_thread
from tilehall.tui.tables.thinking.threads import carried_out

T = TypeVar("T")


class Aside(Hasty):
    """In another thread, so that keys are answered meanwhile."""

    most = 1

    async def consider(self, errand: Errand) -> Advice:
        return await in_thread(errand)

    async def answer(self, question: Question[T]) -> T | None:
        return await answered_in_thread(question)


class Beside:
    """In another thread, while keys are answered."""

    def __init__(self, threads: Executor | None = None) -> None:
        """In one of these threads; in one of those that every program has, if none are named."""
        self._threads = threads
        self._pen = asyncio.Lock()
        """Whoever changes something has it until that is written."""

    async def aside(self, work: Callable[[], T]) -> T:
        if self._threads is None:
            return await carried_out(work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def through(self, deed: Coroutine[Any, Any, T]) -> T:
        return await asyncio.shield(asyncio.create_task(self._alone(deed)))

    async def _alone(self, deed: Coroutine[Any, Any, T]) -> T:
        async with self._pen:
            return await deed


class Task:
    """Runs the loop of the computer players as a task of its own, whoever comes and goes."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(loop())
        task = self._task
        await asyncio.wait([task])
        # That it was called off is nobody's mistake; whoever waited goes on.
        if not task.cancelled():
            task.result()

    def rest(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
