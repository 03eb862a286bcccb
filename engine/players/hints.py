"""What a person is told who asks: the best plan of the turn, what it brings, what it risks, what another loses."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple, TypeVar

from tilehall.engine.base import COMPARED
from tilehall.engine.dealer import Rng
from tilehall.engine.game import Action, Advice, Game, RuleError, Seat
from tilehall.engine.plan import Difference, Plan, Term, Value, differences
from tilehall.engine.players.playout import Luck, answered, own_turn
from tilehall.engine.text import Text, listed

S = TypeVar("S")
CLEAR = 0.3
"""Points by which one plan has to be better than another to be called so."""
COURSES = 3
"""So many rounds are imagined to see what the others may spoil."""
WORTH_SAYING = 0.5
"""Points of a reason, or of a risk."""
ALL_IN_ALL: Final = Text("more than the next best, all in all")
MOST = 2
"""So many reasons are told."""


def hint(game: Game[S], view: S, seat: Seat) -> Advice:
    """The best plan of this turn with what it brings, and what is about as good if nothing is clearly best."""
    plans = game.plans(view, seat, COMPARED)
    best, now = plans[0], game.as_it_stands(view, seat)
    other = next((plan for plan in plans if plan.actions[0] != best.actions[0]), None)
    ahead = best.value.points - other.value.points if other else 0.0
    clear = other is None or ahead >= CLEAR
    danger = risk(game, view, seat, best, other) if other else []
    told, against = balanced(brought(best.value, other.value if other else now, now, clear), danger)
    if not told and clear and other:
        told = [Reason((), ahead, ALL_IN_ALL)]
    return Advice(
        best.actions[0],
        game.explain(view, seat, best),
        best.actions[1:],
        clear=clear,
        reasons=(*[reason.in_points for reason in told[:1]], *[reason.told for reason in told[1:]]),
        risk=(against.told if told else against.in_points) if against else None,
        beside=None if clear or other is None else other.actions[0],
    )


def brought(best: Value, other: Value, now: Value, clear: bool) -> list[Reason]:
    """What a plan brings that another does not; what it keeps; where they are as good, what both of them bring."""
    if found := changed(best, other, now) or kept(best, other, now):
        return found
    shared = {term.text for term in other.terms}
    found = [
        each._replace(text=Text("{what} either way", what=each.text)) if each.text in shared else each
        for each in changed(best, now, now)
    ]
    if clear and other is not now:
        return [Reason((), best.points - other.points, ALL_IN_ALL), *found[:1]]
    return found


class Reason(NamedTuple):
    """A difference that is worth a word."""

    subject: Hashable
    points: float
    """Below 0 where it is one against."""
    text: Text

    @property
    def told(self) -> Text:
        """With its points.

        >>> str(Reason("runes", 2.04, Text("R01 Stairs is ready")).told)
        'R01 Stairs is ready (+2.0)'
        """
        return Text("{reason} ({points:+.1f})", reason=self.text, points=self.points)

    @property
    def in_points(self) -> Text:
        """The first one says what it is counted in."""
        return Text("{reason} ({points:+.1f} points)", reason=self.text, points=self.points)


def changed(better: Value, worse: Value, now: Value) -> list[Reason]:
    """What is so in the better position, less so in the worse one, and not so yet: the largest few."""
    so, known = {term.text for term in now.terms}, {term.group for term in now.terms}
    found = [
        Reason(each.subject, each.points, text)
        for each in differences(better, worse)
        if each.points >= WORTH_SAYING and each.here is not None and (each.here.group in known or worse is not now)
        if (text := each.here.text if worse is now else put(each.here, worse)) not in so
    ]
    return found[:MOST]


def kept(better: Value, worse: Value, now: Value) -> list[Reason]:
    """What is so already, and would not be so any more in the worse position."""
    so = {term.text for term in now.terms} - {term.text for term in worse.terms}
    return [
        Reason(each.subject, each.points, Text("still {what}", what=each.here.text))
        for each in differences(better, worse)
        if each.points >= WORTH_SAYING and each.here is not None and each.here.text in so
    ][:MOST]


def put(term: Term, worse: Value) -> Text:
    """A term against another position; what that has as well, in the same words, promises less there.

    >>> near, far = Term("runes", 3.0, Text("a rune")), Term("runes", 2.0, Text("a rune"))
    >>> str(put(near, Value((), 0.5))), str(put(near, Value((far,), 0.5)))
    ('a rune', 'better chances: a rune')
    """
    if any(term.text == other.text for other in worse.terms):
        return Text("better chances: {what}", what=term.text)
    return term.text


def balanced(found: Sequence[Reason], risks: Sequence[Reason] | None) -> tuple[list[Reason], Reason | None]:
    """The reasons, and the largest risk that concerns something else: what may be lost again counts the less for it.

    >>> gems = Reason("gems", 2.7, Text("3 gems on the board"))
    >>> told, risk = balanced([gems], [Reason("gems", -0.9, Text("2 gems on the board"))])
    >>> [f"{each.points:.1f}" for each in told], risk
    (['1.8'], None)
    """
    lost = {each.subject: each.points for each in risks or ()}
    told = [each._replace(points=each.points + lost.pop(each.subject, 0.0)) for each in found]
    left = [each for each in risks or () if each.subject in lost]
    return [each for each in told if each.points >= WORTH_SAYING], left[0] if left else None


def risk(game: Game[S], view: S, seat: Seat, plan: Plan, other: Plan) -> list[Reason]:
    """What the others are more likely to spoil after this plan than after the other, before this seat decides again.

    Nothing where all choose at the same time: how likely they clash is a part of the plan.
    """
    if plan.weight != 1:
        return []
    lost: dict[Hashable, float] = {}
    worst: dict[Hashable, Difference] = {}
    try:
        for course in range(COURSES):
            world = game.imagine(view, Rng(f"risk {course}"))
            for each, sign in ((plan, 1), (other, -1)):
                luck = Luck(f"risk {course}")
                done = own_turn(game, world, seat, each.actions, luck)
                had = game.value(done, seat)
                after = answered(game, done, seat, luck)
                if not game.actors(after):
                    return []
                left = game.value(after, seat)
                for found in differences(had, left):
                    lost[found.subject] = lost.get(found.subject, 0.0) + sign * found.points / COURSES
                    if sign > 0 and found.points > (worst[found.subject].points if found.subject in worst else 0.0):
                        worst[found.subject] = found
    except RuleError:
        # What follows may depend on what is hidden here.
        return []
    return [
        Reason(subject, -points, text)
        for subject, points in sorted(lost.items(), key=lambda each: -each[1])
        if points >= WORTH_SAYING and subject in worst and (text := spoiled(worst[subject]))
    ]


def spoiled(found: Difference) -> Text | None:
    """What the others make of something, or what is gone then."""
    if found.there is not None and (found.here is None or found.here.text != found.there.text):
        return found.there.text
    if found.here is not None and found.there is None:
        return Text("{what}, which may not last", what=found.here.text)
    return None


def compared(game: Game[S], view: S, seat: Seat, actions: Sequence[Action]) -> Advice:
    """What a choice of one's own loses against the best plan: what that has, and what this leaves open."""
    best = game.plans(view, seat, COMPARED)[0]
    own = value_after(game, view, seat, actions)
    points = best.value.points - own.points
    if points < CLEAR:
        return Advice(actions[-1], Text("as good as the best"), clear=False)
    now = game.as_it_stands(view, seat)
    has = sorted([*changed(best.value, own, now), *kept(best.value, own, now)], key=lambda each: -each.points)[:MOST]
    named = {each.subject for each in has}
    leaves = [each for each in left_open(best.value, own) if each.subject not in named][: MOST - len(has[1:])]
    over = sum(each.points for each in has) - sum(each.points for each in leaves) > points + WORTH_SAYING
    return Advice(actions[-1], _loss(points, has, leaves, changed(own, best.value, now)[:1] if over else []))


def left_open(better: Value, worse: Value) -> list[Reason]:
    """What others have, or what is bad, in the worse position."""
    return [
        Reason(each.subject, -each.points, each.there.text)
        for each in differences(better, worse)
        if each.points >= WORTH_SAYING and each.there is not None and (each.here is None or each.there.of is not None)
        if each.here is None or each.here.text != each.there.text
    ]


def _loss(points: float, has: Sequence[Reason], leaves: Sequence[Reason], own: Sequence[Reason]) -> Text:
    """`3.0 points worse than the best, which leads to: R01 Stairs is ready (+3.0)`"""
    told = Text("{points:.1f} points worse than the best", points=points)
    if has:
        told = Text("{worse}, which leads to: {reasons}", worse=told, reasons=listed(each.told for each in has))
    if leaves:
        told = Text("{worse}; this leaves: {reasons}", worse=told, reasons=listed(each.told for each in leaves))
    if own:
        told = Text("{worse}; but this leads to: {reasons}", worse=told, reasons=listed(each.told for each in own))
    return told


def value_after(game: Game[S], view: S, seat: Seat, actions: Sequence[Action]) -> Value:
    """What is left to be had after these actions of a seat, if it goes on as well as it can."""
    s = game.imagine(view, Rng(0))
    for action in actions:
        s = game.apply(s, seat, action)
    if game.actors(s) == (seat,):
        return game.plans(game.seen_by(s, seat), seat, COMPARED)[0].value
    return game.value(s, seat)
