"""The expected end of every seat: its stars, and in stars its future buildings, possessions and time.

Seats are compared as chances: the greater the lead and the less time is left, the surer. Values of positions and the
choice among moves use the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, sqrt
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.sand.ai.board_state import BoardState
from tilehall.engine.games.sand.ai.building_worth import (
    BuildingEstimate,
    RemainingGame,
    combined_worth,
    estimate_buildings,
)
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.components import components
from tilehall.engine.games.sand.rules import DRAWS
from tilehall.engine.games.sand.state import CLEAR, HOLE, RED, SandState


class SeatForecast(NamedTuple):
    """What one seat has and may expect, in stars."""

    stars: int
    estimates: tuple[BuildingEstimate, ...]
    buildings: float
    lasting: float
    """Disks and levels."""
    board: float
    """The pieces on its board."""
    crystal: float
    kept: float
    """Kept cards that the viewpoint cannot see."""
    hourglasses: float
    time: float

    @property
    def end(self) -> float:
        """The expected final stars of this seat."""
        now = self.stars + self.buildings + self.lasting + self.board
        return now + self.crystal + self.kept + self.hourglasses + self.time


def most_hourglasses(s: SandState) -> int:
    """The most hourglasses of any seat."""
    return max(magician.hourglasses for magician in s.magicians)


def rounds_to_come(s: SandState, most: int, w: SandWeights) -> float:
    """The number of rounds after this one if the leader has so many hourglasses (S-5.1, S-5.6, S-4.52)."""
    if s.rulings.solo:
        return float(components().rounds - max(1, s.round))
    lacking = components().hourglasses - most
    if lacking <= 0:
        return 0.0
    expected = w.rounds_a_glass * lacking + 0.5
    return min(expected, float(s.rulings.round_limit - s.round)) if s.rulings.round_limit else expected


def has_still_to_act(s: SandState, seat: SeatNo) -> bool:
    """Whether the main action of this seat is still to come in this round."""
    if seat == s.seat:
        return any(point == "PRE" for point, _ in s.todo)
    return s.seat < 0 or s.turn_position(seat) > s.turn_position(s.seat)


def is_decided(s: SandState) -> bool:
    """Whether no seat decides anything any more, whatever is still drawn."""
    if not s.todo:
        return True
    if s.rulings.solo:
        over = s.round == components().rounds
    else:
        full = most_hourglasses(s) >= components().hourglasses
        over = (full or 0 < s.rulings.round_limit == s.round) and s.ends_round(s.seat)
    return over and all(point in DRAWS or point == "NEXT" for point, _ in s.todo)


def fade_factor(turns: float, w: SandWeights) -> float:
    """The share of lasting gains that still counts."""
    return min(1.0, turns / w.fade)


def open_cards(s: SandState, kept: int) -> bytes:
    """The cards that a seat may complete that has kept these, the rows first."""
    cards = s.rows.replace(_HOLE, b"")
    return cards + bytes(bits(kept)) if kept else cards


_HOLE = bytes((HOLE,))


def forecast_seat(s: SandState, seat: SeatNo, turns: float, cards: bytes, w: SandWeights) -> SeatForecast:
    """The forecast of a seat with this many turns left that may complete these cards."""
    magician, solo = s.magicians[seat], s.rulings.solo
    sketch, fade = BoardState.from_magician(magician), fade_factor(turns, w)
    glass = 0.0 if solo else w.hourglass
    season = RemainingGame(turns, fade, glass, s.disks)
    found = estimate_buildings(sketch.pieces, sketch.reserve, sketch.level, cards, season, w)
    specials = sketch.special_disks
    commons = sketch.disks.bit_count() + sum(sketch.reserve) - specials
    return SeatForecast(
        stars=magician.stars,
        estimates=found,
        buildings=combined_worth([promise.points for promise in found[:4]], w),
        lasting=fade * (w.common * commons + w.special * specials + w.step * sketch.level),
        board=w.piece * magician.occupied.bit_count(),
        crystal=w.crystal * fade if magician.crystal != CLEAR and s.rulings.advanced else 0.0,
        kept=w.look * fade * unknown_cards(s, seat),
        hourglasses=glass * magician.hourglasses,
        time=w.pace * turns,
    )


def unknown_cards(s: SandState, seat: SeatNo) -> int:
    """The number of cards that a seat has kept, or is about to see, and that this view does not show."""
    if s.magicians[seat].power != RED:
        return 0
    looking = any(point == "KEEP" for point, _ in s.todo) and not s.looked
    return looking + sum(kept for kept, _, _ in s.hidden)


def expected_best(ends: Iterable[float], doubt: float) -> float:
    """The expected best of several equally uncertain results."""
    ends = [*ends]
    top = max(ends)
    return top + doubt * log(sum(exp((end - top) / doubt) for end in ends))


def score_spread(turns: float, w: SandWeights) -> float:
    """The uncertainty of the result with so many turns left for each seat."""
    return w.spread + w.spread_a_turn * sqrt(turns)


def chance_to_stay_ahead(ahead: float, doubt: float) -> float:
    """The chance to stay ahead."""
    return 1 / (1 + exp(-max(-50.0, min(50.0, ahead / doubt))))
