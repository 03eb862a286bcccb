"""The expected final points of every seat, part by part. `value` puts them into words; `placement_search` uses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag
from tilehall.engine.games.beasts.ai.line_keys import fence_estimates, line_keys
from tilehall.engine.games.beasts.ai.square_values import square_chances
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import ICONS, components
from tilehall.engine.games.beasts.fences import TurnOutcome, turn_outcome, with_outcome
from tilehall.engine.games.beasts.state import NOBODY, BeastsBoard, BeastsState

ALL_KINDS = (1 << ICONS) - 1


class ExpectedPoints(NamedTuple):
    """Points that a seat may expect from one source."""

    seat: SeatNo
    kind: str
    points: float
    number: int = 0
    """The line, the square or the kind of beast that they come from."""


class TurnEndPosition(NamedTuple):
    """A position as it will be at the end of the present turn, with what is left of that turn."""

    board: BeastsBoard
    captured: tuple[bytes, ...]
    mover: SeatNo
    """The seat with the next whole turn."""
    turns: tuple[float, ...]
    """The number of turns that each seat may still expect."""
    hands: tuple[int, ...]
    """The types of cards of each seat as masks; a seat about to draw may hold any."""
    drawing: SeatNo
    """The seat that has just played, or NOBODY."""
    left: float
    """The part of its turn that `drawing` still has."""
    own: tuple[int, ...]
    """The dice of its own colour that each seat has left."""
    last: bool
    """Whether one seat has none left and the others have one turn each."""


def turn_end_position(s: BeastsState, w: BeastsWeights) -> TurnEndPosition:
    """The position as if the present turn ended now."""
    n, seat = s.rulings.players, s.seat
    board, captured = s.board, [hunter.captured for hunter in s.hunters]
    hands = [card_types(hunter.hand) for hunter in s.hunters]
    mover, drawing, left, final = seat, NOBODY, 0.0, s.final
    if s.point == "PLACE":
        if s.busy:
            found = turn_outcome(board)
            board, captured[seat] = with_outcome(board, found), _with_caught(captured[seat], found)
        if final > 0:
            final -= 1
        elif final < 0 and not s.own_left(seat):
            final = n - 1
        left = s.free.bit_count() / components().active
    elif s.point in ("SETUP_BEAST", "HANDS", "FIRST"):
        mover = max(s.first, 0)
    if s.point in ("PLACE", "DISCARD", "DRAW"):
        mover, drawing, hands[seat] = (seat + 1) % n, seat, ALL_KINDS
    own = tuple([s.own_left(each) for each in range(n)])
    turns = (0.0,) * n if s.ending else turns_left(board, mover, final, own, w.pace)
    return TurnEndPosition(board, tuple(captured), mover, turns, tuple(hands), drawing, left, own, final >= 0)


@cache
def card_types(hand: Bag) -> int:
    """The types of a hand as a mask."""
    return sum([1 << kind for kind, count in enumerate(hand) if count])


def _with_caught(captured: bytes, found: TurnOutcome) -> bytes:
    counts = bytearray(captured)
    for _, kind, caught in found.squares:
        if caught:
            counts[kind] += 1
    return bytes(counts)


def turns_left(board: BeastsBoard, mover: SeatNo, final: int, own: Sequence[int], pace: float) -> tuple[float, ...]:
    """The turns that every seat may expect, until somebody's own dice or the slots of the board are used up."""
    n = len(own)
    order = [(seat - mover) % n for seat in range(n)]
    if final >= 0:
        return tuple([float(place < final) for place in order])
    last = min([place + n * max(dice / pace - 1, 0.0) for place, dice in zip(order, own, strict=True)]) + n - 1
    full = ((components().full & ~board.filled).bit_count() + 1) / pace
    return tuple([max(1.0, (min(last, full) - place) / n + 0.5) for place in order])


def expected_points(s: BeastsState, w: BeastsWeights) -> Iterator[ExpectedPoints]:
    """All points that the seats have and may expect."""
    return expected_points_of(turn_end_position(s, w), w)


def expected_points_of(m: TurnEndPosition, w: BeastsWeights) -> Iterator[ExpectedPoints]:
    box, board = components(), m.board
    for number in bits(board.done):
        yield ExpectedPoints(board.fences[number] // ICONS, "fence", board.scored[number], number)
    for seat, captured in enumerate(m.captured):
        for kind, count in enumerate(captured):
            if count:
                yield ExpectedPoints(seat, "beast", count * box.beasts[kind].points, kind)
    if not any(m.turns):
        return
    late, known, hoped = [late_share(w, turns) for turns in m.turns], line_keys(board), fence_estimates(w)
    for number in bits(board.carded & ~board.done):
        owner = board.fences[number] // ICONS
        yield ExpectedPoints(owner, "promise", hoped.fence(known[number]) * late[owner], number)
    ready = claim_chances(m, w, late)
    for number in bits(board.supported & ~board.carded):
        for seat, eager in enumerate(ready):
            if eager and (points := hoped.claim(known[number], seat, m.hands[seat])):
                yield ExpectedPoints(seat, "line", points * eager, number)
    for square, points in square_chances(w, board, known):
        for seat, turns in enumerate(m.turns):
            if turns:
                yield ExpectedPoints(seat, "hunt", points if seat == m.mover else points * w.catch_later, square)
    income = w.income_last if m.last else w.income
    for seat, turns in enumerate(m.turns):
        yield ExpectedPoints(seat, "time", turns * income + w.turn * (m.left if seat == m.drawing else 0))
        if turns and m.own[seat]:
            yield ExpectedPoints(seat, "dice", w.own * m.own[seat])


def late_share(w: BeastsWeights, turns: float) -> float:
    """The share of an expectation that is left with so many turns to come."""
    if turns >= 2:
        return 1.0
    if turns >= 1:
        return w.last_turn + (1 - w.last_turn) * (turns - 1)
    return w.no_turn + (w.last_turn - w.no_turn) * turns


def claim_chances(m: TurnEndPosition, w: BeastsWeights, late: Sequence[float]) -> list[float]:
    """The chance of each seat to be the one that places a card on a free line."""
    found = []
    for seat, turns in enumerate(m.turns):
        share = w.claim_next if seat == m.mover else w.claim_own if seat == m.drawing else w.claim_later
        found.append(share * late[seat] if turns else 0.0)
    return found


def expected_totals(found: Sequence[ExpectedPoints], players: int) -> list[float]:
    """The expected final points of each seat."""
    sums = [0.0] * players
    for part in found:
        sums[part.seat] += part.points
    return sums


def rival_shares(w: BeastsWeights, sums: Sequence[float], seat: SeatNo, over: bool = False) -> list[float]:
    """How much each other seat counts as the one to beat; the shares add up to 1."""
    best = max(total for other, total in enumerate(sums) if other != seat)
    if over:
        first = next(other for other, total in enumerate(sums) if other != seat and total == best)
        return [float(other == first) for other in range(len(sums))]
    raw = [0.0 if other == seat else exp((total - best) / w.rivals) for other, total in enumerate(sums)]
    return [share / sum(raw) for share in raw]


def result_spread(w: BeastsWeights, turns: Sequence[float]) -> float:
    """How far final results may still differ from the expected ones."""
    mean = sum(turns) / len(turns)
    return float((w.spread_end**2 + w.spread_turn**2 * mean) ** 0.5)
