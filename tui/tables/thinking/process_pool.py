"""Computer players think in other processes, so that nothing stutters here, however hard they think."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from tilehall.engine import Advice, Text, UserError, load_game
from tilehall.tui.tables.thinking.priority_semaphore import PrioritySemaphore
from tilehall.tui.tables.thinking.questions import AnalysisQuestion
from tilehall.tui.tables.thinking.think_job import InterruptibleThinker, ThinkJob, answer_in_thread, think_in_thread
from tilehall.tui.tables.thinking.thinkers import QUESTION_LEVELS, QUICK, Thought
from tilehall.tui.tables.thinking.threads import ThreadUnavailable, run_in_own_thread, run_in_thread
from tilehall.tui.tables.thinking.worker import NICE
from tilehall.tui.tables.thinking.worker_process import WorkerProcess

A = TypeVar("A")
STARTUP_SECONDS = 5.0
"""Seconds after which it is looked whether a process still thinks."""
STARTUP_FACTOR = 4
"""So many times as long one may take to begin: a busy machine starts a program slowly."""
TIME_LIMITS: Mapping[str, float] = {"hard": 60.0, "master": 180.0}
USUAL_TIME_LIMIT = 30.0
"""Seconds, by the level, after which a thought is not believed to come to an end; many times what it takes."""
TRIES = 2
"""A process that dies before it has any advice is replaced, and the next one makes a quick choice."""
PRIORITY_PERSON, PRIORITY_PLAYER, PRIORITY_REVIEW = range(3)
"""Who comes first: a person who has asked waits, whoever plays against a computer player has time."""


class ProcessPool(InterruptibleThinker):
    """Thinks in processes that are started when they are first needed, and end with this one.

    Where none can be started, and where a thought comes to grief in one, it is thought in a thread of this process; so
    what a mind raises is raised here.
    """

    def __init__(self, most: int | None = None, patience: float = STARTUP_SECONDS, nice: int = NICE) -> None:
        """As many processes as there are cores to spare, or at most so many; so far they stand back behind this one."""
        super().__init__()
        self.max_parallel = spare_cores() if most is None else most
        self.patience = patience
        self.nice = nice
        self.time_limits = dict(TIME_LIMITS)
        self._semaphore = PrioritySemaphore(self.max_parallel)
        self._idle: list[WorkerProcess] = []
        self._all: list[WorkerProcess] = []
        self._games: dict[str, None] = {}
        """What has been played so far."""
        self._proven = False
        """Whether a process has ever begun to think."""
        self._hopeless = False
        """Whether processes can be started here, and die before they begin."""

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers that the system knows them by."""
        return tuple(process.number for process in self._all)

    def warm_up(self, *games: str) -> None:
        """Starts a process, unless one is idle already, so that the next thought need not wait for it."""
        self._games |= dict.fromkeys(games)
        if not self._idle and len(self._all) < self.max_parallel and not self._hopeless:
            with suppress(OSError):
                self._idle.append(self._start_process())

    def close(self) -> None:
        """Ends all processes, whatever they are thinking about."""
        for process in self._all:
            process.end()
        self._all.clear()
        self._idle.clear()

    async def run_job(self, errand: ThinkJob) -> Advice:
        self._games |= {errand.thought.game: None}
        async with self._semaphore.slot(
            PRIORITY_PERSON if errand.thought.level in QUESTION_LEVELS else PRIORITY_PLAYER
        ):
            advice = None if self._hopeless else await self._asked(errand)
        return advice or await think_in_thread(errand)

    async def answer(self, question: AnalysisQuestion[A]) -> A | None:
        """Worked out in a process; None where every one that tries comes to grief or to no end."""
        self._games |= {question.game: None}
        async with self._semaphore.slot(PRIORITY_REVIEW):
            begun = False
            for _ in range(0 if self._hopeless else TRIES):
                heard: list[A] = []
                try:
                    process = self._idle_process()
                except OSError:
                    break
                try:
                    fine = await self._answered(process, question, heard.append)
                except ThreadUnavailable:
                    self._idle.append(process)
                    break
                except (OSError, EOFError, TimeoutError):
                    self._end(process)
                    begun = begun or process.has_begun
                except asyncio.CancelledError:
                    self._end(process)
                    raise
                else:
                    self._idle.append(process)
                    if fine:
                        return heard[-1]
                    break
            else:
                self._hopeless = not self._proven
                if begun:
                    return None
        # What it raises is raised here.
        return await answer_in_thread(question)

    async def _asked(self, errand: ThinkJob) -> Advice | None:
        """The advice of another process; None if it is to be thought here."""
        thought, begun = errand.thought, False
        for _ in range(TRIES):
            try:
                process = self._idle_process()
            except OSError:
                return None
            try:
                fine = await self._answered(process, thought, errand.offer)
            except ThreadUnavailable:
                self._idle.append(process)
                return None
            except (OSError, EOFError, TimeoutError):
                self._end(process)
                if errand.latest is not None:
                    self.warm_up()
                    return errand.latest
                if process.has_begun:
                    begun, thought = True, thought._replace(level=QUICK)
            except asyncio.CancelledError:
                # Nobody waits for this thought any more, and the next one shall not wait for it either.
                self._end(process)
                if errand.hurried:
                    self.warm_up()
                raise
            else:
                self._idle.append(process)
                return errand.latest if fine else None
        self._hopeless = not self._proven
        # Where none has begun to think, it is not the thought that they died of.
        return any_choice(errand.thought) if begun else None

    async def _answered(
        self, process: WorkerProcess, asked: Thought | AnalysisQuestion[Any], hear: Callable[[Any], None]
    ) -> bool:
        """Whether it was thought through.

        Raises TimeoutError if that takes too long, OSError or EOFError if it is dead, NoThread if nobody can listen.
        """
        loop = asyncio.get_running_loop()

        def tell(found: Any) -> None:
            loop.call_soon_threadsafe(hear, found)

        asking = run_in_own_thread(partial(process.ask, asked, tell))
        began, limit = loop.time(), self.time_limits.get(asked.level, USUAL_TIME_LIMIT)
        try:
            while not (await asyncio.wait([asking], timeout=self.patience))[0]:
                most = limit if process.has_begun else STARTUP_FACTOR * self.patience
                if process.is_stopped() or loop.time() - began > most:
                    raise TimeoutError
            return asking.result()
        finally:
            asking.cancel()
            self._proven = self._proven or process.has_begun

    def _idle_process(self) -> WorkerProcess:
        """One that has nothing to do. Raises OSError if none can be started."""
        while self._idle:
            process = self._idle.pop()
            if process.is_alive:
                return process
            self._end(process)
        return self._start_process()

    def _start_process(self) -> WorkerProcess:
        process = WorkerProcess(tuple(self._games), self.nice)
        self._all.append(process)
        return process

    def _end(self, process: WorkerProcess) -> None:
        process.kill()
        # On a busy machine it takes its time to die.
        run_in_thread(process.end)
        if process in self._all:
            self._all.remove(process)


def any_choice(thought: Thought) -> Advice:
    """What is done where nothing can be thought. Raises UserError where advice was asked for."""
    if thought.level in QUESTION_LEVELS:
        raise UserError(Text("Nobody knows advice here."))
    return Advice(
        load_game(thought.game).legal_actions(thought.view, thought.seat)[0], Text("there was no time to think")
    )


def spare_cores() -> int:
    """One core is for whoever plays; one process at least thinks."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(1, cores - 1)
