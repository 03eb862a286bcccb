"""What the open squares of the board may still bring, and to whom.

Points here are expected ones: what a beast is worth, times how likely it is captured next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.ai.line_keys import can_reinforce, kind_of
from tilehall.engine.games.beasts.ai.weights import Weights
from tilehall.engine.games.beasts.components import CONDITIONS, components
from tilehall.engine.games.beasts.state import NONE, Board

FAR = 6
"""A square that lacks so many pieces is out of reach."""


def quarries(w: Weights, board: Board, known: Sequence[int]) -> list[tuple[int, float]]:
    """What the open squares may bring who plays next: closed, with a beast that is there or can be brought there."""
    near, found = nearness(w), []
    for number, short in enumerate(shortages(board)):
        if 0 < short < FAR:
            points, beasts = prize(board, known, number)
            if worth := points * near[short + beasts]:
                found.append((number, worth))
    return found


def shortages(board: Board) -> list[int]:
    """How many pieces each square lacks until it is closed."""
    uncarded, empty = ~board.carded, ~board.filled
    return [(place.sides & uncarded).bit_count() + (place.slots & empty).bit_count() for place in components().squares]


@lru_cache(8)
def nearness(w: Weights) -> tuple[float, ...]:
    """How likely a beast is captured next, by how many pieces and beasts are lacking."""
    return 0.0, w.catch_one, w.catch_two, w.catch_three, w.catch_four, w.catch_five, 0.0


def prize(board: Board, known: Sequence[int], number: int) -> tuple[int, int]:
    """The points of the beast that can be captured in a square, and how many beasts have to be brought there first."""
    there = board.beasts[number]
    if there != NONE:
        return _best(1 << there & catchable(known, number)), 0
    return _best(_comers(board, number) & catchable(known, number)), 1


def catchable(known: Sequence[int], number: int) -> int:
    """The kinds of beasts that could still be caught in this very square, as `fences.catchable` has it, as a mask."""
    return _catchable(tuple([known[side] for side in bits(components().squares[number].sides)]))


@lru_cache(4096)
def _catchable(sides: tuple[int, ...]) -> int:
    """The same for a square with these keys around it: few are different."""
    held = _held()
    found = held["any"]
    if len(sides) == 4:
        found |= held["four"]
    if any(can_reinforce(key) for key in sides):
        found |= held["reinforced"]
    laid = [kind for key in sides if (kind := kind_of(key)) >= 0]
    if len(set(laid)) + len(sides) - len(laid) >= 3:
        found |= held["types"]
    return found


@cache
def _held() -> dict[str, int]:
    """The beasts with each condition."""
    return {
        condition: sum([1 << kind for kind, beast in enumerate(components().beasts) if beast.condition == condition])
        for condition in CONDITIONS
    }


@cache
def _best(kinds: int) -> int:
    """The most that one of these beasts is worth."""
    return max([components().beasts[kind].points for kind in bits(kinds)], default=0)


def _comers(board: Board, number: int) -> int:
    """The kinds of beasts that one die brings to an empty square: from the supply, or from beside it."""
    square = components().squares[number]
    found = _in_supply(board.supply) if square.bit & components().addable else 0
    for other, edge in square.ways:
        if board.homes >> other & 1 and not board.carded & edge:
            found |= 1 << board.beasts[other]
    return found


@cache
def _in_supply(supply: bytes) -> int:
    return sum([1 << kind for kind, left in enumerate(supply) if left])
