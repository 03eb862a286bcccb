"""Compares two position values in words: the largest gains and costs, and the rest, with points that add up.

>>> near, far = [Term("runes", n, Text(f"rune 17 lacks {4 - n}"), ("rune", 17)) for n in (3.0, 1.0)]
>>> spent, kept = [Term("gems", -n, Text(f"{n} gems spent"), ("gems",)) for n in (1, 0)]
>>> found = compute_balance(PositionValue((near, spent), 0.6), PositionValue((far, kept), 0.5))
>>> str(found.to_text), found.points, round(found.rest, 1)
('For the hint: rune 17 lacks 1.0 (+2.0); against it: 1 gems spent (-1.0)', 1.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from tilehall.engine.ai.plan import PositionValue, Term, TermDifference, compare_values
from tilehall.engine.core.text import Text, join_commas, join_semicolons

WORTH_SAYING = 0.5
"""The fewest points of a term that is named; half of the sum if that is less."""
MOST, MORE = 2, 3
"""How many gains and how many costs are named; one more if the rest would be large."""
MUCH, LEFT = 1.0, 0.25
"""The rest from which one more term is named, and the rest from which the rest itself is told."""


class Balance(NamedTuple):
    """A difference in points, and the largest terms that it consists of."""

    points: float
    gains: tuple[Term, ...]
    costs: tuple[Term, ...]
    """Their points are below 0."""

    @property
    def rest(self) -> float:
        """The points of all terms that are not named."""
        return self.points - sum(term.points for term in (*self.gains, *self.costs))

    @property
    def to_text(self) -> Text | None:
        """`For the hint: R01 Stairs is ready (+3.0); against it: 2 gems on the board (-0.5); all else: -0.3`

        None if no term is large enough to be named.
        """
        if not self.gains and not self.costs:
            return None
        parts = []
        if self.gains:
            parts.append(Text("For the hint: {reasons}", reasons=join_commas(map(term_with_points, self.gains))))
        if self.costs and self.gains:
            parts.append(Text("against it: {reasons}", reasons=join_commas(map(term_with_points, self.costs))))
        elif self.costs:
            parts.append(Text("Against the hint: {reasons}", reasons=join_commas(map(term_with_points, self.costs))))
        if abs(self.rest) >= LEFT:
            parts.append(Text("all else: {points:+.1f}", points=self.rest))
        return join_semicolons(parts)


def compute_balance(better: PositionValue, worse: PositionValue, now: PositionValue | None = None) -> Balance:
    """The difference of two values; terms that hold already in the value `now` are worded so."""
    so = {term.text for term in now.terms} if now else set[Text]()
    points = better.points - worse.points
    least = min(WORTH_SAYING, abs(points) / 2)
    gains = _nameable_terms(compare_values(better, worse), 1, so, least)
    costs = _nameable_terms(compare_values(worse, better), -1, so, least)
    found = Balance(points, gains[:MOST], costs[:MOST])
    if found.rest >= MUCH:
        return found._replace(gains=gains[:MORE])
    return found._replace(costs=costs[:MORE]) if found.rest <= -MUCH else found


def term_with_points(term: Term) -> Text:
    """A term with its points.

    >>> str(term_with_points(Term("runes", 2.04, Text("R01 Stairs is ready"))))
    'R01 Stairs is ready (+2.0)'
    """
    return Text("{reason} ({points:+.1f})", reason=term.text, points=term.points)


def _nameable_terms(found: Iterable[TermDifference], sign: int, so: Collection[Text], least: float) -> tuple[Term, ...]:
    """The terms that have words, as they stand in the better position (`sign` 1), the largest first."""
    told = [_name_term(each, sign, so) for each in found if each.points >= least]
    return tuple([term for term in told if term is not None])


def _name_term(each: TermDifference, sign: int, so: Collection[Text]) -> Term | None:
    stands, instead = (each.better, each.worse) if sign > 0 else (each.worse, each.better)
    term = stands or instead
    if term is None and each.name is None:
        return None
    points = sign * each.points
    if term is None:
        return Term("", points, _prospects(each.name, sign))
    return term._replace(points=points, text=_words(stands, instead, sign, so))


def _words(stands: Term | None, instead: Term | None, sign: int, so: Collection[Text]) -> Text:
    """How the term stands after the hint; if it has no words there, how it would stand otherwise."""
    if stands is None:
        assert instead is not None
        return Text("otherwise {what}", what=instead.text)
    if instead is not None and instead.text == stands.text and (stands.name or stands.text in so):
        return _prospects(stands.name or stands.text, sign)
    if instead is not None and stands.amount and instead.amount and instead.owner == stands.owner:
        return Text("{what}, rather than {other}", what=stands.text, other=instead.amount)
    if stands.text in so:
        return Text("{what}, as now", what=stands.text)
    return stands.text


def _prospects(name: Text | None, sign: int) -> Text:
    assert name is not None
    if sign > 0:
        return Text("better prospects for {what}", what=name)
    return Text("worse prospects for {what}", what=name)
