"""What is around a board besides the game: other people, clocks, chat, a lesson. At a keyboard nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from tilehall.engine import SeatNo, Text
from tilehall.tui.player.messages.status_message import StatusMessage


class TableSurroundings(Protocol):
    """Keys and messages around one board that are not about the game."""

    @property
    def keys(self) -> Mapping[str, Text]:
        """Further keys and what they do now, the most important first. They win over letters of the board."""

    def seat_notes(self) -> Mapping[SeatNo, Text]:
        """A remark behind the names of players, such as a clock."""

    def footer_message(self) -> StatusMessage | None:
        """The message above the footer."""

    def task_text(self) -> Text | None:
        """What the prompt says instead of the decision; None if it says the decision."""

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        """Calls `when_changed` after every change of these; the returned function unsubscribes."""


NO_SEAT_NOTES: Mapping[SeatNo, Text] = MappingProxyType({})


class NoSurroundings:
    """Surroundings of a table at one keyboard: none."""

    keys: Mapping[str, Text] = MappingProxyType({})

    def seat_notes(self) -> Mapping[SeatNo, Text]:
        return NO_SEAT_NOTES

    def footer_message(self) -> StatusMessage | None:
        return None

    def task_text(self) -> Text | None:
        return None

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None
