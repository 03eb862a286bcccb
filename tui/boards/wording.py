"""Positions in words, one module a game: what line mode says where the screen draws.

Each reads only the plain data that `Game.dump` makes of what a seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tilehall.engine import Action, Position, SeatNo, Text

if TYPE_CHECKING:
    from tilehall.tui.boards.addons import Announcement


@runtime_checkable
class Wording(Protocol):
    """What a module here offers. Raises RuleError, in a sentence, for a name that it does not know."""

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


# Each function imports its module when it is called, and shows the type checker that it has all words.


def _princess() -> Wording:
    from tilehall.tui.boards.princess import wording

    return wording


def _sand() -> Wording:
    from tilehall.tui.boards.sand import wording

    return wording


def _beasts() -> Wording:
    from tilehall.tui.boards.beasts import wording

    return wording


def _kaguya() -> Wording:
    from tilehall.tui.boards.kaguya import wording

    return wording


WORDINGS: Mapping[str, Callable[[], Wording]] = {
    "princess": _princess,
    "sand": _sand,
    "beasts": _beasts,
    "kaguya": _kaguya,
}


def wording_for(name: str) -> Wording:
    """The words of a game: ours, or those that its package announces, or plain ones.

    >>> from tilehall.engine import load_game
    >>> str(wording_for("princess").explain_action(load_game("princess").parse("take FU")))
    'fire sun'
    """
    return WORDINGS[name]() if name in WORDINGS else find_addon_wording(name).thing or _plain()


def find_addon_wording(name: str) -> Announcement[Wording]:
    """What a package announces for its game under `tilehall.words`: a module, or anything else with these functions."""
    from tilehall.tui.boards import addons

    return addons.load_announcement("tilehall.words", name, _check_wording)


def _check_wording(found: object) -> Wording:
    if not isinstance(found, Wording):
        raise TypeError("those are no Words")
    return found


def _plain() -> Wording:
    from tilehall.tui.boards.plain import wording

    return wording
