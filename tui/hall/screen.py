"""A screen of somebody in the hall, as the house knows it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from tilehall.engine import Text
from tilehall.tui.hall.protocol import Heard, News, Person
from tilehall.tui.hall.refusals import HallError, Unwelcome

AS_ONE = 2
"""Screens that one person may have at the same time."""

log = logging.getLogger(__name__)


class Screen:
    """Who sits before it, and how they hear of things."""

    def __init__(self, person: Person, heard: Heard, key: str = "", address: str = "") -> None:
        self.person = person
        self.key = key
        """What they came with."""
        self.address = address
        """Where they came from."""
        self.open = True
        self.at: set[int] = set()
        """The tables that are looked at."""
        self._heard = heard

    def tell(self, news: News) -> None:
        """In order; a screen that cannot hear is no worry of whoever tells."""
        if not self.open:
            return
        try:
            self._heard(news)
        except Exception:
            log.exception("a screen could not hear")
            self.open = False


class Measure:
    """So many in so many seconds.

    >>> measure = Measure(2, 10.0, Text("Not so fast."), now=lambda: 0.0)
    >>> measure.take(); measure.take(); measure.take()
    Traceback (most recent call last):
    tilehall.tui.hall.refusals.HallError: Not so fast.
    """

    def __init__(self, most: int, seconds: float, words: Text, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._words = words
        self._now = now
        self._taken: list[float] = []

    def take(self) -> None:
        """One more. Raises UserError if that is too many."""
        now = self._now()
        self._taken = [at for at in self._taken if at > now - self._seconds]
        if len(self._taken) >= self._most:
            raise HallError(self._words)
        self._taken.append(now)


def crowded() -> Unwelcome:
    """Why somebody may not have one more screen."""
    told = Text("You have {most} screens open here already: leave one of them first.", most=AS_ONE)
    return Unwelcome(told, "screens")
