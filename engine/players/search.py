"""Players who try their best plans out in imagined courses, the same for all; what will not win any more is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple, TypeVar

from tilehall.engine.dealer import Rng
from tilehall.engine.game import Advice, Game, Seat
from tilehall.engine.plan import Plan, Value
from tilehall.engine.players.bots import advised, drawn
from tilehall.engine.players.playout import Luck, played_on

S = TypeVar("S")
TRUST = 5.0
"""What a plan seems to be worth before it is tried counts like so many trials: one trial tells little."""
BATCH = 4
"""After so many courses plans are compared."""
ENOUGH = 0.002
"""A plan is dropped if to go on with it promises less of a chance to win."""
FEW = 4
"""The courses that so many plans would share are enough for fewer: they are nearly alike then."""
APART, HELD = 0.1, 4
"""Two plans are thought to end so far apart in one course, as if so many courses had shown it."""
POINT = 0.001
"""What a point counts beside the chance of winning: it decides where that is settled."""


class Effort(NamedTuple):
    """How much a player thinks, in numbers that do not depend on the machine."""

    plans: int
    """So many are tried out,"""
    playouts: int
    """in so many courses all in all,"""
    turns: int
    """each so many turns long: this one, those of the others, the next one, and so on."""


@dataclass(slots=True)
class Trial:
    """A plan, and how the courses with it ended."""

    plan: Plan
    ends: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return (TRUST * worth(self.plan.value) + sum(self.ends)) / (TRUST + len(self.ends))

    def promise(self, best: Trial) -> float:
        """What it may be expected to win if it should turn out to be better than the best so far."""
        apart = [one - other for one, other in zip(self.ends, best.ends, strict=True)]
        if not any(apart):
            return 0.0
        middle = fmean(apart)
        spread = HELD * APART**2 + sum([(each - middle) ** 2 for each in apart])
        error = sqrt(spread / (HELD + len(apart) - 1) / len(apart))
        better = NormalDist(self.mean - best.mean, error)
        return better.mean * (1 - better.cdf(0)) + error**2 * better.pdf(0)


class Searcher:
    """Tries plans out. Where everybody chooses at the same time it stays unreadable: one by lot, by its weight."""

    def __init__(self, effort: Effort, rng: Rng) -> None:
        self.effort, self.rng = effort, rng

    def think(self, game: Game[S], view: S, seat: Seat) -> Iterator[Advice]:
        plans = game.plans(view, seat, self.effort.plans)
        best = drawn(plans, self.rng)
        yield advised(game, view, seat, best)
        if any(plan.weight != 1 for plan in plans):
            return
        for plan in tried_out(game, view, seat, plans, self.effort, str(self.rng.next())):
            if plan is not best:
                best = plan
                yield advised(game, view, seat, best)


def tried_out(game: Game[S], view: S, seat: Seat, plans: Sequence[Plan], effort: Effort, seed: str) -> Iterator[Plan]:
    """The best of these plans, the more certain the longer one waits."""
    trials = [Trial(plan) for plan in plans]
    played = 0
    while len(trials) > 1 and played < effort.playouts and len(trials[0].ends) < effort.playouts / FEW:
        for _ in range(BATCH):
            course = f"{seed} {len(trials[0].ends)}"
            world = game.imagine(view, Rng(course))
            for trial in trials:
                ends = played_on(game, world, seat, trial.plan.actions, Luck(course), effort.turns)
                trial.ends.append(fmean([worth(game.value(end, seat)) for end in ends[1:]]))
        played += BATCH * len(trials)
        best = max(trials, key=_mean)
        trials = [trial for trial in trials if trial is best or trial.promise(best) > ENOUGH]
        yield best.plan


def _mean(trial: Trial) -> float:
    return trial.mean


def worth(value: Value) -> float:
    """The chance of winning, and where nothing can change that the points."""
    return value.chance + POINT * value.points
