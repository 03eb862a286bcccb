"""Where a die does most: the slots where it captures a beast, completes a fence or supports one of its player's.

>>> from tilehall.engine.games.beasts.components import components
>>> board = BeastsBoard.empty().with_die(components().slot_numbers["10sw"], 0, 0)
>>> best_die_use(board, 0, board.open_slots, (0, 0)) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, join_commas
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import can_be_caught, enclosed_squares, fence_worth, missing_cards_and_dice
from tilehall.engine.games.beasts.names import beast, fence
from tilehall.engine.games.beasts.state import BeastsBoard

COMPLETION_WORTH = 10
"""More than any fence can lack."""
DieColourFace = tuple[int, int]
"""A die's colour and its face."""


class DieUse(NamedTuple):
    """A slot, and what one more die there does for a player."""

    slot: int
    worth: int
    why: Text

    @property
    def gains(self) -> bool:
        """Whether the die captures a beast or completes a fence."""
        return self.worth > COMPLETION_WORTH


def best_die_use(board: BeastsBoard, seat: SeatNo, spots: int, die: DieColourFace) -> DieUse | None:
    """The best use of a player's die, or None if it does nothing for the player.

    The best use brings most points; of equal slots one that helps nobody else.
    """
    uses = [*_gains(board, seat, spots, die), *_supports(board, seat, spots)]
    others = _of_others(board, seat) if uses else 0
    return max(uses, key=lambda use: (use.worth, not others >> use.slot & 1), default=None)


def _gains(board: BeastsBoard, seat: SeatNo, spots: int, die: DieColourFace) -> Iterable[DieUse]:
    """The slots that bring points, each with all that it brings."""
    found: dict[int, list[DieUse]] = {}
    for use in (*_captures(board), *_completes(board, seat, spots, die)):
        if spots >> use.slot & 1:
            found.setdefault(use.slot, []).append(use)
    for slot, uses in found.items():
        points = sum(use.worth - COMPLETION_WORTH for use in uses)
        yield DieUse(slot, COMPLETION_WORTH + points, join_commas(use.why for use in uses))


def slots_by_promise(board: BeastsBoard, seat: SeatNo) -> tuple[int, ...]:
    """Empty slots in groups, best first: gains, own fences only, no fences, own and others', others' only."""
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


def nearest_squares(board: BeastsBoard, kind: int, squares: int) -> int:
    """Of these squares those where a beast of this kind could be caught with the fewest cards and dice.

    >>> nearest_squares(BeastsBoard.empty(), 0, 0b111), nearest_squares(BeastsBoard.empty(), 3, 0b111)
    (1, 0)
    """
    able = {
        n: sum(missing_cards_and_dice(board, n))
        for n in bits(squares & ~enclosed_squares(board))
        if can_be_caught(board, kind, n)
    }
    least = min(able.values(), default=0)
    return sum(1 << n for n, missing in able.items() if missing == least)


def _of_others(board: BeastsBoard, seat: SeatNo) -> int:
    """The empty slots at other players' fences."""
    edges, found = components().edges, 0
    for number in bits(board.carded & ~board.backed):
        if board.owner(number) != seat:
            found |= edges[number].four & ~board.filled
    return found


def _captures(board: BeastsBoard) -> list[DieUse]:
    """The slots whose die is the last piece that a square with a beast lacks."""
    box, found = components(), list[DieUse]()
    for square in bits(board.homes & ~enclosed_squares(board)):
        kind = board.beasts[square]
        if missing_cards_and_dice(board, square) == (0, 1) and can_be_caught(board, kind, square):
            slot = (box.squares[square].slots & ~board.filled).bit_length() - 1
            why = Text("closes {square} and captures the {beast}", square=box.squares[square].id, beast=beast(kind))
            found.append(DieUse(slot, COMPLETION_WORTH + box.beasts[kind].points, why))
    return found


def _completes(board: BeastsBoard, seat: SeatNo, spots: int, die: DieColourFace) -> Iterable[DieUse]:
    """The slots where this die completes a fence of the player."""
    for number in bits(board.carded & ~board.backed):
        missing = components().edges[number].four & ~board.filled
        if board.owner(number) == seat and missing.bit_count() == 1 and missing & spots:
            slot = missing.bit_length() - 1
            points = fence_worth(board.with_die(slot, *die), number).points
            yield DieUse(slot, COMPLETION_WORTH + points, Text("completes your {fence}", fence=fence(seat, number)))


def _supports(board: BeastsBoard, seat: SeatNo, spots: int) -> Iterable[DieUse]:
    """The slots at the player's own fences that lack more than one die, the fewest first."""
    for number in bits(board.carded & ~board.backed):
        missing = components().edges[number].four & ~board.filled
        if board.owner(number) == seat and (short := missing.bit_count()) > 1:
            why = Text("supports your {fence}", fence=fence(seat, number))
            yield from (DieUse(slot, COMPLETION_WORTH - short, why) for slot in bits(missing & spots))
