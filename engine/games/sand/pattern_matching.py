"""Patterns on boards: where a building can be completed (S-4.18).

A board is kept as eight lanes of one long number, one for each orientation. A pattern is then searched in one direction
only: shifted so that all its boxes fall on its corner, the lanes of its elements have a bit in common exactly where the
pattern lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.sand.actions import CompleteBuilding, vocabulary
from tilehall.engine.games.sand.components import BOXES, ELEMENTS, GRID, LANE, components, lane_boxes
from tilehall.engine.games.sand.state import HOLE

NO_CARD = bytes((HOLE,))
PART = 10
PART_MASK = (1 << PART) - 1


@cache
def _tables() -> tuple[tuple[int, ...], ...]:
    """The eight orientations of every set of ten boxes: boxes 0 to 9, 10 to 19, 20 to 29."""
    lanes = [0] * BOXES
    for turn, places in enumerate(lane_boxes()):
        for place, box in places.items():
            lanes[box] |= 1 << LANE * turn + place
    tables = []
    for first in range(0, BOXES, PART):
        table = [0]
        for box in range(first, first + PART):
            table += [entry | lanes[box] for entry in table]
        tables.append(tuple(table))
    return tuple(tables)


@lru_cache(1024)
def pictures(pieces: int) -> tuple[int, ...]:
    """For each element the eight orientations of the boxes where it lies. Cached: a turn asks several times."""
    low, middle, high = _tables()
    found, full = [], GRID.full
    for element in range(ELEMENTS):
        boxes = pieces >> BOXES * element & full
        if boxes:
            found.append(low[boxes & PART_MASK] | middle[boxes >> PART & PART_MASK] | high[boxes >> 2 * PART])
        else:
            found.append(0)
    return tuple(found)


@cache
def _anchors() -> tuple[dict[int, CompleteBuilding], ...]:
    return tuple(map(dict, vocabulary().complete))


Link = tuple[int, int]
"""An element of a pattern, and the shift of its lanes."""


@cache
def _chains() -> tuple[tuple[int, int, int, int, tuple[Link, ...]], ...]:
    """The links of every card. Every pattern has at least two; these stand first."""
    return tuple((*card.chain[0], *card.chain[1], card.chain[2:]) for card in components().cards)


def completions(pieces: int, cards: Iterable[int]) -> list[CompleteBuilding]:
    """Each of these cards with every set of boxes on which its pattern lies."""
    found: list[CompleteBuilding] = []
    if not pieces:
        return found
    shown, chains = pictures(pieces), _chains()
    for card in cards:
        one, here, two, there, rest = chains[card]
        if common := shown[one] >> here & shown[two] >> there:
            for element, shift in rest:
                common &= shown[element] >> shift
                if not common:
                    break
            else:
                anchors = _anchors()[card]
                found += dict.fromkeys([anchors[anchor] for anchor in bits(common)])
    return found


@lru_cache(256)
def completions_on_table(pieces: int, cards: bytes) -> Sequence[CompleteBuilding]:
    """The legal completions. Cached: a board stays the same for a whole round, and so do most cards."""
    return completions(pieces, cards.replace(NO_CARD, b""))
