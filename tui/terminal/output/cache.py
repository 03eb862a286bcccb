"""What is made from the same things again and again: parts of pictures, mostly, which most keys leave as they are."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SourceCache(Generic[T]):
    """What was made last under each name, as long as it would be made from the same things.

    Whoever gets it shares it with the next who asks, and changes nothing in it.

    >>> kept = SourceCache[str]()
    >>> kept.get("sum", (1, 2), lambda: "three"), kept.get("sum", (1, 2), lambda: "not made again")
    ('three', 'three')
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[object, T]] = {}

    def get(self, name: Hashable, source: object, make: Callable[[], T]) -> T:
        """What this makes, from this source."""
        known = self._known.get(name)
        if known is not None and known[0] == source:
            return known[1]
        made = make()
        self._known[name] = source, made
        return made
