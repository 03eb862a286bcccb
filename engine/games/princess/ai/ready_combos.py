"""How far the runes that lie complete carry a hunter: the best combo, quickly (P-4.12, P-4.14, P-4.15)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.ai.rune_levels import form_of, ground, spots
from tilehall.engine.games.princess.combos import in_play
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.state import Hunter, State, Tableau


def playable(s: State, hunter: Hunter) -> list[int]:
    """The runes that this hunter may complete; their places in the row mean nothing."""
    return sorted(in_play(s, hunter))


class Ready(NamedTuple):
    """A rune that lies complete: the cells where a gem makes it count, for its number and for the lower one."""

    card: int
    value: int
    lower: int
    high: int
    low: int


class Run(NamedTuple):
    """A combo: its steps before the toll, and each card with its gem."""

    total: int
    pairs: tuple[tuple[int, int], ...]


NO_RUN = Run(0, ())


def complete(tableau: Tableau, cards_in_play: Sequence[int]) -> tuple[Ready, ...]:
    """The runes that lie on the tableau, whether a gem stands in them or not."""
    on = ground(tableau)
    return _complete(on.marks, on.occupied, tuple(cards_in_play))


@lru_cache(16384)
def _complete(marks: int, occupied: int, cards_in_play: Sequence[int]) -> tuple[Ready, ...]:
    cards = components().cards
    found = []
    for number in cards_in_play:
        high, low = spots(form_of(number), marks, occupied)
        if high | low:
            found.append(Ready(number, cards[number].value, cards[number].lower, high, low))
    return tuple(found)


@lru_cache(16384)
def best_run(ready: Sequence[Ready], gems: int) -> Run:
    """The assignment of gems with the largest total; of equal ones the first in the order of cards and cells."""
    if not ready or not gems:
        return NO_RUN
    first, rest = ready[0], ready[1:]
    best = best_run(rest, gems)
    most = sum([each.value + 1 for each in rest])
    for cells, steps in ((first.high & gems, first.value), (first.low & gems, first.lower)):
        for gem in bits(cells):
            if steps + most <= best.total:
                break
            more = best_run(rest, gems & ~(1 << gem))
            total = steps + more.total + (1 if more.pairs else 0)
            if total > best.total:
                best = Run(total, ((first.card, gem), *more.pairs))
    return best
