"""A game that is played while it is shown: it goes on only when somebody wants to see more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tilehall.tui.features.demo.demo_frames import Part, Reel
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.listeners import WhenBroken
from tilehall.tui.tables.seat import TableSeat, onlooker
from tilehall.tui.tables.table import Table


class Projector:
    """Shows a reel: of a game that is played meanwhile, or of what has been played before."""

    def __init__(self, reel: Reel, seat: TableSeat[Any] | None = None) -> None:
        """`seat` is that of an onlooker at the table where it is played."""
        self.reel = reel
        self.seat = seat
        self.wanted = ""
        """The rule whose next use is looked for while the game goes on."""
        self._more = asyncio.Event()
        """Set as long as somebody waits for the next step."""

    @classmethod
    def live(cls, table: Table[Any]) -> Projector:
        """Before a table at which it is played."""
        reel = Reel([Replay(table)], [Part(0, 1, None)])
        # Whoever comes back to it goes on where it has come.
        reel.go(len(reel.frames) if table.whys else 0)
        return cls(reel, onlooker(table))

    @property
    def waits(self) -> bool:
        """Whether the next step has been asked for and is not there yet."""
        return self._more.is_set()

    @property
    def ends(self) -> bool:
        """Whether nothing comes after what is shown now."""
        return self.reel.at_end and not (self.seat is not None and self.seat.now.due)

    @property
    def lacks(self) -> bool:
        """Whether a rule is looked for that can no longer come up: the game is over."""
        return bool(self.wanted) and self.seat is not None and not self.seat.now.due

    def attend(self, changed: Callable[[], None], broke: WhenBroken) -> Callable[[], None]:
        """Calls back when there is more to see; the answer ends that."""
        if self.seat is None:
            return lambda: None
        return self.seat.told(changed, self._until_wanted, broke)

    def hurry(self) -> None:
        """Whoever thinks of the next step takes the best found so far."""
        if self.seat is not None and self.waits:
            self.seat.hurry()

    def leave(self) -> None:
        """Whoever has left keeps nobody waiting."""
        self._more.set()

    async def _until_wanted(self) -> None:
        await self._more.wait()

    async def run(self) -> None:
        """Lets the game go on as it is wanted, to its end."""
        if self.seat is not None:
            await self.seat.settled()

    def forth(self) -> bool:
        """To the next frame, if it is there; else it is waited for."""
        if not self.reel.at_end:
            self.reel.go(self.reel.at + 1)
            return True
        if not self.ends:
            self._more.set()
        return False

    def go(self, at: int) -> None:
        """To a frame that is there already; nothing is waited for any more."""
        self.rest()
        self.reel.go(at)

    def rest(self) -> None:
        """Nobody waits for more."""
        self.wanted = ""
        self._more.clear()

    def find(self, rule: str) -> bool:
        """To the next use of a rule. False if it has not come up yet: the game goes on until it does."""
        self.rest()
        at = self.reel.next_use(rule)
        if at is not None:
            self.reel.go(at)
            return True
        if self.seat is not None and self.seat.now.due:
            self.wanted = rule
            self._more.set()
        return False

    def follow(self) -> bool:
        """The game has gone on; whether another frame is shown now."""
        if not self.reel.grow() or not self.waits:
            return False
        if not self.wanted:
            self._more.clear()
            return self.forth()
        at = self.reel.next_use(self.wanted)
        if at is None:
            return False
        self.go(at)
        return True
