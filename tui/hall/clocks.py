"""How much time everybody has left to think at one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.protocol import Clock

LEAST = 20.0
"""Seconds that everybody has at least when a hall opens again."""


class Clocks:
    """One for each seat; they run for whoever has to decide.

    >>> now = [100.0]
    >>> clocks = Clocks(Clock("turn", 30), 2, lambda: now[0])
    >>> clocks.run((0,)); now[0] += 10
    >>> clocks.left(0), clocks.left(1), clocks.first()
    (20.0, 30.0, (0, 20.0))
    >>> clocks.run((1,)); clocks.run((0,)); clocks.left(0)
    30.0
    """

    def __init__(self, clock: Clock, seats: int, now: Callable[[], float], left: Sequence[float] = ()) -> None:
        self._clock = clock
        self._now = now
        self._left = [max(LEAST, each) for each in left] or [float(clock.seconds)] * seats
        self._running: dict[Number, float] = {}
        """Since when."""

    def run(self, due: Iterable[Number], back: bool = False, anew: bool = False) -> None:
        """These have to decide now. `back`: because something was taken back; `anew`: it is a new turn for all."""
        if self._clock.kind == "off":
            return
        before, now = set(self._running), self._now()
        for seat in before:
            self._left[seat] = self.left(seat) or 0.0
        self._running = dict.fromkeys(due, now)
        for seat in self._running:
            if self._clock.kind == "turn" and not back and (anew or seat not in before):
                self._left[seat] = float(self._clock.seconds)

    def left(self, seat: Number) -> float | None:
        """Seconds; None without a clock."""
        if self._clock.kind == "off":
            return None
        since = self._running.get(seat)
        return max(0.0, self._left[seat] - (self._now() - since if since is not None else 0.0))

    def first(self) -> tuple[Number, float] | None:
        """Who runs out first if nothing happens, and in how many seconds."""
        return min(((seat, self.left(seat) or 0.0) for seat in self._running), key=lambda each: each[1], default=None)

    def again(self, seat: Number) -> None:
        """Whoever has run out, and plays again, has at least a little time."""
        if self._clock.kind != "off":
            self._left[seat] = max(
                self._left[seat], float(self._clock.seconds) if self._clock.kind == "turn" else LEAST
            )
