"""Plays a game while it is shown: the next step is played when it is asked for."""

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
    """Moves through the frames of a game that is being played, or that was played before."""

    def __init__(self, frames: DemoFrames, seat: TableSeat[Any] | None = None) -> None:
        """`seat` is a spectator's seat at a table that is being played."""
        self.frames = frames
        self.seat = seat
        self.wanted_rule = ""
        """The rule that is looked for while the game goes on."""
        self._more = asyncio.Event()
        """Set while the user waits for the next step."""

    @classmethod
    def live(cls, computers: ComputerPlayers[Any]) -> DemoPlayer:
        """Return a demo player for a table at which the game is still played."""
        table = computers.table
        frames = DemoFrames([Replay(table)], [DemoPart(0, 1, None)])
        # The demo goes on from the latest step.
        frames.go(len(frames.frames) if table.reasons else 0)
        return cls(frames, spectator_seat(table, computers))

    @property
    def is_waiting(self) -> bool:
        """Whether a step was asked for that has not been made yet."""
        return self._more.is_set()

    @property
    def is_at_end(self) -> bool:
        """Whether the current frame is the last one for good."""
        return self.frames.at_end and not (self.seat is not None and self.seat.now.due)

    @property
    def rule_not_found(self) -> bool:
        """Whether the game is over and the wanted rule has not come up."""
        return bool(self.wanted_rule) and self.seat is not None and not self.seat.now.due

    def subscribe(self, changed: Callable[[], None], broke: WhenBroken) -> Callable[[], None]:
        """Register a callback for new steps; returns a function that removes it."""
        if self.seat is None:
            return lambda: None
        return self.seat.subscribe(changed, self._until_wanted, broke)

    def hurry(self) -> None:
        """End the current search for a move: the best move so far is played."""
        if self.seat is not None and self.is_waiting:
            self.seat.hurry()

    def leave(self) -> None:
        """Stop waiting, so that no computer player is held up."""
        self._more.set()

    async def _until_wanted(self) -> None:
        await self._more.wait()

    async def run(self) -> None:
        """Play the steps that are asked for, until the game is over."""
        if self.seat is not None:
            await self.seat.run_computers()

    def step_forward(self) -> bool:
        """Go to the next frame, or wait for it. Returns whether it was there."""
        if not self.frames.at_end:
            self.frames.go(self.frames.at + 1)
            return True
        if not self.is_at_end:
            self._more.set()
        return False

    def go(self, at: int) -> None:
        """Go to a frame that exists, and stop waiting."""
        self.stop_waiting()
        self.frames.go(at)

    def stop_waiting(self) -> None:
        """Stop waiting for steps."""
        self.wanted_rule = ""
        self._more.clear()

    def find(self, rule: str) -> bool:
        """Go to the next use of a rule. False if there is none yet; then the game goes on until there is."""
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
        """Take in new steps. Returns whether the current frame has changed."""
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
