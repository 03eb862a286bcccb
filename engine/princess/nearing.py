"""How near a formation is to lying on a tableau, by masks; the same few masks come again and again, and are kept.

A level says how near a rune is: a low one is near. What a level is worth is a matter of weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from tilehall.engine.geometry import bits
from tilehall.engine.princess.components import LATTICE, components
from tilehall.engine.princess.state import Tableau

READY, READY_LOWER, BARE, ONE, ONE_BARE, ONE_LOWER, TWO, TWO_BARE, FAR = range(9)
"""Can be declared; for the lower number; only lacks a gem; lacks one tile, has a gem in it or not; lacks one for the
lower number; lacks two tiles, has a gem in it or not; lacks more."""
MISSING = (0, 0, 0, 1, 1, 1, 2, 2, 3)
"""How many tiles are missing at each level."""
SMALL = 3
"""Formations of so many cells lack one or are far: two of their tiles can be found anywhere."""


class Lines(NamedTuple):
    """The placements of a formation that lack few cells of an attribute: their masks, and the cells they lack."""

    full: tuple[int, ...]
    one: tuple[tuple[int, int], ...]
    two: tuple[tuple[int, int], ...]


class Fills(NamedTuple):
    """Cells where a tile brings a formation nearer, as masks: with a gem in the placement, or in any placement."""

    one_gem: int
    """Cells that alone are lacking."""
    one_any: int
    two_gem: int
    """Cells that are lacking beside another one."""
    two_any: int
    odd_gem: int
    """Cells without which it lies there for the lower number."""
    odd_any: int


NO_LINES = Lines((), (), ())
NO_FILLS = Fills(0, 0, 0, 0, 0, 0)


@cache
def form_of(card: int) -> int:
    """The first card with the same formation."""
    cards = components().cards
    return next(number for number, other in enumerate(cards) if other.pattern == cards[card].pattern)


@cache
def sizes() -> tuple[int, ...]:
    """How many cells the formation of each card has."""
    return tuple(len(card.form) for card in components().cards)


@cache
def _pairs(form: int) -> Mapping[int, tuple[int, ...]]:
    """Two cells, as a mask, to the placements of the formation that contain both."""
    found: dict[int, list[int]] = {}
    for cell, placements in enumerate(components().cards[form].placements):
        for mask in placements:
            if mask & -mask == 1 << cell:
                for one, other in combinations(bits(mask), 2):
                    found.setdefault(1 << one | 1 << other, []).append(mask)
    return {pair: tuple(masks) for pair, masks in found.items()}


@lru_cache(16384)
def lines(form: int, mark: int) -> Lines:
    """Those of the formation on the cells of one attribute."""
    size = sizes()[form]
    most = 1 if size == SMALL else 2
    if mark.bit_count() < size - most:
        return NO_LINES
    full: list[int] = []
    one: list[tuple[int, int]] = []
    two: list[tuple[int, int]] = []
    pairs = _pairs(form)
    missing = ~mark
    for lower, upper in _pairs_of(mark):
        for mask in pairs.get(lower | upper, ()):
            # Found by the two lowest of its cells that are there, and passed by when met again.
            if mask & mark & (upper - 1) != lower:
                continue
            lacking = mask & missing
            if not lacking:
                full.append(mask)
            elif not (rest := lacking & (lacking - 1)):
                one.append((mask, lacking))
            elif most > 1 and not rest & (rest - 1):
                two.append((mask, lacking))
    return Lines(tuple(full), tuple(one), tuple(two))


@lru_cache(4096)
def _pairs_of(mark: int) -> tuple[tuple[int, int], ...]:
    return tuple((1 << one, 1 << other) for one, other in combinations(bits(mark), 2))


@lru_cache(16384)
def level(form: int, marks: Sequence[int], gems: int, room: int) -> int:
    """How near the formation is on a tableau with these marks, gems and room."""
    best, lower = FAR, components().cards[form].lower
    free = room & ~gems
    occupied = marks[0] | marks[1] | marks[2] | marks[3]
    for mark in marks:
        full, one, two = lines(form, mark)
        for mask in full:
            if mask & gems:
                return READY
            best = min(best, BARE)
        if best > ONE or lower:
            for mask, lacking in one:
                if lower and lacking & occupied and mask & gems:
                    best = min(best, READY_LOWER)
                if lacking & free:
                    best = min(best, ONE if mask & gems else ONE_BARE)
        if best > ONE_LOWER:
            for mask, lacking in two:
                if lower and lacking & occupied and lacking & free:
                    best = min(best, ONE_LOWER)
                if not lacking & ~free:
                    best = min(best, TWO if mask & gems else TWO_BARE)
    return best


def level_on(tableau: Tableau, card: int) -> int:
    """How near a rune is on a tableau."""
    return level(form_of(card), tableau.marks, tableau.gems, tableau.room)


@lru_cache(16384)
def fills(form: int, mark: int, gems: int, room: int, occupied: int) -> Fills:
    """Where tiles of this attribute bring the formation nearer."""
    _, one, two = lines(form, mark)
    if not one and not two:
        return NO_FILLS
    free = room & ~gems
    one_gem = one_any = two_gem = two_any = odd_gem = odd_any = 0
    for mask, lacking in one:
        if lacking & free:
            one_any |= lacking
            if mask & gems:
                one_gem |= lacking
    for mask, lacking in two:
        if not lacking & ~free:
            two_any |= lacking
            if mask & gems:
                two_gem |= lacking
    if components().cards[form].lower:
        for mask, lacking in two:
            if not lacking & occupied:
                continue
            # The odd tile may be either of them, if it lies there; the other is to be filled.
            fill = (lacking if not lacking & ~occupied else lacking & ~occupied) & free
            odd_any |= fill
            if mask & gems:
                odd_gem |= fill
    return Fills(one_gem, one_any, two_gem, two_any, odd_gem, odd_any)


class Spot(NamedTuple):
    """Where a gem makes a rune ready: for the card's number, and for the lower one."""

    high: int
    low: int


@lru_cache(16384)
def spots(form: int, marks: Sequence[int]) -> Spot:
    """All cells of complete placements."""
    high = low = 0
    lower = components().cards[form].lower
    occupied = marks[0] | marks[1] | marks[2] | marks[3]
    for mark in marks:
        full, one, _ = lines(form, mark)
        for mask in full:
            high |= mask
        if lower:
            for mask, lacking in one:
                if lacking & occupied:
                    low |= mask
    return Spot(high, low & ~high)


@lru_cache(4096)
def pairs(marks: Sequence[int]) -> int:
    """How many pairs of neighbours show the same symbol."""
    right, left = ~LATTICE.column(7), ~LATTICE.column(0)
    return sum(
        (mark & mark >> 1 & right).bit_count()
        + (mark & mark >> 8).bit_count()
        + (mark & mark >> 9 & right).bit_count()
        + (mark & mark >> 7 & left).bit_count()
        for mark in marks
    )
