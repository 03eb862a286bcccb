"""A simulation that is over, and what is asked of it by the table, the data and the pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

from tilehall.engine import Announcement, Game, citable_rules, list_games, load_game, load_rulebook
from tilehall.engine.core.usage import ThingUsage
from tilehall.tui.lab.plan import SimulationPlan
from tilehall.tui.lab.report.thing_names import ThingNamer, thing_namer, unused_things
from tilehall.tui.lab.statistics.effects import Effect, WinShareDifference
from tilehall.tui.lab.tally import SimulationTally


class UsageFinding(NamedTuple):
    """What was found of a deed, or of a thing that it was done with."""

    used: ThingUsage
    effect: Effect
    difference: WinShareDifference | None
    clear: bool
    """Whether the difference is too large for chance, even though so many were looked at."""


@dataclass(frozen=True)
class SimulationReport:
    """What came of a plan."""

    plan: SimulationPlan
    tally: SimulationTally
    seconds: float

    @cached_property
    def rules(self) -> Game[Any]:
        return load_game(self.plan.game)

    @property
    def box(self) -> Announcement | None:
        """What is printed on the game's box; None for a game that is not in the catalogue under this name."""
        return next((box for box in list_games() if box.id == self.plan.game), None)

    @property
    def players(self) -> int:
        return len(self.plan.levels)

    @property
    def even(self) -> float:
        """The share of wins that each seat would have if all were alike; nobody wins some games."""
        return (1 - self.tally.unwon / self.tally.games) / self.players

    @cached_property
    def named(self) -> ThingNamer:
        return thing_namer(self.rules, self.plan.setup)

    @cached_property
    def findings(self) -> tuple[UsageFinding, ...]:
        """Deeds and things, those in front that went most surely with winning or losing."""
        return self._found(self.tally.used)

    @cached_property
    def points(self) -> tuple[UsageFinding, ...]:
        """The parts of the receipt as deeds: who had more points by them."""
        return self._found({ThingUsage(part): effect for part, effect in self.tally.points.items()})

    def _found(self, effects: Mapping[ThingUsage, Effect]) -> tuple[UsageFinding, ...]:
        told = {used: effect.difference(self.tally.scale) for used, effect in effects.items()}
        limit = sure_from(sum(each is not None for each in told.values()))
        found = [
            UsageFinding(used, effects[used], each, each is not None and abs(each.sureness) > limit)
            for used, each in told.items()
        ]
        return tuple(sorted(found, key=_surest))

    @cached_property
    def unused(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """By deed and kind of thing, those that it was never done with."""
        return unused_things(self.rules, self.plan.setup, self.tally.used)

    @property
    def never(self) -> tuple[str, ...] | None:
        """The rules that something could have cited and nothing did, as the rulebook has them; None: nobody knows."""
        can = citable_rules(self.rules)
        if can is None:
            return None
        fired = {*self.tally.rules, *self.tally.decided}
        return tuple(rule for rule in load_rulebook(self.rules).numbers() if rule in can and rule not in fired)


def _surest(finding: UsageFinding) -> tuple[float, ThingUsage]:
    return (-abs(finding.difference.sureness) if finding.difference else 0.0, finding.used)


def sure_from(comparisons: int) -> float:
    """How many standard errors are too many for chance, if so many differences are looked at (Bonferroni).

    >>> round(sure_from(1), 2), round(sure_from(100), 2)
    (1.96, 3.48)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))
