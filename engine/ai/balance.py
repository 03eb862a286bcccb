"""What one position has over another, in words and points that add up: what is for it, what against it, and the rest.

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
"""Points of what is named; of a small sum half of it will do."""
MOST, MORE = 2, 3
"""So many things are named for it, and so many against it; one more where much would be left."""
MUCH, LEFT = 1.0, 0.25
"""Points that are much to be left, and those that may be missing to the sum before that is said."""


class Balance(NamedTuple):
    """A sum, and the largest things that it is made of."""

    points: float
    gains: tuple[Term, ...]
    costs: tuple[Term, ...]
    """Their points are below 0."""

    @property
    def rest(self) -> float:
        """What is not named."""
        return self.points - sum(term.points for term in (*self.gains, *self.costs))

    @property
    def to_text(self) -> Text | None:
        """`For the hint: R01 Stairs is ready (+3.0); against it: 2 gems on the board (-0.5); all else: -0.3`

        None if there are small things only.
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
    """What the one position has over the other; what is so already `now` is said to be so."""
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
    """What something is, with its points.

    >>> str(term_with_points(Term("runes", 2.04, Text("R01 Stairs is ready"))))
    'R01 Stairs is ready (+2.0)'
    """
    return Text("{reason} ({points:+.1f})", reason=term.text, points=term.points)


def _nameable_terms(found: Iterable[TermDifference], sign: int, so: Collection[Text], least: float) -> tuple[Term, ...]:
    """What can be said in a word, as it stands where the hint leads, the largest first."""
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
    """How it stands where the hint leads; if there is nothing to be said of that, how it would stand otherwise."""
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
