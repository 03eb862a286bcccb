"""What a person is told who asks: the best plan of the turn, what it brings, what it risks, what another loses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeVar

from tilehall.engine.ai.balance import MOST, WORTH_SAYING, balance, in_points
from tilehall.engine.ai.plan import Difference, Plan, Term, Value, differences
from tilehall.engine.ai.playouts import Luck, answered, own_turn
from tilehall.engine.core.base_game import COMPARED
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Advice, Game, RuleError, Seat
from tilehall.engine.core.text import Text, listed

S = TypeVar("S")
CLEAR = 0.3
"""Points by which one plan has to be better than another to be called so."""
COURSES = 3
"""So many rounds are imagined to see what the others may spoil."""
ALL = 200
"""So many plans are asked for to find a choice among them."""
AS_GOOD: Final = Text("as good as the hint")


def hint(game: Game[S], view: S, seat: Seat) -> Advice:
    """The best plan of this turn, what is about as good, and what it has over the best that is not."""
    plans = thought_of(game, view, seat)
    best, others = plans[0], beginnings(plans)[1:]
    beside = next((plan for plan in others if ahead(best, plan) < CLEAR), None)
    behind = next((plan for plan in others if ahead(best, plan) >= CLEAR), None)
    danger = risk(game, view, seat, best, others[0]) if others else []
    now = game.as_it_stands(view, seat)
    if behind:
        account = balance(best.value, behind.value, now).told
    else:
        account = brought(best.value, now) if not beside else None
    return Advice(
        best.actions[0],
        game.explain(view, seat, best),
        best.actions[1:],
        clear=beside is None,
        beside=beside.actions[0] if beside else None,
        behind=behind.actions[0] if behind else None,
        ahead=ahead(best, behind) if behind else 0.0,
        account=account,
        risk=in_points(danger[0]) if danger else None,
    )


def thought_of(game: Game[S], view: S, seat: Seat) -> Sequence[Plan]:
    """The plans that hints and comparisons go by; where they are mixed all of them, since any may be played."""
    plans = game.plans(view, seat, COMPARED)
    return game.plans(view, seat, ALL) if mixed(plans) else plans


def mixed(plans: Iterable[Plan]) -> bool:
    """Whether nobody should always play the first of them: all choose at the same time."""
    return any(plan.weight != 1 for plan in plans)


def beginnings(plans: Sequence[Plan]) -> list[Plan]:
    """The best plan for every action that a turn may begin with."""
    found: dict[Action, Plan] = {}
    for plan in plans:
        found.setdefault(plan.actions[0], plan)
    return [*found.values()]


def ahead(plan: Plan, other: Plan) -> float:
    return plan.value.points - other.value.points


def brought(best: Value, now: Value) -> Text | None:
    """What is so after a plan and not so yet, where there is nothing to compare it with."""
    known, so = {term.group for term in now.terms}, {term.text for term in now.terms}
    found = [
        each.here._replace(points=each.points)
        for each in differences(best, now)
        if each.points >= WORTH_SAYING and each.here is not None and each.here.group in known
        if each.here.text not in so
    ]
    return listed(map(in_points, found[:MOST])) if found else None


def risk(game: Game[S], view: S, seat: Seat, plan: Plan, other: Plan) -> list[Term]:
    """What the others are more likely to spoil after this plan than after the other, before this seat decides again.

    Nothing where all choose at the same time: how likely they clash is a part of the plan.
    """
    if mixed((plan, other)):
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
        Term("risk", -points, text)
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
    """What a choice of one's own loses against the hint, and what for; measured as the hint is."""
    best, own = _measured(game, view, seat, actions)
    if best.points - own.points < CLEAR:
        return Advice(actions[-1], AS_GOOD, clear=False)
    found = balance(best, own, game.as_it_stands(view, seat))
    if found.told is None:
        return Advice(actions[-1], Text("{points:.1f} points worse than the hint, all in all", points=found.points))
    worse = Text("{points:.1f} points worse than the hint. {account}", points=found.points, account=found.told)
    return Advice(actions[-1], worse)


def _measured(game: Game[S], view: S, seat: Seat, actions: Sequence[Action]) -> tuple[Value, Value]:
    """What the hint and a choice are worth: as plans, if the choice is among them; else by what is left after both."""
    plans = thought_of(game, view, seat)
    for known in (plans, () if mixed(plans) else game.plans(view, seat, ALL)):
        own = next((plan for plan in known if _begins(plan, actions)), None)
        best = next((plan for plan in known if plan.actions == plans[0].actions), None)
        if own and best:
            return best.value, own.value
    return value_after(game, view, seat, plans[0].actions[:1]), value_after(game, view, seat, actions)


def _begins(plan: Plan, actions: Sequence[Action]) -> bool:
    return plan.actions[: len(actions)] == tuple(actions)


def value_after(game: Game[S], view: S, seat: Seat, actions: Sequence[Action]) -> Value:
    """What is left to be had after these actions of a seat, if it goes on as well as it can."""
    s = game.imagine(view, Rng(0))
    for action in actions:
        s = game.apply(s, seat, action)
    if game.actors(s) == (seat,):
        return game.plans(game.seen_by(s, seat), seat, COMPARED)[0].value
    return game.value(s, seat)
