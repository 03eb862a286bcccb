"""Who waits for thoughts, answers and the disk: beside the event loop, in threads and in other processes."""

from __future__ import annotations

import asyncio
import heapq
import os
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial
from itertools import count
from math import inf
from threading import Thread
from typing import Any, Literal, TypeVar

from tilehall.engine import Advice, Text, UserError, load_game
from tilehall.tui.tables.thinking import thinkers
from tilehall.tui.tables.thinking.thinkers import (
    QUESTION_LEVELS,
    QUICK,
    UNLIMITED_LEVEL,
    AnalysisExecutor,
    AnalysisQuestion,
    Thought,
)
from tilehall.tui.tables.thinking.workers import NICE, WorkerProcess

T = TypeVar("T")
Work = Callable[[], None]
HURRY_AGAIN_SECONDS = 1.0
"""Seconds after which a hasty thought is interrupted, should it not have ended by itself."""
QUEUED_AHEAD = 2
"""So many questions are queued for each worker, so that none waits for the next one."""
CHECK_SECONDS = 5.0
"""Seconds between two checks whether a process still thinks."""
STARTUP_FACTOR = 4
"""So many checks may pass before a process has begun: a busy machine starts a program slowly."""
TIME_LIMITS: Mapping[str, float] = {"hard": 60.0, "master": 180.0, UNLIMITED_LEVEL: inf}
USUAL_TIME_LIMIT = 30.0
"""Seconds, by level, after which a thought is given up; many times what it takes."""
TRIES = 2
"""A process that dies before it has any advice is replaced once, and the next one makes a quick choice."""
PRIORITY_PERSON, PRIORITY_PLAYER, PRIORITY_REVIEW = range(3)
"""Who comes first: a person who has asked waits, who plays against a computer player has time."""


class NoAdviceError(UserError):
    """Advice was asked for and nobody could think of any."""


class WorkersLostError(UserError):
    """The processes that shared some work have died, again and again."""


# --- threads ------------------------------------------------------------------------------------------------------


class ThreadUnavailable(Exception):
    """The system gives us no more threads."""


def run_in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Do the work in a thread that the end of this program interrupts; without threads, in the caller."""
    return _future_of(work, partial(_start_or_run, daemon=True))


def run_to_completion(work: Callable[[], T]) -> asyncio.Future[T]:
    """Like `run_in_thread`, but the end of this program waits for the work."""
    return _future_of(work, partial(_start_or_run, daemon=False))


def call_in_loop(loop: asyncio.AbstractEventLoop, call: Work) -> None:
    """Call something in the loop from another thread; no-op if the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


def _future_of(work: Callable[[], T], start: Callable[[Work], None]) -> asyncio.Future[T]:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(how: Work) -> None:
        if not done.done():
            how()

    def run() -> None:
        try:
            found = work()
        except Exception as error:
            call_in_loop(loop, partial(settle, partial(done.set_exception, error)))
        else:
            call_in_loop(loop, partial(settle, partial(done.set_result, found)))

    start(run)
    return done


def _start_or_run(run: Work, daemon: bool) -> None:
    try:
        _start(run, daemon)
    except ThreadUnavailable:
        run()


def _start(run: Work, daemon: bool = True) -> None:
    """Raises ThreadUnavailable."""
    try:
        Thread(target=run, daemon=daemon).start()
    except RuntimeError as error:
        raise ThreadUnavailable from error


# --- the disk, and the loop of the computer players ---------------------------------------------------------------


class ThreadWriter:
    """Waits for the disk in a thread, while keys are answered."""

    def __init__(self, threads: Executor | None = None) -> None:
        """`threads` are used for that; without them each piece of work gets a thread of its own."""
        self._threads = threads
        self._write_lock = asyncio.Lock()

    async def run_blocking(self, work: Callable[[], T]) -> T:
        if self._threads is None:
            return await run_to_completion(work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        return await asyncio.shield(asyncio.create_task(self._run_locked(work)))

    async def _run_locked(self, work: Coroutine[Any, Any, T]) -> T:
        async with self._write_lock:
            return await work


class TaskRunner:
    """Runs the loop of the computer players as a task of its own, which outlives those who wait for it."""

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
        # A loop that was cancelled is no error of those who waited for it.
        if not task.cancelled():
            task.result()

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None


# --- thoughts that can be hurried ---------------------------------------------------------------------------------


class ThinkJob:
    """A thought on its way: collects better and better advice, and hands out the best so far when hurried."""

    def __init__(self, thought: Thought) -> None:
        self.thought = thought
        self.latest: Advice | None = None
        """The best advice so far."""
        self.hurried = False
        """Whether the next advice will do."""
        self.dropped = False
        """Whether nobody waits for it any more."""
        self._has_answer = asyncio.Event()
        """Set once it was hurried and there is advice."""
        self._quick_task: asyncio.Task[None] | None = None
        """Makes a quick choice where it was hurried before there was any advice."""

    def offer(self, advice: Advice) -> None:
        """Take better advice, unless some was handed out already."""
        if not self._has_answer.is_set():
            self.latest = advice
            self._settle()

    def hurry(self) -> None:
        """Hand out the best advice so far; if there is none yet, a quick choice."""
        self.hurried = True
        self._settle()
        if self.latest is None and self._quick_task is None:
            self._quick_task = asyncio.ensure_future(self._choose_quickly())

    def _settle(self) -> None:
        if self.hurried and self.latest is not None:
            self._has_answer.set()

    async def _choose_quickly(self) -> None:
        # An error in the rules shows where the thought is thought through.
        with suppress(Exception):
            quick = await run_in_thread(partial(thinkers.quick_advice, self.thought))
            if self.latest is None:
                self.offer(quick)

    async def wait_for_best(self) -> Advice:
        """Wait until it was hurried, and return the best advice."""
        await self._has_answer.wait()
        assert self.latest is not None
        return self.latest


class InterruptibleThinker(ABC):
    """A thinker that can be hurried."""

    def __init__(self) -> None:
        self._jobs: list[ThinkJob] = []

    @abstractmethod
    async def run_job(self, job: ThinkJob) -> Advice:
        """Think it through, and offer the job what comes up meanwhile, until it is cancelled."""

    async def think(self, thought: Thought) -> Advice:
        job = ThinkJob(thought)
        working, hurrying = (asyncio.ensure_future(each) for each in (self.run_job(job), job.wait_for_best()))
        self._jobs.append(job)
        again = asyncio.get_running_loop().call_later(HURRY_AGAIN_SECONDS, job.hurry) if thought.hasty else None
        try:
            await asyncio.wait([working, hurrying], return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else hurrying.result()
        finally:
            job.dropped = True
            if again is not None:
                again.cancel()
            self._jobs.remove(job)
            working.cancel()
            hurrying.cancel()

    def hurry(self, thought: Thought) -> None:
        for job in self._jobs:
            if job.thought is thought:
                job.hurry()


class ThreadThinker(InterruptibleThinker):
    """Thinks and answers in a thread, while keys are answered."""

    max_parallel = 1

    async def run_job(self, job: ThinkJob) -> Advice:
        loop = asyncio.get_running_loop()

        def think() -> Advice | None:
            advice = None
            for advice in thinkers.think_through(job.thought):
                if job.dropped:
                    break
                call_in_loop(loop, partial(job.offer, advice))
            return advice

        advice = await run_in_thread(think)
        assert advice is not None
        return advice

    async def answer(self, question: AnalysisQuestion[T]) -> T | None:
        return await run_in_thread(lambda: question.answer(load_game(question.game)))


# --- processes ----------------------------------------------------------------------------------------------------


class PrioritySemaphore:
    """A semaphore that lets in the lowest rank first, and equal ranks in the order in which they came.

    >>> async def note(semaphore, rank, ranks):
    ...     async with semaphore.slot(rank):
    ...         ranks.append(rank)
    >>> async def enter_all():
    ...     semaphore, ranks = PrioritySemaphore(1), []
    ...     async with semaphore.slot(0):
    ...         waiting = [asyncio.ensure_future(note(semaphore, rank, ranks)) for rank in (1, 0)]
    ...         await asyncio.sleep(0)
    ...     await asyncio.gather(*waiting)
    ...     return ranks
    >>> asyncio.run(enter_all())
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
                # The slot was given to somebody who was cancelled at the same moment.
                self._release()
            raise

    def _release(self) -> None:
        while self._waiting:
            called = heapq.heappop(self._waiting)[2]
            if not called.done():
                called.set_result(None)
                return
        self._free += 1


Outcome = Literal["done", "failed", "unavailable", "died", "died thinking"]
"""What became of one attempt in a process: worked out, raised there, not possible at all, or the process died."""


class ProcessPool(InterruptibleThinker):
    """Thinks in processes that are started when they are first needed, and end with this one.

    What cannot be thought in a process, or raises there, is thought in a thread of this process, and raises here.
    """

    def __init__(self, most: int | None = None, check_seconds: float = CHECK_SECONDS, nice: int = NICE) -> None:
        """At most so many processes; without a number as many as there are cores to spare."""
        super().__init__()
        self.max_parallel = spare_cores() if most is None else most
        self.check_seconds = check_seconds
        self.nice = nice
        self.time_limits = dict(TIME_LIMITS)
        self._in_thread = ThreadThinker()
        self._semaphore = PrioritySemaphore(self.max_parallel)
        self._idle: list[WorkerProcess] = []
        self._all: list[WorkerProcess] = []
        self._games: dict[str, None] = {}
        """The games that new processes load, in the order in which they were played."""
        self._proven = False
        """Whether any process has ever begun to think."""
        self._hopeless = False
        """Whether processes can be started here but die before they begin."""

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids."""
        return tuple(process.number for process in self._all)

    def warm_up(self, *games: str) -> None:
        """Start a process, unless one is idle, so that the next thought need not wait for it."""
        self._games |= dict.fromkeys(games)
        if not self._idle and len(self._all) < self.max_parallel and not self._hopeless:
            with suppress(OSError):
                self._idle.append(self._start_process())

    def close(self) -> None:
        """End all processes, whatever they do."""
        for process in self._all:
            process.end()
        self._all.clear()
        self._idle.clear()

    async def run_job(self, job: ThinkJob) -> Advice:
        self._games |= {job.thought.game: None}
        async with self._semaphore.slot(PRIORITY_PERSON if job.thought.level in QUESTION_LEVELS else PRIORITY_PLAYER):
            advice = None if self._hopeless else await self._think_in_process(job)
        return advice or await self._in_thread.run_job(job)

    async def answer(self, question: AnalysisQuestion[T]) -> T | None:
        self._games |= {question.game: None}
        async with self._semaphore.slot(PRIORITY_REVIEW):
            begun = False
            for _ in range(0 if self._hopeless else TRIES):
                heard: list[T] = []
                outcome = await self._attempt(question, heard.append)
                if outcome == "done":
                    return heard[-1]
                if outcome in ("failed", "unavailable"):
                    break
                begun = begun or outcome == "died thinking"
            else:
                self._hopeless = not self._proven
                if begun:
                    return None
        return await self._in_thread.answer(question)

    async def _think_in_process(self, job: ThinkJob) -> Advice | None:
        """The advice of a process; None if it is to be thought here."""
        thought, begun = job.thought, False
        for _ in range(TRIES):
            try:
                outcome = await self._attempt(thought, job.offer)
            except asyncio.CancelledError:
                if job.hurried:
                    # The next thought shall not wait for a process.
                    self.warm_up()
                raise
            if outcome == "done":
                return job.latest
            if outcome in ("failed", "unavailable"):
                return None
            if job.latest is not None:
                self.warm_up()
                return job.latest
            if outcome == "died thinking":
                begun, thought = True, thought._replace(level=QUICK)
        self._hopeless = not self._proven
        # Where none has begun to think, it is not the thought that they died of.
        return any_choice(job.thought) if begun else None

    async def _attempt(self, asked: Thought | AnalysisQuestion[Any], hear: Callable[[Any], None]) -> Outcome:
        """Have an idle process or a new one work it out once."""
        try:
            process = self._idle_process()
        except OSError:
            return "unavailable"
        try:
            fine = await self._ask(process, asked, hear)
        except ThreadUnavailable:
            self._idle.append(process)
            return "unavailable"
        except (OSError, EOFError, TimeoutError):
            self._end(process)
            return "died thinking" if process.has_begun else "died"
        except asyncio.CancelledError:
            self._end(process)
            raise
        self._idle.append(process)
        return "done" if fine else "failed"

    async def _ask(
        self, process: WorkerProcess, asked: Thought | AnalysisQuestion[Any], hear: Callable[[Any], None]
    ) -> bool:
        """Whether it was worked out.

        Raises TimeoutError if that takes too long, OSError or EOFError if the process is dead, ThreadUnavailable.
        """
        loop = asyncio.get_running_loop()

        def tell(found: Any) -> None:
            loop.call_soon_threadsafe(hear, found)

        asking = _future_of(partial(process.ask, asked, tell), _start)
        began, limit = loop.time(), self.time_limits.get(asked.level, USUAL_TIME_LIMIT)
        try:
            while not (await asyncio.wait([asking], timeout=self.check_seconds))[0]:
                most = limit if process.has_begun else STARTUP_FACTOR * self.check_seconds
                if process.is_stopped() or loop.time() - began > most:
                    raise TimeoutError
            return asking.result()
        finally:
            asking.cancel()
            self._proven = self._proven or process.has_begun

    def _idle_process(self) -> WorkerProcess:
        """An idle process, or a new one. Raises OSError if none can be started."""
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
    """The first legal choice, where nothing can be thought. Raises NoAdviceError where a person asked for advice."""
    if thought.level in QUESTION_LEVELS:
        raise NoAdviceError(Text("Nobody knows advice here."))
    return Advice(
        load_game(thought.game).legal_actions(thought.view, thought.seat)[0], Text("there was no time to think")
    )


def spare_cores() -> int:
    """How many processes may think: one core is left to whoever plays, if there are several."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(1, cores - 1)


# --- many questions -----------------------------------------------------------------------------------------------


async def answer_in_order(
    questions: Iterable[AnalysisQuestion[T]], executor: AnalysisExecutor
) -> AsyncGenerator[T | None, None]:
    """Yield the answers in the order of the questions; closing the generator cancels what is under way."""
    waiting: deque[asyncio.Task[T | None]] = deque()
    try:
        for question in questions:
            waiting.append(asyncio.ensure_future(executor.answer(question)))
            if len(waiting) >= QUEUED_AHEAD * executor.max_parallel:
                yield await waiting[0]
                waiting.popleft()
        while waiting:
            yield await waiting[0]
            waiting.popleft()
    finally:
        for task in waiting:
            task.cancel()


def run_parts_in_pool(parts: Iterable[AnalysisQuestion[T]], jobs: int, enough: Callable[[T], bool]) -> None:
    """`thinkers.run_parts` with several jobs."""
    asyncio.run(_run_parts(parts, jobs, enough))


async def _run_parts(parts: Iterable[AnalysisQuestion[T]], jobs: int, enough: Callable[[T], bool]) -> None:
    pool = ProcessPool(jobs, nice=0)
    try:
        async with aclosing(answer_in_order(parts, pool)) as answers:
            async for answer in answers:
                if answer is None:
                    raise WorkersLostError(Text("The processes that played have died, one after the other."))
                if enough(answer):
                    return
    finally:
        pool.close()
