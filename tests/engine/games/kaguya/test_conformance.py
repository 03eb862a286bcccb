"""Kaguyahime through the conformance suite, at every size and with every option.

`tests/engine/testing/test_conformance.py` has every size and every option once; here they meet.
"""

import pytest

from tilehall.engine import Setup
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.testing.conformance import conform

CHANGED = [(), *(((option.id, option.values[1]),) for option in KAGUYA.options)]


@pytest.mark.soak
@pytest.mark.parametrize("players", KAGUYA.player_counts)
@pytest.mark.parametrize("options", CHANGED, ids=lambda options: "-".join(options[0]) if options else "as it comes")
def test_random_games_conform(players: int, options: tuple[tuple[str, str], ...]) -> None:
    conform(KAGUYA, Setup(players, options), "kaguya")
