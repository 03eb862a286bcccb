"""Queues keys, clicks and pastes: each is handled after everything that the one before has caused."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from textual._queue import Queue
from textual._time import get_time
from textual.events import Event, InputEvent, Paste
from textual.message import Message
from textual.message_pump import MessagePump
from textual.worker import Worker

UserInput = InputEvent | Paste
"""Events of keys, clicks and pastes."""
IDLE_TIMEOUT = 2.0
"""Seconds after which the next event is handled anyway, in case something never becomes idle."""
PAUSES = (0.0,) * 20 + (0.001,) * 20 + (0.005,)
"""Seconds between checks for idleness; the last one is repeated."""


def is_pump_idle(pump: MessagePump) -> bool:
    """Whether a pump has ended, or has handled all its messages and callbacks."""
    if pump._task is None or pump._task.done():
        return True
    queue: Queue[Message | None] = pump._message_queue
    # A pump that waits for its queue has handled its last message; there is no public sign of it.
    return not queue.values and not pump._next_callbacks and bool(queue.ready_event._waiters)


class InputQueue:
    """The queue of one app. An event is handled at once if everything is idle; otherwise it waits."""

    def __init__(self, app: MessagePump, pumps: Iterable[MessagePump], let_in: Callable[[Event], Awaitable[None]]):
        self._app = app
        self._pumps = pumps
        """Returns the message pumps of the app, except the app itself."""
        self._let_in = let_in
        self._row: deque[Event] = deque()
        self._usher: asyncio.Task[None] | None = None
        self._errands: set[Worker[Any]] = set()
        self._answers: dict[Worker[Any], Future[Any]] = {}
        self._impatient = False

    async def put(self, event: Event) -> None:
        """Handles an event now, or after those before it."""
        if not self._row and self.is_idle():
            self._impatient = False
            await self._let_in(event)
            return
        self._row.append(event)
        if self._usher is None or self._usher.done():
            self._usher = asyncio.create_task(self._one_by_one())

    @property
    def length(self) -> int:
        """How many events wait."""
        return len(self._row)

    def clear(self) -> None:
        """Drops all waiting events."""
        self._row.clear()

    def block_until_done(self, errand: Worker[Any]) -> None:
        """Holds events back until this worker is done, or waits for an answer from a screen."""
        self._errands.add(errand)

    @contextmanager
    def allow_answer(self, errand: Worker[Any], answer: Future[Any]) -> Iterator[None]:
        """Context in which a worker waits for an answer from a screen: events are handled."""
        self._answers[errand] = answer
        try:
            yield
        finally:
            del self._answers[errand]

    def is_idle(self) -> bool:
        """Whether no message waits or is handled anywhere, and no worker blocks the queue."""
        if self._errands:
            self._errands = {errand for errand in self._errands if not errand.is_finished}
            if not all(errand in self._answers and not self._answers[errand].done() for errand in self._errands):
                return False
        if self._app._next_callbacks:
            return False
        waiting: Queue[Message | None] = self._app._message_queue
        # An event that a screen has forwarded is still being handled; a new one is not.
        if not all(isinstance(message, UserInput) and not message.is_forwarded for message in waiting.values):
            return False
        return all(map(is_pump_idle, self._pumps))

    async def _one_by_one(self) -> None:
        while self._row:
            await self._rest()
            if not self._row:
                return
            # The event stays first until it is handled, so that later ones queue behind it.
            event = self._row[0]
            await self._let_in(event)
            if self._row and self._row[0] is event:
                self._row.popleft()

    async def _rest(self) -> None:
        """Waits until everything is idle, or for `IDLE_TIMEOUT`."""
        began, looks = get_time(), 0
        while not self.is_idle():
            if self._impatient or get_time() - began > IDLE_TIMEOUT:
                self._impatient = True
                return
            await asyncio.sleep(PAUSES[min(looks, len(PAUSES) - 1)])
            looks += 1
        self._impatient = False
