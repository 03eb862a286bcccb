"""Work in many equal parts, for whoever waits for all of it: in this process, or shared by several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import aclosing
from math import inf
from typing import TypeVar

from tilehall.engine import RuleError, Text, game
from tilehall.tui.tables.thinking.questions import Question

A = TypeVar("A")
LONG = "long"
"""The level of a part that may take as long as it likes."""
MOST = 60
"""More processes than most machines have use for; each takes memory of its own."""


def worked_out(parts: Iterable[Question[A]], jobs: int, enough: Callable[[A], bool]) -> None:
    """Hands on what comes of each part, in their order, until that is enough. Parts are made when they are needed.

    Raises RuleError if whoever works at one dies of it, again and again.
    """
    if jobs > 1:
        # Whoever waits at Tab, or works alone, needs no event loop.
        import asyncio

        asyncio.run(_shared(parts, jobs, enough))
        return
    for part in parts:
        if enough(part.answer(game(part.game))):
            return


async def _shared(parts: Iterable[Question[A]], jobs: int, enough: Callable[[A], bool]) -> None:
    from tilehall.tui.tables.thinking.ordered_answers import in_order
    from tilehall.tui.tables.thinking.process_pool import Pool

    pool = Pool(jobs, nice=0)
    pool.limits[LONG] = inf
    try:
        async with aclosing(in_order(parts, pool)) as answers:
            async for answer in answers:
                if answer is None:
                    raise RuleError(Text("The processes that played have died, one after the other."))
                if enough(answer):
                    return
    finally:
        pool.close()
