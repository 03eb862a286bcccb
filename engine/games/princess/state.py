"""A position of the princess' game: the table, the hunters and their tableaus. A change makes a copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from tilehall.engine.core.equality import make_copy, make_eq
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import BYTES, Bag, Pile
from tilehall.engine.core.start_seat import NOBODY as NOBODY
from tilehall.engine.games.princess.components import EMPTY, LATTICE, PRINTED, PRINTED_CELLS, SPAN, components

PrincessTodo = tuple[str, SeatNo]
"""A point of the rules that is still to come, and the seat that decides there."""

NO_KIND = -1
HOLE = -1
"""A gap in the row of runes."""


@dataclass(frozen=True, slots=True)
class PrincessRulings:
    """The options of one game, as the rules use them (P-2.1)."""

    players: int
    steal_tiles: bool
    sky_points: bool
    short_first_turn: bool
    last_tile_runes: bool
    late_theft: bool
    """Whether a Steal card drawn in the turn that first reaches the GOAL still robs (P-6.18)."""
    choose_side: bool
    start: SeatNo
    """Who begins, or NOBODY if that is drawn."""
    chosen: tuple[tuple[str, str], ...]
    """The options that were asked for."""


class Tableau:
    """The tiles and gems before one hunter.

    `tops` has one byte a cell: the kind on top, or EMPTY. `under` lists the covered tiles, oldest first. `marks` has
    one mask of cells for each of the seven attributes; `room` is where a tile may lie at all (P-4.1).
    """

    __slots__ = ("gems", "marks", "occupied", "room", "tops", "under")
    __eq__ = make_eq(__slots__)

    def __init__(
        self,
        tops: bytes,
        under: tuple[tuple[int, int], ...],
        occupied: int,
        gems: int,
        marks: tuple[int, ...],
        room: int,
    ) -> None:
        self.tops = tops
        self.under = under
        self.occupied = occupied
        self.gems = gems
        self.marks = marks
        self.room = room

    @classmethod
    def from_board(cls, kinds: tuple[int, ...]) -> Tableau:
        """A tableau with the four printed cells of a board."""
        tableau = cls(bytes([EMPTY]) * LATTICE.size, (), 0, 0, (0,) * 7, LATTICE.full)
        for cell, kind in zip(PRINTED_CELLS, kinds, strict=True):
            tableau = tableau.lay(cell, kind)
        return tableau

    def lay(self, cell: int, kind: int) -> Tableau:
        """With one more tile, on top of any tile that lies there."""
        bit, tops, marks = 1 << cell, self.tops, self.marks
        element, sky = components().marks[kind]
        was = tops[cell]
        tops = tops[:cell] + BYTES[kind] + tops[cell + 1 :]
        if was == EMPTY:
            changed = list(marks)
            changed[element] |= bit
            changed[sky] |= bit
            occupied = self.occupied | bit
            room = self.room if occupied in (self.occupied, 0) else reachable_cells(occupied)
            return Tableau(tops, self.under, occupied, self.gems, tuple(changed), room)
        changed = [mask & ~bit for mask in marks]
        changed[element] |= bit
        changed[sky] |= bit
        return Tableau(tops, (*self.under, (cell, was)), self.occupied, self.gems, tuple(changed), self.room)

    def lift(self, cell: int) -> Tableau:
        """Without the top tile of a cell and without the gem on it."""
        bit = 1 << cell
        marks = [mask & ~bit for mask in self.marks]
        below = next((n for n in range(len(self.under) - 1, -1, -1) if self.under[n][0] == cell), None)
        if below is None:
            occupied = self.occupied & ~bit
            tops = self.tops[:cell] + BYTES[EMPTY] + self.tops[cell + 1 :]
            return Tableau(tops, self.under, occupied, self.gems & ~bit, tuple(marks), reachable_cells(occupied))
        kind = self.under[below][1]
        for mark in components().marks[kind]:
            marks[mark] |= bit
        tops = self.tops[:cell] + BYTES[kind] + self.tops[cell + 1 :]
        under = self.under[:below] + self.under[below + 1 :]
        return Tableau(tops, under, self.occupied, self.gems & ~bit, tuple(marks), self.room)

    def with_gems(self, gems: int) -> Tableau:
        return Tableau(self.tops, self.under, self.occupied, gems, self.marks, self.room)

    def kinds_at(self, cell: int) -> tuple[int, ...]:
        """The kinds on a cell, bottom first."""
        if self.tops[cell] == EMPTY:
            return ()
        return (*[kind for place, kind in self.under if place == cell], self.tops[cell])

    @property
    def stealable_cells(self) -> int:
        """Cells whose top is one of the 48 tiles (P-4.21): all but the printed cells that nothing covers."""
        covered = 0
        for cell, _ in self.under:
            covered |= 1 << cell
        return self.occupied & (~PRINTED | covered)

    @property
    def open_cells(self) -> int:
        """The cells on which a tile may be laid (P-4.1)."""
        return (LATTICE.with_all_neighbours(self.occupied) & self.room | self.occupied) & ~self.gems

    @property
    def kinds(self) -> tuple[int, ...]:
        """The visible kinds, cell by cell."""
        return tuple(self.tops[cell] for cell in bits(self.occupied))


@lru_cache(256)
def frame(occupied: int) -> tuple[int, int, int, int]:
    """Top row, left column, bottom row and right column of all tiles. Cached: each is asked for twice."""
    return LATTICE.bounding_box(occupied)


def reachable_cells(occupied: int) -> int:
    """The cells inside some 5x5 frame that contains everything occupied (P-4.1, P-4.3)."""
    top, left, bottom, right = frame(occupied)
    return _REACH_ROWS[top, bottom] & _REACH_COLUMNS[left, right]


_REACH_ROWS = {
    (top, bottom): sum(LATTICE.row(r) for r in range(max(0, bottom - SPAN + 1), min(7, top + SPAN - 1) + 1))
    for top in range(8)
    for bottom in range(top, 8)
}
_REACH_COLUMNS = {
    (left, right): sum(LATTICE.column(c) for c in range(max(0, right - SPAN + 1), min(7, left + SPAN - 1) + 1))
    for left in range(8)
    for right in range(left, 8)
}


class PrincessHunter:
    """One player: tableau, gems in supply, held rune, sprite uses left, and the pawn."""

    __slots__ = ("board", "extra", "gem", "held", "leftover", "moved", "rank", "space", "supply", "tableau")
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[PrincessHunter], PrincessHunter]] = make_copy(__slots__)

    def __init__(self, gems: int, uses: int) -> None:
        self.board = ""
        self.tableau = Tableau(b"", (), 0, 0, (0,) * 7, 0)
        self.supply = gems
        self.held = HOLE
        self.extra = uses
        self.gem = uses
        self.space = 0
        self.rank = 0
        self.leftover = 0
        self.moved = False
        """Whether this seat has had its first turn (P-3.2)."""


class PrincessState:
    """The whole table. `todo` lists the steps to come, the present one first."""

    __slots__ = (
        *("boards", "bonus", "carrier", "completed", "deck", "discard", "display", "ending", "final", "hand"),
        *(
            "hunters",
            "laid",
            "pending",
            "princess",
            "row",
            "rulings",
            "seat",
            "stack",
            "start",
            "stolen",
            "todo",
            "passages_open",
        ),
    )
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[PrincessState], PrincessState]] = make_copy(__slots__)

    rulings: PrincessRulings
    todo: tuple[PrincessTodo, ...]
    seat: SeatNo
    """Whose turn it is."""
    start: SeatNo
    hunters: tuple[PrincessHunter, ...]
    boards: int
    """Boards not dealt yet, as a mask."""
    stack: Bag
    display: tuple[int, ...]
    row: tuple[int, ...]
    deck: Pile
    discard: int
    completed: tuple[tuple[int, int], ...]
    """Runes of this turn: card and value."""
    pending: tuple[int, ...]
    """Steal cards to resolve at the end of this turn, in the order drawn."""
    hand: int
    """The tile taken and not yet laid, or NO_KIND."""
    laid: int
    """The cell of the tile just laid, for the gem."""
    stolen: tuple[tuple[SeatNo, int], ...]
    princess: int
    carrier: SeatNo
    passages_open: bool
    """Whether the passages are open."""
    final: int
    """Final turns still owed, or -1 while nobody has finished."""
    bonus: tuple[int, ...]
    ending: str

    def edit(self, seat: SeatNo) -> PrincessHunter:
        """A fresh copy of a hunter in the place of the old one. Only for a state under construction."""
        hunters = self.hunters
        hunter = hunters[seat].copy()
        self.hunters = (*hunters[:seat], hunter, *hunters[seat + 1 :])
        return hunter

    @property
    def finished(self) -> bool:
        """Whether somebody has reached the GOAL."""
        return self.final >= 0

    @property
    def tiles_left(self) -> int:
        return sum(self.stack) + len(self.display)
