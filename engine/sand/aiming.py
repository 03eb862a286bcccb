"""What a board promises: for every building how far it is and what it would bring, as quick numbers.

A building is looked for at the places where it lacks least. What lacks costs a step; less where a disk of the reserve
could help, more where a special disk is needed that is not owned.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from tilehall.engine.piles import Bag
from tilehall.engine.sand.components import BASE, BOXES, GRID, Card, components
from tilehall.engine.sand.sketch import Sketch
from tilehall.engine.sand.weights import Weights

FULL = GRID.full
NEAREST = 12
"""How many places of a building are looked at."""
PRICED = 4
"""How many of them are priced where disks could help."""
NEVER = 99.0
SPECIAL = FULL << BOXES * BASE | FULL << BOXES * (BASE + 1)


class Aim(NamedTuple):
    """A building that could be completed: its places that lack least, and what it brings."""

    card: int
    worth: float
    ways: tuple[int, ...]


class Promise(NamedTuple):
    """How much a building counts that is not complete yet, and what it still costs there."""

    points: float
    card: int
    cost: float


@lru_cache(8192)
def nearest(pieces: int, card: int, level: int) -> tuple[int, ...]:
    """The places where a building lacks least, or hardly more, on boxes that this level allows."""
    ways, free = components().cards[card].reachable(level), ~pieces
    lacking = [(way & free).bit_count() for way in ways]
    least = min(lacking)
    found = [way for way, n in zip(ways, lacking, strict=True) if n == least]
    if len(found) < NEAREST:
        found += [way for way, n in zip(ways, lacking, strict=True) if n == least + 1]
    return tuple(found[:NEAREST])


class Season(NamedTuple):
    """What the rest of the game makes of buildings."""

    turns: float
    fade: float
    """How much of what lasts still counts."""
    hourglass: float
    stock: Bag
    """The disks that are left."""


def worth(card: Card, season: Season, w: Weights) -> float:
    """What a building brings, in stars; disks only as far as there are any."""
    lasting = w.step * card.steps
    for element in card.disks:
        if season.stock[element]:
            lasting += w.common if element < BASE else w.special
    return card.stars + season.hourglass * card.hourglasses + season.fade * lasting


class Purse(NamedTuple):
    """The disks that could fill what lacks."""

    saving: tuple[tuple[int, int], ...]
    """The common elements that lie in the reserve, as pieces, and how many disks of each."""
    saved: int
    """All pieces of these elements."""
    specials: tuple[int, int]
    """How many special disks of each kind are owned."""
    lying: int
    """The special disks that lie on the board."""

    @classmethod
    def of(cls, sketch: Sketch) -> Purse:
        return _purse(sketch.reserve, sketch.pieces & SPECIAL)

    def price(self, card: int, way: int, lacking: int, w: Weights) -> float:
        """What it costs to fill the boxes that lack."""
        total = float(lacking.bit_count())
        for element, n in self.saving:
            if missing := (lacking & element).bit_count():
                total -= w.reserve_saves * (missing if missing < n else n)
        return total + surcharge(card, way & self.lying, self.specials, w)


@lru_cache(1024)
def _purse(reserve: Bag, lying: int) -> Purse:
    saving = tuple([(FULL << BOXES * e, reserve[e]) for e in range(BASE) if reserve[e]])
    sapphires = reserve[BASE] + (lying >> BOXES * BASE & FULL).bit_count()
    moons = reserve[BASE + 1] + (lying >> BOXES * (BASE + 1)).bit_count()
    return Purse(saving, sum([element for element, _ in saving]), (sapphires, moons), lying)


@lru_cache(4096)
def surcharge(card: int, lying: int, specials: tuple[int, int], w: Weights) -> float:
    """What the special disks of a pattern cost beyond a step each, when some lie where they belong."""
    more, pattern = 0.0, components().cards[card].form
    for n, owned in enumerate(specials):
        lie = (lying >> BOXES * (BASE + n) & FULL).bit_count()
        missing = sum(element == BASE + n for _, _, element in pattern) - lie
        have = min(missing, owned - lie)
        more += (w.special_owned - 1) * have + (w.special_lacking - 1) * (missing - have)
    return more


def cost(aim: Aim, pieces: int, purse: Purse, w: Weights) -> float:
    """What a building costs at the cheapest of its places; of those that lack as little, a few are priced."""
    free, ways = ~pieces, aim.ways
    gaps = [way & free for way in ways]
    counts = [*map(int.bit_count, gaps)]
    least = min(counts)
    if not least:
        return 0.0
    if not purse.saved:
        lying = ways[counts.index(least)] & purse.lying if purse.lying else 0
        return least + surcharge(aim.card, lying, purse.specials, w)
    price, left = NEVER, PRICED
    for way, gap, n in zip(ways, gaps, counts, strict=True):
        if n <= least + 1:
            price = min(price, purse.price(aim.card, way, gap, w))
            left -= 1
            if not left:
                break
    return price


def promised(worth: float, cost: float, turns: float, w: Weights) -> float:
    """What a building counts before it is complete; less if it would come too late."""
    too_late = cost / w.boxes_a_turn - turns
    return worth * exp(-w.decay * cost - w.late * too_late) if too_late > 0 else worth * exp(-w.decay * cost)


def total(points: Sequence[float], w: Weights) -> float:
    """What all promises count together, the best one most."""
    best = sorted(points, reverse=True)
    return sum(share * each for share, each in zip((w.first, w.second, w.third, w.fourth), best, strict=False))


@lru_cache(8192)
def promises(pieces: int, reserve: Bag, level: int, cards: bytes, season: Season, w: Weights) -> tuple[Promise, ...]:
    """All promises of a board, the best first. It lies for a whole round: everybody asks for it."""
    if season.turns <= 0:
        return ()
    purse, found = Purse.of(Sketch(pieces, 0, reserve, level, 0)), list[Promise]()
    for card in cards:
        brings = worth(components().cards[card], season, w)
        price = cost(Aim(card, brings, nearest(pieces, card, level)), pieces, purse, w)
        found.append(Promise(promised(brings, price, season.turns, w), card, price))
    return tuple(sorted(found, reverse=True))
