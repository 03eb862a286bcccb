"""Positions in words, one module a game: what line mode says where the screen draws.

Each reads only the plain data that `Game.dump` makes of what a seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from tilehall.engine import Position, Seat


class Words(Protocol):
    """What a module here offers. Raises RuleError, in a sentence, for a name that it does not know."""

    def describe(self, position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
        """The whole table in sentences, for one seat or a spectator."""

    def look(self, position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
        """One thing: a cell, a card, a tile, a player."""

    def around(self, position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
        """A cell and what lies around it."""

    def scan(self, position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
        """A row or a column."""

    def gloss(self, action: str) -> str:
        """What the short names in an action mean; empty if there is nothing to add."""


def words(game: str) -> Words:
    """The words of a game.

    >>> words("princess").gloss("take FU")
    'fire sun'
    """
    own = find_spec(f"{__name__}.{game}") is not None
    return cast(Words, import_module(f"{__name__}.{game if own else 'plain'}"))
