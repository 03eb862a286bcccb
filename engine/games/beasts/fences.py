"""The worth of fences, and when a square is enclosed and its beast captured (B-4.40 to B-4.57)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import ICONS, NEUTRAL, Square, components
from tilehall.engine.games.beasts.state import NONE, BeastsBoard


class FenceWorth(NamedTuple):
    """The points of a fence in parts, with the words for its dice bonus."""

    base: int
    reinforced: int
    dice: int
    why: Text

    @property
    def points(self) -> int:
        return self.base + self.reinforced + self.dice

    @property
    def text(self) -> Text:
        """The sum in words."""
        told = Text("{points} for the fence", points=self.base)
        if self.reinforced:
            told = Text("{so_far} + {points} for being reinforced", so_far=told, points=self.reinforced)
        if self.dice:
            told = Text("{so_far} + {points} for {why}", so_far=told, points=self.dice, why=self.why)
        return told


ALL_OWN = Text("having all of its dice")
ALL_OWN_WILD = Text("having all of its dice, some of them wild")
MOST_OWN = Text("having most of its dice")
NO_BONUS = Text("")


def fence_worth(board: BeastsBoard, number: int) -> FenceWorth:
    """The value of a fence with its present dice. The value of a complete fence never changes again (B-4.46)."""
    values = components().values
    dice, why = dice_bonus(board, number)
    return FenceWorth(values.base, values.reinforced if is_reinforced(board, number) else 0, dice, why)


def is_reinforced(board: BeastsBoard, number: int) -> bool:
    """Whether both ends show the type of the card (B-4.43)."""
    near, far = components().edges[number].ends
    return board.icons[near] == board.icons[far] == board.fences[number] % ICONS


def dice_bonus(board: BeastsBoard, number: int) -> tuple[int, Text]:
    """The bonus for the owner's dice among the four, with its reason (B-4.44, B-4.45)."""
    box = components()
    four, owner, colours = box.edges[number].four, board.fences[number] // ICONS, board.colours
    own = colours[owner] & four
    if own == four:
        if own & board.wild:
            return box.values.all_own_wild, ALL_OWN_WILD
        return box.values.all_own, ALL_OWN
    shown = four & ~board.wild
    mine = (own & shown).bit_count()
    for other in range(NEUTRAL):
        if other != owner and (colours[other] & shown).bit_count() >= mine:
            return 0, NO_BONUS
    return (box.values.most, MOST_OWN) if mine else (0, NO_BONUS)


def is_closed(board: BeastsBoard, square: int) -> bool:
    """Whether every side is fenced and every corner hole full (B-4.50)."""
    place = components().squares[square]
    return not (place.sides & ~board.carded or place.slots & ~board.filled)


def meets_condition(board: BeastsBoard, kind: int, square: int) -> bool:
    """Whether the fences of a square fulfil a beast's condition (B-4.53, B-4.57)."""
    sides = bits(components().squares[square].sides)
    condition = components().beasts[kind].condition
    if condition == "reinforced":
        return any(is_reinforced(board, side) for side in sides)
    if condition == "types":
        return len({board.fences[side] % ICONS for side in sides}) >= 3
    return condition != "four" or len(sides) == 4


def can_be_caught(board: BeastsBoard, kind: int, square: int) -> bool:
    """Whether a beast could still be captured in this square, given the cards and dice that lie now."""
    place, condition = components().squares[square], components().beasts[kind].condition
    sides = bits(place.sides)
    if condition == "four":
        return len(sides) == 4
    if condition == "types":
        laid = [board.kind(side) for side in sides if board.carded >> side & 1]
        return len(set(laid)) + len(sides) - len(laid) >= 3
    return condition == "any" or any(can_reinforce(board, side) for side in sides)


def can_reinforce(board: BeastsBoard, number: int) -> bool:
    """Whether this edge carries, or can still carry, a reinforced fence."""
    kinds = (board.kind(number),) if board.carded >> number & 1 else range(ICONS)
    near, far = (components().holes[end].slots for end in components().edges[number].ends)
    return any(board.takes[kind] & near and board.takes[kind] & far for kind in kinds)


def missing_cards_and_dice(board: BeastsBoard, square: int) -> tuple[int, int]:
    """How many cards and how many dice a square lacks until it is enclosed."""
    place = components().squares[square]
    return (place.sides & ~board.carded).bit_count(), (place.slots & ~board.filled).bit_count()


def enclosed_squares(board: BeastsBoard) -> int:
    """All squares that are enclosed now, marked or not (B-4.34)."""
    complete = board.backed & board.carded
    if not complete & (complete - 1):
        return board.enclosed
    found, filled = board.enclosed, board.filled
    for square in _fenced_squares(complete):
        if not square.slots & ~filled:
            found |= square.bit
    return found


@lru_cache(4096)
def _fenced_squares(fences: int) -> tuple[Square, ...]:
    """The squares whose sides are all among these fences."""
    return tuple(square for square in components().squares if not square.sides & ~fences)


class TurnOutcome(NamedTuple):
    """What the end of a turn brings: newly complete fences and newly enclosed squares."""

    fences: tuple[tuple[int, FenceWorth], ...]
    squares: tuple[tuple[int, int, bool], ...]
    """Square, its beast or NONE, and whether the beast is captured."""


NO_OUTCOME = TurnOutcome((), ())


def turn_outcome(board: BeastsBoard) -> TurnOutcome:
    """What would be scored and captured if the turn ended now (B-4.56)."""
    complete, enclosed = board.complete_edges & ~board.done, enclosed_squares(board) & ~board.enclosed
    if not (complete or enclosed):
        return NO_OUTCOME
    fences = tuple((number, fence_worth(board, number)) for number in bits(complete))
    squares = tuple(
        (square, kind, kind != NONE and meets_condition(board, kind, square))
        for square in bits(enclosed)
        for kind in (board.beasts[square],)
    )
    return TurnOutcome(fences, squares)


def with_outcome(board: BeastsBoard, found: TurnOutcome) -> BeastsBoard:
    """The board with this outcome marked on it."""
    for number, value in found.fences:
        board = board.with_score(number, value.points)
    for square, _, caught in found.squares:
        board = board.without_beast(square) if caught else board.copy()
        board.enclosed |= 1 << square
    return board
