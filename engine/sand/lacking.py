"""How much a pattern still lacks at its best place on a board, in the price of what is missing.

Worked in the lanes of `matching`: for each element, the anchors at which at least k of its boxes are filled. The
combinations of such counts are then tried from the cheapest on; the first that occurs anywhere is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby, product

from tilehall.engine.geometry import mask_of
from tilehall.engine.sand.components import DARK, components

Prices = tuple[tuple[float, ...], ...]
"""For each element of a pattern, special ones first: the price when 0, 1, 2, ... of its boxes are filled."""


@cache
def demand(card: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The elements of a pattern with the shifts of their boxes."""
    chain = components().cards[card].chain
    return tuple((element, tuple(s for _, s in links)) for element, links in groupby(chain, key=lambda link: link[0]))


@cache
def _anchors(card: int, level: int) -> int:
    """The anchors whose boxes this level allows (S-4.2)."""
    anchors = components().cards[card].anchors
    return mask_of(bit for bit, boxes in anchors.items() if (boxes & DARK).bit_count() <= level)


@lru_cache(maxsize=4096)
def _combinations(prices: Prices, limits: tuple[int, ...]) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """All counts of filled boxes below these limits with their price, cheapest first."""
    counts = product(*map(range, limits))
    return tuple(sorted((sum(each[n] for each, n in zip(prices, count, strict=True)), count) for count in counts))


@lru_cache(maxsize=4096)
def _filled(card: int, part: int, level: int, picture: int) -> tuple[int, ...]:
    """The anchors at which at least 0, 1, 2, ... boxes of one element of a pattern are filled, while there are any."""
    at_least = [_anchors(card, level)]
    for shift in demand(card)[part][1]:
        here = picture >> shift
        at_least.append(at_least[-1] & here)
        for n in range(len(at_least) - 2, 0, -1):
            at_least[n] |= at_least[n - 1] & here
    return tuple(filter(None, at_least))


def least(shown: Sequence[int], card: int, level: int, prices: Prices) -> float:
    """The price of the cheapest place of this card; `shown` are the pictures of the board."""
    filled = [_filled(card, part, level, shown[element]) for part, (element, _) in enumerate(demand(card))]
    for price, counts in _combinations(prices, tuple(map(len, filled))):
        common = -1
        for at_least, n in zip(filled, counts, strict=True):
            common &= at_least[n]
        if common:
            return price
    raise AssertionError("An empty place is always somewhere.")
