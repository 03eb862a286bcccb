"""The course of a game for whoever waits for it, and does nothing else meanwhile."""

from __future__ import annotations

import asyncio

from tilehall.tui.tables.history.review import USUAL_JUDGE, GameReview, Reviewer
from tilehall.tui.tables.thinking.background import ProcessPool, spare_cores


def run_review(reviewer: Reviewer, known: GameReview, workers: int | None) -> GameReview:
    """From what is known, in so many processes, or as many as there are cores to spare, if there are several.

    Where there are not, and what does not take long, is worked out here. The course is the same.
    """
    most = spare_cores() if workers is None else workers
    if most < 2 or reviewer.level == USUAL_JUDGE or not known.remaining_parts:
        *_, course = known, *reviewer.review(known)
        return course
    pool = ProcessPool(most, nice=0)
    try:
        return asyncio.run(_run_in_pool(reviewer, known, pool))
    finally:
        pool.close()


async def _run_in_pool(reviewer: Reviewer, known: GameReview, pool: ProcessPool) -> GameReview:
    course = known
    async for each in reviewer.review_with(pool, known):
        course = each
    return course
