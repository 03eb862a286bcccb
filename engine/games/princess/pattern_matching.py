"""Runes on tiles: what a formation with a gem in it is worth (P-4.11, P-4.12)."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.actions import DeclareRune, vocabulary
from tilehall.engine.games.princess.components import RuneCard, components
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, Tableau


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
    """A placement that gives this value, and the attribute that makes it; (0, 0) without one."""
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
    """Whether there is any such pair."""
    tableau, cards = hunter.tableau, components().cards
    if not tableau.gems:
        return False
    gems = bits(tableau.gems)
    return any(
        rune_value(tableau, cards[number], gem) for number in (*row, hunter.held) if number != HOLE for gem in gems
    )
