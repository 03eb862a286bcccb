"""The beast hunt through the conformance suite, at every size."""

import pytest

from tests.cases import some_rows
from tilehall.engine import Setup
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.testing.conformance import conform

CASES = [(seed, players) for seed in ("one", "two") for players in BEASTS.player_counts]


@pytest.mark.parametrize(("seed", "players"), some_rows(CASES))
def test_a_random_game_conforms(players: int, seed: str) -> None:
    conform(BEASTS, Setup(players), f"beasts {seed}")


def test_a_game_with_a_named_first_player_conforms() -> None:
    match = conform(BEASTS, Setup(3, (("first_seat", "1"),)), "named")
    assert str(match.steps[0].action).startswith("draw ")
