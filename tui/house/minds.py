"""Computer players as data in, data out: a thought goes to a mind, advice comes back. Where it is thought is free.

A mind sees what its seat sees and nothing else. `Here` thinks at once, `Aside` in another thread while a screen goes
on, `Workers` in other processes, for a house with many tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tilehall.engine import Advice, Rng, game
from tilehall.engine import Seat as Number
from tilehall.engine.players import bot

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player is to think about: plain data, fit for another process.

    >>> from tilehall.engine import Setup
    >>> princess = game("princess")
    >>> s = princess.apply(princess.start(Setup(2)), -1, princess.parse("start 0"))
    >>> len(s.hunters), Thought("princess", "random", s, 0, "7").level
    (2, 'random')
    """

    game: str
    level: str
    """A level of `tilehall.engine.players`, or `HINT` for a good player's advice to a person."""
    view: Any
    """The position as the seat sees it."""
    seat: Number
    whim: str
    """The same whim, the same choice."""


HINT = "hint"


def advice_on(thought: Thought) -> Advice:
    """Thinks it through, here and now."""
    rules = game(thought.game)
    if thought.level == HINT:
        return rules.advise(thought.view, thought.seat, Rng(thought.whim))
    return Advice(*bot(thought.level, thought.whim).choose(rules, thought.view, thought.seat))


def harmless(thought: Thought) -> Advice:
    """What is done instead of a thought that takes too long."""
    return Advice(game(thought.game).default(thought.view, thought.seat), "there was no time to think")


class Minds(Protocol):
    """Where computer players think."""

    async def think(self, thought: Thought) -> Advice:
        """The advice. May be called off by cancelling."""


class Here:
    """At once, in this thread: for programs without a screen."""

    async def think(self, thought: Thought) -> Advice:
        return advice_on(thought)


class Aside:
    """In another thread, so that keys are answered meanwhile."""

    async def think(self, thought: Thought) -> Advice:
        import asyncio

        return await asyncio.to_thread(advice_on, thought)


class Workers:
    """In other processes, with a deadline in seconds for every thought; a late one is replaced by a harmless choice."""

    def __init__(self, processes: int, deadline: float, executor: Callable[[int], Executor] | None = None) -> None:
        self.deadline = deadline
        self._executor = (executor or _processes)(processes)

    async def think(self, thought: Thought) -> Advice:
        import asyncio

        found = asyncio.get_running_loop().run_in_executor(self._executor, advice_on, thought)
        try:
            return await asyncio.wait_for(found, self.deadline)
        except TimeoutError:
            return harmless(thought)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def _processes(count: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A fresh interpreter each: a fork would take the threads and the terminal of this process along.
    return ProcessPoolExecutor(count, get_context("spawn"))
