"""A key that acts only if it is pressed twice."""

from __future__ import annotations

SECONDS_BETWEEN = 2.0
"""Seconds within which the key has to be pressed again."""


class DoublePress:
    """Remembers the time of the last press.

    >>> key = DoublePress()
    >>> [key.press(now) for now in (5.0, 9.0, 10.5)]
    [False, False, True]
    """

    def __init__(self) -> None:
        self._last = -SECONDS_BETWEEN

    def press(self, now: float) -> bool:
        """Records a press at time `now`; returns whether it was the second one."""
        again, self._last = now - self._last < SECONDS_BETWEEN, now
        return again
