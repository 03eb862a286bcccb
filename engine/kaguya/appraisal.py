"""What rooms, tiles and places in the order are worth to each seat: the numbers behind the advice.

Numbers here are only ever compared; no position holds them. Everything is worked out from public things, except
that a houseplant needs a cube of the seat's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tilehall.engine.game import Seat
from tilehall.engine.kaguya.components import COLOURS, QUARTERS, components, open_cells
from tilehall.engine.kaguya.rooms import UNPLANTED, Rooms, covered, largest
from tilehall.engine.kaguya.state import EMPTY, Board, State, bonus_rate

EARLY = (1.2, 1.8, 2.4)
"""What a mat counts under rate 1, 2, 3 in the first rounds, when rates may still rise."""
LAST_EARLY = 5
ALONE, LEVEL, BEHIND = 1.0, 0.6, 0.45
"""The share of a room's worth for the largest, tied for largest, and any smaller one."""
ROOMS, PLANT_COST, RIVALS = 1.2, 1.2, 0.6
HEARTS_A_ROUND = 2.3


class Spot(NamedTuple):
    """A way to lay a tile and what it is worth."""

    score: float
    tile: int
    cell: int
    rot: int
    plant: int


Glance = Callable[[], bool]
"""Whether a possibility is looked at; a careless player overlooks some."""


class Appraisal:
    """The rooms of all seats now, and what one more tile would change."""

    def __init__(self, s: State) -> None:
        self.state = s
        self.seats = range(s.rulings.players)
        self.areas = [s.area(seat) for seat in self.seats]
        self.sizes = [[largest(area[colour]) for colour in COLOURS] for area in self.areas]
        rates = [bonus_rate(s.rulings.players, s.storage[colour]) for colour in COLOURS]
        self.weights = [EARLY[rate - 1] if s.round <= LAST_EARLY else float(rate) for rate in rates]

    def rounds_left(self) -> float:
        """The present one included (section 11)."""
        s, box = self.state, components()
        return min(box.columns - s.round + 1, 1 + max(0, box.track - s.princess) / HEARTS_A_ROUND)

    def worth(self, seat: Seat, colour: int, size: int, others: Sequence[int]) -> float:
        """What a room of this size is worth against the sizes of the others."""
        best = max(others)
        share = ALONE if size > best else LEVEL if size == best else BEHIND
        return self.weights[colour] * size * share

    def size_with(self, seat: Seat, colour: int, piece: int) -> int:
        """The room size once these quarters are added: only the lump through them can have grown."""
        lump = QUARTERS.flood(piece & -piece, self.areas[seat][colour] | piece)
        return max(self.sizes[seat][colour], lump.bit_count() // 2)

    def gain(self, seat: Seat, piece: Rooms) -> float:
        """What a piece on the seat's own board adds to its rooms."""
        found = 0.0
        for colour in COLOURS:
            if not piece[colour]:
                continue
            size = self.size_with(seat, colour, piece[colour])
            others = [self.sizes[other][colour] for other in self.seats if other != seat]
            before = self.worth(seat, colour, self.sizes[seat][colour], others)
            found += self.worth(seat, colour, size, others) - before
        return found

    def shared_gain(self, seat: Seat, piece: Rooms) -> float:
        """What a piece on the princess' board adds to the seat's rooms, less what it adds to the rivals'."""
        found = 0.0
        for colour in COLOURS:
            if not piece[colour]:
                continue
            after = [self.size_with(other, colour, piece[colour]) for other in self.seats]
            for other in self.seats:
                before = self.worth(other, colour, self.sizes[other][colour], self._without(other, colour))
                gained = self.worth(other, colour, after[other], [n for i, n in enumerate(after) if i != other])
                found += (gained - before) * (1.0 if other == seat else -RIVALS / (len(self.seats) - 1))
        return found

    def _without(self, seat: Seat, colour: int) -> list[int]:
        return [self.sizes[other][colour] for other in self.seats if other != seat]

    # --- tiles ----------------------------------------------------------------------------------------------------

    def spots(self, seat: Seat, tile: int, board: Board, cubes: Sequence[int], glance: Glance) -> Iterable[Spot]:
        """Every way to lay this tile on this board, hearts left aside; at least one is looked at."""
        shown, shared = components().tiles[tile], not board.side
        price = ROOMS * (PLANT_COST if shown.plant and cubes else 0)
        seen = False
        for cell in open_cells(board.side, board.occupied):
            for rot in range(shown.turns):
                for plant in (cubes or (UNPLANTED,)) if shown.plant else (UNPLANTED,):
                    if seen and not glance():
                        continue
                    seen = True
                    piece = covered(tile, cell, rot, plant)
                    gain = self.shared_gain(seat, piece) if shared else self.gain(seat, piece)
                    yield Spot(ROOMS * gain - price, tile, cell, rot, plant)

    def best(self, seat: Seat, tile: int, board: Board, cubes: Sequence[int], glance: Glance) -> Spot:
        return max(self.spots(seat, tile, board, cubes, glance), key=lambda spot: spot.score)

    def column(self) -> list[tuple[int, int]]:
        """Row and tile of what is left in this round's column."""
        return [(row, tile) for row, tile in enumerate(self.state.column(self.state.round), 1) if tile != EMPTY]


class Picking:
    """The picks of a round foreseen: what each tile is worth to each seat, and how a round would go in some order."""

    def __init__(self, appraisal: Appraisal, cubes: Sequence[Sequence[int]], glance: Glance) -> None:
        s, self.appraisal = appraisal.state, appraisal
        self.tiles = [tile for _, tile in appraisal.column()]
        self.hearts = {tile: components().tiles[tile].hearts for tile in self.tiles}
        self.rooms = {
            (seat, tile): appraisal.best(seat, tile, s.merchants[seat].board, cubes[seat], glance).score
            for seat in appraisal.seats
            for tile in self.tiles
        }
        self.shared: dict[tuple[Seat, int], Spot] = {}
        self.cubes, self.glance = cubes, glance

    def value(self, seat: Seat, tile: int, penalised: bool) -> float:
        hearts = self.hearts[tile]
        return self.rooms[seat, tile] + (-hearts if penalised else hearts)

    def for_princess(self, seat: Seat, tile: int) -> Spot:
        """The best spot for a tile on the princess' board, as this seat sees it."""
        if (seat, tile) not in self.shared:
            palace = self.appraisal.state.palace
            self.shared[seat, tile] = self.appraisal.best(seat, tile, palace, self.cubes[seat], self.glance)
        return self.shared[seat, tile]

    def leftover(self, order: Sequence[Seat], penalised: Sequence[bool], taken: int) -> int:
        """The tile that the first player gets if this one goes to the princess and the others pick greedily."""
        left = [tile for tile in self.tiles if tile != taken]
        for seat in order[1:]:
            left.remove(max(left, key=lambda tile: self.value(seat, tile, penalised[seat])))
        return left[0]

    def round_value(self, seat: Seat, order: Sequence[Seat], penalised: Sequence[bool]) -> float:
        """What the round brings this seat in this order."""
        first, left = order[0], list(self.tiles)
        given = max(left, key=lambda tile: self.for_princess(first, tile).score)
        left.remove(given)
        for other in order[1:]:
            pick = max(left, key=lambda tile: self.value(other, tile, penalised[other]))
            if other == seat:
                return self.value(seat, pick, penalised[seat])
            left.remove(pick)
        return self.for_princess(first, given).score + self.value(seat, left[0], penalised[seat])
