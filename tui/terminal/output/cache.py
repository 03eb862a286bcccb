"""A cache for parts of pictures, most of which stay the same from key to key."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SourceCache(Generic[T]):
    """Keeps the last value under each name, as long as its source is equal.

    Values are shared: callers must not change them.

    >>> kept = SourceCache[str]()
    >>> kept.get("sum", (1, 2), lambda: "three"), kept.get("sum", (1, 2), lambda: "not made again")
    ('three', 'three')
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[object, T]] = {}

    def get(self, name: Hashable, source: object, make: Callable[[], T]) -> T:
        """The value kept under this name if its source was equal; else calls `make` and keeps the result."""
        known = self._known.get(name)
        if known is not None and known[0] == source:
            return known[1]
        made = make()
        self._known[name] = source, made
        return made
