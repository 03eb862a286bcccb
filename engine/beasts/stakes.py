"""What the lines and squares of the board may still bring, and to whom: the heart of the value, made to be quick.

Points here are expected ones: what a fence will be worth, times how likely it is completed for its owner.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tilehall.engine.beasts.components import ICONS, NEUTRAL, components
from tilehall.engine.beasts.fences import catchable
from tilehall.engine.beasts.state import NONE, Board
from tilehall.engine.beasts.weights import Weights


class Spot(NamedTuple):
    """An edge as this module needs it."""

    bit: int
    four: int
    near: int
    far: int
    near_slots: int
    far_slots: int
    reach: int


@cache
def spots() -> tuple[Spot, ...]:
    box = components()
    return tuple(
        Spot(edge.bit, edge.four, a, b, box.holes[a].slots, box.holes[b].slots, edge.reach)
        for edge in box.edges
        for a, b in (edge.ends,)
    )


def sure_points(board: Board, number: int, owner: int, kind: int) -> int:
    """The points of a complete fence, as `fences.worth` counts them; there may not be a card yet."""
    values, spot = components().values, spots()[number]
    icons, four, colours = board.icons, spot.four, board.colours
    points = values.base
    if icons[spot.near] == kind == icons[spot.far]:
        points += values.reinforced
    own = colours[owner] & four
    if own == four:
        return points + (values.all_own_wild if own & board.wild else values.all_own)
    shown = four & ~board.wild
    mine = (own & shown).bit_count()
    if mine and _leads(colours, owner, shown, mine):
        points += values.most
    return points


def _leads(colours: tuple[int, ...], owner: int, shown: int, mine: int) -> bool:
    """Whether the owner has more of these dice than any other player."""
    return mine > max([(mask & shown).bit_count() for other, mask in enumerate(colours[:NEUTRAL]) if other != owner])


def hope(w: Weights, board: Board, number: int, owner: int, kind: int) -> float:
    """What such a card on this line may be expected to bring its owner, with turns enough."""
    spot = spots()[number]
    filled = spot.four & board.filled
    if filled == spot.four:
        return sure_points(board, number, owner, kind)
    values, icons, colours = components().values, board.icons, board.colours
    here, there = icons[spot.near], icons[spot.far]
    points: float = values.base
    if here == kind == there:
        points += values.reinforced
    elif here == NONE or there == NONE:
        known, slots = (there, spot.near_slots) if here == NONE else (here, spot.far_slots)
        if known == kind and board.takes[kind] & slots:
            points += values.reinforced * w.reinforce
    lacks = 4 - filled.bit_count()
    own = colours[owner] & filled
    if own == filled:
        points += (w.own_one if lacks == 1 else w.own_two) - bool(own & board.wild)
    else:
        shown = filled & ~board.wild
        mine = (own & shown).bit_count()
        if mine and _leads(colours, owner, shown, mine):
            points += w.most
    if lacks == 1:
        return points * w.one
    return points * (w.two_free if here == NONE or there == NONE else w.two_held)


def claim(w: Weights, board: Board, number: int, owner: int, hand: int) -> float:
    """The most that a card of this hand (a mask of types) may bring on a line without card."""
    best, reach = 0.0, spots()[number].reach
    for kind in range(ICONS):
        if hand >> kind & 1 and board.takes[kind] & reach:
            found = hope(w, board, number, owner, kind)
            if found > best:
                best = found
    return best if board.backed & spots()[number].bit else best * w.claim_short


def quarry(w: Weights, board: Board, number: int) -> float:
    """What an open square may bring who plays next: closed, with a beast that is there or can be brought there."""
    square = components().squares[number]
    short = (square.sides & ~board.carded).bit_count() + (square.slots & ~board.filled).bit_count()
    if not 0 < short < FAR:
        return 0.0
    beasts, there = components().beasts, board.beasts[number]
    if there != NONE:
        return _nearness(w, short) * beasts[there].points if catchable(board, there, number) else 0.0
    points = [beasts[kind].points for kind in comers(board, number) if catchable(board, kind, number)]
    return _nearness(w, short + 1) * max(points) if points else 0.0


def comers(board: Board, number: int) -> Iterable[int]:
    """The kinds of beasts that one die brings to an empty square: from the supply, or from beside it."""
    square = components().squares[number]
    if square.bit & components().addable:
        yield from [kind for kind, left in enumerate(board.supply) if left]
    for other, edge in square.ways:
        if board.homes >> other & 1 and not board.carded & edge:
            yield board.beasts[other]


FAR = 6
"""A square that lacks so many pieces is out of reach."""


def _nearness(w: Weights, short: int) -> float:
    """How likely a beast is captured next if so many pieces and beasts are lacking."""
    return (0.0, w.catch_one, w.catch_two, w.catch_three, w.catch_four, w.catch_five, 0.0)[short]
