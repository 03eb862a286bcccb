"""Work in many equal parts, for whoever waits for all of it: in this process, or shared by several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import aclosing
from math import inf
from typing import TypeVar

from tilehall.engine import Text, UserError, load_game
from tilehall.tui.tables.thinking.questions import AnalysisQuestion

A = TypeVar("A")
UNLIMITED_LEVEL = "long"
"""The level of a part that may take as long as it likes."""
MAX_JOBS = 60
"""More processes than most machines have use for; each takes memory of its own."""


def run_parts(parts: Iterable[AnalysisQuestion[A]], jobs: int, enough: Callable[[A], bool]) -> None:
    """Hands on what comes of each part, in their order, until that is enough. Parts are made when they are needed.

    Raises UserError if whoever works at one dies of it, again and again.
    """
    if jobs > 1:
        # Whoever waits at Tab, or works alone, needs no event loop.
        import asyncio

        asyncio.run(_run_in_pool(parts, jobs, enough))
        return
    for part in parts:
        if enough(part.answer(load_game(part.game))):
            return


async def _run_in_pool(parts: Iterable[AnalysisQuestion[A]], jobs: int, enough: Callable[[A], bool]) -> None:
    from tilehall.tui.tables.thinking.ordered_answers import answer_in_order
    from tilehall.tui.tables.thinking.process_pool import ProcessPool

    pool = ProcessPool(jobs, nice=0)
    pool.time_limits[UNLIMITED_LEVEL] = inf
    try:
        async with aclosing(answer_in_order(parts, pool)) as answers:
            async for answer in answers:
                if answer is None:
                    raise UserError(Text("The processes that played have died, one after the other."))
                if enough(answer):
                    return
    finally:
        pool.close()
