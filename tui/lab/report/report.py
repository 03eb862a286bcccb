"""The report of a simulation, from which table, data and picture are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

from tilehall.engine import (
    Announcement,
    Game,
    Setup,
    Text,
    citable_rules,
    list_games,
    literal_text,
    load_game,
    load_rulebook,
)
from tilehall.engine.core.usage import ThingUsage
from tilehall.tui.lab.plan import SimulationPlan
from tilehall.tui.lab.statistics.effects import Effect, WinShareDifference
from tilehall.tui.lab.tally import SimulationTally

ThingNamer = Callable[[ThingUsage], Text]


class UsageFinding(NamedTuple):
    """How a deed, or a thing that it was done with, goes with winning."""

    used: ThingUsage
    effect: Effect
    difference: WinShareDifference | None
    clear: bool
    """Whether the difference is too large for chance, even though so many were looked at."""


@dataclass(frozen=True)
class SimulationReport:
    """The results of a plan."""

    plan: SimulationPlan
    tally: SimulationTally
    seconds: float

    @cached_property
    def rules(self) -> Game[Any]:
        return load_game(self.plan.game)

    @property
    def box(self) -> Announcement | None:
        """The catalogue entry of the game; None if it is not listed under this name."""
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
        """Deeds and things, first those that go most surely with winning or losing."""
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
        """By deed and kind of thing, the things that were never used."""
        return unused_things(self.rules, self.plan.setup, self.tally.used)

    @property
    def never(self) -> tuple[str, ...] | None:
        """The rules that could have been cited and never were, in the order of the rulebook; None if unknown."""
        can = citable_rules(self.rules)
        if can is None:
            return None
        fired = {*self.tally.rules, *self.tally.decided}
        return tuple(rule for rule in load_rulebook(self.rules).numbers() if rule in can and rule not in fired)


def _surest(finding: UsageFinding) -> tuple[float, ThingUsage]:
    return (-abs(finding.difference.sureness) if finding.difference else 0.0, finding.used)


def sure_from(comparisons: int) -> float:
    """Return how many standard errors are too many for chance among so many comparisons (Bonferroni).

    >>> round(sure_from(1), 2), round(sure_from(100), 2)
    (1.96, 3.48)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))


def thing_namer(rules: Game[Any], setup: Setup) -> ThingNamer:
    """Return a function that names things: as they are drawn, if the game tells that, else by their words.

    >>> from tilehall.engine import load_game
    >>> str(thing_namer(load_game("princess"), Setup(2))(ThingUsage("lay", "tile", "FU")))
    'FU fire sun'
    """
    at_first = rules.start(setup)
    known = {(thing.kind, thing.word): thing for thing in rules.teacher.things(at_first, 0)}

    def named(used: ThingUsage) -> Text:
        thing = known.get((used.kind, used.word))
        told = rules.teacher.explain_thing(at_first, 0, thing) if thing is not None else None
        if told is None or told.piece is None:
            return literal_text(used.word)
        return Text("{thing}", thing=told.piece)

    return named


def unused_things(rules: Game[Any], setup: Setup, used: Iterable[ThingUsage]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return by deed and kind of thing those that were never used."""
    words: dict[str, list[str]] = {}
    for thing in rules.teacher.things(rules.start(setup), 0):
        words.setdefault(thing.kind, []).append(thing.word)
    seen: dict[tuple[str, str], set[str]] = {}
    for each in used:
        if each.kind:
            seen.setdefault((each.deed, each.kind), set()).add(each.word)
    return {
        way: tuple(word for word in dict.fromkeys(words.get(way[1], ())) if word not in came)
        for way, came in seen.items()
    }
