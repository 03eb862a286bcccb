"""Runs a simulation: plays all games of a plan, in one process or in several, and observes each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from tilehall.engine import Game, Text, UserError
from tilehall.tui.lab.game_runner import GameJob, computer_players, play_game
from tilehall.tui.lab.plan import Deal, DealListener, ObservedGame, SimulationPlan, make_plan
from tilehall.tui.lab.progress_bar import ProgressCallback
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.tally import SimulationTally
from tilehall.tui.programs.bots.bot_pool import BotPool
from tilehall.tui.tables.history.outcome import game_outcome
from tilehall.tui.tables.thinking.thinkers import run_parts

BATCH_GAMES = 5
"""Games that a job plays at a time, or one deal if that takes more."""


def simulate(
    name: str,
    players: int,
    levels: Sequence[str] = (),
    games: int = 100,
    seed: str = "1",
    jobs: int = 1,
    options: Sequence[tuple[str, str]] = (),
    progress: ProgressCallback | None = None,
    rotate: bool = False,
) -> SimulationReport:
    """Play so many deals and report; one level is for all seats, none means random. Raises UserError.

    >>> simulate("princess", 2, games=3).tally.games
    3
    """
    return run(make_plan(name, players, levels, games, seed, options, rotate), jobs, progress)


def run(
    plan: SimulationPlan,
    jobs: int = 1,
    progress: ProgressCallback | None = None,
    heard: Sequence[DealListener] = (),
    clock: Callable[[], float] = time.perf_counter,
) -> SimulationReport:
    """Play a plan, hand each deal to the listeners, and report, also if interrupted. Raises UserError."""
    started = clock()
    tally = SimulationTally(plan)

    def counted(deal: Deal) -> None:
        tally.add(deal)
        for each in heard:
            each(deal)
        if progress:
            progress(tally.games, plan.games)

    with suppress(KeyboardInterrupt):
        play_all(plan, jobs, counted)
    return SimulationReport(plan, tally, clock() - started)


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
    """Play these deals of a plan; programs keep their processes meanwhile. Raises UserError.

    >>> from tilehall.engine import load_game
    >>> play_deals(load_game("princess"), make_plan("princess", 2, deals=3), range(1))[0][0].outcome.standing.ending
    'witch'
    """
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
