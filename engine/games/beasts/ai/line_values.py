"""What lines and squares are worth to a seat in this turn: what a search adds up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.beasts.ai.expected_points import (
    claim_chances,
    expected_points_of,
    expected_totals,
    late_share,
    rival_shares,
    turn_end_position,
)
from tilehall.engine.games.beasts.ai.line_keys import (
    CARD_AT,
    SCORED,
    card_code,
    fence_estimates,
    fitting_kinds,
    is_backed,
    is_supported,
    line_keys,
)
from tilehall.engine.games.beasts.ai.square_values import OUT_OF_REACH, best_prize, capture_chances, missing_counts
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import ICONS
from tilehall.engine.games.beasts.state import BeastsBoard, BeastsState


class PointShares(NamedTuple):
    """For whom a line counts how much: all that its worth depends on beside its key."""

    seat: SeatNo
    shares: tuple[float, ...]
    """What a point for each seat is worth."""
    unsure: tuple[float, ...]
    """The same for points that are not sure."""
    claims: tuple[tuple[SeatNo, int, float], ...]
    """Who may lay a card on a free line, with which types, and what a point of it counts."""


class LineValues(dict[int, float]):
    """What lines are worth with certain types of cards in hand, by their keys; reckoned when one first asks."""

    def __init__(self, w: BeastsWeights, stance: PointShares, kinds: int) -> None:
        self.w, self.estimates, self.stance, self.kinds = w, fence_estimates(w), stance, kinds

    def __missing__(self, key: int) -> float:
        found = self[key] = self._worth(key)
        return found

    def _worth(self, key: int) -> float:
        seat, shares, unsure, claims = self.stance
        fence = self.estimates.fence
        if key >> CARD_AT:
            if key & SCORED:
                return 0.0
            owner = ((key >> CARD_AT) - 1) // ICONS
            return fence(key) * (shares if is_backed(key) else unsure)[owner]
        if not is_supported(key):
            return 0.0
        value = sum([factor * self.estimates.claim(key, other, held) for other, held, factor in claims])
        factor = 1.0 if is_backed(key) else unsure[seat]
        more = [fence(key | card_code(seat, kind)) * factor - value for kind in fitting_kinds(key, self.kinds)]
        return value + self.w.claim_now * max([0.0, *more])


@lru_cache(64)
def _lines(w: BeastsWeights, stance: PointShares) -> tuple[LineValues, ...]:
    return tuple(LineValues(w, stance, kinds) for kinds in range(1 << ICONS))


SquarePrizes = dict[int, tuple[int, int]]
"""For squares what `stakes.best_prize` says."""


class NearSquare(NamedTuple):
    """An open square that lacks few pieces."""

    number: int
    short: int
    """How many pieces it lacks."""
    worth: tuple[float, float, float]
    """To the seat: as it is, with one piece more, with two."""


class TurnEvaluator:
    """What lines and squares are worth in this turn, from one seat's view."""

    def __init__(self, s: BeastsState, seat: SeatNo, w: BeastsWeights) -> None:
        self.seat, self.estimates, self.capture_chances = seat, fence_estimates(w), capture_chances(w)
        self.keys = line_keys(s.board)
        m, n = turn_end_position(s, w), s.rulings.players
        # Two players have one rival each, whatever they may expect.
        sums = expected_totals(list(expected_points_of(m, w)), n) if n > 2 else [0.0] * n
        against = rival_shares(w, sums, seat)
        shares = tuple([1.0 if other == seat else -against[other] for other in range(n)])
        late = [late_share(w, turns) for turns in m.turns]
        eager = claim_chances(m, w, late)
        claims = [(other, m.hands[other], share * eager[other]) for other, share in enumerate(shares)]
        unsure = tuple([share * factor for share, factor in zip(shares, late, strict=True)])
        self.lines = _lines(w, PointShares(seat, shares, unsure, tuple([claim for claim in claims if claim[2]])))
        to_come = [
            share * (1.0 if other == m.mover else w.catch_later) for other, share in enumerate(shares) if m.turns[other]
        ]
        self.capture_weight = sum(to_come)

    def best_card(self, key: int, kinds: int) -> int:
        """The type of card that brings most on a free line."""
        return max(fitting_kinds(key, kinds), key=lambda kind: self.estimates.fence(key | card_code(self.seat, kind)))

    def near_squares(self, board: BeastsBoard, known: Sequence[int], prizes: SquarePrizes) -> list[NearSquare]:
        """The open squares that two pieces more may bring within reach."""
        return [
            NearSquare(number, short, self._worth(short, self._prize(board, known, number, prizes)))
            for number, short in enumerate(missing_counts(board))
            if 0 < short <= OUT_OF_REACH + 1
        ]

    def square_value(self, board: BeastsBoard, known: Sequence[int], number: int, short: int) -> float:
        """What a square is worth if it lacks so many pieces."""
        return self._worth(short, best_prize(board, known, number))[0]

    def squares_value(self, board: BeastsBoard, known: Sequence[int], prizes: SquarePrizes) -> float:
        """What the open squares of a board are worth to the seat, as the others may close them."""
        return sum([square.worth[0] for square in self.near_squares(board, known, prizes)])

    def _prize(self, board: BeastsBoard, known: Sequence[int], number: int, prizes: SquarePrizes) -> tuple[int, int]:
        found = prizes.get(number)
        if found is None:
            found = prizes[number] = best_prize(board, known, number)
        return found

    def _worth(self, short: int, found: tuple[int, int]) -> tuple[float, float, float]:
        points, beasts = found
        if not points:
            return 0.0, 0.0, 0.0
        near, all_in_all = self.capture_chances, self.capture_weight * points
        now, then, later = [
            all_in_all * near[left + beasts] if 0 < left < OUT_OF_REACH else 0.0
            for left in (short, short - 1, short - 2)
        ]
        return now, then, later
