"""The coming round foreseen: its bids, and for each order the tiles that are laid and the value of the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.kaguya.actions import Present
from tilehall.engine.games.kaguya.ai.bidding import CAREFUL, QUICK, Bidding, PublicPosition, solve_bidding
from tilehall.engine.games.kaguya.ai.purses import public_seed, sample_purses
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects
from tilehall.engine.games.kaguya.ai.value import value, value_under_way
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.rules import actors, apply, design_steps
from tilehall.engine.games.kaguya.state import KaguyaState

Planner = Callable[[KaguyaState, SeatNo, int, KaguyaWeights], list[Plan]]


def value_with_bids(s: KaguyaState, seat: SeatNo, weights: KaguyaWeights) -> PositionValue:
    """The value of a position; between two rounds tiles that fit one's rooms and come next count already."""
    if s.point != "PRESENT":
        return value(s, seat, weights)
    gains = solve_bidding(PublicPosition(s), weights, *QUICK).gains()
    return value_under_way(Prospects(s, weights), seat, gains)


@lru_cache(8)
def solve_bidding_by_playout(seen: PublicPosition, weights: KaguyaWeights, plans: Planner) -> Bidding:
    """The bidding of all seats with place values from simulated rounds."""
    return Bidding(Prospects(seen.state, weights), *CAREFUL, places=_place_values(seen.state, weights, plans))


def _place_values(s: KaguyaState, weights: KaguyaWeights, plans: Planner) -> list[list[float]]:
    """For each seat the value of each place without penalties, each in one of the orders."""
    world, line, n = _deal_purses(s), s.tie_break_order(), s.rulings.players
    before = [value(world, seat, weights).points for seat in range(n)]
    found = [[0.0] * n for _ in line]
    for turn in range(n):
        order = line[turn:] + line[:turn]
        end = _play_out_round(world, order, weights, plans)
        for place, seat in enumerate(order):
            found[seat][place] = value_with_bids(end, seat, weights).points - before[seat]
    return found


def _deal_purses(s: KaguyaState) -> KaguyaState:
    """With purses that may be behind the screens: the same for every viewpoint."""
    world, purses = s.copy(), sample_purses(s, 1, Rng(public_seed(s)))
    for seat, (purse,) in enumerate(purses):
        merchant = world.edit(seat)
        merchant.purse, merchant.held, merchant.ready, merchant.pledge = purse, Present((), False), False, None
    return world


def _play_out_round(s: KaguyaState, order: Sequence[SeatNo], weights: KaguyaWeights, plans: Planner) -> KaguyaState:
    """The result of the round in this order with nothing held: everybody lays what seems best."""
    s = s.copy()
    s.order, s.todo = tuple(order), design_steps(tuple(order))
    while (due := actors(s)) and s.point != "PRESENT":
        for action in plans(s, due[0], 1, weights)[0].actions:
            s = apply(s, due[0], action)
    return s
