"""What a scene is: how one game's position is laid out and drawn, and which place on screen a word means. No rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tilehall.engine import Seat
from tilehall.tui.house.table import Entry
from tilehall.tui.kernel.drawing import Drawing, Place
from tilehall.tui.look import Look
from tilehall.tui.play.picking import Picker, Reading


@dataclass(slots=True)
class View:
    """What is to be drawn: a position as one seat sees it, and where that player's attention is."""

    state: Any
    seat: Seat
    names: Sequence[str]
    look: Look
    picker: Picker | None = None
    targets: frozenset[Place] = frozenset()
    """The places that may be picked now."""
    cursor: Place | None = None
    turn: int = 0
    """Quarter turns of the piece in hand."""
    flipped: bool = False
    marks: frozenset[str] = frozenset()
    """The words (cells, cards) that the last events concern."""
    marked_seat: Seat = -1
    hint: frozenset[Place] = frozenset()
    log: Sequence[Entry] = ()
    size: str = "auto"


class Scene(Reading, Protocol):
    """One module a game."""

    minimum: tuple[int, int]
    """The smallest area, columns and rows, in which the board can be drawn."""
    news: frozenset[str]
    """The keys of the events that a recap tells; the others follow from them."""

    def aim(self, view: View, place: Place) -> tuple[Place, ...]:
        """The places that the cursor means here: itself, or where the piece in hand would lie, turned as it is."""

    def spots(self, view: View, targets: Sequence[Place]) -> Sequence[Place]:
        """The places of the cursor that mean these targets; asked only if some of them are in the zones `AIMED`."""

    def numbered(self, view: View) -> Sequence[Place]:
        """The places that the digits 1 to 9 choose."""

    def paint(self, view: View, width: int, height: int) -> Drawing:
        """The board."""

    def hand(self, view: View, width: int, height: int) -> Drawing:
        """What a player holds and works at, in large."""

    def describe(self, view: View, place: Place) -> str:
        """What lies at a place, in words."""

    def choice(self, view: View, text: str) -> str:
        """An action for the list of choices, in a player's words."""

    def legend(self, look: Look) -> Mapping[str, str]:
        """The symbols of the board and what they mean."""
