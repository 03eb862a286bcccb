"""The course of a game for whoever waits for it, and does nothing else meanwhile."""

from __future__ import annotations

import asyncio

from tilehall.tui.tables.history.review import LEVEL, Course, Reviewer
from tilehall.tui.tables.thinking.process_pool import Pool, spare_cores


def waited_for(reviewer: Reviewer, known: Course, workers: int | None) -> Course:
    """From what is known, in so many processes, or as many as there are cores to spare, if there are several.

    Where there are not, and what does not take long, is worked out here. The course is the same.
    """
    most = spare_cores() if workers is None else workers
    if most < 2 or reviewer.level == LEVEL or not known.left:
        *_, course = known, *reviewer.courses(known)
        return course
    pool = Pool(most, nice=0)
    try:
        return asyncio.run(_last(reviewer, known, pool))
    finally:
        pool.close()


async def _last(reviewer: Reviewer, known: Course, pool: Pool) -> Course:
    course = known
    async for each in reviewer.courses_by(pool, known):
        course = each
    return course
