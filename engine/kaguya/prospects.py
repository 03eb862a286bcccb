"""What the rooms and rates of now may come to: the numbers behind the value of a position.

Numbers here are only ever compared; no position holds them. A time is half a round: two for every round after this
one, and one more while the fists of this round are closed. Sizes are counted in eighths of a mat.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from tilehall.engine.game import Seat
from tilehall.engine.geometry import bits
from tilehall.engine.kaguya.components import CLEAR, COLOURS, QUARTERS, components
from tilehall.engine.kaguya.rooms import lumps
from tilehall.engine.kaguya.state import Merchant, State
from tilehall.engine.kaguya.weights import Weights
from tilehall.engine.piles import Bag

MAT = 8
"""Sizes are whole numbers of eighths of a mat."""
MANY = 1 << 16
"""So many sizes and rooms are kept in mind."""
SURE = 0.01
"""How far numbers spread that cannot change any more."""
WAYS = 8
"""More open quarters beside a room are no use."""


Lumps = tuple[tuple[int, int], ...]
"""The lumps of one colour: the quarters that belong to each or touch it, and its size in mats."""


@lru_cache(MANY)
def lumps_of(mask: int) -> Lumps:
    """The lumps of these quarters, largest first; the same few rooms come again and again."""
    return tuple((around(lump), lump.bit_count() // 2) for lump in lumps(mask))


@lru_cache(MANY)
def around(piece: int) -> int:
    return QUARTERS.beside(piece)


@lru_cache(4096)
def open_quarters(side: int, occupied: int) -> int:
    """The quarters of a board that are not covered yet."""
    halves = components().halves
    return sum(halves[cell][0] | halves[cell][2] for cell in bits(components().sides[side].cells & ~occupied))


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
            if not time:
                spread = SURE
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
        *("_apart", "_come", "_open", "_reach", "_shared", "fists", "mats", "odds", "pays", "pending", "players"),
        *("rates", "rooms", "sizes", "state", "time", "weights"),
    )

    def __init__(self, s: State, weights: Weights) -> None:
        self.state, self.weights, self.odds = s, weights, odds(weights)
        self.players, self.time = s.rulings.players, time_left(s, weights)
        self.pending = [len(merchant.board.placed) < s.round and not s.ending for merchant in s.merchants]
        areas = [s.area(seat) for seat in range(self.players)]
        self.rooms = [[lumps_of(mask) for mask in area] for area in areas]
        self.mats = [[mask.bit_count() // 2 for mask in area] for area in areas]
        # A size counts the mats beside the room, too, where it may grow, and the tile still to come in this round.
        early = MAT * min(1.0, self.time / 6)
        self._apart, self._reach = weights.apart * early, weights.reach * early
        self._come = [MAT * weights.pending + 0.5 if pending else 0.5 for pending in self.pending]
        palace = open_quarters(0, s.palace.occupied)
        self._open = [palace | open_quarters(m.board.side, m.board.occupied) for m in s.merchants]
        self._shared: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.fists = dedicated(s)
        self.rates = [self.odds.rate(self.players, self.fists[colour], self.time) for colour in COLOURS]
        self.sizes = [tuple([self.grown(seat, colour, 0, 0) for seat in range(self.players)]) for colour in COLOURS]
        self.pays = [self.odds.pays(self.time, sizes) for sizes in self.sizes]

    def grown(self, seat: Seat, colour: int, piece: int, cell: int) -> int:
        """What a room counts once these quarters are added and all quarters of that cell are covered."""
        free, reach, apart = self._open[seat] & ~cell, self._reach, MAT - self._apart
        best, lump, near = 0.0, 0, 0
        if piece:
            lump, near = piece.bit_count() // 2, around(piece)
        for halo, size in self.rooms[seat][colour]:
            if halo & piece:
                lump += size
                near |= halo
            else:
                ways = (halo & free).bit_count()
                counts = size * apart + (ways if ways < WAYS else WAYS) * reach
                if counts > best:
                    best = counts
        if lump:
            ways = (near & free).bit_count()
            counts = lump * apart + (ways if ways < WAYS else WAYS) * reach
            if counts > best:
                best = counts
        return int(best + self._apart * (self.mats[seat][colour] + piece.bit_count() // 2) + self._come[seat])

    def grown_for_all(self, colour: int, piece: int, cell: int) -> tuple[int, ...]:
        """The same for every seat, where a piece lies on the princess' board."""
        found = self._shared.get((colour, piece, cell))
        if found is None:
            sizes = tuple([self.grown(seat, colour, piece, cell) for seat in range(self.players)])
            found = self._shared[colour, piece, cell] = sizes
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
