"""Runs a whole simulation."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from tilehall.tui.lab.plan import SimulationPlan, make_plan
from tilehall.tui.lab.progress_bar import ProgressCallback
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.simulated_games import Deal, DealListener, play_all
from tilehall.tui.lab.tally import SimulationTally


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
