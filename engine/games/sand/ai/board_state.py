"""One magician's board and disks, as far as planning needs them: cheap to change, without the rest of the table."""

from __future__ import annotations

from typing import NamedTuple

from tilehall.engine.core.piles import Bag, add_piece, remove_piece
from tilehall.engine.games.sand.actions import PlaceTile, boxes_of
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENT_REPEAT, ELEMENTS, GRID
from tilehall.engine.games.sand.state import Magician

_SPECIAL = GRID.full << BOXES * BASE | GRID.full << BOXES * (BASE + 1)


class BoardState(NamedTuple):
    """The pieces on the board, and what is owned besides."""

    pieces: int
    disks: int
    reserve: Bag
    level: int
    crystal: int

    @classmethod
    def from_magician(cls, magician: Magician) -> BoardState:
        return cls(magician.pieces, magician.disks, magician.reserve, magician.level, magician.crystal)

    def without(self, boxes: int) -> BoardState:
        """With the pieces on these boxes taken off; disks go to the reserve (S-4.3)."""
        gone = self.pieces & boxes * ELEMENT_REPEAT
        if not gone:
            return self
        own = self.disks & boxes
        reserve = self.reserve
        if own:
            back = gone & own * ELEMENT_REPEAT
            reserve = bytes([n + (back >> BOXES * e & GRID.full).bit_count() for e, n in enumerate(reserve)])
        return BoardState(self.pieces ^ gone, self.disks ^ own, reserve, self.level, self.crystal)

    def with_tile(self, place: PlaceTile) -> BoardState:
        """With a tile placed. It is not checked whether there are squares enough."""
        cleared = self.without(place.boxes)
        return BoardState(cleared.pieces | place.pieces, cleared.disks, cleared.reserve, cleared.level, cleared.crystal)

    def with_disk(self, element: int, box: int, source: int | None) -> BoardState:
        """With a disk from the reserve, or from another box, on this box."""
        cleared = self.without(1 << box if source is None else 1 << box | 1 << source)
        pieces, disks = cleared.pieces | 1 << BOXES * element + box, cleared.disks | 1 << box
        return BoardState(pieces, disks, remove_piece(cleared.reserve, element), cleared.level, cleared.crystal)

    def with_moved_square(self, element: int, start: int, end: int) -> BoardState:
        """With a square on another box (S-4.43)."""
        pieces = self.pieces ^ 1 << BOXES * element + start | 1 << BOXES * element + end
        return self._replace(pieces=pieces)

    def with_traded_disk(self, give: int, get: int) -> BoardState:
        """With another disk in the reserve (S-4.42)."""
        return self._replace(reserve=add_piece(remove_piece(self.reserve, give), get))

    @property
    def special_disks(self) -> int:
        """The number of special disks owned."""
        return (self.pieces & _SPECIAL).bit_count() + sum(self.reserve[BASE:ELEMENTS])

    @property
    def occupied(self) -> int:
        return boxes_of(self.pieces)

    @property
    def dark(self) -> int:
        """The dark boxes in use."""
        return boxes_of(self.pieces) & DARK
