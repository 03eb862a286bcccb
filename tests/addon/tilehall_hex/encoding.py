"""Actions and positions in numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Action, Setup
from tilehall.engine.rl import encoding as tell
from tilehall_hex.game import SWAPS, lays
from tilehall_hex.state import State


class HexEncoder(tell.BaseEncoder[State]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return [*(lays()[name] for name in self.game.start(setup).board.names), SWAPS]

    def features(self, setup: Setup) -> tell.Feature:
        """Whose stone lies on each cell, and whether the first one was taken over."""
        stones = tell.GridFeature(self.game.start(setup).board.names, tell.PlayerFeature(2))
        return tell.object_feature({"stones": stones, "swapped": tell.NumberFeature(0, 1)})
