"""Where a tile is best: what each half of it adds to the rooms, on the seat's own board or on the princess'."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tilehall.engine.game import Seat
from tilehall.engine.kaguya.components import CELLS, COLOURS, components, open_cells
from tilehall.engine.kaguya.prospects import Prospects
from tilehall.engine.kaguya.rooms import UNPLANTED
from tilehall.engine.kaguya.valuing import kinds_worth
from tilehall.engine.piles import BYTES

PRINCESS = 0
"""The number of her board."""


class Spot(NamedTuple):
    """A way to lay a tile, and what it is worth to the seat that looks."""

    points: float
    tile: int
    cell: int
    rot: int
    plant: int


@cache
def outward(cell: int, side: int) -> tuple[int, int]:
    """A cell as the owner of that board sees it: rows from the princess' far side, columns from the left.

    Whoever looks at cells in this order prefers none because of the seat.

    >>> from tilehall.engine.kaguya.components import NAMES
    >>> outward(NAMES.index("e9"), 1), outward(NAMES.index("a5"), 2)
    ((8, 4), (8, 4))
    """
    row, column = CELLS.where(cell)
    for _ in range(side - 1):
        row, column = CELLS.width - 1 - column, row
    return row, column


@cache
def spaces(board: int, occupied: int, side: int) -> tuple[int, ...]:
    """The cells of a board that are open, in the order in which the owner of `side` looks at them."""
    return tuple(sorted(open_cells(board, occupied), key=lambda cell: outward(cell, side)))


class Laying:
    """What tiles add to the rooms as one seat sees it. What was worked out for one tile serves the others."""

    __slots__ = ("_gains", "_losses", "_moved", "prospects", "seat", "shares", "side")

    def __init__(self, p: Prospects, seat: Seat, rivals: Sequence[float]) -> None:
        self.prospects, self.seat = p, seat
        self.side = p.state.merchants[seat].board.side
        self.shares = [1.0 if other == seat else -share * p.weights.rivals for other, share in enumerate(rivals)]
        self._gains: dict[tuple[bool, int, int, int], float] = {}
        self._losses: dict[tuple[bool, int], list[float]] = {}
        self._moved: dict[tuple[int, tuple[int, ...]], float] = {}

    def spots(self, tile: int, shared: bool, plants: Sequence[int]) -> list[Spot]:
        """Every way to lay this tile, hearts left aside; a houseplant in one of these colours."""
        p, shown, halves, side = self.prospects, components().tiles[tile], components().halves, self.side
        board = p.state.palace if shared else p.state.merchants[self.seat].board
        cells = spaces(board.side, board.occupied, side)
        first, second = shown.halves
        if shown.plant:
            return self._planted(tile, shared, cells, plants)
        gain, found = self._gain, []
        for cell in cells:
            half = halves[cell]
            whole = half[0] | half[2]
            if first == second:
                points = gain(shared, first, whole, whole) + self._blocked(shared, whole, first, first)
                found.append(Spot(points, tile, cell, 0, UNPLANTED))
                continue
            blocked = self._blocked(shared, whole, first, second)
            for turn in range(side - 1, side + 3):
                rot = turn & 3
                points = blocked + gain(shared, first, half[rot], whole)
                if second >= 0:
                    points += gain(shared, second, half[rot ^ 2], whole)
                found.append(Spot(points, tile, cell, rot, UNPLANTED))
        return found

    def _planted(self, tile: int, shared: bool, cells: Sequence[int], plants: Sequence[int]) -> list[Spot]:
        """A houseplant: in each colour that there is, less the cube that it takes."""
        found = []
        for cell in cells:
            half = components().halves[cell]
            whole = half[0] | half[2]
            if not plants:
                found.append(Spot(self._blocked(shared, whole, UNPLANTED, UNPLANTED), tile, cell, 0, UNPLANTED))
            for plant in plants:
                points = self._gain(shared, plant, whole, whole) + self._blocked(shared, whole, plant, plant)
                found.append(Spot(points - self.price(plant), tile, cell, 0, plant))
        return found

    def price(self, colour: int) -> float:
        """What a cube costs that goes on a houseplant."""
        p = self.prospects
        one = bytes(colour) + BYTES[1] + bytes(3 - colour)
        return kinds_worth(one, p.state.values, p.weights) * spare(p, self.seat)

    def _blocked(self, shared: bool, cell: int, first: int, second: int) -> float:
        """What the rooms of all other colours lose when a cell is covered into which they might have grown."""
        lost = self._losses.get((shared, cell))
        if lost is None:
            lost = self._losses[shared, cell] = [self._gain(shared, colour, 0, cell) for colour in COLOURS]
        return sum([lost[colour] for colour in COLOURS if colour not in (first, second)])

    def _gain(self, shared: bool, colour: int, piece: int, cell: int) -> float:
        found = self._gains.get((shared, colour, piece, cell))
        if found is None:
            p, seat = self.prospects, self.seat
            if shared:
                sizes = p.grown_for_all(colour, piece, cell)
            else:
                before = p.sizes[colour]
                sizes = (*before[:seat], p.grown(seat, colour, piece, cell), *before[seat + 1 :])
            found = self._gains[shared, colour, piece, cell] = self.points(colour, sizes)
        return found

    def points(self, colour: int, sizes: tuple[int, ...]) -> float:
        """What these sizes are worth beside those of now."""
        found = self._moved.get((colour, sizes))
        if found is None:
            p = self.prospects
            after, before = p.odds.pays(p.time, sizes), p.pays[colour]
            found = self._moved[colour, sizes] = p.rates[colour] * sum(
                [share * (new - old) for share, new, old in zip(self.shares, after, before, strict=True)]
            )
        return found


def spare(p: Prospects, seat: Seat) -> float:
    """How much of the worth of one more cube is lost with it."""
    need, count = p.weights.need * p.time / 2, p.state.merchants[seat].count
    return max(0.0, 1.0 - count / (count + 2 * need)) if need > 0 else 0.0


def best(spots: Sequence[Spot]) -> Spot:
    """The first of the best: what differs by less than nothing that counts is level."""
    top = spots[0]
    for spot in spots:
        if spot.points > top.points + 1e-9:
            top = spot
    return top


def palace_change(laying: Laying, spot: Spot) -> list[tuple[int, tuple[int, ...]]]:
    """The colours and sizes of all seats that a tile on the princess' board brings."""
    p, halves = laying.prospects, components().halves[spot.cell]
    first, second = components().tiles[spot.tile].halves
    if spot.plant != UNPLANTED:
        first = second = spot.plant
    whole, pieces = halves[0] | halves[2], [0, 0, 0, 0]
    for colour, piece in ((first, halves[spot.rot]), (second, halves[spot.rot ^ 2])):
        if colour in COLOURS:
            pieces[colour] |= piece
    return [(colour, p.grown_for_all(colour, pieces[colour], whole)) for colour in COLOURS]
