"""What a game tells of a thing on its table: what it is, what it does, how it stands here, which rules speak of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine.core.game import Game, SeatNo
from tilehall.engine.core.text import Piece, Text, Who

S = TypeVar("S")

PLAYER = "player"
"""The kind of thing that somebody at the table is, in every game."""
NOBODY: SeatNo = -1
NUMBERED = 9
"""So many rules of a thing are told with their first sentences; each has a digit."""
RulesByKind = Mapping[str, tuple[str, ...]]
"""The rules that speak of each kind of thing, what one should read first in front."""


class Thing(NamedTuple):
    """Something that can be pointed at, as it is typed: `Thing("rune", "R07")`, `Thing("cell", "D4", 1)`."""

    kind: str
    word: str
    seat: SeatNo = NOBODY
    """Whose it is, where each player has one of that name."""


class Explanation(NamedTuple):
    """What is to be told of a thing."""

    title: Text
    what: Text
    does: tuple[Text, ...] = ()
    """What it does, in two or three sentences."""
    current: tuple[Text, ...] = ()
    """How it stands in this position, as far as may be known."""
    rules: tuple[str, ...] = ()
    piece: Piece | None = None
    """What it is drawn as."""
    pattern: tuple[str, ...] = ()
    """Its shape, row by row: a letter or # for each cell, a dot for what is no part of it."""
    is_on_table: bool = True
    """Whether it lies on the table now: not what is still in a pile, or is of no use in this game."""


def pattern_rows(pattern: str) -> tuple[str, ...]:
    """A pattern as the tables have it, row by row.

    >>> pattern_rows("GG/R.")
    ('GG', 'R.')
    """
    return tuple(pattern.split("/")) if pattern else ()


def all_rules(rules: RulesByKind, general: Iterable[str]) -> frozenset[str]:
    """All rules that some thing leads to, or that speak of none in particular."""
    return frozenset(rule for found in (*rules.values(), tuple(general)) for rule in found)


class BaseTeacher(Generic[S]):
    """Explains the players of any game, and no other thing."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def things(self, s: S, seat: SeatNo) -> Sequence[Thing]:
        """Nothing."""
        return ()

    def explain_thing(self, s: S, seat: SeatNo, thing: Thing) -> Explanation | None:
        """The points of a player; None for every other thing."""
        if thing.kind != PLAYER or thing.seat < 0:
            return None
        points = self.game.receipt(s).total(thing.seat)
        here = Text("{n} point as it stands.", "{n} points as it stands.", n=points)
        return Explanation(Text("{who}", who=Who(thing.seat)), Text("Somebody who plays."), current=(here,))


class CitedRules(NamedTuple):
    """The rules that speak of something: those that are told, and the others."""

    numbered: Sequence[str]
    others: Sequence[str]


def cite_rules(about: Explanation) -> CitedRules:
    """What should be read first in front."""
    return CitedRules(about.rules[:NUMBERED], about.rules[NUMBERED:])
