"""Learning from how games ended: what is kept of a game, and that only what foretells better is learned."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.bench.foretelling import Seen, lessons, loss, seen
from tilehall.engine import Text, load_game
from tilehall.engine.ai.plan import PositionValue, Term

LUCK = random.Random("luck")
TRUE = 3.0


def ended(number: int) -> Seen:
    """A game that is foretold by three points for every step ahead, and by luck."""
    ahead = LUCK.uniform(-4, 4)
    lead = TRUE * ahead + LUCK.gauss(0, 2)
    return Seen(ahead, 0, float(lead > 0), lead)


def judge(numbers: Mapping[str, float]) -> Callable[[Any, int], PositionValue]:
    """Values that know how much a step counts as `step` says, and `other` counts for nothing."""

    def value(view: float, seat: int) -> PositionValue:
        points = numbers["step"] * view
        return PositionValue((Term("steps", points, Text("steps")),), 1 / (1 + math.exp(-points / 2)))

    return value


def test_numbers_come_nearer_to_what_games_say_and_others_stay() -> None:
    games = [ended(number) for number in range(600)]
    found = list(lessons(judge, {"step": 1.0, "other": 7.0}, games[:400], games[400:]))
    assert found[-1].numbers["step"] == pytest.approx(TRUE, rel=0.15) and found[-1].numbers["other"] == 7.0
    offs = [lesson.fresh for lesson in found]
    assert offs == sorted(offs, reverse=True) and offs[-1] < offs[0] / 2


def test_what_only_fits_the_games_that_were_learned_from_is_not_kept() -> None:
    games = [ended(number) for number in range(600)]
    turned = [each._replace(lead=-each.lead, win=1 - (each.win or 0)) for each in games[400:]]
    assert list(lessons(judge, {"step": TRUE}, games[:400], turned))[-1].numbers == {"step": TRUE}


def test_one_who_plays_alone_wins_against_nobody() -> None:
    alone = [each._replace(win=None) for each in map(ended, range(50))]
    assert loss(judge({"step": TRUE}), alone) < loss(judge({"step": 0.0}), alone)


@pytest.mark.parametrize("players", [1, 3])
def test_views_of_a_game_stand_beside_its_end(players: int) -> None:
    sand = load_game("sand")
    found = seen(sand, players, "a test")
    assert found and all(sand.advisor.value(each.view, each.seat).terms for each in found)
    assert {each.win for each in found} <= ({None} if players == 1 else {0.0, 0.5, 1 / 3, 1.0})
    by_seat = {each.seat: each.lead for each in found}
    assert players == 1 or max(by_seat.values()) >= 0 > min(by_seat.values())
