"""Positions in words, one module a game: what line mode says where the screen draws.

Each reads only the plain data that `Game.dump` makes of what a seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tilehall.engine import Action, Position, Seat, Text

if TYPE_CHECKING:
    from tilehall.tui.boards.addons import Announced


@runtime_checkable
class Words(Protocol):
    """What a module here offers. Raises RuleError, in a sentence, for a name that it does not know."""

    def describe(self, position: Position, names: Sequence[str], seat: Seat | None) -> list[Text]:
        """The whole table in sentences, for one seat or a spectator."""

    def look(self, position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[Text]:
        """One thing: a cell, a card, a tile, a player."""

    def around(self, position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[Text]:
        """A cell and what lies around it."""

    def scan(self, position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[Text]:
        """A row or a column."""

    def gloss(self, action: Action) -> Text | None:
        """What the short names in an action mean; None if there is nothing to add."""


# Each function imports its module when it is called, and shows the type checker that it has all words.


def _princess() -> Words:
    from tilehall.tui.boards.princess import wording

    return wording


def _sand() -> Words:
    from tilehall.tui.boards.sand import wording

    return wording


def _beasts() -> Words:
    from tilehall.tui.boards.beasts import wording

    return wording


def _kaguya() -> Words:
    from tilehall.tui.boards.kaguya import wording

    return wording


WORDS: Mapping[str, Callable[[], Words]] = {
    "princess": _princess,
    "sand": _sand,
    "beasts": _beasts,
    "kaguya": _kaguya,
}


def words(name: str) -> Words:
    """The words of a game: ours, or those that its package announces, or plain ones.

    >>> from tilehall.engine import game
    >>> str(words("princess").gloss(game("princess").parse("take FU")))
    'fire sun'
    """
    return WORDS[name]() if name in WORDS else announced(name).thing or _plain()


def announced(name: str) -> Announced[Words]:
    """What a package announces for its game under `tilehall.words`: a module, or anything else with these functions."""
    from tilehall.tui.boards import addons

    return addons.announced("tilehall.words", name, _checked)


def _checked(found: object) -> Words:
    if not isinstance(found, Words):
        raise TypeError("those are no Words")
    return found


def _plain() -> Words:
    from tilehall.tui.boards.plain import wording

    return wording
