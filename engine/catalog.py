"""The games by name, each imported when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tilehall.engine.game import Game, RuleError, quoted


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a game before it is imported."""

    title: str
    credit: str
    name: str
    """The game object in the package."""
    seats: range = range(2, 5)


GAMES = {
    "princess": Entry("The Princess and Magic Tile", "Designed by Fukuda Hiroshi, published by XiSize", "PRINCESS"),
    "sand": Entry("Realm of Sand", "Designed by Ji Hua Wei, published by EmperorS4", "SAND", range(1, 5)),
    "beasts": Entry("Merlin's Beast Hunt", "Designed by Ian Bach, published by WizKids", "BEASTS"),
    "kaguya": Entry("Kaguyahime", "Designed by Miyamoto, published by TAIL GAMES", "KAGUYA"),
}
"""All games by the name of their package."""


def game(name: str) -> Game[Any]:
    """The game with this id.

    >>> game("princess").title
    'The Princess and Magic Tile'
    """
    if name not in GAMES:
        raise RuleError(f"There is no game {quoted(name)}. Games: {', '.join(GAMES)}.")
    found: Game[Any] = getattr(import_module(f"tilehall.engine.{name}"), GAMES[name].name)
    return found


def games() -> tuple[Game[Any], ...]:
    """All games."""
    return tuple(map(game, GAMES))
