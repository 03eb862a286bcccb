"""A position of Kaguyahime: the table, the merchants and their screens. A change makes a copy.

A view is a position without secrets: the purse of another seat is None, of its commitment only `ready` is left, and
`box` holds every cube that the viewpoint cannot place, in the box or behind a foreign screen. `sure` and `hidden` keep
what public history says about a purse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tilehall.engine.core.equality import make_copy, make_eq, make_hash
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.piles import Bag, add_piece, remove_piece
from tilehall.engine.games.kaguya.actions import Present
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.rooms import NO_ROOMS, Rooms, covered_quarters, join_rooms

KaguyaTodo = tuple[str, SeatNo]
"""A point of the rules that is still to come, and whose it is (CHANCE: the dealer's, everybody's or nobody's)."""
PlacedTile = tuple[int, int, int, int]
"""Cell, tile, rotation, plant cube."""
NONE = -1
"""No tile, cell or row at present."""
EMPTY = 255
"""A place of the table whose tile has been taken."""


@dataclass(frozen=True, slots=True)
class KaguyaRulings:
    """The options of one game, as the rules use them."""

    players: int
    rows: int
    """Rows of the table: one more than players."""
    clear_stays: bool
    """Whether held clear cubes go to the storage (K-6.1)."""
    break_revalue: bool
    floor_zero: bool
    shared: bool
    chosen: tuple[tuple[str, str], ...]
    """The options that were asked for."""


class KaguyaBoard:
    """A floor plan: its number, its tiles in the order laid, the cells they occupy, the quarters of each colour."""

    __slots__ = ("hearts", "occupied", "placed", "rooms", "side")
    __eq__ = make_eq(__slots__)
    __hash__ = make_hash("placed", "side")

    def __init__(self, side: int, placed: tuple[PlacedTile, ...], occupied: int, rooms: Rooms, hearts: int) -> None:
        self.side = side
        self.placed = placed
        self.occupied = occupied
        self.rooms = rooms
        self.hearts = hearts

    @classmethod
    def empty(cls, side: int) -> KaguyaBoard:
        return cls(side, (), 0, NO_ROOMS, 0)

    def with_tile(self, cell: int, tile: int, rot: int, plant: int) -> KaguyaBoard:
        """With one more tile."""
        rooms = join_rooms(self.rooms, covered_quarters(tile, cell, rot, plant))
        hearts = self.hearts + components().tiles[tile].hearts
        return KaguyaBoard(
            self.side, (*self.placed, (cell, tile, rot, plant)), self.occupied | 1 << cell, rooms, hearts
        )

    def tile_at(self, cell: int) -> PlacedTile | None:
        return next((placed for placed in self.placed if placed[0] == cell), None)


class Merchant:
    """One player: the cubes and the disk behind the screen, the fist, the favour and the board."""

    __slots__ = ("board", "disk", "favour", "held", "hidden", "penalised", "pledge", "purse", "ready", "sure")
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[Merchant], Merchant]] = make_copy(__slots__)
    __hash__ = make_hash("board", "favour", "purse", "sure")

    purse: Bag | None
    """The cubes behind the screen, of each kind; None if the viewpoint may not know them."""
    sure: Bag
    """The cubes that everybody knows to be there: one of each kind at first, then those that came and went openly."""
    hidden: int
    """How many other cubes there are, all coloured."""
    disk: bool
    """Whether the exchange disk is unused."""
    ready: bool
    pledge: Present | None
    """What is in the closed fist; None also if the viewpoint may not know it."""
    held: Present | None
    """What the open hand holds until dedication."""
    penalised: bool
    favour: int
    board: KaguyaBoard

    @property
    def cube_count(self) -> int:
        """The number of cubes behind the screen, those in the closed fist included."""
        return sum(self.sure) + self.hidden

    @property
    def purse_without_fist(self) -> Bag | None:
        """The cubes left behind the screen besides the fist (K-4.7); None if the viewpoint may not know them.

        A viewpoint that may not see the closed fist does not learn its size here.
        """
        purse = self.purse
        if purse is not None and self.pledge is not None:
            for kind in self.pledge.cubes:
                purse = remove_piece(purse, kind)
        return purse

    @property
    def has_disk_left(self) -> bool:
        """Whether the exchange disk is unused and, as far as is known, not in the fist."""
        return self.disk and not (self.pledge is not None and self.pledge.disk)


class KaguyaState:
    """The whole table. `todo` lists the steps to come, the present one first."""

    __slots__ = (
        *("box", "cell", "ending", "merchants", "order", "palace", "princess", "rot", "round", "row", "rows"),
        *("rulings", "storage", "table", "tile", "todo", "values"),
    )
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[KaguyaState], KaguyaState]] = make_copy(__slots__)
    __hash__ = make_hash("merchants", "palace", "storage", "table", "todo")

    rulings: KaguyaRulings
    todo: tuple[KaguyaTodo, ...]
    round: int
    box: Bag
    """Coloured cubes in the box (in a view: cubes that cannot be placed), and clear ones that returned to it."""
    storage: Bag
    values: tuple[int, ...]
    """The stars of each colour; 0 before the set-up."""
    table: bytes
    """Tiles column by column, in each from row 1 on."""
    rows: tuple[int, ...]
    """The row of each seat's meeple, then of the princess'."""
    merchants: tuple[Merchant, ...]
    palace: KaguyaBoard
    princess: int
    """The princess' favour."""
    order: tuple[SeatNo, ...]
    """The order area as last filled."""
    tile: int
    """The tile being laid, with the row it came from, and its cell and rotation once they are chosen."""
    row: int
    cell: int
    rot: int
    ending: str

    def edit(self, seat: SeatNo) -> Merchant:
        """A fresh copy of a merchant in the place of the old one. Only for a state under construction."""
        merchants = self.merchants
        merchant = merchants[seat].copy()
        self.merchants = (*merchants[:seat], merchant, *merchants[seat + 1 :])
        return merchant

    def gain(self, merchant: Merchant, kind: int) -> None:
        """Adds a cube openly to a purse. Only for a merchant from `edit`."""
        merchant.sure = add_piece(merchant.sure, kind)
        if merchant.purse is not None:
            merchant.purse = add_piece(merchant.purse, kind)

    def lose(self, merchant: Merchant, kind: int) -> None:
        """Removes a cube openly from a purse; one that was not known to be there comes out of the unknown."""
        if merchant.sure[kind]:
            merchant.sure = remove_piece(merchant.sure, kind)
        else:
            merchant.hidden -= 1
            if merchant.purse is None:
                self.box = remove_piece(self.box, kind)
        if merchant.purse is not None:
            merchant.purse = remove_piece(merchant.purse, kind)

    @property
    def point(self) -> str:
        """The present point of the rules; empty when the game is over."""
        return self.todo[0][0] if self.todo else ""

    def is_princess_tile(self) -> bool:
        """Whether the tile being laid goes on the princess' board, which gets its tile first (K-4.25)."""
        return len(self.palace.placed) < self.round

    def column(self, number: int) -> bytes:
        """The tiles of a column, from row 1 on; EMPTY where one was taken."""
        rows = self.rulings.rows
        return self.table[(number - 1) * rows : number * rows]

    def tie_break_order(self) -> tuple[SeatNo, ...]:
        """The seats in tie-break order (K-4.23); by number before the meeples are placed."""
        rows, players = self.rows, self.rulings.players
        return tie_break(rows) if len(rows) > players else tuple(range(players))

    def area_rooms(self, seat: SeatNo) -> Rooms:
        """The quarters of each colour on the princess' board and this seat's own (K-4.50)."""
        return join_rooms(self.palace.rooms, self.merchants[seat].board.rooms)


@cache
def tie_break(rows: tuple[int, ...]) -> tuple[SeatNo, ...]:
    """The seats in tie-break order: from the princess' row towards row 1, then on from the far end (K-4.23).

    >>> tie_break((4, 5, 2, 1, 3))
    (2, 3, 1, 0)
    """
    *seats, princess = rows
    return tuple(sorted(range(len(seats)), key=lambda seat: (princess - seats[seat]) % len(rows)))


def colour_values(storage: Bag) -> tuple[int, int, int, int]:
    """The value of each colour: 1 plus the number of colours with more cubes (K-4.1).

    >>> colour_values(bytes((5, 1, 2, 5, 3)))
    (1, 4, 3, 1)
    """
    r, b, g, p = storage[0], storage[1], storage[2], storage[3]
    return (
        1 + (b > r) + (g > r) + (p > r),
        1 + (r > b) + (g > b) + (p > b),
        1 + (r > g) + (b > g) + (p > g),
        1 + (r > p) + (b > p) + (g > p),
    )


def combination_total(cubes: tuple[int, ...], values: tuple[int, ...]) -> int:
    """The total value of the held cubes; a clear one copies the other (K-4.20).

    >>> combination_total((1, 4), (2, 4, 2, 1)), combination_total((4, 4), (2, 4, 2, 1)), combination_total((2, 3),
    ...     (2, 4, 2, 1))
    (8, 0, 3)
    """
    worths = [values[kind] for kind in cubes if kind < len(values)]
    return sum(worths) * (2 if len(worths) < len(cubes) else 1)


def bonus_rate(players: int, cubes: int) -> int:
    """The rate of a colour by its cubes in the storage (K-5.2)."""
    twice, thrice = components().rates[players]
    return 1 + (cubes >= twice) + (cubes >= thrice)
