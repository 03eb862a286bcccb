"""Finds the wording of a game: the functions that describe its positions in sentences, for line mode.

A wording reads only the plain data that `Rules.dump` returns for a viewpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tilehall.engine import Action, Position, SeatNo, Text
from tilehall.tui.boards.announced_parts import AnnouncedPart, load_announced_part
from tilehall.tui.boards.plain import wording as plain_wording


@runtime_checkable
class Wording(Protocol):
    """The functions of a wording module. They raise RuleError, with a sentence, for an unknown name."""

    def describe(self, position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
        """Describes the whole table for one seat or a spectator (None)."""

    def describe_thing(self, position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
        """Describes one thing: a cell, a card, a tile, a player."""

    def describe_neighbours(
        self, position: Position, names: Sequence[str], seat: SeatNo | None, cell: str
    ) -> list[Text]:
        """Describes a cell and its neighbours."""

    def describe_line(self, position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
        """Describes a row or a column."""

    def explain_action(self, action: Action) -> Text | None:
        """Spells out the short names in an action; None if there is nothing to add."""


def wording_for(name: str) -> Wording:
    """Returns the wording of a game: the announced one, or the plain one.

    >>> from tilehall.engine import load_game
    >>> str(wording_for("princess").explain_action(load_game("princess").parse("take FU")))
    'fire sun'
    """
    return find_wording(name).part or plain_wording


def find_wording(name: str) -> AnnouncedPart[Wording]:
    """Loads the wording that a game announces: a module, or any object with these functions."""
    return load_announced_part(name, "wording", _check_wording)


def _check_wording(found: object) -> Wording:
    if not isinstance(found, Wording):
        raise TypeError("that is no Wording")
    return found
