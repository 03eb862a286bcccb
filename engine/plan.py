"""What a position is worth to a seat, and whole turns from there: shared by computer players, hints and reviews.

Numbers here are only ever compared; no position holds them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from tilehall.engine.text import Text

if TYPE_CHECKING:
    from tilehall.engine.game import Action, Receipt, Seat

EVEN = 8.0
"""Points ahead that make a seat 2.7 times as likely to win as another, where a game does not know better."""


class Term(NamedTuple):
    """One thing that a position is worth something for."""

    kind: str
    """What sort of thing it is: two players may care differently for the same sort."""
    points: float
    text: Text
    """What it is, in a player's words, to stand after a number of points: `rune 17 lacks one tile`."""


class Value(NamedTuple):
    """What a position is worth to a seat.

    >>> value = Value((Term("steps", 4.0, Text("steps made")), Term("gems", -0.5, Text("a gem spent"))), 0.6)
    >>> value.points, value.chance
    (3.5, 0.6)
    """

    terms: tuple[Term, ...]
    chance: float
    """Of winning, from 0 to 1; a shared win counts in parts. Alone: of a good result, as the game says."""

    @property
    def points(self) -> float:
        """How far ahead of the best of the others this seat may expect to end; alone: its score."""
        return sum(term.points for term in self.terms)


UNVALUED = Value((), 0.0)
"""Of a plan that is compared with no other."""


class Plan(NamedTuple):
    """A turn as far as it can be known: up to the next draw, or to somebody else's decision."""

    actions: tuple[Action, ...]
    """At least one."""
    value: Value
    """What it leads to, on average over what is drawn next."""
    finishes: bool = False
    """Whether it finishes something that is complete, or wins: nobody overlooks that."""
    weight: float = 1.0
    """How often somebody plays it who must not be read, beside the other plans: where all choose at the same time."""


def reasons(better: Value, worse: Value, most: int = 2) -> list[Term]:
    """What makes the one position better than the other: the largest differences, named as the better one names them.

    >>> near, far = Term("runes", 3.0, Text("rune 17 lacks one tile")), Term("runes", 1.0, Text("rune 17 is far"))
    >>> [str(term.text) for term in reasons(Value((near,), 0.6), Value((), 0.5))]
    ['rune 17 lacks one tile']
    >>> reasons(Value((near,), 0.6), Value((far,), 0.5))[0].points
    2.0
    """
    there = {(term.kind, term.text): term.points for term in worse.terms}
    gained = [
        term._replace(points=more)
        for term in better.terms
        if (more := term.points - there.pop((term.kind, term.text), 0.0)) > 0
    ]
    # What stands there instead, such as the pawn on another space, is not lost.
    instead = defaultdict[str, float](float)
    for (kind, _), points in there.items():
        instead[kind] += points
    found = []
    for term in sorted(gained, key=lambda term: -term.points):
        used = min(term.points, max(0.0, instead[term.kind]))
        instead[term.kind] -= used
        found.append(term._replace(points=term.points - used))
    return sorted((term for term in found if term.points > 0), key=lambda term: -term.points)[:most]


def by_receipt(receipt: Receipt, winners: Sequence[Seat] | None, seat: Seat) -> Value:
    """What the points so far are worth, for games that say no more; `winners` once it is over."""
    totals = [receipt.total(other) for other in range(1 + max((line.seat for line in receipt.lines), default=seat))]
    own = totals[seat] if seat < len(totals) else 0
    best = max((points for other, points in enumerate(totals) if other != seat), default=0)
    terms = [Term(line.part, line.points, line.text) for line in receipt.lines if line.seat == seat]
    if len(totals) > 1:
        terms.append(Term("rival", -best, Text("points of the best of the others")))
    if winners is not None:
        return Value(tuple(terms), (seat in winners) / len(winners) if winners else 0.0)
    strength = [exp(points / EVEN) for points in totals] or [1.0]
    return Value(tuple(terms), exp(own / EVEN) / sum(strength))
