"""Questions that several answer at a time, and their answers one after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable
from typing import TypeVar

from tilehall.tui.tables.thinking.questions import AnalysisExecutor, AnalysisQuestion

A = TypeVar("A")
QUEUED_AHEAD = 2
"""So many questions are on their way for each who answers, so that nobody waits for the next one."""


async def answer_in_order(
    questions: Iterable[AnalysisQuestion[A]], answerers: AnalysisExecutor
) -> AsyncGenerator[A | None, None]:
    """The answers in the order of the questions; whoever stops listening calls off what is worked at."""
    waiting: deque[asyncio.Task[A | None]] = deque()
    try:
        for question in questions:
            waiting.append(asyncio.ensure_future(answerers.answer(question)))
            if len(waiting) >= QUEUED_AHEAD * answerers.max_parallel:
                yield await waiting[0]
                waiting.popleft()
        while waiting:
            yield await waiting[0]
            waiting.popleft()
    finally:
        for task in waiting:
            task.cancel()
