"""Players who try their best plans out: the same imagined courses for all of them, the worse half dropped each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import NamedTuple, TypeVar

from tilehall.engine.dealer import Rng
from tilehall.engine.game import Advice, Game, Seat
from tilehall.engine.plan import Plan
from tilehall.engine.players.ahead import Depth, alone, looked_ahead, worth
from tilehall.engine.players.bots import advised, drawn
from tilehall.engine.players.playout import Luck, played_on

S = TypeVar("S")
TRUST = 12.0
"""What a plan seems to be worth before it is tried counts like so many trials: one trial tells little."""


class Effort(NamedTuple):
    """How much a player thinks, in numbers that do not depend on the machine."""

    plans: int
    """So many are tried out,"""
    playouts: int
    """in so many courses all in all,"""
    rounds: int
    """each so many rounds long."""
    alone: Depth
    """How far one looks ahead who plays alone,"""
    beside: Depth
    """and beside others, in games where that is stronger."""


LOOKED_AHEAD = frozenset({"sand"})
"""The games in which looking ahead beside others has been measured to be stronger than trying out."""


@dataclass(slots=True)
class Trial:
    """A plan, and how the courses with it ended."""

    plan: Plan
    total: float
    count: float

    @property
    def mean(self) -> float:
        return self.total / self.count


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
    if alone(game, view):
        yield from looked_ahead(game, view, seat, plans, effort.alone, seed)
        return
    if game.id in LOOKED_AHEAD:
        yield from looked_ahead(game, view, seat, plans, effort.beside, seed)
        return
    trials = [Trial(plan, TRUST * worth(plan.value), TRUST) for plan in plans]
    stages = ceil(log2(len(trials))) if len(trials) > 1 else 0
    course = 0
    for stage in range(stages):
        for _ in range(max(1, effort.playouts // (stages * len(trials)))):
            world = game.imagine(view, Rng(f"{seed} {course}"))
            for trial in trials:
                end = played_on(game, world, seat, trial.plan.actions, Luck(f"{seed} {course}"), effort.rounds)
                trial.total += worth(game.value(end, seat))
                trial.count += 1
            course += 1
        trials.sort(key=lambda trial: -trial.mean)
        trials = trials[: ceil(len(trials) / 2)] if stage < stages - 1 else trials
        yield trials[0].plan
