"""The worth of a board for future buildings: how far each is and what it would bring, computed quickly.

Each missing piece costs a step; less where a disk of the reserve could help, more where a special disk is needed that
is not owned. Buildings are looked for at the placements where they lack least, or hardly more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp
from typing import NamedTuple

from tilehall.engine.core.piles import Bag
from tilehall.engine.games.sand.ai.missing_pieces import (
    PlaceCounts,
    allowed_places,
    count_lacking,
    count_savable,
    greatest_count,
    places_by_lack,
    places_with_count,
)
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.components import BASE, BOXES, GRID, BuildingCard, components

FULL = GRID.full


class BuildingTarget(NamedTuple):
    """A building that could be completed, with what it brings."""

    card: int
    worth: float


class BuildingEstimate(NamedTuple):
    """How much an incomplete building counts, and what it still costs."""

    points: float
    card: int
    cost: float


class RemainingGame(NamedTuple):
    """What the rest of the game makes of buildings."""

    turns: float
    fade: float
    """The share of lasting gains that still counts."""
    hourglass: float
    stock: Bag
    """The disks left in the supply."""


def building_worth(card: BuildingCard, season: RemainingGame, w: SandWeights) -> float:
    """What a building brings, in stars; disks only as far as the supply has them."""
    lasting = w.step * card.steps
    for element in card.disks:
        if season.stock[element]:
            lasting += w.common if element < BASE else w.special
    return card.stars + season.hourglass * card.hourglasses + season.fade * lasting


class FillCosts(NamedTuple):
    """The cost of missing boxes: how many placements lack how much, and the disks that could help."""

    exactly: tuple[int, ...]
    """The placements that lack no piece, one, two, and so on."""
    savable: PlaceCounts | None
    """How many of the missing pieces disks of the reserve could be."""
    specials: tuple[int, int]
    """The number of special disks of each kind that are owned."""
    lying: tuple[int, int]
    """The boxes where special disks lie."""

    @classmethod
    def from_pieces(cls, pieces: int, reserve: Bag) -> FillCosts:
        lying = pieces >> BOXES * BASE & FULL, pieces >> BOXES * (BASE + 1)
        specials = reserve[BASE] + lying[0].bit_count(), reserve[BASE + 1] + lying[1].bit_count()
        return cls(places_by_lack(pieces), count_savable(pieces, reserve), specials, lying)

    def building_cost(self, card: int, level: int, w: SandWeights) -> float:
        """The cost of a building at its cheapest placement."""
        at, needed = allowed_places(card, level), specials_needed()[card]
        if at & self.exactly[0]:
            return 0.0
        if needed == NO_SPECIALS:
            return self.fill_cost(at, w)
        if self.lying == NO_SPECIALS:
            return self.fill_cost(at, w) + surcharge(needed, NO_SPECIALS, self.specials, w)
        return min(
            self.fill_cost(there, w) + surcharge(needed, (sapphires, moons), self.specials, w)
            for sapphires in range(min(needed[0], self.lying[0].bit_count()) + 1)
            for moons in range(min(needed[1], self.lying[1].bit_count()) + 1)
            if (there := at & self._lacking(0, needed[0] - sapphires) & self._lacking(1, needed[1] - moons))
        )

    def _lacking(self, special: int, n: int) -> int:
        """The placements that lack this many special disks of a kind."""
        return places_with_count(count_lacking(BASE + special, self.lying[special]), n)

    def fill_cost(self, at: int, w: SandWeights) -> float:
        """The cost of filling the missing boxes at the cheapest of these placements."""
        n = 0
        while not (here := at & self.exactly[n]):
            n += 1
        if self.savable is None:
            return float(n)
        price = n - w.reserve_saves * greatest_count(self.savable, here)
        if n + 1 < len(self.exactly) and (here := at & self.exactly[n + 1]):
            return min(price, n + 1 - w.reserve_saves * greatest_count(self.savable, here))
        return price


NO_SPECIALS = (0, 0)


class CostTable(dict[int, float]):
    """The cheapest costs of buildings on one board, each computed when it is first needed."""

    def __init__(self, purse: FillCosts, level: int, w: SandWeights) -> None:
        self.fill_costs, self.level, self.w = purse, level, w

    def __missing__(self, card: int) -> float:
        found = self[card] = self.fill_costs.building_cost(card, self.level, self.w)
        return found


@lru_cache(2048)
def cost_table(pieces: int, reserve: Bag, level: int, w: SandWeights) -> CostTable:
    """The cost table of a board. Cached: the same board is asked for many times."""
    return CostTable(FillCosts.from_pieces(pieces, reserve), level, w)


def building_costs(pieces: int, reserve: Bag, level: int, cards: bytes, w: SandWeights) -> list[float]:
    """The cost of each of these buildings."""
    known = cost_table(pieces, reserve, level, w)
    return [known[card] for card in cards]


@cache
def specials_needed() -> tuple[tuple[int, int], ...]:
    """The number of special disks of each kind that every building needs."""
    found = [[element for _, _, element in card.form] for card in components().cards]
    return tuple((elements.count(BASE), elements.count(BASE + 1)) for elements in found)


def surcharge(needed: tuple[int, int], lie: tuple[int, int], specials: tuple[int, int], w: SandWeights) -> float:
    """The cost of special disks beyond a step each, when some lie where they belong."""
    more = 0.0
    for n, there, owned in zip(needed, lie, specials, strict=True):
        have = min(n - there, owned - there)
        more += (w.special_owned - 1) * have + (w.special_lacking - 1) * (n - there - have)
    return more


def discounted_worth(worth: float, cost: float, turns: float, w: SandWeights) -> float:
    """The worth of a building before it is complete; less if it would come too late."""
    too_late = cost / w.boxes_a_turn - turns
    return worth * exp(-w.decay * cost - w.late * too_late) if too_late > 0 else worth * exp(-w.decay * cost)


def combined_worth(points: Sequence[float], w: SandWeights) -> float:
    """The worth of all estimates together, the best one counting most."""
    best = sorted(points, reverse=True)
    return sum(share * each for share, each in zip((w.first, w.second, w.third, w.fourth), best, strict=False))


@lru_cache(8192)
def estimate_buildings(
    pieces: int, reserve: Bag, level: int, cards: bytes, season: RemainingGame, w: SandWeights
) -> tuple[BuildingEstimate, ...]:
    """All estimates of a board, best first. Cached: the board stays the same for a whole round."""
    if season.turns <= 0:
        return ()
    found = list[BuildingEstimate]()
    for card, price in zip(cards, building_costs(pieces, reserve, level, cards, w), strict=True):
        brings = building_worth(components().cards[card], season, w)
        found.append(BuildingEstimate(discounted_worth(brings, price, season.turns, w), card, price))
    return tuple(sorted(found, reverse=True))
