"""Hints for players: the best plan of the turn, its balance and its risk, and what another choice loses against it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeVar

from tilehall.engine.ai.advisor import PLANS_COMPARED
from tilehall.engine.ai.balance import MOST, WORTH_SAYING, compute_balance, term_with_points
from tilehall.engine.ai.plan import Plan, PositionValue, Term, TermDifference, compare_values
from tilehall.engine.ai.playouts import Luck, play_others, play_own_turn
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Advice, Game, RuleError, SeatNo
from tilehall.engine.core.text import Text, join_commas

S = TypeVar("S")
CLEAR = 0.3
"""The fewest points by which one plan is clearly better than another."""
COURSES = 3
"""How many rounds are simulated to see what the others may spoil."""
ALL = 200
"""How many plans are asked for to find a given choice among them."""
AS_GOOD: Final = Text("as good as the hint")


def find_hint(game: Game[S], view: S, seat: SeatNo) -> Advice:
    """The best plan, one that is about as good if there is any, and its balance against the best clearly worse one."""
    plans = hint_plans(game, view, seat)
    best, others = plans[0], best_plans_by_action(plans)[1:]
    beside = next((plan for plan in others if points_ahead(best, plan) < CLEAR), None)
    behind = next((plan for plan in others if points_ahead(best, plan) >= CLEAR), None)
    danger = find_risk(game, view, seat, best, others[0]) if others else []
    now = game.advisor.static_value(view, seat)
    if behind:
        account = compute_balance(best.value, behind.value, now).to_text
    else:
        account = describe_gains(best.value, now) if not beside else None
    return Advice(
        best.actions[0],
        game.advisor.explain_plan(view, seat, best),
        best.actions[1:],
        is_clear=beside is None,
        equal_action=beside.actions[0] if beside else None,
        runner_up=behind.actions[0] if behind else None,
        margin=points_ahead(best, behind) if behind else 0.0,
        balance=account,
        risk=term_with_points(danger[0]) if danger else None,
    )


def hint_plans(game: Game[S], view: S, seat: SeatNo) -> Sequence[Plan]:
    """The plans that hints and comparisons go by: all of them where they are mixed, since any may be played."""
    plans = game.advisor.plans(view, seat, PLANS_COMPARED)
    return game.advisor.plans(view, seat, ALL) if is_mixed(plans) else plans


def is_mixed(plans: Iterable[Plan]) -> bool:
    """Whether these are plans of a simultaneous decision, of which one is drawn by weight."""
    return any(plan.weight != 1 for plan in plans)


def best_plans_by_action(plans: Sequence[Plan]) -> list[Plan]:
    """The best plan for every first action."""
    found: dict[Action, Plan] = {}
    for plan in plans:
        found.setdefault(plan.actions[0], plan)
    return [*found.values()]


def points_ahead(plan: Plan, other: Plan) -> float:
    return plan.value.points - other.value.points


def describe_gains(best: PositionValue, now: PositionValue) -> Text | None:
    """What a plan gains against the present position, where there is no other plan to compare it with."""
    known, so = {term.group for term in now.terms}, {term.text for term in now.terms}
    found = [
        each.better._replace(points=each.points)
        for each in compare_values(best, now)
        if each.points >= WORTH_SAYING and each.better is not None and each.better.group in known
        if each.better.text not in so
    ]
    return join_commas(map(term_with_points, found[:MOST])) if found else None


def find_risk(game: Game[S], view: S, seat: SeatNo, plan: Plan, other: Plan) -> list[Term]:
    """What the others spoil more after this plan than after the other, before this seat decides again; the worst first.

    Empty for simultaneous decisions: their plans account for clashes themselves.
    """
    if is_mixed((plan, other)):
        return []
    lost: dict[Hashable, float] = {}
    worst: dict[Hashable, TermDifference] = {}
    try:
        for course in range(COURSES):
            world = game.sample_state(view, Rng(f"risk {course}"))
            for each, sign in ((plan, 1), (other, -1)):
                luck = Luck(f"risk {course}")
                done = play_own_turn(game, world, seat, each.actions, luck)
                had = game.advisor.value(done, seat)
                after = play_others(game, done, seat, luck)
                if not game.actors(after):
                    return []
                left = game.advisor.value(after, seat)
                for found in compare_values(had, left):
                    lost[found.subject] = lost.get(found.subject, 0.0) + sign * found.points / COURSES
                    if sign > 0 and found.points > (worst[found.subject].points if found.subject in worst else 0.0):
                        worst[found.subject] = found
    except RuleError:
        # A simulated round may depend on what the view hides.
        return []
    return [
        Term("risk", -points, text)
        for subject, points in sorted(lost.items(), key=lambda each: -each[1])
        if points >= WORTH_SAYING and subject in worst and (text := describe_spoiled(worst[subject]))
    ]


def describe_spoiled(found: TermDifference) -> Text | None:
    """What a term becomes, or that it may be lost."""
    if found.worse is not None and (found.better is None or found.better.text != found.worse.text):
        return found.worse.text
    if found.better is not None and found.worse is None:
        return Text("{what}, which may not last", what=found.better.text)
    return None


def compare_with_hint(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> Advice:
    """What these actions lose against the hint, and why, measured in the same way as the hint."""
    best, own = _measure(game, view, seat, actions)
    if best.points - own.points < CLEAR:
        return Advice(actions[-1], AS_GOOD, is_clear=False)
    found = compute_balance(best, own, game.advisor.static_value(view, seat))
    if found.to_text is None:
        return Advice(actions[-1], Text("{points:.1f} points worse than the hint, all in all", points=found.points))
    worse = Text("{points:.1f} points worse than the hint. {account}", points=found.points, account=found.to_text)
    return Advice(actions[-1], worse)


def _measure(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> tuple[PositionValue, PositionValue]:
    """The values of the hint and of a choice: as plans, if the choice is one; else of the positions after both."""
    plans = hint_plans(game, view, seat)
    for known in (plans, () if is_mixed(plans) else game.advisor.plans(view, seat, ALL)):
        own = next((plan for plan in known if _begins(plan, actions)), None)
        best = next((plan for plan in known if plan.actions == plans[0].actions), None)
        if own and best:
            return best.value, own.value
    return value_after(game, view, seat, plans[0].actions[:1]), value_after(game, view, seat, actions)


def _begins(plan: Plan, actions: Sequence[Action]) -> bool:
    return plan.actions[: len(actions)] == tuple(actions)


def value_after(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> PositionValue:
    """The value after these actions, if the seat goes on with its best plan."""
    s = game.sample_state(view, Rng(0))
    for action in actions:
        s = game.apply(s, seat, action)
    if game.actors(s) == (seat,):
        return game.advisor.plans(game.view(s, seat), seat, PLANS_COMPARED)[0].value
    return game.advisor.value(s, seat)
