"""Values of positions, and plans for whole turns: shared by computer players, hints, reviews and puzzles.

Values are floats that are only compared; no position or record holds them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from tilehall.engine.core.text import Text

if TYPE_CHECKING:
    from tilehall.engine.core.game import Action, Receipt, SeatNo

WIN_ODDS_POINTS = 8.0
"""Points ahead that make a seat 2.7 times as likely to win as another, where a game does not know better."""


class Term(NamedTuple):
    """One summand of a position value."""

    kind: str
    """The kind of term: beginners misjudge terms by their kind."""
    points: float
    text: Text
    """Words to stand beside the points: `rune 17 lacks one tile`. Empty if the term cannot be put into words."""
    topic: tuple[str | int, ...] = ()
    """What the text is about: `("rune", 17)`. Terms of two positions with equal topics are compared with each other."""
    owner: SeatNo | None = None
    """The other player whose term it is, if any."""
    name: Text | None = None
    """Its name where only the points differ: `better prospects for {name}`."""
    amount: Text | None = None
    """The amount that a comparison tells: `14 stars, rather than {amount}`."""

    @property
    def subject(self) -> Hashable:
        """Identifies the term in two positions that are compared."""
        return self.topic or (self.kind, self.text)

    @property
    def group(self) -> str | int:
        """Terms of a group are balanced against each other before one of them counts as better."""
        return self.topic[0] if self.topic else self.kind


class PositionValue(NamedTuple):
    """What a position is worth to a seat.

    >>> value = PositionValue((Term("steps", 4.0, Text("steps made")), Term("gems", -0.5, Text("a gem spent"))), 0.6)
    >>> value.points, value.chance
    (3.5, 0.6)
    """

    terms: tuple[Term, ...]
    chance: float
    """Probability of winning (a shared win counts in parts); for a single player, of a good result."""

    @property
    def points(self) -> float:
        """The expected lead over the best of the others; for a single player the score."""
        return sum(term.points for term in self.terms)


@lru_cache(512)
def number_text(n: int) -> Text:
    """An amount that is one number."""
    return Text("{n}", n=n)


UNVALUED = PositionValue((), 0.0)
"""The value of a plan that is compared with no other."""


class Plan(NamedTuple):
    """The actions of a turn, up to the next draw or the next decision of another seat."""

    actions: tuple[Action, ...]
    """At least one."""
    value: PositionValue
    """The expected value after it, on average over the next draw."""
    finishes: bool = False
    """Whether it completes something or wins: even beginners see such plans."""
    weight: float = 1.0
    """The relative frequency with which it should be played in a simultaneous decision (a mixed strategy)."""


class TermDifference(NamedTuple):
    """By how much one position is better than another in one subject."""

    subject: Hashable
    points: float
    better: Term | None
    """The term in the better position, if its words differ."""
    worse: Term | None
    """The term in the worse position."""
    name: Text | None = None
    """Its name where both terms have the same words."""


def compare_values(better: PositionValue, worse: PositionValue) -> list[TermDifference]:
    """The subjects in which one position is better, the largest difference first; a group never exceeds its total.

    >>> near, far = [Term("runes", n, Text(f"rune 17 lacks {4 - n}"), ("rune", 17)) for n in (3, 1)]
    >>> lost = Term("runes", 0.5, Text("rune 4 is ready"), ("rune", 4))
    >>> [(each.points, str(each.better.text)) for each in compare_values(PositionValue((near,), 0.6),
    ...     PositionValue((far, lost), 0.5))]
    [(1.5, 'rune 17 lacks 1')]
    """
    here = _by_subject(better.terms)
    there = _match_names(_by_subject(worse.terms), here)
    points = {subject: _sum(here.get(subject, ())) - _sum(there.get(subject, ())) for subject in here | there}
    left = defaultdict[str | int, float](float)
    for subject, more in points.items():
        left[_group(here, there, subject)] += more
    found = []
    for subject in sorted(points, key=lambda subject: -points[subject]):
        group = _group(here, there, subject)
        if (more := min(points[subject], left[group])) <= 0:
            continue
        left[group] -= more
        mine, theirs = here.get(subject, ()), there.get(subject, ())
        found.append(
            TermDifference(
                subject,
                more,
                _term_to_tell(mine, theirs, worse, more),
                _term_to_tell(theirs, mine, better, more),
                next((term.name for term in (*mine, *theirs) if term.name and term.owner is None), None),
            )
        )
    return sorted(found, key=lambda each: -each.points)


Terms = Sequence[Term]


def _by_subject(terms: Terms) -> dict[Hashable, list[Term]]:
    found: dict[Hashable, list[Term]] = {}
    for term in terms:
        found.setdefault(term.subject, []).append(term)
    return found


def _match_names(terms: dict[Hashable, list[Term]], others: dict[Hashable, list[Term]]) -> dict[Hashable, list[Term]]:
    """The terms by subject, where terms without a topic take the subject of their counterpart in the same group."""
    found = dict(terms)
    new = [subject for subject, (term, *_) in others.items() if not term.topic and subject not in terms]
    for old, (term, *_) in terms.items():
        if not term.topic and old not in others:
            name = next((subject for subject in new if others[subject][0].group == term.group), None)
            if name is not None:
                new.remove(name)
                found[name] = found.pop(old)
    return found


def _sum(terms: Terms) -> float:
    return sum(term.points for term in terms)


def _group(here: dict[Hashable, list[Term]], there: dict[Hashable, list[Term]], subject: Hashable) -> str | int:
    return (here.get(subject) or there[subject])[0].group


def _term_to_tell(terms: Terms, others: Terms, other: PositionValue, points: float) -> Term | None:
    """The term of a subject that is told: an own one first, if its words differ from those in the other position.

    Terms of a player of whom the other position has none are not told.
    """
    known, said = {term.owner for term in other.terms}, {term.text for term in others}
    told = [
        term
        for term in terms
        if term.text and not (term.topic and term.text in said) and (term.owner is None or term.owner in known)
    ]
    best = min(told, key=lambda term: (term.owner is not None, -abs(term.points)), default=None)
    return best._replace(points=points) if best else None


def best_reasons(better: PositionValue, worse: PositionValue, most: int = 2) -> list[Term]:
    """The largest differences between two positions, in the words of the better one.

    >>> near, far = Term("runes", 3.0, Text("rune 17 lacks one tile")), Term("runes", 1.0, Text("rune 17 is far"))
    >>> [str(term.text) for term in best_reasons(PositionValue((near,), 0.6), PositionValue((), 0.5))]
    ['rune 17 lacks one tile']
    >>> best_reasons(PositionValue((near,), 0.6), PositionValue((far,), 0.5))[0].points
    2.0
    """
    return [each.better for each in compare_values(better, worse) if each.better is not None][:most]


def value_from_receipt(receipt: Receipt, winners: Sequence[SeatNo] | None, seat: SeatNo) -> PositionValue:
    """A value made from the receipt alone; `winners` once the game is over."""
    totals = [receipt.total(other) for other in range(1 + max((line.seat for line in receipt.lines), default=seat))]
    own = totals[seat] if seat < len(totals) else 0
    best = max((points for other, points in enumerate(totals) if other != seat), default=0)
    terms = [Term(line.part, line.points, line.text) for line in receipt.lines if line.seat == seat]
    if len(totals) > 1:
        reached = Text("{n} point for the best of the others", "{n} points for the best of the others", n=best)
        terms.append(Term("rival", -best, reached, ("rival",)))
    if winners is not None:
        return PositionValue(tuple(terms), (seat in winners) / len(winners) if winners else 0.0)
    strength = [exp(points / WIN_ODDS_POINTS) for points in totals] or [1.0]
    return PositionValue(tuple(terms), exp(own / WIN_ODDS_POINTS) / sum(strength))
