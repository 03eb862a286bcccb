"""Runes on tiles: which formations are complete, and which runes make the best combo (P-4.11 to P-4.15)."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.actions import DeclareRune, vocabulary
from tilehall.engine.games.princess.components import RuneCard, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, PrincessState, Tableau


def rune_value(tableau: Tableau, card: RuneCard, gem: int) -> int:
    """The steps that the card brings with the gem on this cell; 0 if the formation is not there (P-4.12)."""
    occupied = tableau.occupied
    placements = [mask for mask in card.placements[gem] if mask & occupied == mask]
    if not placements:
        return 0
    element, sky = components().marks[tableau.tops[gem]]
    one, other = tableau.marks[element], tableau.marks[sky]
    for mask in placements:
        if mask & one == mask or mask & other == mask:
            return card.value
    if not card.lower:
        return 0
    for mark in tableau.marks:
        for mask in placements:
            odd = mask & ~mark
            if not odd & (odd - 1):  # at most one tile of another kind
                return card.lower
    return 0


def find_witness(tableau: Tableau, card: RuneCard, gem: int) -> tuple[int, int]:
    """A placement that gives this value, and the attribute that forms it; (0, 0) if there is none."""
    for allowed in (0, 1):
        if allowed and not card.lower:
            break
        for mask in card.placements[gem]:
            if mask & tableau.occupied != mask:
                continue
            for number, mark in enumerate(tableau.marks):
                if (mask & ~mark).bit_count() == allowed:
                    return mask, number
    return 0, 0


def legal_declarations(hunter: PrincessHunter, row: Sequence[int]) -> list[DeclareRune]:
    """Every pair of a usable card and an own gem that completes it (P-4.12, P-4.14)."""
    tableau = hunter.tableau
    if not tableau.gems:
        return []
    cards, declare = components().cards, vocabulary().declare
    usable = [number for number in row if number != HOLE]
    if hunter.held != HOLE:
        usable.append(hunter.held)
    gems = bits(tableau.gems)
    return [declare[number][gem] for number in usable for gem in gems if rune_value(tableau, cards[number], gem)]


def can_declare(hunter: PrincessHunter, row: Sequence[int]) -> bool:
    """Whether any rune can be declared."""
    tableau, cards = hunter.tableau, components().cards
    if not tableau.gems:
        return False
    gems = bits(tableau.gems)
    return any(
        rune_value(tableau, cards[number], gem) for number in (*row, hunter.held) if number != HOLE for gem in gems
    )


# --- combos (P-4.14, P-4.15) ----------------------------------------------------------------------------------------


def runes_in_play(s: PrincessState, hunter: PrincessHunter) -> list[int]:
    """The runes this hunter may complete: the row and the own held card."""
    return [card for card in (*s.row, hunter.held) if card != HOLE]


def combo_steps(values: list[int]) -> int:
    """The steps of runes with these values: their sum, and one more for each rune after the first (P-4.15)."""
    return sum(values) + max(0, len(values) - 1)


def best_combo(tableau: Tableau, playable: Sequence[int]) -> list[tuple[int, int, int]]:
    """The assignment of gems to runes with the most steps: (card, gem, value) each."""
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
    """The steps of a combo before the toll."""
    return combo_steps([each for _, _, each in found])


def space_after(s: PrincessState, hunter: PrincessHunter, found: Sequence[tuple[int, int, int]]) -> int:
    """The space that a combo leads to, after the toll. Beyond the GOAL leftover steps are counted on."""
    return (
        walk(hunter.space, total_steps(found), s.princess, s.passages_open, s.finished).end if found else hunter.space
    )
