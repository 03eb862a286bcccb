"""The expected points of open squares, and to whom they go.

Expected points are a beast's points times the chance that it is captured next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.ai.line_keys import card_kind, key_can_reinforce
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import CONDITIONS, components
from tilehall.engine.games.beasts.state import NONE, BeastsBoard

OUT_OF_REACH = 6
"""A square that lacks so many pieces is out of reach."""


def square_chances(w: BeastsWeights, board: BeastsBoard, known: Sequence[int]) -> list[tuple[int, float]]:
    """What open squares may bring the next player: closed, with a beast that is there or can get there."""
    near, found = capture_chances(w), []
    for number, short in enumerate(missing_counts(board)):
        if 0 < short < OUT_OF_REACH:
            points, beasts = best_prize(board, known, number)
            if worth := points * near[short + beasts]:
                found.append((number, worth))
    return found


def missing_counts(board: BeastsBoard) -> list[int]:
    """The number of pieces that each square lacks until it is closed."""
    uncarded, empty = ~board.carded, ~board.filled
    return [(place.sides & uncarded).bit_count() + (place.slots & empty).bit_count() for place in components().squares]


@lru_cache(8)
def capture_chances(w: BeastsWeights) -> tuple[float, ...]:
    """The chance that a beast is captured next, by missing pieces and missing beasts."""
    return 0.0, w.catch_one, w.catch_two, w.catch_three, w.catch_four, w.catch_five, 0.0


def best_prize(board: BeastsBoard, known: Sequence[int], number: int) -> tuple[int, int]:
    """The points of the best beast for a square, and how many beasts have to be brought there first."""
    there = board.beasts[number]
    if there != NONE:
        return _best(1 << there & catchable_kinds(known, number)), 0
    return _best(_kinds_within_reach(board, number) & catchable_kinds(known, number)), 1


def catchable_kinds(known: Sequence[int], number: int) -> int:
    """The kinds of beasts that could still be captured in this square, as a mask (`fences.can_be_caught`)."""
    return _catchable_kinds(tuple([known[side] for side in bits(components().squares[number].sides)]))


@lru_cache(4096)
def _catchable_kinds(sides: tuple[int, ...]) -> int:
    """The kinds for a square with these keys around it. Cached: few combinations differ."""
    held = _kinds_by_condition()
    found = held["any"]
    if len(sides) == 4:
        found |= held["four"]
    if any(key_can_reinforce(key) for key in sides):
        found |= held["reinforced"]
    laid = [kind for key in sides if (kind := card_kind(key)) >= 0]
    if len(set(laid)) + len(sides) - len(laid) >= 3:
        found |= held["types"]
    return found


@cache
def _kinds_by_condition() -> dict[str, int]:
    """The kinds of beasts with each condition."""
    return {
        condition: sum([1 << kind for kind, beast in enumerate(components().beasts) if beast.condition == condition])
        for condition in CONDITIONS
    }


@cache
def _best(kinds: int) -> int:
    """The most points among these beasts."""
    return max([components().beasts[kind].points for kind in bits(kinds)], default=0)


def _kinds_within_reach(board: BeastsBoard, number: int) -> int:
    """The kinds that one die brings to an empty square: from the supply, or from beside it."""
    square = components().squares[number]
    found = _in_supply(board.supply) if square.bit & components().addable else 0
    for other, edge in square.ways:
        if board.homes >> other & 1 and not board.carded & edge:
            found |= 1 << board.beasts[other]
    return found


@cache
def _in_supply(supply: bytes) -> int:
    return sum([1 << kind for kind, left in enumerate(supply) if left])
