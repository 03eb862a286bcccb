"""One game of a plan, played and watched; and all of them, in one process or in several.

>>> from tilehall.engine import game
>>> from tilehall.tui.lab.plan import planned
>>> plan = planned("princess", 2, deals=3)
>>> played(game("princess"), plan, 0, plan.levels).outcome.standing.ending
'witch'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from tilehall.engine import Game, RuleError, Text
from tilehall.tui.lab.plan import Plan
from tilehall.tui.programs.bots.bot_pool import Conducts, Crew
from tilehall.tui.tables.history.outcome import Outcome, outcome
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.parallel import LONG, worked_out
from tilehall.tui.tables.thinking.thinkers import Minds, at_once

PORTION = 5
"""Games that a job plays at a time, or one deal if that takes more."""


class Observed(NamedTuple):
    """What was seen of one game."""

    deal: int
    """Its number in the plan, from 0 on."""
    levels: tuple[str, ...]
    """Who sat where."""
    outcome: Outcome
    record: str = ""
    """The whole game, if the plan asks for it."""
    conduct: Conducts | None = None
    """How programs have done; None if none played."""


Deal = tuple[Observed, ...]
"""All games of one deal: one for each seating."""
Heard = Callable[[Deal], object]


def played(
    rules: Game[Any],
    plan: Plan,
    deal: int,
    levels: Sequence[str],
    minds: Minds | None = None,
    crew: Crew | None = None,
) -> Observed:
    """One game; its number decides dealer and whims, so that it does not matter who plays it and when.

    Programs are those of a crew. Raises RuleError.
    """
    players = [plan.cast.player(seat, level) for seat, level in enumerate(levels)]
    sitting = crew.programs(levels) if crew else None
    table = Table.open(rules, players, plan.options, f"{plan.seed} {deal}", minds=minds, programs=sitting)
    at_once(table.settled())
    found = outcome(table)
    if found is None:
        raise RuleError(Text("Game {number} of seed {seed} ended without a result.", number=deal, seed=plan.seed))
    conduct = crew.taken() if crew and sitting else None
    return Observed(deal, tuple(levels), found, table.record() if plan.recorded else "", conduct)


class Portion(NamedTuple):
    """Some deals from this number on: what one job plays at a time."""

    plan: Plan
    first: int

    @property
    def game(self) -> str:
        return self.plan.game

    @property
    def level(self) -> str:
        """Nobody knows how long it takes."""
        return LONG

    def answer(self, rules: Game[Any]) -> tuple[Deal, ...]:
        plan = self.plan
        numbers = range(self.first, min(self.first + portion(plan), plan.deals))
        with Crew(plan.cast) as crew:
            return tuple(
                tuple(played(rules, plan, number, seats, crew=crew) for seats in plan.seatings) for number in numbers
            )


def portion(plan: Plan) -> int:
    """How many deals a job plays at a time."""
    return max(1, PORTION // len(plan.seatings))


def play_all(plan: Plan, jobs: int, heard: Heard) -> None:
    """Plays all games, and hands on each deal, in order: the same for any number of jobs. Raises RuleError."""
    if jobs < 1:
        raise RuleError(Text("At least one job is needed."))

    def told(deals: tuple[Deal, ...]) -> bool:
        for deal in deals:
            heard(deal)
        return False

    worked_out(map(partial(Portion, plan), range(0, plan.deals, portion(plan))), jobs, told)
