"""What a person is told who asks: the best plan of the turn, for what it is best, what it risks, what another loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tilehall.engine.base import COMPARED
from tilehall.engine.dealer import Rng
from tilehall.engine.game import Action, Advice, Game, RuleError, Seat
from tilehall.engine.plan import Plan, Term, Value, reasons
from tilehall.engine.players.playout import Luck, answered, own_turn
from tilehall.engine.text import Text, listed

S = TypeVar("S")
CLEAR = 0.3
"""Points by which one plan has to be better than another to be called so."""
COURSES = 3
"""So many rounds are imagined to see what the others may spoil."""
WORTH_SAYING = 0.5
"""Points of a reason, or of a risk."""


def hint(game: Game[S], view: S, seat: Seat) -> Advice:
    """The best plan of this turn with its reasons: against the next best, if one is clearly better."""
    plans = game.plans(view, seat, COMPARED)
    best = plans[0]
    others = [plan for plan in plans[1:] if plan.actions[0] != best.actions[0]]
    clear = not others or best.value.points - others[0].value.points >= CLEAR
    beside = others[0].value if others and clear else game.value(view, seat)
    return Advice(
        best.actions[0],
        game.explain(view, seat, best),
        best.actions[1:],
        clear=clear,
        reasons=told(reasons(best.value, beside)),
        risk=risk(game, view, seat, best, others[0]) if others else None,
    )


def told(terms: Sequence[Term]) -> tuple[Text, ...]:
    """Reasons with their points; what is too little to matter is left out.

    >>> [str(text) for text in told([Term("runes", 2.04, Text("Stair is near")), Term("gems", 0.1, Text("a gem"))])]
    ['Stair is near (+2.0)']
    """
    return tuple(
        Text("{reason} ({points:+.1f})", reason=term.text, points=term.points)
        for term in terms
        if abs(term.points) >= WORTH_SAYING
    )


def risk(game: Game[S], view: S, seat: Seat, plan: Plan, other: Plan) -> Text | None:
    """What the others are more likely to spoil after this plan than after the other, before this seat decides again."""
    lost: dict[Text, float] = {}
    try:
        for course in range(COURSES):
            world = game.imagine(view, Rng(f"risk {course}"))
            for each, sign in ((plan, 1), (other, -1)):
                luck = Luck(f"risk {course}")
                done = own_turn(game, world, seat, each.actions, luck)
                had = game.value(done, seat)
                left = game.value(answered(game, done, seat, luck), seat)
                for term in reasons(had, left, len(had.terms)):
                    lost[term.text] = lost.get(term.text, 0.0) + sign * term.points / COURSES
    except RuleError:
        # What follows may depend on what is hidden here.
        return None
    what = max(lost, key=lost.__getitem__, default=None)
    if what is None or lost[what] < WORTH_SAYING:
        return None
    return Text("{reason} ({points:+.1f})", reason=what, points=-lost[what])


def compared(game: Game[S], view: S, seat: Seat, actions: Sequence[Action]) -> Advice:
    """What a choice of one's own loses against the best plan, and for what."""
    best = game.plans(view, seat, COMPARED)[0]
    found = value_after(game, view, seat, actions)
    points = best.value.points - found.points
    if points < CLEAR:
        return Advice(actions[-1], Text("as good as the best that was found"), clear=False)
    why = Text("{points:.1f} points worse than the best that was found", points=points)
    if because := told(reasons(best.value, found)):
        why = Text("{worse}, which has: {reasons}", worse=why, reasons=listed(because))
    return Advice(actions[-1], why)


def value_after(game: Game[S], view: S, seat: Seat, actions: Sequence[Action]) -> Value:
    """What is left to be had after these actions of a seat, if it goes on as well as it can."""
    s = game.imagine(view, Rng(0))
    for action in actions:
        s = game.apply(s, seat, action)
    if game.actors(s) == (seat,):
        return game.plans(game.seen_by(s, seat), seat, COMPARED)[0].value
    return game.value(s, seat)
