"""Positions as values: when two are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter


def equality(slots: Iterable[str]) -> Callable[[object, object], bool]:
    """The `__eq__` of a class with these slots, all of them filled: two are equal if all of it is.

    >>> class Pawn:
    ...     __slots__ = ("space", "rank")
    ...     __eq__ = equality(__slots__)
    ...     def __init__(self, space):
    ...         self.space, self.rank = space, 1
    >>> Pawn(3) == Pawn(3), Pawn(3) == Pawn(4)
    (True, False)
    """
    parts = attrgetter(*slots)

    def equal(self: object, other: object) -> bool:
        return type(self) is type(other) and parts(self) == parts(other)

    return equal
