"""Ways to lay a tile, ranked: what each brings nearer, in steps, seen from the tiles that lie there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from tilehall.engine.geometry import bits
from tilehall.engine.princess.components import LATTICE, components
from tilehall.engine.princess.nearing import (
    BARE,
    ONE,
    ONE_BARE,
    READY,
    READY_LOWER,
    fills,
    form_of,
    level_on,
)
from tilehall.engine.princess.state import Tableau
from tilehall.engine.princess.weights import Weights, shares

Way = tuple[float, int, int, bool]
"""Roughly what it is worth, the kind of the tile, its cell, and whether a gem goes on it."""


class Aim(NamedTuple):
    """A rune in play: its formation, and what each level is worth more than the present one."""

    form: int
    gains: tuple[float, ...]
    blank_gem: int
    """Cells where any tile completes it for the lower number, with a gem in the placement."""
    blank_any: int


def aims(tableau: Tableau, playable: Iterable[int], w: Weights) -> list[Aim]:
    """What is to be had: the runes in play that can come nearer."""
    found = []
    for card in playable:
        if now := level_on(tableau, card):
            form = form_of(card)
            blank_gem, blank_any = _blanks(tableau, form) if components().cards[form].lower else (0, 0)
            found.append(Aim(form, _gains(form, now, w), blank_gem, blank_any))
    return found


def _blanks(tableau: Tableau, form: int) -> tuple[int, int]:
    gem = both = 0
    for mark in tableau.marks:
        one = fills(form, mark, tableau.gems, tableau.room, tableau.occupied)
        gem |= one.one_gem & ~tableau.occupied
        both |= one.one_any & ~tableau.occupied
    return gem, both


@cache
def _gains(form: int, now: int, w: Weights) -> tuple[float, ...]:
    card = components().cards[form]
    worth = [card.value * share for share in shares(w)]
    worth[READY] += card.value + w.combo_room
    worth[READY_LOWER] += card.lower + w.combo_room
    return tuple(each - worth[now] for each in worth)


def ways(tableau: Tableau, gems_left: int, kinds: Iterable[int], found: Sequence[Aim], w: Weights) -> list[Way]:
    """Every way to lay one of these kinds on an empty cell, or on a tile where that helps."""
    occupied = tableau.occupied
    empty, covered = tableau.open & ~occupied, occupied & ~tableau.gems
    lays: list[Way] = []
    for kind in kinds:
        bare, gemmed = _nearer(tableau, kind, found, gems_left > 0)
        for cell in bits(empty):
            like = likes(tableau, kind, cell, w)
            lays.append((bare.get(cell, 0.0) + like, kind, cell, False))
            if gems_left:
                lays.append((gemmed.get(cell, 0.0) + like + w.gem_laid, kind, cell, True))
        if not empty:  # the frame is full: every tile covers another
            lays += [(0.0, kind, cell, False) for cell in bits(covered)]
        lays += [(gain, kind, cell, False) for cell, gain in bare.items() if covered >> cell & 1]
        lays += [(gain + w.gem_laid, kind, cell, True) for cell, gain in gemmed.items() if covered >> cell & 1]
    return lays


def likes(tableau: Tableau, kind: int, cell: int, w: Weights) -> float:
    """What a tile of this kind is worth here for runes that nobody knows yet: its like around it."""
    element, sky = components().marks[kind]
    one, other = tableau.marks[element], tableau.marks[sky]
    first, second = rings()[cell]
    return (
        (0.0 if tableau.occupied >> cell & 1 else w.cell)
        + w.beside * ((one & first).bit_count() + (other & first).bit_count())
        + w.near * ((one & second).bit_count() + (other & second).bit_count())
    )


def alike(tableau: Tableau, kind: int, cell: int) -> bool:
    """Whether a tile with one of its symbols lies around this cell."""
    element, sky = components().marks[kind]
    return bool((tableau.marks[element] | tableau.marks[sky]) & rings()[cell][0])


def _nearer(
    tableau: Tableau, kind: int, found: Sequence[Aim], with_gems: bool
) -> tuple[dict[int, float], dict[int, float]]:
    """For each cell where a tile of this kind brings runes nearer: by how much, without a gem on it and with one."""
    bare: dict[int, float] = {}
    gemmed: dict[int, float] = {}
    marks, gems, room, occupied = tableau.marks, tableau.gems, tableau.room, tableau.occupied
    element, sky = components().marks[kind]
    for form, gains, blank_gem, blank_any in found:
        one = fills(form, marks[element], gems, room, occupied)
        other = fills(form, marks[sky], gems, room, occupied)
        one_any, two_any = one.one_any | other.one_any, one.two_any | other.two_any
        odd_any = one.odd_any | other.odd_any
        if not one_any | two_any | odd_any | blank_any:
            continue
        _add(
            bare,
            gains,
            (
                (READY, one.one_gem | other.one_gem),
                (READY_LOWER, one.odd_gem | other.odd_gem | blank_gem),
                (BARE, one_any),
                (ONE, one.two_gem | other.two_gem),
                (ONE_BARE, two_any),
            ),
        )
        if with_gems:
            _add(gemmed, gains, ((READY, one_any), (READY_LOWER, odd_any | blank_any), (ONE, two_any)))
    return bare, gemmed


def _add(scores: dict[int, float], gains: Sequence[float], levels: Sequence[tuple[int, int]]) -> None:
    """The best level that each cell brings."""
    done = 0
    for level, cells in levels:
        gain = gains[level]
        if gain <= 0:
            continue
        for cell in bits(cells & ~done):
            scores[cell] = scores.get(cell, 0.0) + gain
        done |= cells


@cache
def rings() -> tuple[tuple[int, int], ...]:
    """For every cell those one and two steps of a king away."""
    found = []
    for cell in range(LATTICE.size):
        first = LATTICE.around(1 << cell)
        found.append((first & ~(1 << cell), LATTICE.around(first) & ~first))
    return tuple(found)
