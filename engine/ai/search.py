"""Bots that compare their best plans by playouts with common random numbers, and drop plans that will not win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple, TypeVar

from tilehall.engine.ai.bots import advice_for_plan, draw_plan
from tilehall.engine.ai.lookahead import Depth, count_seats, look_ahead, measure_chance
from tilehall.engine.ai.plan import Plan
from tilehall.engine.ai.playouts import Luck, PlanCache, play_on
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Advice, Game, SeatNo

S = TypeVar("S")
TRUST = 2.0
"""The weight of a plan's own value as a prior, in playouts."""
BATCH = 4
"""Plans are compared after every so many playouts."""
ENOUGH = 0.002
"""A plan is dropped if its expected improvement is below this chance of winning."""
FEW = 4
"""No plan gets more playouts than the budget divided by this: the last ones are nearly equal."""
APART, HELD = 0.1, 4
"""The prior of the difference between two plans in one playout: its deviation, and its weight in playouts."""


class Effort(NamedTuple):
    """The budget of a search, independent of the machine."""

    plans: int
    """How many plans are compared."""
    seconds: float
    """The budget, in seconds of `Advisor.playout_turns_per_second` turns each."""
    turns: int
    """The length of a playout: this turn, those of the others, the next one, and so on."""
    alone: Depth
    """The beam search of a single player."""
    beside: Depth
    """The beam search in games whose advisor looks ahead."""


@dataclass(slots=True)
class PlanTrial:
    """A plan, and the results of its playouts."""

    plan: Plan
    ends: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return (TRUST * measure_chance(self.plan.value) + sum(self.ends)) / (TRUST + len(self.ends))

    def promise(self, best: PlanTrial) -> float:
        """The expected improvement over the best plan so far."""
        apart = [one - other for one, other in zip(self.ends, best.ends, strict=True)]
        if not any(apart):
            return 0.0
        middle = fmean(apart)
        spread = HELD * APART**2 + sum([(each - middle) ** 2 for each in apart])
        error = sqrt(spread / (HELD + len(apart) - 1) / len(apart))
        better = NormalDist(self.mean - best.mean, error)
        return better.mean * (1 - better.cdf(0)) + error**2 * better.pdf(0)


class SearchBot:
    """Compares plans by search. In a simultaneous decision it draws one by weight instead, to stay unpredictable."""

    def __init__(self, effort: Effort, rng: Rng) -> None:
        self.effort, self.rng = effort, rng

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        plans = game.advisor.plans(view, seat, self.effort.plans)
        best = draw_plan(plans, self.rng)
        advice = advice_for_plan(game, view, seat, best)
        yield advice
        if any(plan.weight != 1 for plan in plans):
            return
        for plan in compare_plans(game, view, seat, plans, self.effort, str(self.rng.next())):
            if plan is not best:
                best, advice = plan, advice_for_plan(game, view, seat, plan)
            yield advice


def compare_plans(
    game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], effort: Effort, seed: str
) -> Iterator[Plan]:
    """Yields the plan that looks best after each playout or search."""
    if len(plans) < 2:
        return iter(())
    if count_seats(game, view) == 1:
        return look_ahead(game, view, seat, plans, effort.alone, seed)
    if game.advisor.looks_ahead:
        return look_ahead(game, view, seat, plans, effort.beside, seed)
    return try_plans(game, view, seat, plans, effort, seed)


def try_plans(game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], effort: Effort, seed: str) -> Iterator[Plan]:
    """Compares plans by playouts; yields the best one after each round of them."""
    trials, played, known = [PlanTrial(plan) for plan in plans], 0, PlanCache(game)
    most = int(game.advisor.playout_turns_per_second * effort.seconds) // count_turns(game, view, effort.turns)
    while len(trials) > 1 and played < most and len(trials[0].ends) < most / FEW:
        course = f"{seed} {len(trials[0].ends)}"
        world, luck = game.sample_state(view, Rng(course)), Luck(course)
        for trial in trials:
            ends = play_on(game, world, seat, trial.plan.actions, luck.copy(), effort.turns, known)
            trial.ends.append(fmean([measure_chance(game.advisor.value(end, seat)) for end in ends[1:]]))
        played += len(trials)
        best = max(trials, key=_mean)
        if len(best.ends) % BATCH == 0:
            trials = [trial for trial in trials if trial is best or trial.promise(best) > ENOUGH]
        yield best.plan


def count_turns(game: Game[S], s: S, turns: int) -> int:
    """How many turns a playout takes, those of all others included."""
    return turns + turns // 2 * (count_seats(game, s) - 2)


def _mean(trial: PlanTrial) -> float:
    return trial.mean
