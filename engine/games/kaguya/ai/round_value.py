"""The value of a position with the coming round foreseen: its bids, and the tiles that they lead to."""

from __future__ import annotations

from tilehall.engine.ai.plan import PositionValue
from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.kaguya.ai import value as value_module
from tilehall.engine.games.kaguya.ai.bidding import QUICK, PublicPosition, solve_bidding
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.state import KaguyaState


def value_with_bids(s: KaguyaState, seat: SeatNo, weights: KaguyaWeights) -> PositionValue:
    """The value between two rounds: tiles that fit one's rooms and come next count already."""
    if s.point != "PRESENT":
        return value_module.value(s, seat, weights)
    return value_module.value_under_way(
        Prospects(s, weights), seat, solve_bidding(PublicPosition(s), weights, *QUICK).gains()
    )
