"""What a position is worth with the whole round to come foreseen: its bids, and the tiles that they lead to."""

from __future__ import annotations

from tilehall.engine.game import Seat
from tilehall.engine.kaguya import valuing
from tilehall.engine.kaguya.bidding import QUICK, Open, bidding
from tilehall.engine.kaguya.prospects import Prospects
from tilehall.engine.kaguya.state import State
from tilehall.engine.kaguya.weights import Weights
from tilehall.engine.plan import Value


def value(s: State, seat: Seat, weights: Weights) -> Value:
    """Between two rounds tiles that fit one's rooms and come next are worth something already."""
    if s.point != "PRESENT":
        return valuing.value(s, seat, weights)
    return valuing.appraised(Prospects(s, weights), seat, bidding(Open(s), weights, *QUICK).gains())
