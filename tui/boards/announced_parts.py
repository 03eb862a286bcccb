"""Loads the renderer or the wording that a game's announcement names. A broken one of an add-on game is a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tilehall.engine import BUILT_IN_GAMES, RuleError, Text, find_announcement

T = TypeVar("T")
NO_PROBLEM = Text("")


@dataclass(frozen=True, slots=True)
class AnnouncedPart(Generic[T]):
    """The part of a game, or None if none is announced or it does not work; in that case `problem` says why."""

    part: T | None = None
    problem: Text = NO_PROBLEM


def load_announced_part(
    game: str, name: Literal["renderer", "wording"], make: Callable[[object], T]
) -> AnnouncedPart[T]:
    """The part with this name. `make` turns what is announced into the part, and raises TypeError if it is none.

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
    except BaseException as error:  # it may raise anything, SystemExit too
        if game in BUILT_IN_GAMES:
            raise
        why = " ".join(f"{type(error).__name__}: {error}".split())[:120].rstrip(".")
        problem = Text(
            "What {game} has under {group} cannot be used, plain will do: {why}.", game=game, group=name, why=why
        )
        return AnnouncedPart(None, problem)
