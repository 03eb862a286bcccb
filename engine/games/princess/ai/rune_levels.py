"""How near a formation is to being complete, for all placements and all seven attributes at once.

A layer is one mask of the lattice for each attribute, stacked in a single number. Shifted by the cells of a formation
and combined, layers say for every placement at once what lies there. Results are cached. A level says how near a rune
is: low levels are near. Weights say what a level is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tilehall.engine.core.geometry import rotations
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.state import Tableau

READY, READY_LOWER, BARE, ONE, ONE_BARE, ONE_LOWER, TWO, TWO_BARE, FAR = range(9)
"""Can be declared; for the lower number; only lacks a gem; lacks one tile, has a gem in it or not; lacks one for the
lower number; lacks two tiles, has a gem in it or not; lacks more."""
MISSING = (0, 0, 0, 1, 1, 1, 2, 2, 3)
"""The number of missing tiles at each level."""
SMALL_FORMATION = 3
"""Formations of this size lack one tile or are far: two of their tiles can be found anywhere."""
ATTRIBUTE_BITS = LATTICE.size
"""The bits of one attribute in a layer."""
ATTRIBUTES = 7
ATTRIBUTE_REPEAT = sum(1 << ATTRIBUTE_BITS * n for n in range(ATTRIBUTES))
"""The first cell for every attribute: a mask times this is a layer."""


class TableauLayers(NamedTuple):
    """A tableau as layers."""

    marks: int
    gems: int
    free: int
    """The cells where a tile may be laid."""
    occupied: int


class RotatedFormation(NamedTuple):
    """A rotated formation: the shifts from its corner to its cells, and a layer of possible corners."""

    shifts: tuple[int, ...]
    corners: int


class FormationMatch(NamedTuple):
    """Layers of the corners where a rotated formation is complete, or lacks one or two tiles."""

    shifts: tuple[int, ...]
    full: int
    one: int
    two: int


class FillCells(NamedTuple):
    """Layers of the cells where a tile brings a formation nearer: in placements with a gem, or in any placement."""

    one_gem: int
    """Cells that alone are missing."""
    one_any: int
    two_gem: int
    """Cells that are missing together with another one."""
    two_any: int
    odd_gem: int
    """Cells without which the formation counts for the lower number."""
    odd_any: int


class GemCells(NamedTuple):
    """The cells where a gem makes a rune ready: for the card's number, and for the lower one."""

    high: int
    low: int


# --- layers -------------------------------------------------------------------------------------------------------


def tableau_layers(tableau: Tableau) -> TableauLayers:
    return _tableau_layers(tableau.marks, tableau.gems, tableau.room)


@lru_cache(4096)
def _tableau_layers(marks: Sequence[int], gems: int, room: int) -> TableauLayers:
    occupied = marks[0] | marks[1] | marks[2] | marks[3]
    return TableauLayers(
        join_masks(marks), ATTRIBUTE_REPEAT * gems, ATTRIBUTE_REPEAT * (room & ~gems), ATTRIBUTE_REPEAT * occupied
    )


@lru_cache(4096)
def join_masks(marks: Sequence[int]) -> int:
    return sum(mark << ATTRIBUTE_BITS * n for n, mark in enumerate(marks))


def fold_attributes(cells: int) -> int:
    """The cells of a layer that are set for any attribute."""
    cells |= cells >> 4 * ATTRIBUTE_BITS
    cells |= cells >> 2 * ATTRIBUTE_BITS
    return (cells | cells >> ATTRIBUTE_BITS) & LATTICE.full


def cells_of_kind(cells: int, kind: int) -> int:
    """The cells of a layer that are set for one of the symbols of a kind."""
    element, sky = components().marks[kind]
    return (cells >> ATTRIBUTE_BITS * element | cells >> ATTRIBUTE_BITS * sky) & LATTICE.full


# --- formations ---------------------------------------------------------------------------------------------------


@cache
def formation_of(card: int) -> int:
    """The first card with the same formation."""
    cards = components().cards
    return next(number for number, other in enumerate(cards) if other.pattern == cards[card].pattern)


@cache
def rotated_formations(form: int) -> tuple[RotatedFormation, ...]:
    """The formation in all its rotations."""
    found = []
    for cells in rotations(components().cards[form].form):
        height, width = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
        corners = sum(
            1 << LATTICE.width * r + c
            for r in range(LATTICE.height - height + 1)
            for c in range(LATTICE.width - width + 1)
        )
        found.append(RotatedFormation(tuple(LATTICE.width * r + c for r, c in cells), ATTRIBUTE_REPEAT * corners))
    return tuple(found)


@lru_cache(16384)
def match_formation(form: int, marks: int) -> tuple[FormationMatch, ...]:
    """Where a formation is complete on a layer of symbols or lacks few tiles."""
    found = []
    small = len(components().cards[form].form) == SMALL_FORMATION
    for shifts, corners in rotated_formations(form):
        full, one, two = _lacking(marks, shifts, corners)
        if full or one or (two and not small):
            found.append(FormationMatch(shifts, full, one, 0 if small else two))
    return tuple(found)


def _lacking(cells: int, shifts: tuple[int, ...], corners: int) -> tuple[int, int, int]:
    """Of these corners those whose cells are all in a layer, all but one, and all but two."""
    none = one = two = corners
    for shift in shifts:
        here = cells >> shift
        two = two & here | one
        one = one & here | none
        none &= here
    return none, one ^ none, two ^ one


def _all(cells: int, shifts: tuple[int, ...]) -> int:
    """The corners whose cells are all in a layer."""
    found = -1
    for shift in shifts:
        found &= cells >> shift
    return found


def _any(cells: int, shifts: tuple[int, ...]) -> int:
    found = 0
    for shift in shifts:
        found |= cells >> shift
    return found


def _cells(corners: int, shifts: tuple[int, ...]) -> int:
    """The cells of the formation at these corners."""
    found = 0
    for shift in shifts:
        found |= corners << shift
    return found


# --- nearness -----------------------------------------------------------------------------------------------------


def rune_level(tableau: Tableau, card: int) -> int:
    """How near a rune is on a tableau."""
    return formation_level(formation_of(card), tableau_layers(tableau))


@lru_cache(16384)
def formation_level(form: int, on: TableauLayers) -> int:
    """How near the formation is."""
    lower = components().cards[form].lower
    best, reach = FAR, on.marks | on.free
    for shifts, full, one, two in match_formation(form, on.marks):
        gem = _any(on.gems, shifts)
        if full:
            if full & gem:
                return READY
            best = min(best, BARE)
        if lower and one and one & gem & _all(on.occupied, shifts):
            best = READY_LOWER
        if best <= ONE or (not one and (not two or best <= ONE_LOWER)):
            continue
        free = _all(reach, shifts)
        if one & free:
            best = min(best, ONE if one & free & gem else ONE_BARE)
        if lower and two and two & _any(on.occupied & ~on.marks, shifts) & _any(on.free & ~on.marks, shifts):
            best = min(best, ONE_LOWER)
        if two & free:
            best = min(best, TWO if two & free & gem else TWO_BARE)
    return best


@lru_cache(16384)
def find_gem_cells(form: int, marks: int, occupied: int) -> GemCells:
    """All cells of complete placements on these layers."""
    high = low = 0
    lower = components().cards[form].lower
    for shifts, full, one, _ in match_formation(form, marks):
        if full:
            high |= _cells(full, shifts)
        if lower and one:
            low |= _cells(one & _all(occupied, shifts), shifts)
    high = fold_attributes(high)
    return GemCells(high, fold_attributes(low) & ~high)


@lru_cache(16384)
def useful_cells(form: int, marks: int, free: int) -> int:
    """The cells of placements that lack at most one tile."""
    found = 0
    for shifts, full, one, _ in match_formation(form, marks):
        found |= _cells(full | one & _all(marks | free, shifts), shifts)
    return fold_attributes(found)


@lru_cache(16384)
def find_fill_cells(form: int, on: TableauLayers) -> FillCells:
    """The cells where a tile brings the formation nearer."""
    one_gem = one_any = two_gem = two_any = odd_gem = odd_any = 0
    lower = components().cards[form].lower > 0
    for shifts, _, one, two in match_formation(form, on.marks):
        if not one and not two:
            continue
        gem, free = _any(on.gems, shifts), _all(on.marks | on.free, shifts)
        if ones := one & free:
            one_any |= _cells(ones, shifts)
            one_gem |= _cells(ones & gem, shifts)
        if twos := two & free:
            two_any |= _cells(twos, shifts)
            two_gem |= _cells(twos & gem, shifts)
        if lower and two:
            # Either of the two may be the odd tile if it lies there; the other is to be filled.
            covered, bare, _ = _lacking(on.occupied, shifts, two)
            odd_any |= _cells(covered, shifts) | _cells(bare, shifts) & ~on.occupied
            odd_gem |= _cells(covered & gem, shifts) | _cells(bare & gem, shifts) & ~on.occupied
    lacking = ~on.marks
    free = on.free & lacking
    return FillCells(
        one_gem & lacking, one_any & lacking, two_gem & lacking, two_any & lacking, odd_gem & free, odd_any & free
    )


@lru_cache(4096)
def count_pairs(marks: Sequence[int]) -> int:
    """The number of pairs of neighbours with the same symbol."""
    symbols = join_masks(marks)
    right, left = _beside()
    return (
        (symbols & symbols >> 1 & right).bit_count()
        + (symbols & symbols >> 8 & ATTRIBUTE_REPEAT * LATTICE.full).bit_count()
        + (symbols & symbols >> 9 & right).bit_count()
        + (symbols & symbols >> 7 & left).bit_count()
    )


@cache
def _beside() -> tuple[int, int]:
    """Layers of the cells with a right neighbour, and of those with a left one."""
    return ATTRIBUTE_REPEAT * (LATTICE.full & ~LATTICE.column(7)), ATTRIBUTE_REPEAT * (
        LATTICE.full & ~LATTICE.column(0)
    )
