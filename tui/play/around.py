"""What there is around a board besides the game: the others, their clocks, what they say. At a keyboard: nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from tilehall.engine import Seat, Text
from tilehall.tui.play.message import Message


class Around(Protocol):
    """Those around one board, and what they want."""

    @property
    def keys(self) -> Mapping[str, Text]:
        """What further keys do now, the most wanted first; they come before what letters choose on the board."""

    def beside(self, seat: Seat) -> Text:
        """What is said of whoever sits there, behind the name."""

    def aside(self) -> Message | None:
        """What is said above the keys now."""

    def told(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        """Calls back when something of this is different; the answer ends that."""


class NobodyElse:
    """At a table where everybody sits at one keyboard."""

    keys: Mapping[str, Text] = {}

    def beside(self, seat: Seat) -> Text:
        return Text("")

    def aside(self) -> Message | None:
        return None

    def told(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None
