"""How many pieces every building lacks at every placement, all at once.

The placements of all buildings are the bits of one long number. A count for each of them is three such numbers: its
ones, its twos and its fours. A piece on the board is then subtracted from all placements that want it in a few steps.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.piles import Bag
from tilehall.engine.games.sand.components import BASE, BOXES, ELEMENTS, GRID, components

PlaceCounts = tuple[int, int, int]
"""A number from 0 to 7 for every placement, as its ones, twos and fours."""
NEAREST = 6
"""The number of placements of a building that are considered."""


class PatternPlaces(NamedTuple):
    """All placements of all buildings as bits."""

    first: tuple[int, ...]
    """The bit of the first placement of each building."""
    within: tuple[tuple[int, ...], ...]
    """For each building its placements with at most 0, 1, 2, ... dark boxes; the last entry has all."""
    by_piece: tuple[int, ...]
    """For each piece the placements that contain it."""
    needed: tuple[PlaceCounts, ...]
    """For each element the number of its pieces in every placement."""
    every: int


@cache
def pattern_places() -> PatternPlaces:
    first, within, found = list[int](), list[tuple[int, ...]](), list[int]()
    for card in components().cards:
        numbers = {way: len(found) + n for n, way in enumerate(card.placements)}
        first.append(len(found))
        within.append(tuple(mask_of(numbers[way] for way in ways) for ways in card.within))
        found += card.placements
    wanting = [mask_of(n for n, way in enumerate(found) if way >> bit & 1) for bit in range(ELEMENTS * BOXES)]
    needed = list[PlaceCounts]()
    for element in range(ELEMENTS):
        counts = [(way >> BOXES * element & GRID.full).bit_count() for way in found]
        ones, twos, fours = (mask_of(n for n, count in enumerate(counts) if count & part) for part in (1, 2, 4))
        needed.append((ones, twos, fours))
    return PatternPlaces(tuple(first), tuple(within), tuple(wanting), tuple(needed), (1 << len(found)) - 1)


@lru_cache(2048)
def count_lacking(element: int, boxes: int) -> PlaceCounts:
    """For every placement the missing pieces of an element that lies on these boxes."""
    ones, twos, fours = pattern_places().needed[element]
    wanting, first = pattern_places().by_piece, BOXES * element
    for box in bits(boxes):
        there = wanting[first + box]
        borrowed = there & ~ones
        ones ^= there
        if borrowed:
            again = borrowed & ~twos
            twos ^= borrowed
            fours ^= again
    return ones, twos, fours


def add_counts(one: PlaceCounts, other: PlaceCounts) -> PlaceCounts:
    """The sums of both counts, without carries to eight."""
    carried, half = one[0] & other[0], one[1] ^ other[1]
    return one[0] ^ other[0], half ^ carried, one[2] ^ other[2] ^ (one[1] & other[1] | half & carried)


@lru_cache(512)
def places_by_lack(pieces: int) -> tuple[int, ...]:
    """The placements that lack no piece, one, two, and so on up to eight."""
    total, any_at_all = (0, 0, 0), 0
    for element in range(ELEMENTS):
        counts = count_lacking(element, pieces >> BOXES * element & GRID.full)
        total = add_counts(total, counts)
        any_at_all |= counts[0] | counts[1] | counts[2]
    ones, twos, fours = total
    few = pattern_places().every & ~fours
    none, two, four, six = few & ~twos, few & twos, fours & ~twos, fours & twos
    whole = none & ~ones
    return (
        *(whole & ~any_at_all, none & ones, two & ~ones, two & ones),
        *(four & ~ones, four & ones, six & ~ones, six & ones, whole & any_at_all),
    )


def count_savable(pieces: int, reserve: Bag) -> PlaceCounts | None:
    """How many of the missing pieces disks of the reserve could be; None without common disks."""
    total: PlaceCounts | None = None
    for element in range(BASE):
        if reserve[element]:
            ones, twos, fours = count_lacking(element, pieces >> BOXES * element & GRID.full)
            least = (ones | twos | fours, twos | fours, fours | ones & twos, fours)
            for there in least[: reserve[element]]:
                total = (there, 0, 0) if total is None else add_counts(total, (there, 0, 0))
    return total


def places_with_count(counts: PlaceCounts, n: int) -> int:
    """The placements with this count."""
    at = pattern_places().every
    for part, value in zip(counts, (1, 2, 4), strict=True):
        at &= part if n & value else ~part
    return at


def greatest_count(counts: PlaceCounts, at: int) -> int:
    """The greatest count at some placements."""
    found = 0
    for part, value in ((counts[2], 4), (counts[1], 2), (counts[0], 1)):
        if there := at & part:
            found += value
            at = there
    return found


def allowed_places(card: int, level: int) -> int:
    """The placements of a building that this level allows."""
    within = pattern_places().within[card]
    return within[min(level, len(within) - 1)]


def placements_at(card: int, at: int) -> list[int]:
    """Placements of a building that are bits of this number, as pieces."""
    placements = components().cards[card].placements
    return [placements[n] for n in bits(at >> pattern_places().first[card])]


@lru_cache(8192)
def nearest_places(pieces: int, card: int, level: int) -> tuple[int, ...]:
    """The placements where a building lacks least, or hardly more, as far as this level allows."""
    at, exactly = allowed_places(card, level), places_by_lack(pieces)
    least = next(n for n, there in enumerate(exactly) if at & there)
    found = placements_at(card, at & exactly[least])
    if len(found) < NEAREST and least + 1 < len(exactly):
        found += placements_at(card, at & exactly[least + 1])
    return tuple(found[:NEAREST])


@lru_cache(2048)
def close_places(pieces: int, card: int, level: int, n: int) -> tuple[int, ...]:
    """The placements of a building that lack at most so many pieces."""
    exactly = places_by_lack(pieces)
    return tuple(placements_at(card, allowed_places(card, level) & sum(exactly[: n + 1])))
