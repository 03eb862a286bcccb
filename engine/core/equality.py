"""Positions as values: equality, hash and copy of classes with slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def make_eq(slots: Iterable[str]) -> Callable[[object, object], bool]:
    """The `__eq__` of a class with these slots, all of them filled: equal if all slots are.

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
    """The `__hash__` of such a class from these slots, which tell most unequal values apart.

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


def make_copy(slots: Iterable[str]) -> Callable[[T], T]:
    """The `copy` of a class with these slots, all of them filled: as fast as one written slot by slot.

    >>> class Pawn:
    ...     __slots__ = ("space", "rank")
    ...     copy = make_copy(__slots__)
    ...     def __init__(self, space):
    ...         self.space, self.rank = space, 1
    >>> pawn = Pawn(3)
    >>> twin = pawn.copy()
    >>> twin.space, twin is pawn
    (3, False)
    """
    lines = [f"    twin.{slot} = self.{slot}\n" for slot in slots]
    scope: dict[str, Any] = {"new": object.__new__}
    exec(f"def copy(self):\n    twin = new(self.__class__)\n{''.join(lines)}    return twin\n", scope)
    copy: Callable[[T], T] = scope["copy"]
    return copy
