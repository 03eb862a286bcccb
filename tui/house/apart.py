"""For a house with an event loop: computer players think in other threads or processes, while the loop goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

from tilehall.engine import Advice, Text, game
from tilehall.tui.house import minds
from tilehall.tui.house.minds import Thought

T = TypeVar("T")


def harmless(thought: Thought) -> Advice:
    """What is done instead of a thought that takes too long."""
    return Advice(game(thought.game).default(thought.view, thought.seat), Text("there was no time to think"))


class Aside:
    """In another thread, so that keys are answered meanwhile."""

    async def think(self, thought: Thought) -> Advice:
        return await asyncio.to_thread(minds.advice_on, thought)


class Workers:
    """In other processes, with a deadline in seconds for every thought; a late one is replaced by a harmless choice."""

    def __init__(self, processes: int, deadline: float, executor: Callable[[int], Executor] | None = None) -> None:
        self.deadline = deadline
        self._executor = (executor or _processes)(processes)

    async def think(self, thought: Thought) -> Advice:
        found = asyncio.get_running_loop().run_in_executor(self._executor, minds.advice_on, thought)
        try:
            return await asyncio.wait_for(found, self.deadline)
        except TimeoutError:
            return harmless(thought)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def _processes(count: int) -> Executor:
    # Loaded only where there are processes: a screen starts without.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A fresh interpreter each: a fork would take the threads and the terminal of this process along.
    return ProcessPoolExecutor(count, get_context("spawn"))


class Beside:
    """In another thread, while keys are answered."""

    def __init__(self) -> None:
        self._pen = asyncio.Lock()
        """Whoever changes something has it until that is written."""

    async def aside(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work)

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
