"""Where a die is worth most: the slots where it takes a beast, completes a fence, or stands at one of its player's.

>>> from tilehall.engine.beasts.components import components
>>> board = Board.empty().with_die(components().slot_numbers["10sw"], 0, 0)
>>> best_use(board, 0, board.open) is None
True
"""

from __future__ import annotations

from typing import NamedTuple

from tilehall.engine.beasts.components import components
from tilehall.engine.beasts.fences import catchable, lacking, shut
from tilehall.engine.beasts.pieces import beast, fence
from tilehall.engine.beasts.state import Board
from tilehall.engine.game import Seat
from tilehall.engine.geometry import bits
from tilehall.engine.text import Text

COMPLETES = 10
"""A number above all that a fence can lack."""


class Use(NamedTuple):
    """A slot, and what one more die there does for a player."""

    slot: int
    worth: int
    why: Text

    @property
    def gains(self) -> bool:
        """Whether it takes a beast or completes a fence, and does not only help on."""
        return self.worth >= COMPLETES - 1


def best_use(board: Board, seat: Seat, spots: int) -> Use | None:
    """The best of these slots for a player; None if none of them does anything for him.

    Of slots that are worth the same one that helps nobody else.
    """
    uses = [use for use in (*_captures(board), *_fences(board, seat)) if spots >> use.slot & 1]
    others = _of_others(board, seat) if uses else 0
    return max(uses, key=lambda use: (use.worth, not others >> use.slot & 1), default=None)


def by_promise(board: Board, seat: Seat) -> tuple[int, ...]:
    """Empty slots in groups, the best first: gains, own fences only, nobody's, own and others', only others'."""
    gains = own = 0
    others = _of_others(board, seat)
    for number in bits(board.carded & ~board.backed):
        missing = components().edges[number].four & ~board.filled
        if board.owner(number) != seat:
            continue
        own |= missing
        gains |= missing if missing & (missing - 1) == 0 else 0
    for use in _captures(board):
        gains |= 1 << use.slot
    empty = components().full & ~board.filled
    return gains, own & ~others, empty & ~own & ~others, own & others, others & ~own


def nearest_homes(board: Board, kind: int, squares: int) -> int:
    """Of these squares those where a beast of this kind could be caught with the fewest cards and dice.

    >>> nearest_homes(Board.empty(), 0, 0b111), nearest_homes(Board.empty(), 3, 0b111)
    (1, 0)
    """
    able = {n: sum(lacking(board, n)) for n in bits(squares & ~shut(board)) if catchable(board, kind, n)}
    least = min(able.values(), default=0)
    return sum(1 << n for n, missing in able.items() if missing == least)


def _of_others(board: Board, seat: Seat) -> int:
    """The empty slots at other players' fences."""
    edges, found = components().edges, 0
    for number in bits(board.carded & ~board.backed):
        if board.owner(number) != seat:
            found |= edges[number].four & ~board.filled
    return found


def _captures(board: Board) -> list[Use]:
    """The slots whose die is the last thing that a square with a beast lacks."""
    box, found = components(), list[Use]()
    for square in bits(board.homes & ~shut(board)):
        kind = board.beasts[square]
        if lacking(board, square) == (0, 1) and catchable(board, kind, square):
            slot = (box.squares[square].slots & ~board.filled).bit_length() - 1
            why = Text("closes {square} and captures the {beast}", square=box.squares[square].id, beast=beast(kind))
            found.append(Use(slot, COMPLETES + box.beasts[kind].points, why))
    return found


def _fences(board: Board, seat: Seat) -> list[Use]:
    """The slots at the player's own fences; the fewer dice a fence lacks, the better."""
    found = list[Use]()
    for number in bits(board.carded & ~board.backed):
        if board.owner(number) != seat:
            continue
        missing = components().edges[number].four & ~board.filled
        line, short = fence(seat, number), missing.bit_count()
        why = Text("completes your {fence}", fence=line) if short == 1 else Text("supports your {fence}", fence=line)
        found += [Use(slot, COMPLETES - short, why) for slot in bits(missing)]
    return found
