"""What a player's hand does at the table, choice by choice: a choice and the passes it took are taken back together."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tilehall.engine import Action
from tilehall.tui.house.moment import Moment
from tilehall.tui.house.seat import Seat
from tilehall.tui.play.picking import Choice

S = TypeVar("S")


class Hand(Generic[S]):
    """Acts at one seat. Each deed raises RuleError if it may not be done."""

    def __init__(self, seat: Seat[S]) -> None:
        self.seat = seat
        self._made: list[int] = []
        """How many steps each of the latest choices took."""
        self._undone: list[int] = []
        """The same of the choices that were taken back."""

    @property
    def begun(self) -> bool:
        """Whether this hand has acted, or taken back, since the turn came to it."""
        return bool(self._made)

    def let_go(self) -> None:
        """The turn has gone to somebody else."""
        self._made.clear()

    async def act(self, choice: Choice[Any], before: Moment[S]) -> None:
        """Passes what is to be passed, then does the chosen action."""
        self._undone.clear()
        try:
            await self.seat.act(*choice.passes, choice.action)
        finally:
            now = self.seat.now
            if made := sum(deed.seat == before.seat for deed in now.deeds[before.number :]):
                self._made.append(made)
            if before.seat not in now.due:
                self.let_go()

    async def undo(self) -> Action:
        """Takes the latest choice back; the action that was its beginning."""
        count = (self._made.pop() if self._made else 0) or 1
        undone = [await self.seat.undo() for _ in range(count)]
        self._undone.append(count)
        self._made = self._made or [0]
        return undone[0]

    async def redo(self) -> Action:
        """Does the choice that was taken back last again; the action that it came to."""
        count = self._undone.pop() if self._undone else 1
        done = [await self.seat.redo() for _ in range(count)]
        self._made.append(count)
        return done[-1]

    async def restart(self) -> int:
        """Takes back everything since something new was shown; how many steps that were."""
        count = await self.seat.restart()
        self._undone.clear()
        self._made = [0]
        return count
