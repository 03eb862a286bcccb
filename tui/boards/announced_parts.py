"""Loads the renderer or wording that a game announces. Failures of add-on games are reported as a text, not raised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tilehall.engine import BUILT_IN_GAMES, RuleError, Text, find_announcement

T = TypeVar("T")
NO_PROBLEM = Text("")


@dataclass(frozen=True, slots=True)
class AnnouncedPart(Generic[T]):
    """The announced part of a game; None if there is none or it failed to load, and then `problem` says why."""

    part: T | None = None
    problem: Text = NO_PROBLEM


def load_announced_part(
    game: str, name: Literal["renderer", "wording"], make: Callable[[object], T]
) -> AnnouncedPart[T]:
    """Loads the part `name` of a game. `make` converts what is announced, and raises TypeError if it is unsuitable.

    >>> load_announced_part("a game that nobody has", "wording", str)
    AnnouncedPart(part=None, problem=Text(''))
    """
    try:
        announcement = find_announcement(game)
    except RuleError:
        return AnnouncedPart()
    try:
        found = announcement.load_part(name)
        return AnnouncedPart(make(found)) if found else AnnouncedPart()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # add-on code may raise anything, even SystemExit
        if game in BUILT_IN_GAMES:
            raise
        why = " ".join(f"{type(error).__name__}: {error}".split())[:120].rstrip(".")
        problem = Text(
            "What {game} has under {group} cannot be used, plain will do: {why}.", game=game, group=name, why=why
        )
        return AnnouncedPart(None, problem)
