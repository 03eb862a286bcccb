"""Combos: which runes can be declared together in one turn, each with a gem of its own (P-4.14, P-4.15)."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.pattern_matching import rune_value
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, PrincessState, Tableau


def runes_in_play(s: PrincessState, hunter: PrincessHunter) -> list[int]:
    """The runes this hunter may complete: the row and the own held card."""
    return [card for card in (*s.row, hunter.held) if card != HOLE]


def combo_steps(values: list[int]) -> int:
    """P-4.15."""
    return sum(values) + max(0, len(values) - 1)


def best_combo(tableau: Tableau, playable: Sequence[int]) -> list[tuple[int, int, int]]:
    """The assignment of gems to runes with the largest total: (card, gem, value) each."""
    if not tableau.gems:
        return []
    cards, gems = components().cards, bits(tableau.gems)
    worths = [
        (number, [(gem, worth) for gem in gems if (worth := rune_value(tableau, cards[number], gem))])
        for number in playable
    ]
    return _assign([pair for pair in worths if pair[1]], 0)


def _assign(worths: list[tuple[int, list[tuple[int, int]]]], used: int) -> list[tuple[int, int, int]]:
    if not worths:
        return []
    (number, gems), rest = worths[0], worths[1:]
    best = _assign(rest, used)
    for gem, each in gems:
        if used >> gem & 1:
            continue
        found = [(number, gem, each), *_assign(rest, used | 1 << gem)]
        if total_steps(found) > total_steps(best):
            best = found
    return best


def total_steps(found: Sequence[tuple[int, int, int]]) -> int:
    """The steps of a combo, before the toll."""
    return combo_steps([each for _, _, each in found])


def space_after(s: PrincessState, hunter: PrincessHunter, found: Sequence[tuple[int, int, int]]) -> int:
    """Where this combo would lead, after the toll; beyond the GOAL the leftover is counted on."""
    return (
        walk(hunter.space, total_steps(found), s.princess, s.passages_open, s.finished).end if found else hunter.space
    )
