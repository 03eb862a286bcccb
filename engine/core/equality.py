"""Positions as values: when two are equal, and where one is found again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter


def make_eq(slots: Iterable[str]) -> Callable[[object, object], bool]:
    """The `__eq__` of a class with these slots, all of them filled: two are equal if all of it is.

    >>> class Pawn:
    ...     __slots__ = ("space", "rank")
    ...     __eq__ = make_eq(__slots__)
    ...     def __init__(self, space):
    ...         self.space, self.rank = space, 1
    >>> Pawn(3) == Pawn(3), Pawn(3) == Pawn(4)
    (True, False)
    """
    parts = attrgetter(*slots)

    def equal(self: object, other: object) -> bool:
        return type(self) is type(other) and parts(self) == parts(other)

    return equal


def make_hash(*slots: str) -> Callable[[object], int]:
    """The `__hash__` of such a class: by these of its slots, which tell most of those apart that are not equal.

    >>> class Pawn:
    ...     __slots__ = ("space", "rank")
    ...     __eq__ = make_eq(__slots__)
    ...     __hash__ = make_hash("space")
    ...     def __init__(self, space, rank):
    ...         self.space, self.rank = space, rank
    >>> {Pawn(3, 1): "here"}[Pawn(3, 1)], Pawn(3, 2) in {Pawn(3, 1)}
    ('here', False)
    """
    parts = attrgetter(*slots)

    def __hash__(self: object) -> int:
        return hash(parts(self))

    return __hash__
