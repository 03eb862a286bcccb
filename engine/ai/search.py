"""Players who try their best plans out in imagined courses, the same for all; what will not win any more is dropped."""

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
"""What a plan seems to be worth before it is tried counts like so many trials: one trial tells little."""
BATCH = 4
"""After so many courses plans are compared."""
ENOUGH = 0.002
"""A plan is dropped if to go on with it promises less of a chance to win."""
FEW = 4
"""The courses that so many plans would share are enough for fewer: they are nearly alike then."""
APART, HELD = 0.1, 4
"""Two plans are thought to end so far apart in one course, as if so many courses had shown it."""


class Effort(NamedTuple):
    """How much a player thinks, in numbers that do not depend on the machine."""

    plans: int
    """So many are tried out,"""
    seconds: float
    """in courses of so many turns all together as the pace of the game allows for so many seconds,"""
    turns: int
    """each so many turns long: this one, those of the others, the next one, and so on."""
    alone: Depth
    """How far one looks ahead who plays alone,"""
    beside: Depth
    """and beside others, in games that want it."""


@dataclass(slots=True)
class PlanTrial:
    """A plan, and how the courses with it ended."""

    plan: Plan
    ends: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return (TRUST * measure_chance(self.plan.value) + sum(self.ends)) / (TRUST + len(self.ends))

    def promise(self, best: PlanTrial) -> float:
        """What it may be expected to win if it should turn out to be better than the best so far."""
        apart = [one - other for one, other in zip(self.ends, best.ends, strict=True)]
        if not any(apart):
            return 0.0
        middle = fmean(apart)
        spread = HELD * APART**2 + sum([(each - middle) ** 2 for each in apart])
        error = sqrt(spread / (HELD + len(apart) - 1) / len(apart))
        better = NormalDist(self.mean - best.mean, error)
        return better.mean * (1 - better.cdf(0)) + error**2 * better.pdf(0)


class SearchBot:
    """Tries plans out. Where everybody chooses at the same time it stays unreadable: one by lot, by its weight."""

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
    """The best of these plans after every course, the more certain the longer one waits."""
    if len(plans) < 2:
        return iter(())
    if count_seats(game, view) == 1:
        return look_ahead(game, view, seat, plans, effort.alone, seed)
    if game.advisor.looks_ahead:
        return look_ahead(game, view, seat, plans, effort.beside, seed)
    return try_plans(game, view, seat, plans, effort, seed)


def try_plans(game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], effort: Effort, seed: str) -> Iterator[Plan]:
    """By how courses go on that begin with them. From time to time those are dropped that will not win any more."""
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
    """How many turns a course takes, with those of all others."""
    return turns + turns // 2 * (count_seats(game, s) - 2)


def _mean(trial: PlanTrial) -> float:
    return trial.mean
