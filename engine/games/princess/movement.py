"""Movement through the manor: steps, passages, the toll and the princess (P-4.15 to P-4.19)."""

from __future__ import annotations

from typing import NamedTuple

from tilehall.engine.games.princess.components import components


class Walk(NamedTuple):
    """The end of a move and the toll that was paid."""

    end: int
    toll: int
    took_passage: bool = False
    """Whether a passage was taken."""

    @property
    def leftover(self) -> int:
        return max(0, self.end - components().goal)


def advance(space: int, steps: int, passages_open: bool) -> int:
    """The space after this many single steps (P-4.16).

    >>> advance(7, 3, False), advance(7, 3, True)
    (10, 13)
    """
    if not passages_open or space > max(components().passages):
        return space + steps
    passages = components().passages
    for _ in range(steps):
        space = passages.get(space, space + 1)
    return space


def walk(space: int, total: int, princess: int, passages_open: bool, finished: bool) -> Walk:
    """The move of a pawn with this combo total (P-4.17).

    >>> walk(12, 4, 13, False, False).end
    14
    """
    free = advance(space, total, passages_open)
    if finished or free < princess:
        return Walk(free, 0, free > space + total)
    paid = max(total - 2, 1)
    end = advance(space, paid, passages_open)
    return Walk(max(end, princess), total - paid, end > space + paid)
