"""A position of Hex, and what can be read off it."""

from __future__ import annotations

from dataclasses import dataclass

from tilehall.engine import Seat
from tilehall_hex.board import Board, board

EMPTY = -1
NOBODY = -1


@dataclass(frozen=True, slots=True)
class State:
    options: tuple[tuple[str, str], ...]
    """What was asked for in the set-up."""
    size: int
    swapping: bool
    """Whether this game has the swap rule."""
    stones: tuple[Seat, ...]
    """Whose stone lies on each cell, row by row, or EMPTY."""
    swapped: bool = False
    winner: Seat = NOBODY

    @property
    def board(self) -> Board:
        return board(self.size)

    @property
    def laid(self) -> int:
        """How many stones lie."""
        return len(self.stones) - self.stones.count(EMPTY)

    @property
    def first(self) -> int:
        """The first cell with a stone on it, row by row; there has to be one."""
        return next(cell for cell, stone in enumerate(self.stones) if stone != EMPTY)

    @property
    def due(self) -> Seat:
        """Whose turn it is: the seats alternate, and a swap is a turn without a stone more."""
        return (self.laid + self.swapped) % 2

    @property
    def may_swap(self) -> bool:
        return self.swapping and not self.swapped and self.laid == 1


def chain(s: State, seat: Seat) -> frozenset[int]:
    """The stones of a seat that are joined to both its edges; none if there is no such chain."""
    first, last = s.board.edges[seat]
    own = {cell for cell, stone in enumerate(s.stones) if stone == seat}
    found = _reached(s.board, own, own & first) & _reached(s.board, own, own & last)
    return frozenset(found)


def _reached(cells: Board, own: set[int], start: set[int]) -> set[int]:
    """All own stones that are joined to those at the start."""
    found, waiting = set(start), list(start)
    while waiting:
        for cell in cells.neighbours[waiting.pop()]:
            if cell in own and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found
