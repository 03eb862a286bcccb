"""Ways to lay a tile, ranked by how much nearer runes come, in steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.ai.rune_levels import (
    BARE,
    ONE,
    ONE_BARE,
    READY,
    READY_LOWER,
    FillCells,
    cells_of_kind,
    find_fill_cells,
    fold_attributes,
    formation_level,
    formation_of,
    tableau_layers,
)
from tilehall.engine.games.princess.ai.weights import PrincessWeights, level_shares
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.state import Tableau

RankedLaying = tuple[float, int, int, bool]
"""A rough worth, the kind of the tile, its cell, and whether a gem goes on it."""


class RuneTarget(NamedTuple):
    """A rune in play: the worth of each level above the present one, and the cells that bring it nearer."""

    gains: tuple[float, ...]
    fill_cells: FillCells
    blank_gem: int
    """Cells where any tile completes it for the lower number, with a gem in the placement."""
    blank_any: int


def find_targets(tableau: Tableau, playable: Iterable[int], w: PrincessWeights) -> list[RuneTarget]:
    """The runes in play that can come nearer."""
    found, on = [], tableau_layers(tableau)
    for card in playable:
        form = formation_of(card)
        if not (now := formation_level(form, on)):
            continue
        fill, blank_gem, blank_any = find_fill_cells(form, on), 0, 0
        if components().cards[form].lower:
            blank_gem, blank_any = (
                fold_attributes(cells) & ~tableau.occupied for cells in (fill.one_gem, fill.one_any)
            )
        found.append(RuneTarget(_gains(form, now, w), fill, blank_gem, blank_any))
    return found


@cache
def _gains(form: int, now: int, w: PrincessWeights) -> tuple[float, ...]:
    card = components().cards[form]
    worth = [card.value * share for share in level_shares(w)]
    worth[READY] += card.value + w.combo_room
    worth[READY_LOWER] += card.lower + w.combo_room
    return tuple(each - worth[now] for each in worth)


def find_layings(
    tableau: Tableau, gems_left: int, kinds: Iterable[int], found: Sequence[RuneTarget], w: PrincessWeights, enough: int
) -> list[RankedLaying]:
    """The ways to lay a tile of these kinds that bring a rune nearer; if those are too few, all others too."""
    lays: list[RankedLaying] = []
    for kind in kinds:
        like = neighbour_worth(tableau, kind, w)
        bare, gemmed = _nearer(kind, found, gems_left > 0)
        lays += [(gain + like[cell], kind, cell, False) for cell, gain in bare.items() if cell in like]
        lays += [(gain + like[cell] + w.gem_laid, kind, cell, True) for cell, gain in gemmed.items() if cell in like]
    if len(lays) < enough:
        found_already = {way[1:] for way in lays}
        lays += [way for way in _plain(tableau, gems_left, kinds, w) if way[1:] not in found_already]
    return lays


def _plain(tableau: Tableau, gems_left: int, kinds: Iterable[int], w: PrincessWeights) -> Iterator[RankedLaying]:
    """Every way to lay a tile of these kinds on an empty cell, or on other tiles if there is none."""
    cells = bits(tableau.open_cells & ~tableau.occupied or tableau.open_cells)
    for kind in kinds:
        like = neighbour_worth(tableau, kind, w)
        for cell in cells:
            yield like[cell], kind, cell, False
            if gems_left:
                yield like[cell] + w.gem_laid, kind, cell, True


def neighbour_worth(tableau: Tableau, kind: int, w: PrincessWeights) -> Mapping[int, float]:
    """The worth of a tile of this kind on each cell for runes not yet known: equal symbols around it."""
    element, sky = components().marks[kind]
    return _likes(tableau.marks[element], tableau.marks[sky], tableau.occupied, tableau.open_cells, w)


@lru_cache(4096)
def _likes(one: int, other: int, occupied: int, cells: int, w: PrincessWeights) -> Mapping[int, float]:
    found = {}
    for cell in bits(cells):
        first, second = neighbour_rings()[cell]
        found[cell] = (
            (0.0 if occupied >> cell & 1 else w.cell)
            + w.beside * ((one & first).bit_count() + (other & first).bit_count())
            + w.near * ((one & second).bit_count() + (other & second).bit_count())
        )
    return found


def has_like_neighbour(tableau: Tableau, kind: int, cell: int) -> bool:
    """Whether a tile with one of its symbols lies around this cell."""
    element, sky = components().marks[kind]
    return bool((tableau.marks[element] | tableau.marks[sky]) & neighbour_rings()[cell][0])


def _nearer(kind: int, found: Sequence[RuneTarget], with_gems: bool) -> tuple[dict[int, float], dict[int, float]]:
    """For each cell how much nearer a tile of this kind brings runes, without a gem on it and with one."""
    bare: dict[int, float] = {}
    gemmed: dict[int, float] = {}
    for gains, fill, blank_gem, blank_any in found:
        one_gem, one_any, two_gem, two_any, odd_gem, odd_any = [cells_of_kind(cells, kind) for cells in fill]
        if not one_any | two_any | odd_any | blank_any:
            continue
        _add(
            bare,
            gains,
            (
                (READY, one_gem),
                (READY_LOWER, odd_gem | blank_gem),
                (BARE, one_any),
                (ONE, two_gem),
                (ONE_BARE, two_any),
            ),
        )
        if with_gems:
            _add(gemmed, gains, ((READY, one_any), (READY_LOWER, odd_any | blank_any), (ONE, two_any)))
    return bare, gemmed


def _add(scores: dict[int, float], gains: Sequence[float], levels: Sequence[tuple[int, int]]) -> None:
    """The best level that each cell brings."""
    done = 0
    for near, cells in levels:
        gain = gains[near]
        if gain <= 0:
            continue
        for cell in bits(cells & ~done):
            scores[cell] = scores.get(cell, 0.0) + gain
        done |= cells


@cache
def neighbour_rings() -> tuple[tuple[int, int], ...]:
    """For every cell those at king's distance one and two."""
    found = []
    for cell in range(LATTICE.size):
        first = LATTICE.with_all_neighbours(1 << cell)
        found.append((first & ~(1 << cell), LATTICE.with_all_neighbours(first) & ~first))
    return tuple(found)
