"""Thoughts on their way: better and better advice comes in, and whoever is in a hurry gets the best so far."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from functools import partial
from typing import TypeVar

from tilehall.engine import Advice, load_game
from tilehall.tui.tables.thinking import thinkers
from tilehall.tui.tables.thinking.questions import AnalysisQuestion
from tilehall.tui.tables.thinking.thinkers import Thought
from tilehall.tui.tables.thinking.threads import call_in_loop, run_in_thread

T = TypeVar("T")
HURRY_AGAIN_SECONDS = 1.0
"""Seconds after which whoever was hurried before is hurried again: a moment should have done."""


class ThinkJob:
    """A thought on its way."""

    def __init__(self, thought: Thought) -> None:
        self.thought = thought
        self.latest: Advice | None = None
        """The best advice so far."""
        self.hurried = False
        """Whether the next advice will do."""
        self.has_answer = asyncio.Event()
        """Set once there is advice for somebody in a hurry."""
        self.dropped = False
        """Whether nobody waits for it any more."""
        self.quick_task: asyncio.Task[None] | None = None
        """What is thought of meanwhile, where nothing has been yet."""

    def offer(self, advice: Advice) -> None:
        """Something better has been thought of."""
        if not self.has_answer.is_set():
            self.latest = advice
            self._settle()

    def hurry(self) -> None:
        """From now on the best so far will do; if there is nothing yet, a quick choice."""
        self.hurried = True
        self._settle()
        if self.latest is None and self.quick_task is None:
            # It waits for its turn to be thought, or has just begun.
            self.quick_task = asyncio.ensure_future(self._choose_quickly())

    def _settle(self) -> None:
        if self.hurried and self.latest is not None:
            self.has_answer.set()

    async def _choose_quickly(self) -> None:
        # What is wrong with it is said where it is thought through.
        with suppress(Exception):
            quick = await run_in_thread(partial(thinkers.quick_advice, self.thought))
            if self.latest is None:
                self.offer(quick)

    async def wait_for_best(self) -> Advice:
        """The best so far, once somebody is in a hurry."""
        await self.has_answer.wait()
        assert self.latest is not None
        return self.latest


class InterruptibleThinker(ABC):
    """Minds that can be hurried."""

    def __init__(self) -> None:
        self._jobs: list[ThinkJob] = []

    @abstractmethod
    async def run_job(self, errand: ThinkJob) -> Advice:
        """Thinks it through, and lets the errand hear what comes of it meanwhile, until it is cancelled."""

    async def think(self, thought: Thought) -> Advice:
        errand = ThinkJob(thought)
        working, hurrying = (asyncio.ensure_future(each) for each in (self.run_job(errand), errand.wait_for_best()))
        self._jobs.append(errand)
        again = asyncio.get_running_loop().call_later(HURRY_AGAIN_SECONDS, errand.hurry) if thought.hasty else None
        try:
            await asyncio.wait([working, hurrying], return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else hurrying.result()
        finally:
            errand.dropped = True
            if again is not None:
                again.cancel()
            self._jobs.remove(errand)
            working.cancel()
            hurrying.cancel()

    def hurry(self, thought: Thought) -> None:
        for errand in self._jobs:
            if errand.thought is thought:
                errand.hurry()


async def think_in_thread(errand: ThinkJob) -> Advice:
    """Thinks it through beside everything else that this process does; where there are no threads, instead of it."""
    loop = asyncio.get_running_loop()

    def think() -> Advice | None:
        advice = None
        for advice in thinkers.think_through(errand.thought):
            if errand.dropped:
                break
            call_in_loop(loop, partial(errand.offer, advice))
        return advice

    advice = await run_in_thread(think)
    assert advice is not None
    return advice


async def answer_in_thread(question: AnalysisQuestion[T]) -> T:
    """Works it out beside everything else that this process does."""
    return await run_in_thread(lambda: question.answer(load_game(question.game)))
