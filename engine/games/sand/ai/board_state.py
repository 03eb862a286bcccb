"""One magician's side of the table, as far as planning needs it: cheap to change, without the rest of the table."""

from __future__ import annotations

from typing import NamedTuple

from tilehall.engine.core.piles import Bag, less, more
from tilehall.engine.games.sand.actions import Place, boxes_of
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, WIDE
from tilehall.engine.games.sand.state import Magician

_SPECIAL = GRID.full << BOXES * BASE | GRID.full << BOXES * (BASE + 1)


class Sketch(NamedTuple):
    """What lies on the board, and what is owned besides."""

    pieces: int
    disks: int
    reserve: Bag
    level: int
    crystal: int

    @classmethod
    def of(cls, magician: Magician) -> Sketch:
        return cls(magician.pieces, magician.disks, magician.reserve, magician.level, magician.crystal)

    def without(self, boxes: int) -> Sketch:
        """After the pieces on these boxes have been taken off; disks go to the reserve (S-4.3)."""
        gone = self.pieces & boxes * WIDE
        if not gone:
            return self
        own = self.disks & boxes
        reserve = self.reserve
        if own:
            back = gone & own * WIDE
            reserve = bytes([n + (back >> BOXES * e & GRID.full).bit_count() for e, n in enumerate(reserve)])
        return Sketch(self.pieces ^ gone, self.disks ^ own, reserve, self.level, self.crystal)

    def laid(self, place: Place) -> Sketch:
        """With a tile; whether there are squares enough is not asked."""
        cleared = self.without(place.boxes)
        return Sketch(cleared.pieces | place.pieces, cleared.disks, cleared.reserve, cleared.level, cleared.crystal)

    def summoned(self, element: int, box: int, source: int | None) -> Sketch:
        """With a disk from the reserve, or from another box, on this box."""
        cleared = self.without(1 << box if source is None else 1 << box | 1 << source)
        pieces, disks = cleared.pieces | 1 << BOXES * element + box, cleared.disks | 1 << box
        return Sketch(pieces, disks, less(cleared.reserve, element), cleared.level, cleared.crystal)

    def moved(self, element: int, start: int, end: int) -> Sketch:
        """With a square on another box (S-4.43)."""
        pieces = self.pieces ^ 1 << BOXES * element + start | 1 << BOXES * element + end
        return self._replace(pieces=pieces)

    def traded(self, give: int, get: int) -> Sketch:
        """With another disk in the reserve (S-4.42)."""
        return self._replace(reserve=more(less(self.reserve, give), get))

    @property
    def specials(self) -> int:
        """How many special disks are owned."""
        return (self.pieces & _SPECIAL).bit_count() + sum(self.reserve[BASE:ELEMENTS])

    @property
    def commons(self) -> int:
        """How many other disks are owned."""
        return self.disks.bit_count() + sum(self.reserve) - self.specials

    @property
    def occupied(self) -> int:
        return boxes_of(self.pieces)

    @property
    def dark(self) -> int:
        """The dark boxes in use."""
        return boxes_of(self.pieces) & DARK
