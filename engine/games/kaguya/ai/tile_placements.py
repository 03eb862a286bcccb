"""Where a tile is best: what each half adds to the rooms, on the seat's own board or on the princess'."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.piles import BYTES
from tilehall.engine.games.kaguya.ai.room_prospects import SHOWS_NOTHING, SHOWS_WHOLE_TILE, Prospects
from tilehall.engine.games.kaguya.ai.value import kinds_worth
from tilehall.engine.games.kaguya.components import CELLS, COLOURS, components, open_cells
from tilehall.engine.games.kaguya.rooms import UNPLANTED


class RatedPlacement(NamedTuple):
    """A way to lay a tile, and its worth to the viewing seat."""

    points: float
    tile: int
    cell: int
    rot: int
    plant: int


@cache
def oriented_cell(cell: int, side: int) -> tuple[int, int]:
    """A cell as its owner sees it: rows from the princess' far side, columns from the left.

    Searching in this order prefers no cell because of the seat number.

    >>> from tilehall.engine.games.kaguya.components import NAMES
    >>> oriented_cell(NAMES.index("e9"), 1), oriented_cell(NAMES.index("a5"), 2)
    ((8, 4), (8, 4))
    """
    row, column = CELLS.row_and_column(cell)
    for _ in range(side - 1):
        row, column = CELLS.width - 1 - column, row
    return row, column


@cache
def oriented_turns(side: int) -> tuple[int, ...]:
    """The rotations of a tile in the order in which the owner of that board sees them."""
    return tuple(turn & 3 for turn in range(side - 1, side + 3))


@cache
def oriented_open_cells(board: int, occupied: int, side: int) -> tuple[int, ...]:
    """The open cells of a board in the order in which the owner of `side` sees them."""
    return tuple(sorted(open_cells(board, occupied), key=lambda cell: oriented_cell(cell, side)))


class SizeValues(dict[tuple[int, ...], float]):
    """The worth to a seat of sizes of one colour compared with the present ones, computed when first needed."""

    __slots__ = ("colour", "prospects", "shares")

    def __init__(self, p: Prospects, colour: int, shares: Sequence[float]) -> None:
        self.prospects, self.colour, self.shares = p, colour, shares

    def __missing__(self, sizes: tuple[int, ...]) -> float:
        p = self.prospects
        after, before = p.odds.pays(p.time, sizes), p.pays[self.colour]
        found = self[sizes] = p.rates[self.colour] * sum(
            [share * (new - old) for share, new, old in zip(self.shares, after, before, strict=True)]
        )
        return found


class PlacementValues:
    """What tiles add to the rooms, as one seat sees it. Results are shared among tiles."""

    __slots__ = ("_gains", "_moves", "prospects", "seat", "shares", "side")

    def __init__(self, p: Prospects, seat: SeatNo, rivals: Sequence[float]) -> None:
        self.prospects, self.seat = p, seat
        self.side = p.state.merchants[seat].board.side
        self.shares = [1.0 if other == seat else -share * p.weights.rivals for other, share in enumerate(rivals)]
        self._gains: dict[tuple[bool, int, int], Sequence[float]] = {}
        self._moves = [SizeValues(p, colour, self.shares) for colour in COLOURS]

    def placements(self, tile: int, shared: bool, plants: Sequence[int]) -> list[RatedPlacement]:
        """Every way to lay this tile, without hearts; a houseplant in one of these colours."""
        return [
            self._placement(tile, shared, plants, i, each) for i, each in enumerate(self.points(tile, shared, plants))
        ]

    def best(self, tile: int, shared: bool, plants: Sequence[int]) -> RatedPlacement:
        """The first of the best ways; differences below the rounding error count as equal."""
        points = self.points(tile, shared, plants)
        top = best_points(points)
        return self._placement(tile, shared, plants, points.index(top), top)

    def top(self, tile: int, shared: bool, plants: Sequence[int]) -> RatedPlacement:
        """The first way of the highest worth, compared at the precision at which plans are sorted."""
        points = self.points(tile, shared, plants)
        rounded = [round(each, 6) for each in points]
        i = rounded.index(max(rounded))
        return self._placement(tile, shared, plants, i, points[i])

    def points(self, tile: int, shared: bool, plants: Sequence[int]) -> list[float]:
        """The worth of each of these ways, in their order."""
        shown, cells = components().tiles[tile], self._cells(shared)
        if shown.plant:
            return self._planted(shared, cells, plants)
        first, second = shown.halves
        if first == second:
            return [
                self._gain(shared, first, cell)[SHOWS_WHOLE_TILE] + self._blocked(shared, cell, first, first)
                for cell in cells
            ]
        gain, rots, found = self._gain, oriented_turns(self.side), list[float]()
        for cell in cells:
            blocked, ones = self._blocked(shared, cell, first, second), gain(shared, first, cell)
            if second >= 0:
                twos = gain(shared, second, cell)
                found += [blocked + ones[rot] + twos[rot ^ 2] for rot in rots]
            else:
                found += [blocked + ones[rot] for rot in rots]
        return found

    def _planted(self, shared: bool, cells: Sequence[int], plants: Sequence[int]) -> list[float]:
        """The worth of a houseplant in each available colour, less its cube."""
        if not plants:
            return [self._blocked(shared, cell, UNPLANTED, UNPLANTED) for cell in cells]
        prices = {plant: self.plant_price(plant) for plant in plants}
        return [
            self._gain(shared, plant, cell)[SHOWS_WHOLE_TILE]
            + self._blocked(shared, cell, plant, plant)
            - prices[plant]
            for cell in cells
            for plant in plants
        ]

    def _cells(self, shared: bool) -> tuple[int, ...]:
        state = self.prospects.state
        board = state.palace if shared else state.merchants[self.seat].board
        return oriented_open_cells(board.side, board.occupied, self.side)

    def _placement(self, tile: int, shared: bool, plants: Sequence[int], i: int, points: float) -> RatedPlacement:
        """The way with this number."""
        shown, cells = components().tiles[tile], self._cells(shared)
        if shown.rotation_count > 1:
            return RatedPlacement(points, tile, cells[i // 4], oriented_turns(self.side)[i % 4], UNPLANTED)
        if shown.plant and plants:
            return RatedPlacement(points, tile, cells[i // len(plants)], 0, plants[i % len(plants)])
        return RatedPlacement(points, tile, cells[i], 0, UNPLANTED)

    def plant_price(self, colour: int) -> float:
        """The price of a cube that goes on a houseplant."""
        p = self.prospects
        one = bytes(colour) + BYTES[1] + bytes(3 - colour)
        return kinds_worth(one, p.state.values, p.weights) * lost_cube_share(p, self.seat)

    def _blocked(self, shared: bool, cell: int, first: int, second: int) -> float:
        """What the rooms of all other colours lose when a cell is covered into which they might have grown."""
        return sum(
            [self._gain(shared, colour, cell)[SHOWS_NOTHING] for colour in COLOURS if colour not in (first, second)]
        )

    def _gain(self, shared: bool, colour: int, cell: int) -> Sequence[float]:
        """What covering a cell brings to the rooms of a colour, for everything that a tile may show of it."""
        found = self._gains.get((shared, colour, cell))
        if found is None:
            p = self.prospects
            each = p.shared_sizes_with_cell(colour, cell) if shared else p.sizes_with_cell(self.seat, colour, cell)
            found = self._gains[shared, colour, cell] = [*map(self._moves[colour].__getitem__, each)]
        return found

    def size_change_value(self, colour: int, sizes: tuple[int, ...]) -> float:
        """The worth of these sizes compared with the present ones."""
        return self._moves[colour][sizes]


def lost_cube_share(p: Prospects, seat: SeatNo) -> float:
    """The share of the worth of one more cube that is lost with it."""
    need, count = p.weights.need * p.time / 2, p.state.merchants[seat].cube_count
    return max(0.0, 1.0 - count / (count + 2 * need)) if need > 0 else 0.0


def best_points(points: Sequence[float]) -> float:
    """The first of the best; differences below the rounding error count as equal."""
    top = points[0]
    for each in points:
        if each > top + 1e-9:
            top = each
    return top


def princess_board_changes(laying: PlacementValues, spot: RatedPlacement) -> list[tuple[int, tuple[int, ...]]]:
    """The colours and sizes of all seats that a tile on the princess' board brings."""
    first, second = components().tiles[spot.tile].halves
    if spot.plant != UNPLANTED:
        first = second = spot.plant
    seen = {first: spot.rot, second: spot.rot ^ 2} if first != second else {first: SHOWS_WHOLE_TILE}
    return [
        (colour, laying.prospects.shared_sizes_with_cell(colour, spot.cell)[seen.get(colour, SHOWS_NOTHING)])
        for colour in COLOURS
    ]
