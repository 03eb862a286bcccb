"""One game of a plan, played and watched; and all of them, in one process or in several.

>>> from tilehall.engine import load_game
>>> from tilehall.tui.lab.plan import make_plan
>>> plan = make_plan("princess", 2, deals=3)
>>> play_game(load_game("princess"), plan, 0, plan.levels).outcome.standing.ending
'witch'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from tilehall.engine import Game, Text, UserError
from tilehall.tui.lab.plan import SimulationPlan
from tilehall.tui.programs.bots.bot_pool import BotConducts, BotPool
from tilehall.tui.tables.history.outcome import GameOutcome, game_outcome
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.parallel import UNLIMITED_LEVEL, run_parts
from tilehall.tui.tables.thinking.thinkers import Thinker, run_inline

BATCH_DEALS = 5
"""Games that a job plays at a time, or one deal if that takes more."""


class ObservedGame(NamedTuple):
    """What was seen of one game."""

    deal: int
    """Its number in the plan, from 0 on."""
    levels: tuple[str, ...]
    """Who sat where."""
    outcome: GameOutcome
    record: str = ""
    """The whole game, if the plan asks for it."""
    conduct: BotConducts | None = None
    """How programs have done; None if none played."""


Deal = tuple[ObservedGame, ...]
"""All games of one deal: one for each seating."""
DealListener = Callable[[Deal], object]


def play_game(
    rules: Game[Any],
    plan: SimulationPlan,
    deal: int,
    levels: Sequence[str],
    minds: Thinker | None = None,
    crew: BotPool | None = None,
) -> ObservedGame:
    """One game; its number decides dealer and whims, so that it does not matter who plays it and when.

    Programs are those of a crew. Raises UserError.
    """
    players = [plan.cast.player(seat, level) for seat, level in enumerate(levels)]
    sitting = crew.table_bots(levels) if crew else None
    table = Table.open(rules, players, plan.options, f"{plan.seed} {deal}", minds=minds, programs=sitting)
    run_inline(table.run_computers())
    found = game_outcome(table)
    if found is None:
        raise UserError(Text("Game {number} of seed {seed} ended without a result.", number=deal, seed=plan.seed))
    conduct = crew.take_conduct() if crew and sitting else None
    return ObservedGame(deal, tuple(levels), found, table.record() if plan.recorded else "", conduct)


class SimulationBatch(NamedTuple):
    """Some deals from this number on: what one job plays at a time."""

    plan: SimulationPlan
    first: int

    @property
    def game(self) -> str:
        return self.plan.game

    @property
    def level(self) -> str:
        """Nobody knows how long it takes."""
        return UNLIMITED_LEVEL

    def answer(self, rules: Game[Any]) -> tuple[Deal, ...]:
        plan = self.plan
        numbers = range(self.first, min(self.first + batch_size(plan), plan.deals))
        with BotPool(plan.cast) as crew:
            return tuple(
                tuple(play_game(rules, plan, number, seats, crew=crew) for seats in plan.seatings) for number in numbers
            )


def batch_size(plan: SimulationPlan) -> int:
    """How many deals a job plays at a time."""
    return max(1, BATCH_DEALS // len(plan.seatings))


def play_all(plan: SimulationPlan, jobs: int, heard: DealListener) -> None:
    """Plays all games, and hands on each deal, in order: the same for any number of jobs. Raises UserError."""
    if jobs < 1:
        raise UserError(Text("At least one job is needed."))

    def told(deals: tuple[Deal, ...]) -> bool:
        for deal in deals:
            heard(deal)
        return False

    run_parts(map(partial(SimulationBatch, plan), range(0, plan.deals, batch_size(plan))), jobs, told)
