"""Actions and positions in numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Action, Setup
from tilehall.engine.core.position_reader import BaseEncoder
from tilehall.engine.core.schema import ObjectSchema
from tilehall_hex.game import SWAPS, lays, position_schema
from tilehall_hex.state import State


class HexEncoder(BaseEncoder[State]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return [*(lays()[name] for name in self.game.start(setup).board.names), SWAPS]

    def position_schema(self, setup: Setup) -> ObjectSchema:
        return position_schema(self.game.start(setup).size)
