"""The worth of lines and squares to a seat in this turn, as a search adds them up."""

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
    """How much a line's points count for each seat: all that its worth depends on besides its key."""

    seat: SeatNo
    shares: tuple[float, ...]
    """The worth of a point for each seat."""
    unsure: tuple[float, ...]
    """The worth of a point that is not certain."""
    claims: tuple[tuple[SeatNo, int, float], ...]
    """The seats that may place a card on a free line, with its types and the worth of a point of it."""


class LineValues(dict[int, float]):
    """The worth of lines by their keys, with these types of cards in hand. Computed when first needed."""

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
"""The results of `square_values.best_prize` for squares."""


class NearSquare(NamedTuple):
    """An open square that lacks few pieces."""

    number: int
    short: int
    """The number of pieces that it lacks."""
    worth: tuple[float, float, float]
    """Its worth to the seat: as it is, with one more piece, with two."""


class TurnEvaluator:
    """The worth of lines and squares in this turn, from one seat's view."""

    def __init__(self, s: BeastsState, seat: SeatNo, w: BeastsWeights) -> None:
        self.seat, self.estimates, self.capture_chances = seat, fence_estimates(w), capture_chances(w)
        self.keys = line_keys(s.board)
        m, n = turn_end_position(s, w), s.rulings.players
        # With two players each has one rival, whatever the expectations.
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
        """The open squares that two more pieces may bring within reach."""
        return [
            NearSquare(number, short, self._worth(short, self._prize(board, known, number, prizes)))
            for number, short in enumerate(missing_counts(board))
            if 0 < short <= OUT_OF_REACH + 1
        ]

    def square_value(self, board: BeastsBoard, known: Sequence[int], number: int, short: int) -> float:
        """The worth of a square that lacks so many pieces."""
        return self._worth(short, best_prize(board, known, number))[0]

    def squares_value(self, board: BeastsBoard, known: Sequence[int], prizes: SquarePrizes) -> float:
        """The worth of a board's open squares to the seat, given that the others may close them."""
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
