"""A position of Hex, and what can be read off it."""

from __future__ import annotations

from dataclasses import dataclass

from tilehall.engine import SeatNo
from tilehall_hex.board import HexBoard, make_board

EMPTY = -1
NOBODY = -1


@dataclass(frozen=True, slots=True)
class State:
    options: tuple[tuple[str, str], ...]
    """What was asked for in the set-up."""
    size: int
    swapping: bool
    """Whether this game has the swap rule."""
    stones: tuple[SeatNo, ...]
    """Whose stone lies on each cell, row by row, or EMPTY."""
    swapped: bool = False
    winner: SeatNo = NOBODY

    @property
    def board(self) -> HexBoard:
        return make_board(self.size)

    @property
    def stone_count(self) -> int:
        """How many stones lie."""
        return len(self.stones) - self.stones.count(EMPTY)

    @property
    def first_stone(self) -> int:
        """The first cell with a stone on it, row by row; there has to be one."""
        return next(cell for cell, stone in enumerate(self.stones) if stone != EMPTY)

    @property
    def seat_on_turn(self) -> SeatNo:
        """Whose turn it is: the seats alternate, and a swap is a turn without a stone more."""
        return (self.stone_count + self.swapped) % 2

    @property
    def may_swap(self) -> bool:
        return self.swapping and not self.swapped and self.stone_count == 1


def winning_chain(s: State, seat: SeatNo) -> frozenset[int]:
    """The stones of a seat that are joined to both its edges; none if there is no such chain."""
    first, last = s.board.edges[seat]
    own = {cell for cell, stone in enumerate(s.stones) if stone == seat}
    found = _connected(s.board, own, own & first) & _connected(s.board, own, own & last)
    return frozenset(found)


def _connected(cells: HexBoard, own: set[int], start: set[int]) -> set[int]:
    """All own stones that are joined to those at the start."""
    found, waiting = set(start), list(start)
    while waiting:
        for cell in cells.neighbours[waiting.pop()]:
            if cell in own and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found
