"""Those who stand at any door of a hall, counted in one place: what a limit says holds for all workers together.

A worker tells the house of everybody who comes to its door, and of everybody who is in or has gone. Where there are
too many from one address, the house says that whoever came last has to go; where there are too many of all, whoever has
waited longest, so that those who say nothing do not keep the others out. Each worker counts its own as well, so no
crowd troubles the house.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from tilehall.tui.hall.limits import ConnectionLimits


class Knock(NamedTuple):
    """Somebody stands at a door."""

    number: int
    address: str


class Through(NamedTuple):
    """Is in, or has gone."""

    number: int


class WrongPassword(NamedTuple):
    """Somebody there has said a wrong password."""

    address: str


class Away(NamedTuple):
    """Has to go: there are too many."""

    number: int


class NoticeReceiver(Protocol):
    """What has to be told on a wire is told to this."""

    def tell(self, item: object) -> None: ...


class PendingConnections:
    """What the house knows of those at its doors."""

    def __init__(self, limits: ConnectionLimits, now: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self._waiting: dict[tuple[NoticeReceiver, int], str] = {}
        """Where from, for everybody at the door of a worker."""

    def hear(self, worker: NoticeReceiver, item: object) -> None:
        """What a worker tells."""
        match item:
            case Knock(number, address):
                if self._limits.may_knock(address, self._now()):
                    self._waiting[worker, number] = address
                    self._make_room()
                else:
                    worker.tell(Away(number))
            case Through(number):
                self._through(worker, number)
            case WrongPassword(address):
                self._limits.punish(address, self._now())
            case _:
                pass

    def gone(self, worker: NoticeReceiver) -> None:
        """Nobody stands at this door any more."""
        for whose, number in tuple(self._waiting):
            if whose is worker:
                self._through(worker, number)

    def _make_room(self) -> None:
        while self._limits.crowded:
            worker, number = next(iter(self._waiting))
            self._through(worker, number)
            worker.tell(Away(number))

    def _through(self, worker: NoticeReceiver, number: int) -> None:
        address = self._waiting.pop((worker, number), None)
        if address is not None:
            self._limits.through(address)
