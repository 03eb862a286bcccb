"""How far complete runes carry a hunter: the best combo, computed quickly (P-4.12, P-4.14, P-4.15)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.ai.rune_levels import find_gem_cells, formation_of, tableau_layers
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.pattern_matching import runes_in_play
from tilehall.engine.games.princess.state import PrincessHunter, PrincessState, Tableau


def sorted_runes_in_play(s: PrincessState, hunter: PrincessHunter) -> list[int]:
    """The runes that this hunter may complete, sorted: their places in the row do not matter."""
    return sorted(runes_in_play(s, hunter))


class ReadyRune(NamedTuple):
    """A complete rune: the cells where a gem makes it count for its number, and for the lower one."""

    card: int
    value: int
    lower: int
    high: int
    low: int


class Combo(NamedTuple):
    """A combo: its steps before the toll, and each card with its gem."""

    total: int
    pairs: tuple[tuple[int, int], ...]


NO_COMBO = Combo(0, ())


def find_ready_runes(tableau: Tableau, cards_in_play: Sequence[int]) -> tuple[ReadyRune, ...]:
    """The complete runes on a tableau, whether a gem stands in them or not."""
    on = tableau_layers(tableau)
    return _find_ready_runes(on.marks, on.occupied, tuple(cards_in_play))


@lru_cache(16384)
def _find_ready_runes(marks: int, occupied: int, cards_in_play: Sequence[int]) -> tuple[ReadyRune, ...]:
    cards = components().cards
    found = []
    for number in cards_in_play:
        high, low = find_gem_cells(formation_of(number), marks, occupied)
        if high | low:
            found.append(ReadyRune(number, cards[number].value, cards[number].lower, high, low))
    return tuple(found)


@lru_cache(16384)
def best_ready_combo(ready: Sequence[ReadyRune], gems: int) -> Combo:
    """The assignment of gems with the most steps; of equal ones the first in the order of cards and cells."""
    if not ready or not gems:
        return NO_COMBO
    first, rest = ready[0], ready[1:]
    best = best_ready_combo(rest, gems)
    most = sum([each.value + 1 for each in rest])
    for cells, steps in ((first.high & gems, first.value), (first.low & gems, first.lower)):
        for gem in bits(cells):
            if steps + most <= best.total:
                break
            more = best_ready_combo(rest, gems & ~(1 << gem))
            total = steps + more.total + (1 if more.pairs else 0)
            if total > best.total:
                best = Combo(total, ((first.card, gem), *more.pairs))
    return best
