"""Finds the wording of a game: its positions in sentences, which line mode says where the screen draws.

A wording reads only the plain data that `Rules.dump` makes of a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tilehall.engine import Action, Position, SeatNo, Text
from tilehall.tui.boards.announced_parts import AnnouncedPart, load_announced_part
from tilehall.tui.boards.plain import wording as plain_wording


@runtime_checkable
class Wording(Protocol):
    """The functions of a wording module. They raise RuleError, in a sentence, for a name that they do not know."""

    def describe(self, position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
        """The whole table in sentences, for one seat or a spectator."""

    def describe_thing(self, position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
        """One thing: a cell, a card, a tile, a player."""

    def describe_neighbours(
        self, position: Position, names: Sequence[str], seat: SeatNo | None, cell: str
    ) -> list[Text]:
        """A cell and what lies around it."""

    def describe_line(self, position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
        """A row or a column."""

    def explain_action(self, action: Action) -> Text | None:
        """What the short names in an action mean; None if there is nothing to add."""


def wording_for(name: str) -> Wording:
    """The wording of a game: the one that is announced, or the plain one.

    >>> from tilehall.engine import load_game
    >>> str(wording_for("princess").explain_action(load_game("princess").parse("take FU")))
    'fire sun'
    """
    return find_wording(name).part or plain_wording


def find_wording(name: str) -> AnnouncedPart[Wording]:
    """What a game announces as its wording: a module, or anything else with these functions."""
    return load_announced_part(name, "wording", _check_wording)


def _check_wording(found: object) -> Wording:
    if not isinstance(found, Wording):
        raise TypeError("that is no Wording")
    return found
