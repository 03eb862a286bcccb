"""Time that somebody has thought about something, by a clock that is handed in and can be stopped."""

from __future__ import annotations

from collections.abc import Callable


class ProgressStopwatch:
    """How long nothing has come of it, and how long all has taken.

    >>> seconds = iter([0.0, 5.0, 65.0, 67.0, 70.0])
    >>> patience = ProgressStopwatch(lambda: next(seconds))
    >>> patience.count_time(), patience.skip_time(), patience.count_time(), patience.waited
    (None, None, None, 7.0)
    >>> patience.restart(), patience.count_time(), patience.waited, patience.total
    (None, None, 3.0, 10.0)
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.waited = 0.0
        """Seconds since something has come of it."""
        self.total = 0.0
        self._last = clock()

    def count_time(self) -> None:
        """The time since the last look counts."""
        before, self._last = self._last, self.clock()
        self.waited += self._last - before
        self.total += self._last - before

    def skip_time(self) -> None:
        """It does not: something else was looked at."""
        self._last = self.clock()

    def restart(self) -> None:
        """Something has come of it."""
        self.waited = 0.0
