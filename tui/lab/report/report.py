"""A simulation that is over, and what is asked of it by the table, the data and the pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

from tilehall.engine import Box, Game, boxes, citable, game, rulebook
from tilehall.engine.core.usage import Used
from tilehall.tui.lab.plan import Plan
from tilehall.tui.lab.report.thing_names import Named, names, unused
from tilehall.tui.lab.statistics.effects import Difference, Effect
from tilehall.tui.lab.tally import Tally


class Finding(NamedTuple):
    """What was found of a deed, or of a thing that it was done with."""

    used: Used
    effect: Effect
    difference: Difference | None
    clear: bool
    """Whether the difference is too large for chance, even though so many were looked at."""


@dataclass(frozen=True)
class Report:
    """What came of a plan."""

    plan: Plan
    tally: Tally
    seconds: float

    @cached_property
    def rules(self) -> Game[Any]:
        return game(self.plan.game)

    @property
    def box(self) -> Box | None:
        """What is printed on the game's box; None for a game that is not in the catalogue under this name."""
        return next((box for box in boxes() if box.id == self.plan.game), None)

    @property
    def players(self) -> int:
        return len(self.plan.levels)

    @property
    def even(self) -> float:
        """The share of wins that each seat would have if all were alike; nobody wins some games."""
        return (1 - self.tally.unwon / self.tally.games) / self.players

    @cached_property
    def named(self) -> Named:
        return names(self.rules, self.plan.setup)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Deeds and things, those in front that went most surely with winning or losing."""
        return self._found(self.tally.used)

    @cached_property
    def points(self) -> tuple[Finding, ...]:
        """The parts of the receipt as deeds: who had more points by them."""
        return self._found({Used(part): effect for part, effect in self.tally.points.items()})

    def _found(self, effects: Mapping[Used, Effect]) -> tuple[Finding, ...]:
        told = {used: effect.difference(self.tally.scale) for used, effect in effects.items()}
        limit = sure_from(sum(each is not None for each in told.values()))
        found = [
            Finding(used, effects[used], each, each is not None and abs(each.sureness) > limit)
            for used, each in told.items()
        ]
        return tuple(sorted(found, key=_surest))

    @cached_property
    def unused(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """By deed and kind of thing, those that it was never done with."""
        return unused(self.rules, self.plan.setup, self.tally.used)

    @property
    def never(self) -> tuple[str, ...] | None:
        """The rules that something could have cited and nothing did, as the rulebook has them; None: nobody knows."""
        can = citable(self.rules)
        if can is None:
            return None
        fired = {*self.tally.rules, *self.tally.decided}
        return tuple(rule for rule in rulebook(self.rules).numbers() if rule in can and rule not in fired)


def _surest(finding: Finding) -> tuple[float, Used]:
    return (-abs(finding.difference.sureness) if finding.difference else 0.0, finding.used)


def sure_from(comparisons: int) -> float:
    """How many standard errors are too many for chance, if so many differences are looked at (Bonferroni).

    >>> round(sure_from(1), 2), round(sure_from(100), 2)
    (1.96, 3.48)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))
