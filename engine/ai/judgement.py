"""Judges a turn that was played against the best one, for reviews.

Both turns are measured in the same way and from the player's view: what was drawn afterwards does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple, TypeVar

from tilehall.engine.ai.advisor import PLANS_COMPARED
from tilehall.engine.ai.balance import LEFT, compute_balance
from tilehall.engine.ai.bot_factory import EFFORTS
from tilehall.engine.ai.lookahead import CHANCE_PER_POINT
from tilehall.engine.ai.plan import Plan, PositionValue, Term
from tilehall.engine.ai.playouts import Luck, play_on
from tilehall.engine.ai.search import Effort, compare_plans
from tilehall.engine.ai.turns import PlannedTurn, complete_turn
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Game, SeatNo
from tilehall.engine.core.text import Text

S = TypeVar("S")
ALL = 200
"""How many plans are asked for to find the turn that was played among mixed plans."""


class Judgement(NamedTuple):
    """A better turn than the one that was played."""

    actions: tuple[Action, ...]
    """Up to the next draw or the next decision of another seat."""
    why: Text
    """Why it begins as it does, worded as in a hint."""
    chance: float
    """By how much the chance of winning would have been higher."""
    points: float
    """By how many points it would have been better."""
    reasons: tuple[Term, ...]
    """The largest differences (costs are negative) and the sum of all others; together the points."""

    @property
    def cost(self) -> float:
        """What the played turn has cost: mainly chance of winning, points where that is settled."""
        return self.chance + CHANCE_PER_POINT * self.points


class TurnDifference(NamedTuple):
    """The difference between two turns, and the values that it comes from."""

    chance: float
    points: float
    better: PositionValue
    played: PositionValue


def judge_turn(game: Game[S], view: S, seat: SeatNo, played: Sequence[Action], level: str) -> Judgement | None:
    """What a bot of this level would have played instead of these actions; None if it found nothing better.

    >>> from tilehall.engine import Match, SeedDealer, Setup, load_game
    >>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> found = [judge_turn(match.game, match.view(0), 0, [side], "normal") for side in match.legal_actions(0)]
    >>> None in found
    True
    """
    effort = EFFORTS.get(level)
    plans = game.advisor.plans(view, seat, effort.plans if effort else PLANS_COMPARED)
    mixed = any(plan.weight != 1 for plan in plans)
    best = plans[0] if mixed or effort is None else _search_plans(game, view, seat, plans, effort)
    turns = complete_turn(game, view, seat, best.actions), complete_turn(game, view, seat, played)
    if turns[0] is None or turns[1] is None or turns[0].end == turns[1].end:
        return None
    found = _compare_turns(game, view, seat, plans, best, turns[0], turns[1])
    if effort is not None and not mixed:
        found = _compare_by_playouts(game, view, seat, effort, turns[0], turns[1])
    better = Judgement(
        turns[0].actions,
        game.advisor.explain_plan(view, seat, best),
        found.chance,
        found.points,
        sum_terms(found),
    )
    return better if better.cost > 0 else None


def sum_terms(found: TurnDifference) -> tuple[Term, ...]:
    """The terms of a difference: those at the ends of the two turns, and the rest that follows later."""
    seen = compute_balance(found.better, found.played)
    named = (*seen.gains, *seen.costs)
    rest = found.points - sum(term.points for term in named)
    return (*named, Term("rest", rest, REST)) if named and abs(rest) >= LEFT else named


REST: Final = Text("all else, and what follows from it")
PART = 16
"""The budget of a search, in turns, is divided by this to get the number of playouts that compare two turns."""
LEAST = 8
"""The fewest such playouts."""
SEED = "judged"
"""Seeds all playouts, so that everybody is judged by the same draws."""


def _search_plans(game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], effort: Effort) -> Plan:
    """The best of them after a search."""
    *_, best = plans[0], *compare_plans(game, view, seat, plans, effort, SEED)
    return best


def _compare_turns(
    game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], best: Plan, better: PlannedTurn, played: PlannedTurn
) -> TurnDifference:
    """By the values of the plans, if both turns are whole plans; else by the positions that they end in."""
    if best.weight != 1 and all(plan.actions != played.actions for plan in plans):
        plans = game.advisor.plans(view, seat, ALL)
    mine = next((plan for plan in plans if plan.actions == played.actions), None)
    whole = mine is not None and best.actions == better.actions
    one, other = (best.value, mine.value) if mine is not None and whole else (better.value, played.value)
    return TurnDifference(one.chance - other.chance, one.points - other.points, one, other)


def _compare_by_playouts(
    game: Game[S], view: S, seat: SeatNo, effort: Effort, better: PlannedTurn, played: PlannedTurn
) -> TurnDifference:
    """By playouts with the same draws after both turns; the terms are those of the positions at their ends."""
    ends: list[tuple[PositionValue, PositionValue]] = []
    for n in range(max(LEAST, int(game.advisor.playout_turns_per_second * effort.seconds) // PART)):
        seed = f"{SEED} apart {n}"
        world = game.sample_state(view, Rng(seed))
        one, other = (
            game.advisor.value(play_on(game, world, seat, turn.actions, Luck(seed), effort.turns)[-1], seat)
            for turn in (better, played)
        )
        ends.append((one, other))
    return TurnDifference(
        fmean(one.chance - other.chance for one, other in ends),
        fmean(one.points - other.points for one, other in ends),
        better.value,
        played.value,
    )
