"""Positions that somebody wrote or changed: refused in a sentence, or as good as those that were reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tilehall.engine import BUILT_IN, Game, Setup, game
from tilehall.engine.testing import withstand

TRIES = 400
SOAK = 20_000
PARTS = 8
"""A long search is cut into so many, to run beside one another."""


def setups(rules: Game[Any]) -> Iterator[Setup]:
    """Every size as it comes, and every option with every other value that is listed."""
    for players in rules.seats:
        yield Setup(players)
        for option in rules.options:
            for value in option.values[1:]:
                if not (value.isdigit() and 0 < int(value) >= players):  # a seat that nobody has
                    yield Setup(players, ((option.id, value),))


def some(rules: Game[Any]) -> list[Setup]:
    """Each size once, each with other options."""
    every = list(setups(rules))
    return [every[0], *every[len(rules.options) + 1 :: len(every) // len(rules.seats)][:3]]


@pytest.mark.parametrize("name", BUILT_IN)
def test_positions_from_outside_are_refused_or_played(name: str) -> None:
    rules = game(name)
    found = withstand(rules, some(rules), "quick", TRIES)
    assert found.total() == TRIES
    assert found["accepted"] > 0 and found["refused"] > TRIES / 2


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BUILT_IN)
def test_thousands_of_positions_from_outside_are_refused_or_played(name: str, part: int) -> None:
    rules = game(name)
    assert withstand(rules, list(setups(rules)), f"soak {part}", SOAK // PARTS)["accepted"] > 0
