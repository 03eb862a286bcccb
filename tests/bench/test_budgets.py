"""The budgets that can be held on a busy machine: ratios of one run, medians of interleaved rounds.

What is asked here is a little less than what `make bench` asks: a neighbour at work costs a game more than chess.
"""

from functools import partial
from statistics import median
from typing import Any

import pytest

from tests.bench import measures, screen
from tests.cases import some
from tilehall.engine import Game

TABLES = [
    pytest.param(found, n, id=f"{found.id}-{n}", marks=() if n == max(2, found.player_counts[0]) else pytest.mark.soak)
    for found, n in measures.catalogue()
]
"""Every game for two; the other sizes in a soak."""


def retried(measure: Any, good: Any, times: int = 3) -> float:
    """The first measurement that is good, or the last one: one stall of the machine is no regression."""
    number = float("nan")
    for _ in range(times):
        number = measure()
        if good(number):
            break
    return float(number)


@pytest.mark.parametrize(("found", "players"), TABLES)
def test_matches_are_faster_than_games_of_python_chess(found: Game[Any], players: int) -> None:
    seeds = measures.fresh_seeds()

    def ratio() -> float:
        _, (ours,) = measures.ratios(3, [partial(measures.match_games, found, players, 3)], 3, seeds)
        return ours

    # Beside a load of ten the ratio was a quarter smaller; `make bench` asks for the whole.
    wanted = 0.6 * measures.FASTER[found.id]
    assert retried(ratio, lambda number: number >= wanted) >= wanted


@pytest.mark.parametrize(("found", "players"), TABLES)
def test_a_step_is_cheap_and_small(found: Game[Any], players: int) -> None:
    def ratio() -> float:
        costs = measures.mean_costs(found, players, 3, ("apply", "board.copy"))
        return costs["apply"] / costs["board.copy"]

    assert retried(ratio, lambda number: number <= 8) <= 8
    assert 0 < measures.kept_memory(found, players, 2) <= measures.KEPT[found.id]


def test_importing_the_engine_is_as_light_as_importing_chess() -> None:
    def ratio() -> float:
        costs = measures.import_costs(3)
        return costs["engine"] / costs["chess"]

    assert retried(ratio, lambda number: number <= 2) <= 2


@pytest.mark.parametrize(("found", "players"), TABLES)
def test_the_pipe_answers_two_thousand_requests_a_second(found: Game[Any], players: int) -> None:
    assert retried(lambda: measures.pipe_requests(found, players, 1).rate, lambda rate: rate >= 2000) >= 2000


@pytest.mark.parametrize(("found", "players"), TABLES)
def test_a_ply_in_one_request_is_twice_as_fast_as_in_three_a_candidate(found: Game[Any], players: int) -> None:
    def ratio() -> float:
        plies = measures.pipe_plies(found, players)
        return plies.one / plies.three

    assert retried(ratio, lambda number: number >= 2) >= 2


@pytest.mark.parametrize(("found", "players"), TABLES)
def test_reading_a_record_takes_little_longer_than_playing_it(found: Game[Any], players: int) -> None:
    def ratio() -> float:
        replay, play = measures.replay_and_play(found, players)
        return replay / play

    assert retried(ratio, lambda number: number <= 5) <= 5  # 4 is the goal, see `make bench`


@pytest.mark.parametrize("game", some(screen.SEATS))
def test_a_cursor_move_costs_less_than_a_bare_program_that_refreshes_a_widget(game: str) -> None:
    """On a real pseudo-terminal. How few bytes that is, is held by tests/tui/screens/test_cost.py."""
    screen.compile_once()

    def ratio() -> float:
        moves = [cost.cpu for cost in screen.walk(screen.play(game, "budget"), (120, 40), "budget", 25) if cost.moved]
        return median(moves) / median(cost.cpu for cost in screen.bare_keys((120, 40), 15))

    assert retried(ratio, lambda number: number <= 1.3) <= 1.3  # 1 is the goal, see `make bench`
