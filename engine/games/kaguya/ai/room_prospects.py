"""What present rooms and rates may come to: the numbers behind the value of a position.

The numbers are only compared with each other. Time counts in half rounds: two for every round after this one, and one
more while the fists of this round are closed. Sizes count in eighths of a mat.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import exp
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, QUARTERS, components
from tilehall.engine.games.kaguya.rooms import lumps
from tilehall.engine.games.kaguya.state import KaguyaState, Merchant

MAT = 8
"""Sizes are whole numbers of eighths of a mat."""
SIZE_CACHE = 1 << 16
"""The number of cached sizes and lumps,"""
ROOM_CACHE = 1 << 12
"""and of cached rooms, which are larger."""
CERTAIN_SPREAD = 0.01
"""The spread of numbers that cannot change any more."""
MAX_OPEN_QUARTERS = 8
"""More open quarters beside a room are of no use."""


SHOWS_WHOLE_TILE, SHOWS_NOTHING = 4, 5
"""What a tile may show of a colour, besides its half in each of the rotations 0 to 3."""


Lumps = tuple[tuple[int, int], ...]
"""The lumps of one colour: the quarters that belong to each or touch it, and its size in mats."""


@lru_cache(SIZE_CACHE)
def lumps_with_borders(mask: int) -> Lumps:
    """The lumps of these quarters, largest first. Cached: the same rooms come again and again."""
    return tuple((adjacent_quarters(lump), lump.bit_count() // 2) for lump in lumps(mask))


@lru_cache(SIZE_CACHE)
def adjacent_quarters(piece: int) -> int:
    return QUARTERS.with_side_neighbours(piece)


@lru_cache(4096)
def open_quarters(side: int, occupied: int) -> int:
    """The quarters of a board that are not covered yet."""
    halves = components().halves
    return sum(halves[cell][0] | halves[cell][2] for cell in bits(components().sides[side].cells & ~occupied))


@cache
def shown_quarters(cell: int) -> tuple[int, ...]:
    """The quarters of a colour on a tile over this cell: its half in each rotation, all, none."""
    half = components().halves[cell]
    return (*half, half[0] | half[2], 0)


class GrowthWeights(NamedTuple):
    """The worth of a room's chance to grow."""

    reach: float
    """For an open quarter beside it,"""
    apart: float
    """a mat of the same colour that is not joined to it,"""
    come: float
    """and the tile still to come in this round."""


class RoomForecast:
    """The rooms of one colour of a seat, and their worth once a cell is covered."""

    __slots__ = ("_cells", "_free", "_growth", "_mats", "counts", "lumps")

    def __init__(self, mask: int, free: int, growth: GrowthWeights) -> None:
        self.lumps, self._mats = lumps_with_borders(mask), mask.bit_count() // 2
        self._free, self._growth = free, growth
        self._cells: dict[int, tuple[int, ...]] = {}
        self.counts = self._count(self.lumps, 0, free, 0.0)

    @property
    def size(self) -> int:
        """The mats of the largest room."""
        return self.lumps[0][1] if self.lumps else 0

    def counts_with_cell(self, cell: int) -> tuple[int, ...]:
        """Their worth once this cell is covered, for everything that a tile may show of the colour."""
        found = self._cells.get(cell)
        if found is None:
            pieces, free = shown_quarters(cell), self._free & ~shown_quarters(cell)[SHOWS_WHOLE_TILE]
            near = [lump for lump in self.lumps if lump[0] & pieces[SHOWS_WHOLE_TILE]]
            far = max(
                [self._alone(*lump, free) for lump in self.lumps if not lump[0] & pieces[SHOWS_WHOLE_TILE]], default=0.0
            )
            found = self._cells[cell] = tuple([self._count(near, piece, free, far) for piece in pieces])
        return found

    def _count(self, lumps: Iterable[tuple[int, int]], piece: int, free: int, best: float) -> int:
        """The best of these lumps with one more piece, and of the others."""
        size, near = piece.bit_count() // 2, adjacent_quarters(piece)
        for halo, mats in lumps:
            if halo & piece:
                size += mats
                near |= halo
            else:
                best = max(best, self._alone(halo, mats, free))
        if size:
            best = max(best, self._alone(near, size, free))
        growth = self._growth
        return int(best + growth.apart * (self._mats + piece.bit_count() // 2) + growth.come)

    def _alone(self, halo: int, mats: int, free: int) -> float:
        """The worth of one lump beside all mats of the colour."""
        return (
            mats * (MAT - self._growth.apart) + min(MAX_OPEN_QUARTERS, (halo & free).bit_count()) * self._growth.reach
        )


class Odds:
    """How present sizes and cubes may end, given the weights. Results are cached."""

    __slots__ = ("_pays", "_rates", "_rooms", "weights")

    def __init__(self, weights: KaguyaWeights) -> None:
        self.weights = weights
        self._pays: dict[tuple[int, tuple[int, ...]], tuple[float, ...]] = {}
        self._rates: dict[tuple[int, int, int], float] = {}
        self._rooms: dict[tuple[int, int, int, bool], RoomForecast] = {}

    def rooms(self, mask: int, free: int, time: int, pending: bool) -> RoomForecast:
        """The rooms of one colour, with the open quarters around and whether a tile is still to come in this round."""
        found = self._rooms.get((mask, free, time, pending))
        if found is None:
            if len(self._rooms) >= ROOM_CACHE:
                self._rooms.clear()
            found = self._rooms[mask, free, time, pending] = RoomForecast(mask, free, self._growth(time, pending))
        return found

    def _growth(self, time: int, pending: bool) -> GrowthWeights:
        """The size with the mats beside the room where it may grow, and the tile still to come in this round."""
        w, early = self.weights, MAT * min(1.0, time / 6)
        return GrowthWeights(w.reach * early, w.apart * early, MAT * w.pending + 0.5 if pending else 0.5)

    def pays(self, time: int, sizes: tuple[int, ...]) -> tuple[float, ...]:
        """The expected points of each seat for its room of a colour, at rate 1 (K-5.3)."""
        found = self._pays.get((time, sizes))
        if found is None:
            if len(self._pays) >= SIZE_CACHE:
                self._pays.clear()
            found = self._pays[time, sizes] = tuple(self._pay(time, sizes, seat) for seat in range(len(sizes)))
        return found

    def _pay(self, time: int, sizes: tuple[int, ...], seat: SeatNo) -> float:
        """The final size times the chance to be first and half the chance to be second."""
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
        """The expected final rate of a colour with so many cubes in the storage now (K-5.2)."""
        found = self._rates.get((players, cubes, time))
        if found is None:
            w, (twice, thrice) = self.weights, components().rates[players]
            likely, spread = cubes + 0.5 + w.drift * players * time, w.rate_spread + w.rate_time * time
            if not time:
                spread = CERTAIN_SPREAD
            found = 1.0 + _logistic((likely - twice) / spread) + _logistic((likely - thrice) / spread)
            self._rates[players, cubes, time] = found
        return found


@lru_cache(16)
def odds(weights: KaguyaWeights) -> Odds:
    return Odds(weights)


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -60.0 else 0.0


def time_left(s: KaguyaState, weights: KaguyaWeights) -> int:
    """The time still to come, in half rounds (K-5.1)."""
    box = components()
    if s.ending or s.princess >= box.track:
        rounds = 0.0
    else:
        least = 0 if s.is_princess_tile() else 1
        rounds = max(least, (box.track - s.princess) / weights.pace + weights.late - 1 + least)
    closed = bool(s.todo) and s.todo[0][0] == "PRESENT"
    return round(2 * min(rounds, box.columns - s.round)) + closed


def unknown_cubes(s: KaguyaState, seat: SeatNo) -> Bag:
    """The coloured cubes that this seat cannot place: in the box or behind foreign screens."""
    found = list(s.box[:CLEAR])
    for other, merchant in enumerate(s.merchants):
        if other != seat and merchant.purse is not None:
            for colour in COLOURS:
                found[colour] += merchant.purse[colour] - merchant.sure[colour]
    return bytes(found)


def plantable_colours(merchant: Merchant, own: bool) -> tuple[int, ...]:
    """The colours that a merchant may put on a houseplant, as far as is known."""
    if own and merchant.purse is not None:
        return tuple(colour for colour in COLOURS if merchant.purse[colour])
    return tuple(colour for colour in COLOURS if merchant.hidden or merchant.sure[colour])


class Prospects:
    """The rooms of all seats with their forecasts."""

    __slots__ = (
        *("_shared", "fists", "odds", "pays", "pending", "players", "rates", "rooms"),
        *("sizes", "state", "time", "weights"),
    )

    def __init__(self, s: KaguyaState, weights: KaguyaWeights) -> None:
        self.state, self.weights, self.odds = s, weights, odds(weights)
        self.players, self.time = s.rulings.players, time_left(s, weights)
        self.pending = [len(merchant.board.placed) < s.round and not s.ending for merchant in s.merchants]
        self.rooms = [self._rooms(seat) for seat in range(self.players)]
        self._shared: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        self.fists = dedicated_storage(s)
        self.rates = [self.odds.rate(self.players, self.fists[colour], self.time) for colour in COLOURS]
        self.sizes = [tuple([rooms[colour].counts for rooms in self.rooms]) for colour in COLOURS]
        self.pays = [self.odds.pays(self.time, sizes) for sizes in self.sizes]

    def _rooms(self, seat: SeatNo) -> list[RoomForecast]:
        s, board = self.state, self.state.merchants[seat].board
        free = open_quarters(0, s.palace.occupied) | open_quarters(board.side, board.occupied)
        return [self.odds.rooms(mask, free, self.time, self.pending[seat]) for mask in s.area_rooms(seat)]

    def sizes_with_cell(self, seat: SeatNo, colour: int, cell: int) -> list[tuple[int, ...]]:
        """The sizes of all seats once a cell of this seat is covered, for everything that a tile may show."""
        before, after = self.sizes[colour], self.rooms[seat][colour].counts_with_cell(cell)
        return [(*before[:seat], size, *before[seat + 1 :]) for size in after]

    def shared_sizes_with_cell(self, colour: int, cell: int) -> list[tuple[int, ...]]:
        """The sizes of all seats once a tile lies on the princess' board."""
        found = self._shared.get((colour, cell))
        if found is None:
            each = [rooms[colour].counts_with_cell(cell) for rooms in self.rooms]
            found = self._shared[colour, cell] = list(zip(*each, strict=True))
        return found


def dedicated_storage(s: KaguyaState) -> tuple[int, ...]:
    """The coloured cubes of the storage with held ones that will go there (K-4.38)."""
    found = list(s.storage[:CLEAR])
    for merchant in s.merchants:
        if merchant.held is not None:
            for kind in merchant.held.cubes:
                if kind != CLEAR:
                    found[kind] += 1
    return tuple(found)
