"""What a position is worth with the whole round to come foreseen: its bids, and the tiles that they lead to."""

from __future__ import annotations

from tilehall.engine.ai.plan import Value
from tilehall.engine.core.game import Seat
from tilehall.engine.games.kaguya.ai import value as value_module
from tilehall.engine.games.kaguya.ai.bidding import QUICK, Open, bidding
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects
from tilehall.engine.games.kaguya.ai.weights import Weights
from tilehall.engine.games.kaguya.state import State


def value(s: State, seat: Seat, weights: Weights) -> Value:
    """Between two rounds tiles that fit one's rooms and come next are worth something already."""
    if s.point != "PRESENT":
        return value_module.value(s, seat, weights)
    return value_module.appraised(Prospects(s, weights), seat, bidding(Open(s), weights, *QUICK).gains())
