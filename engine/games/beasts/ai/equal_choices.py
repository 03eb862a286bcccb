"""Tie-breaking among equal choices: the same view gives the same choice, and no side of the board is preferred."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tilehall.engine.core.chance import Rng
from tilehall.engine.games.beasts.state import BeastsState

LOT_COUNT = 300
"""The number of values that a search needs."""


def tie_seed(s: BeastsState) -> int:
    """A number computed from the view, independent of how seats are numbered."""
    board, hunter = s.board, s.hunters[s.seat]
    told = (board.filled, board.carded, board.homes, s.faces, hunter.hand, hunter.deck, hunter.pool, s.point)
    return _number(told)


@lru_cache(64)
def _number(told: tuple[object, ...]) -> int:
    return Rng(repr(told)).next()


def tie_value(salt: int, number: int) -> float:
    """A very small number that orders choices of equal worth."""
    return ((number * 0x9E3779B1 ^ salt) * 0x85EBCA6B >> 13 & 1023) * 1e-9


def tie_values(salt: int) -> Sequence[float]:
    """A sequence of such numbers."""
    start = salt % LOT_COUNT
    return _all_tie_values()[start : start + LOT_COUNT]


@cache
def _all_tie_values() -> tuple[float, ...]:
    return tuple([tie_value(LOT_COUNT, number) for number in range(2 * LOT_COUNT)])
