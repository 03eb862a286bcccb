"""What there is around a board besides the game: the others, their clocks, what they say. At a keyboard: nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from tilehall.engine import SeatNo, Text
from tilehall.tui.player.messages.status_message import StatusMessage


class TableSurroundings(Protocol):
    """Those around one board, and what they want."""

    @property
    def keys(self) -> Mapping[str, Text]:
        """What further keys do now, the most wanted first; they come before what letters choose on the board."""

    def seat_notes(self) -> Mapping[SeatNo, Text]:
        """What is said of players, behind their names."""

    def footer_message(self) -> StatusMessage | None:
        """What is said above the keys now."""

    def task_text(self) -> Text | None:
        """What is asked in place of the decision; None as long as that is to be taken."""

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        """Calls back when something of this is different; the answer ends that."""


NO_SEAT_NOTES: Mapping[SeatNo, Text] = MappingProxyType({})


class NoSurroundings:
    """At a table where everybody sits at one keyboard."""

    keys: Mapping[str, Text] = MappingProxyType({})

    def seat_notes(self) -> Mapping[SeatNo, Text]:
        return NO_SEAT_NOTES

    def footer_message(self) -> StatusMessage | None:
        return None

    def task_text(self) -> Text | None:
        return None

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None
