"""The games by name, each imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.game import Game, RuleError, quoted

GAMES = {"princess": "PRINCESS"}
"""Name of the package, and the game object in it."""


def game(name: str) -> Game[Any]:
    """The game with this id.

    >>> game("princess").title
    'The Princess and Magic Tile'
    """
    if name not in GAMES:
        raise RuleError(f"There is no game {quoted(name)}. Games: {', '.join(GAMES)}.")
    found: Game[Any] = getattr(import_module(f"engine.{name}"), GAMES[name])
    return found


def games() -> tuple[Game[Any], ...]:
    """All games."""
    return tuple(map(game, GAMES))
