"""What the rooms and rates of now may come to: the numbers behind the value of a position.

Numbers here are only ever compared; no position holds them. A time is half a round: two for every round after this
one, and one more while the fists of this round are closed. Sizes are counted in quarters of a mat.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from tilehall.engine.game import Seat
from tilehall.engine.kaguya.components import CLEAR, COLOURS, QUARTERS, components
from tilehall.engine.kaguya.rooms import lumps
from tilehall.engine.kaguya.state import Merchant, State
from tilehall.engine.kaguya.weights import Weights
from tilehall.engine.piles import Bag

MAT = 4
"""Sizes are whole numbers of quarters of a mat."""
MANY = 1 << 16
"""So many sizes and rates are kept in mind."""


class Lumps(NamedTuple):
    """The lumps of one colour on the boards of a seat."""

    halos: tuple[tuple[int, int], ...]
    """For each lump the quarters that belong to it or touch it, and its size in mats."""
    best: int
    """The largest, in mats."""
    mats: int
    """All together."""


@lru_cache(1 << 14)
def lumps_of(mask: int) -> Lumps:
    """The lumps of these quarters; the same few rooms come again and again."""
    halos = tuple((QUARTERS.beside(lump), lump.bit_count() // 2) for lump in lumps(mask))
    return Lumps(halos, halos[0][1] if halos else 0, mask.bit_count() // 2)


class Odds:
    """How sizes and cubes of now end, by the weights. What was worked out once is kept."""

    __slots__ = ("_pays", "_rates", "weights")

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._pays: dict[tuple[int, tuple[int, ...]], tuple[float, ...]] = {}
        self._rates: dict[tuple[int, int, int], float] = {}

    def pays(self, time: int, sizes: tuple[int, ...]) -> tuple[float, ...]:
        """What each seat may expect for its room of a colour, at rate 1 (K-5.3)."""
        found = self._pays.get((time, sizes))
        if found is None:
            if len(self._pays) >= MANY:
                self._pays.clear()
            found = self._pays[time, sizes] = tuple(self._pay(time, sizes, seat) for seat in range(len(sizes)))
        return found

    def _pay(self, time: int, sizes: tuple[int, ...], seat: Seat) -> float:
        """The size at the end, times the chances to be the first and half of those to be the second."""
        w, mine = self.weights, sizes[seat]
        spread = MAT * (w.spread + w.spread_time * time)
        first, second = 1.0, 0.0
        for other, size in enumerate(sizes):
            if other != seat:
                before = _logistic((mine - size) / spread)
                second = second * before + first * (1.0 - before)
                first *= before
        return (mine / MAT + w.growth * time) * (first + second / 2)

    def rate(self, players: int, cubes: int, time: int) -> float:
        """The rate that a colour may expect at the end with so many cubes in the storage now (K-5.2)."""
        found = self._rates.get((players, cubes, time))
        if found is None:
            w, (twice, thrice) = self.weights, components().rates[players]
            likely, spread = cubes + 0.5 + w.drift * players * time, w.rate_spread + w.rate_time * time
            found = 1.0 + _logistic((likely - twice) / spread) + _logistic((likely - thrice) / spread)
            self._rates[players, cubes, time] = found
        return found


@lru_cache(16)
def odds(weights: Weights) -> Odds:
    return Odds(weights)


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -60.0 else 0.0


def time_left(s: State, weights: Weights) -> int:
    """How much of the game is still to come, in halves of a round (K-5.1)."""
    box = components()
    if s.ending or s.princess >= box.track:
        rounds = 0.0
    else:
        least = 0 if s.princely() else 1
        rounds = max(least, (box.track - s.princess) / weights.pace + weights.late - 1 + least)
    closed = bool(s.todo) and s.todo[0][0] == "PRESENT"
    return round(2 * min(rounds, box.columns - s.round)) + closed


def unknown(s: State, seat: Seat) -> Bag:
    """The coloured cubes that this seat cannot place: in the box or behind foreign screens."""
    found = list(s.box[:CLEAR])
    for other, merchant in enumerate(s.merchants):
        if other != seat and merchant.purse is not None:
            for colour in COLOURS:
                found[colour] += merchant.purse[colour] - merchant.sure[colour]
    return bytes(found)


def plantable(merchant: Merchant, own: bool) -> tuple[int, ...]:
    """The colours that a merchant may put on a houseplant, as far as one can tell."""
    if own and merchant.purse is not None:
        return tuple(colour for colour in COLOURS if merchant.purse[colour])
    return tuple(colour for colour in COLOURS if merchant.hidden or merchant.sure[colour])


class Prospects:
    """The rooms of all seats with what they may come to."""

    __slots__ = (
        *("_apart", "_come", "_shared", "fists", "odds", "pays", "pending", "players", "rates", "rooms", "sizes"),
        *("state", "time", "weights"),
    )

    def __init__(self, s: State, weights: Weights) -> None:
        self.state, self.weights, self.odds = s, weights, odds(weights)
        self.players, self.time = s.rulings.players, time_left(s, weights)
        self.pending = [len(merchant.board.placed) < s.round and not s.ending for merchant in s.merchants]
        self.rooms = [[lumps_of(mask) for mask in s.area(seat)] for seat in range(self.players)]
        # A size counts the mats beside the room, too, and the tile that is still to come in this round.
        self._apart = MAT * weights.apart * min(1.0, self.time / 6)
        self._come = [MAT * weights.pending + 0.5 if pending else 0.5 for pending in self.pending]
        self._shared: dict[tuple[int, int], tuple[int, ...]] = {}
        self.fists = dedicated(s)
        self.rates = [self.odds.rate(self.players, self.fists[colour], self.time) for colour in COLOURS]
        self.sizes = [tuple([self.grown(seat, colour, 0) for seat in range(self.players)]) for colour in COLOURS]
        self.pays = [self.odds.pays(self.time, sizes) for sizes in self.sizes]

    def grown(self, seat: Seat, colour: int, piece: int) -> int:
        """What a room counts once these quarters are added."""
        halos, best, mats = self.rooms[seat][colour]
        lump = more = piece.bit_count() // 2
        for halo, size in halos:
            if halo & piece:
                lump += size
        if lump < best:
            lump = best
        return int(MAT * lump + self._apart * (mats + more - lump) + self._come[seat])

    def grown_for_all(self, colour: int, piece: int) -> tuple[int, ...]:
        """The same for every seat, where a piece lies on the princess' board."""
        found = self._shared.get((colour, piece))
        if found is None:
            sizes = tuple([self.grown(seat, colour, piece) for seat in range(self.players)])
            found = self._shared[colour, piece] = sizes
        return found


def dedicated(s: State) -> tuple[int, ...]:
    """The coloured cubes in the storage with those that open hands hold and that will go there (K-4.38)."""
    found = list(s.storage[:CLEAR])
    for merchant in s.merchants:
        if merchant.held is not None:
            for kind in merchant.held.cubes:
                if kind != CLEAR:
                    found[kind] += 1
    return tuple(found)
