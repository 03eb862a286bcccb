"""Those who knock all at once are let in a few at a time: a handshake is work, and those who play are waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

AT_ONCE = 3
"""Handshakes at the same time."""
LONGEST = 0.3
"""Seconds after which the next one begins anyway: who is slow, or says nothing, holds up nobody."""


class Queue:
    """Who comes may begin when it is their turn."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST) -> None:
        self._free = at_once
        self._longest = longest
        self._waiting: deque[HandshakeTurn] = deque()

    def come(self, begin: Callable[[], None]) -> HandshakeTurn:
        """Begins now or later; the turn is to be ended when the handshake is over, or the connection."""
        turn = HandshakeTurn(self, begin)
        self._waiting.append(turn)
        self._next()
        return turn

    def _next(self) -> None:
        while self._free and self._waiting:
            self._free -= 1
            self._waiting.popleft().start(self._longest)

    def ended(self, turn: HandshakeTurn, had_begun: bool) -> None:
        """One place is free, or one waits no longer."""
        if had_begun:
            self._free += 1
            self._next()
        else:
            self._waiting.remove(turn)


class HandshakeTurn:
    """One who waits, or has begun."""

    def __init__(self, queue: Queue, begin: Callable[[], None]) -> None:
        self._queue = queue
        self._begin = begin
        self._timer: asyncio.TimerHandle | None = None
        self._over = False

    def start(self, longest: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(longest, self.end)
        self._begin()

    def end(self) -> None:
        if self._over:
            return
        self._over = True
        if self._timer is not None:
            self._timer.cancel()
        self._queue.ended(self, self._timer is not None)
