"""What lines and squares are worth to a seat in this turn: what a search adds up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tilehall.engine.core.game import Seat
from tilehall.engine.games.beasts.ai.expected_points import eagerness, lateness, moment, parts_of, rivalry, totals
from tilehall.engine.games.beasts.ai.line_keys import CARD_AT, SCORED, backed, card, fitting, hopes, keys, supported
from tilehall.engine.games.beasts.ai.square_values import FAR, nearness, prize, shortages
from tilehall.engine.games.beasts.ai.weights import Weights
from tilehall.engine.games.beasts.components import ICONS
from tilehall.engine.games.beasts.state import Board, State


class Stance(NamedTuple):
    """For whom a line counts how much: all that its worth depends on beside its key."""

    seat: Seat
    shares: tuple[float, ...]
    """What a point for each seat is worth."""
    unsure: tuple[float, ...]
    """The same for points that are not sure."""
    claims: tuple[tuple[Seat, int, float], ...]
    """Who may lay a card on a free line, with which types, and what a point of it counts."""


class Lines(dict[int, float]):
    """What lines are worth with certain types of cards in hand, by their keys; reckoned when one first asks."""

    def __init__(self, w: Weights, stance: Stance, kinds: int) -> None:
        self.w, self.hoped, self.stance, self.kinds = w, hopes(w), stance, kinds

    def __missing__(self, key: int) -> float:
        found = self[key] = self._worth(key)
        return found

    def _worth(self, key: int) -> float:
        seat, shares, unsure, claims = self.stance
        fence = self.hoped.fence
        if key >> CARD_AT:
            if key & SCORED:
                return 0.0
            owner = ((key >> CARD_AT) - 1) // ICONS
            return fence(key) * (shares if backed(key) else unsure)[owner]
        if not supported(key):
            return 0.0
        value = sum([factor * self.hoped.claim(key, other, held) for other, held, factor in claims])
        factor = 1.0 if backed(key) else unsure[seat]
        more = [fence(key | card(seat, kind)) * factor - value for kind in fitting(key, self.kinds)]
        return value + self.w.claim_now * max([0.0, *more])


@lru_cache(64)
def _lines(w: Weights, stance: Stance) -> tuple[Lines, ...]:
    return tuple(Lines(w, stance, kinds) for kinds in range(1 << ICONS))


Prizes = dict[int, tuple[int, int]]
"""For squares what `stakes.prize` says."""


class Near(NamedTuple):
    """An open square that lacks few pieces."""

    number: int
    short: int
    """How many pieces it lacks."""
    worth: tuple[float, float, float]
    """To the seat: as it is, with one piece more, with two."""


class Judge:
    """What lines and squares are worth in this turn, from one seat's view."""

    def __init__(self, s: State, seat: Seat, w: Weights) -> None:
        self.seat, self.hoped, self.nearness = seat, hopes(w), nearness(w)
        self.keys = keys(s.board)
        m, n = moment(s, w), s.rulings.players
        # Two players have one rival each, whatever they may expect.
        sums = totals(list(parts_of(m, w)), n) if n > 2 else [0.0] * n
        against = rivalry(w, sums, seat)
        shares = tuple([1.0 if other == seat else -against[other] for other in range(n)])
        late = [lateness(w, turns) for turns in m.turns]
        eager = eagerness(m, w, late)
        claims = [(other, m.hands[other], share * eager[other]) for other, share in enumerate(shares)]
        unsure = tuple([share * factor for share, factor in zip(shares, late, strict=True)])
        self.lines = _lines(w, Stance(seat, shares, unsure, tuple([claim for claim in claims if claim[2]])))
        to_come = [
            share * (1.0 if other == m.mover else w.catch_later) for other, share in enumerate(shares) if m.turns[other]
        ]
        self.hunts = sum(to_come)

    def best_card(self, key: int, kinds: int) -> int:
        """The type of card that brings most on a free line."""
        return max(fitting(key, kinds), key=lambda kind: self.hoped.fence(key | card(self.seat, kind)))

    def near(self, board: Board, known: Sequence[int], prizes: Prizes) -> list[Near]:
        """The open squares that two pieces more may bring within reach."""
        return [
            Near(number, short, self._worth(short, self._prize(board, known, number, prizes)))
            for number, short in enumerate(shortages(board))
            if 0 < short <= FAR + 1
        ]

    def square(self, board: Board, known: Sequence[int], number: int, short: int) -> float:
        """What a square is worth if it lacks so many pieces."""
        return self._worth(short, prize(board, known, number))[0]

    def squares(self, board: Board, known: Sequence[int], prizes: Prizes) -> float:
        """What the open squares of a board are worth to the seat, as the others may close them."""
        return sum([square.worth[0] for square in self.near(board, known, prizes)])

    def _prize(self, board: Board, known: Sequence[int], number: int, prizes: Prizes) -> tuple[int, int]:
        found = prizes.get(number)
        if found is None:
            found = prizes[number] = prize(board, known, number)
        return found

    def _worth(self, short: int, found: tuple[int, int]) -> tuple[float, float, float]:
        points, beasts = found
        if not points:
            return 0.0, 0.0, 0.0
        near, all_in_all = self.nearness, self.hunts * points
        now, then, later = [
            all_in_all * near[left + beasts] if 0 < left < FAR else 0.0 for left in (short, short - 1, short - 2)
        ]
        return now, then, later
