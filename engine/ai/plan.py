"""What a position is worth to a seat, and whole turns from there: shared by computer players, hints and reviews.

Numbers here are only ever compared; no position holds them.
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
    """One thing that a position is worth something for."""

    kind: str
    """What sort of thing it is: two players may care differently for the same sort."""
    points: float
    text: Text
    """What it is, in a player's words, to stand beside a number of points: `rune 17 lacks one tile`. Empty for what
    counts and cannot be said in a word."""
    topic: tuple[str | int, ...] = ()
    """What it is about, if the text says how that stands: `("rune", 17)`. Others' terms about the same count as one."""
    owner: SeatNo | None = None
    """Whose it is, if it is another player's."""
    name: Text | None = None
    """What to call it where it is worth more or less in the same words: `better prospects for {name}`."""
    amount: Text | None = None
    """What of it is told to compare it: `14 stars, rather than {amount}`."""

    @property
    def subject(self) -> Hashable:
        """What is the same in two positions that are compared."""
        return self.topic or (self.kind, self.text)

    @property
    def group(self) -> str | int:
        """What is balanced before anything of it is called better."""
        return self.topic[0] if self.topic else self.kind


class PositionValue(NamedTuple):
    """What a position is worth to a seat.

    >>> value = PositionValue((Term("steps", 4.0, Text("steps made")), Term("gems", -0.5, Text("a gem spent"))), 0.6)
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


@lru_cache(512)
def number_text(n: int) -> Text:
    """An amount that is one number."""
    return Text("{n}", n=n)


UNVALUED = PositionValue((), 0.0)
"""Of a plan that is compared with no other."""


class Plan(NamedTuple):
    """A turn as far as it can be known: up to the next draw, or to somebody else's decision."""

    actions: tuple[Action, ...]
    """At least one."""
    value: PositionValue
    """What it leads to, on average over what is drawn next."""
    finishes: bool = False
    """Whether it finishes something that is complete, or wins: nobody overlooks that."""
    weight: float = 1.0
    """How often somebody plays it who must not be read, beside the other plans: where all choose at the same time."""


class TermDifference(NamedTuple):
    """By how much one position is better than another in one thing."""

    subject: Hashable
    points: float
    better: Term | None
    """How it stands in the better one, if that can be told apart in words."""
    worse: Term | None
    """How it stands in the worse one."""
    name: Text | None = None
    """What to call it where both say the same of it."""


def compare_values(better: PositionValue, worse: PositionValue) -> list[TermDifference]:
    """In what the one position is better than the other, largest first; of a group no more than what it brings in all.

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
    """What has no subject but its name, by the name of what stands in its place in the other position."""
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
    """What is to be said of one subject: one's own part first, if it is said differently in the other position.

    Of a player of whom the other position does not say anything nothing is known to have changed.
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
    """What makes the one position better than the other: the largest differences, named as the better one names them.

    >>> near, far = Term("runes", 3.0, Text("rune 17 lacks one tile")), Term("runes", 1.0, Text("rune 17 is far"))
    >>> [str(term.text) for term in best_reasons(PositionValue((near,), 0.6), PositionValue((), 0.5))]
    ['rune 17 lacks one tile']
    >>> best_reasons(PositionValue((near,), 0.6), PositionValue((far,), 0.5))[0].points
    2.0
    """
    return [each.better for each in compare_values(better, worse) if each.better is not None][:most]


def value_from_receipt(receipt: Receipt, winners: Sequence[SeatNo] | None, seat: SeatNo) -> PositionValue:
    """What the points so far are worth, for games that say no more; `winners` once it is over."""
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
