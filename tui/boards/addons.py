"""What other installed packages announce for their games beside the rules: scenes and words, under the game's id.

A game of which nothing is announced, or nothing that works, is drawn and told plainly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tilehall.engine import Text

T = TypeVar("T")
NOTHING = Text("")


@dataclass(frozen=True, slots=True)
class Announcement(Generic[T]):
    """What was announced, if it works; else a sentence that says why not, if anything was."""

    thing: T | None = None
    problem: Text = NOTHING


def load_announcement(group: str, game: str, made: Callable[[object], T]) -> Announcement[T]:
    """What is announced for a game in a group such as `tilehall.words`, made into what it has to be.

    >>> load_announcement("tilehall.words", "a game that nobody has", str)
    Announcement(thing=None, problem=Text(''))
    """
    # Games of the house are never looked for, so they do not pay for this import.
    from importlib.metadata import entry_points

    for point in entry_points(group=group, name=game):
        try:
            return Announcement(made(point.load()))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it may raise anything, SystemExit too
            why = " ".join(f"{type(error).__name__}: {error}".split())[:120].rstrip(".")
            found = {"game": game, "group": group, "why": why}
            problem = Text("What {game} has under {group} cannot be used, plain will do: {why}.", **found)
            return Announcement(None, problem)
    return Announcement()
