"""A presentation thought through: for each order the tiles of the round are laid, and what comes of it is valued."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Seat
from tilehall.engine.games.kaguya.actions import Present
from tilehall.engine.games.kaguya.ai import round_value, value
from tilehall.engine.games.kaguya.ai.bidding import CAREFUL, Bidding, Open
from tilehall.engine.games.kaguya.ai.purses import open_seed, sampled
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects
from tilehall.engine.games.kaguya.ai.weights import Weights
from tilehall.engine.games.kaguya.rules import actors, apply, design
from tilehall.engine.games.kaguya.state import State

Planner = Callable[[State, Seat, int, Weights], list[Plan]]


@lru_cache(8)
def rehearsed(seen: Open, weights: Weights, plans: Planner) -> Bidding:
    """What all seats think of together when they have the time to think what each place leads to."""
    return Bidding(Prospects(seen.state, weights), *CAREFUL, places=_places(seen.state, weights, plans))


def _places(s: State, weights: Weights, plans: Planner) -> list[list[float]]:
    """For each seat what each place brings while nobody is penalised: each in one of the orders."""
    world, line, n = _dealt(s), s.line(), s.rulings.players
    before = [value.value(world, seat, weights).points for seat in range(n)]
    found = [[0.0] * n for _ in line]
    for turn in range(n):
        order = line[turn:] + line[:turn]
        end = _laid(world, order, weights, plans)
        for place, seat in enumerate(order):
            found[seat][place] = round_value.value(end, seat, weights).points - before[seat]
    return found


def _dealt(s: State) -> State:
    """With purses that may be behind the screens: the same, whoever looks."""
    world, purses = s.copy(), sampled(s, 1, Rng(open_seed(s)))
    for seat, (purse,) in enumerate(purses):
        merchant = world.edit(seat)
        merchant.purse, merchant.held, merchant.ready, merchant.pledge = purse, Present((), False), False, None
    return world


def _laid(s: State, order: Sequence[Seat], weights: Weights, plans: Planner) -> State:
    """Where the round leads in this order, with nothing held: everybody lays what seems best."""
    s = s.copy()
    s.order, s.todo = tuple(order), design(tuple(order))
    while (due := actors(s)) and s.point != "PRESENT":
        for action in plans(s, due[0], 1, weights)[0].actions:
            s = apply(s, due[0], action)
    return s
