"""What the actions of all games have in common: they are values."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar

from tilehall.engine.core.game import format_action


class BaseAction:
    """An action as a value: equal to those of its class that have equal parts, and never changed.

    `__match_args__` names the parts, in the order in which the class takes them.

    >>> class Bid(BaseAction):
    ...     __match_args__ = ("points",)
    ...     __slots__ = __match_args__
    ...     verb = "bid"
    ...     def __init__(self, points: int) -> None:
    ...         self.points = points
    ...     @property
    ...     def words(self) -> tuple[str, ...]:
    ...         return (str(self.points),)
    >>> Bid(3), str(Bid(3)), Bid(3) == Bid(3), Bid(3) == Bid(4)
    (Bid(points=3), 'bid 3', True, False)
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    # Equality and hash are needed often; a getter made once for a class is several times as quick as a loop.
    _compared: ClassVar[attrgetter[object]] = attrgetter("verb")

    verb: str

    def __init_subclass__(cls) -> None:
        if cls.__match_args__:
            cls._compared = attrgetter(*cls.__match_args__)

    @property
    def words(self) -> tuple[str, ...]:
        """None, unless the class has some."""
        return ()

    def __str__(self) -> str:
        return format_action(self)

    @property
    def parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._compared(self) == self._compared(other)

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        parts = (f"{name}={part!r}" for name, part in zip(self.__match_args__, self.parts, strict=True))
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.parts
