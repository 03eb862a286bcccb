"""For a house with an event loop: computer players think, and the disk is waited for, beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

from tilehall.engine import Advice
from tilehall.tui.tables.thinking.questions import AnalysisQuestion
from tilehall.tui.tables.thinking.think_job import InterruptibleThinker, ThinkJob, answer_in_thread, think_in_thread
from tilehall.tui.tables.thinking.threads import run_to_completion

T = TypeVar("T")


class ThreadThinker(InterruptibleThinker):
    """In another thread, so that keys are answered meanwhile."""

    max_parallel = 1

    async def run_job(self, errand: ThinkJob) -> Advice:
        return await think_in_thread(errand)

    async def answer(self, question: AnalysisQuestion[T]) -> T | None:
        return await answer_in_thread(question)


class ThreadWriter:
    """In another thread, while keys are answered."""

    def __init__(self, threads: Executor | None = None) -> None:
        """In one of these threads; in one of those that every program has, if none are named."""
        self._threads = threads
        self._write_lock = asyncio.Lock()
        """Whoever changes something has it until that is written."""

    async def run_blocking(self, work: Callable[[], T]) -> T:
        if self._threads is None:
            return await run_to_completion(work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def run_to_end(self, deed: Coroutine[Any, Any, T]) -> T:
        return await asyncio.shield(asyncio.create_task(self._run_locked(deed)))

    async def _run_locked(self, deed: Coroutine[Any, Any, T]) -> T:
        async with self._write_lock:
            return await deed


class TaskRunner:
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

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
