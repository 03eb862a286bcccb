"""What there is around a board besides the game: the others, their clocks, what they say. At a keyboard: nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from tilehall.engine import Seat, Text
from tilehall.tui.player.messages.status_message import Message


class Around(Protocol):
    """Those around one board, and what they want."""

    @property
    def keys(self) -> Mapping[str, Text]:
        """What further keys do now, the most wanted first; they come before what letters choose on the board."""

    def beside(self) -> Mapping[Seat, Text]:
        """What is said of players, behind their names."""

    def aside(self) -> Message | None:
        """What is said above the keys now."""

    def task(self) -> Text | None:
        """What is asked in place of the decision; None as long as that is to be taken."""

    def told(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        """Calls back when something of this is different; the answer ends that."""


NOTHING: Mapping[Seat, Text] = MappingProxyType({})


class NobodyElse:
    """At a table where everybody sits at one keyboard."""

    keys: Mapping[str, Text] = MappingProxyType({})

    def beside(self) -> Mapping[Seat, Text]:
        return NOTHING

    def aside(self) -> Message | None:
        return None

    def task(self) -> Text | None:
        return None

    def told(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None
