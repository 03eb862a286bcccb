"""The games of a simulation: each one played and observed, all of them in one process or in several.

>>> from tilehall.engine import load_game
>>> from tilehall.tui.lab.plan import make_plan
>>> plan = make_plan("princess", 2, deals=3)
>>> play_deals(load_game("princess"), plan, range(1))[0][0].outcome.standing.ending
'witch'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from tilehall.engine import Game, Text, UserError
from tilehall.tui.lab.game_runner import GameJob, computer_players, play_game
from tilehall.tui.lab.plan import SimulationPlan
from tilehall.tui.programs.bots.bot_pool import BotConducts, BotPool
from tilehall.tui.tables.history.outcome import GameOutcome, game_outcome
from tilehall.tui.tables.thinking.thinkers import run_parts

BATCH_GAMES = 5
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


def play_all(plan: SimulationPlan, jobs: int, listener: DealListener) -> None:
    """Play all games and hand on each deal, in order: the same for any number of jobs. Raises UserError."""
    if jobs < 1:
        raise UserError(Text("At least one job is needed."))

    def hand_on(deals: Sequence[Deal]) -> bool:
        for deal in deals:
            listener(deal)
        return False

    size = max(1, BATCH_GAMES // len(plan.seatings))
    batches = (range(first, min(first + size, plan.deals)) for first in range(0, plan.deals, size))
    run_parts((GameJob(plan.game, partial(play_deals, plan=plan, numbers=batch)) for batch in batches), jobs, hand_on)


def play_deals(rules: Game[Any], plan: SimulationPlan, numbers: range) -> tuple[Deal, ...]:
    """Play these deals of a plan; programs keep their processes meanwhile. Raises UserError."""
    with BotPool(plan.bots) as pool:
        return tuple(
            tuple(_play_observed(rules, plan, number, levels, pool) for levels in plan.seatings) for number in numbers
        )


def _play_observed(
    rules: Game[Any], plan: SimulationPlan, deal: int, levels: tuple[str, ...], pool: BotPool
) -> ObservedGame:
    bots = pool.table_bots(levels)
    players = computer_players(levels, plan.bots.names)
    table = play_game(rules, players, plan.options, plan.seed, deal, bots=bots).table
    outcome = game_outcome(table)
    assert outcome is not None, "it is over"
    record = table.record() if plan.recorded else ""
    return ObservedGame(deal, levels, outcome, record, pool.take_conduct() if bots else None)
