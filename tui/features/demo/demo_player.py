"""A game that is played while it is shown: it goes on only when somebody wants to see more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tilehall.tui.features.demo.demo_frames import DemoFrames, DemoPart
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.listeners import WhenBroken
from tilehall.tui.tables.seat import TableSeat, spectator_seat


class DemoPlayer:
    """Shows a reel: of a game that is played meanwhile, or of what has been played before."""

    def __init__(self, reel: DemoFrames, seat: TableSeat[Any] | None = None) -> None:
        """`seat` is that of an onlooker at the table where it is played."""
        self.frames = reel
        self.seat = seat
        self.wanted_rule = ""
        """The rule whose next use is looked for while the game goes on."""
        self._more = asyncio.Event()
        """Set as long as somebody waits for the next step."""

    @classmethod
    def live(cls, computers: ComputerPlayers[Any]) -> DemoPlayer:
        """Before a table at which it is played."""
        table = computers.table
        reel = DemoFrames([Replay(table)], [DemoPart(0, 1, None)])
        # Whoever comes back to it goes on where it has come.
        reel.go(len(reel.frames) if table.reasons else 0)
        return cls(reel, spectator_seat(table, computers))

    @property
    def is_waiting(self) -> bool:
        """Whether the next step has been asked for and is not there yet."""
        return self._more.is_set()

    @property
    def is_at_end(self) -> bool:
        """Whether nothing comes after what is shown now."""
        return self.frames.at_end and not (self.seat is not None and self.seat.now.due)

    @property
    def rule_not_found(self) -> bool:
        """Whether a rule is looked for that can no longer come up: the game is over."""
        return bool(self.wanted_rule) and self.seat is not None and not self.seat.now.due

    def subscribe(self, changed: Callable[[], None], broke: WhenBroken) -> Callable[[], None]:
        """Calls back when there is more to see; the answer ends that."""
        if self.seat is None:
            return lambda: None
        return self.seat.subscribe(changed, self._until_wanted, broke)

    def hurry(self) -> None:
        """Whoever thinks of the next step takes the best found so far."""
        if self.seat is not None and self.is_waiting:
            self.seat.hurry()

    def leave(self) -> None:
        """Whoever has left keeps nobody waiting."""
        self._more.set()

    async def _until_wanted(self) -> None:
        await self._more.wait()

    async def run(self) -> None:
        """Lets the game go on as it is wanted, to its end."""
        if self.seat is not None:
            await self.seat.run_computers()

    def step_forward(self) -> bool:
        """To the next frame, if it is there; else it is waited for."""
        if not self.frames.at_end:
            self.frames.go(self.frames.at + 1)
            return True
        if not self.is_at_end:
            self._more.set()
        return False

    def go(self, at: int) -> None:
        """To a frame that is there already; nothing is waited for any more."""
        self.stop_waiting()
        self.frames.go(at)

    def stop_waiting(self) -> None:
        """Nobody waits for more."""
        self.wanted_rule = ""
        self._more.clear()

    def find(self, rule: str) -> bool:
        """To the next use of a rule. False if it has not come up yet: the game goes on until it does."""
        self.stop_waiting()
        at = self.frames.next_use(rule)
        if at is not None:
            self.frames.go(at)
            return True
        if self.seat is not None and self.seat.now.due:
            self.wanted_rule = rule
            self._more.set()
        return False

    def follow(self) -> bool:
        """The game has gone on; whether another frame is shown now."""
        if not self.frames.add_new_frames() or not self.is_waiting:
            return False
        if not self.wanted_rule:
            self._more.clear()
            return self.step_forward()
        at = self.frames.next_use(self.wanted_rule)
        if at is None:
            return False
        self.go(at)
        return True
