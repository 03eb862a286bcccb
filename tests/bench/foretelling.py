"""Fits weights to how games ended: weights are better if the values that they give predict the end better.

Views out of games that a game's own players played against themselves, some of their turns drawn by lot, stand beside
what came of them. The numbers are then moved one by one, in smaller and smaller steps, as long as values and chances
come closer to that on these games and on others that nothing is learned from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log
from statistics import fmean, pvariance
from typing import Any, NamedTuple

from tilehall.engine import CHANCE, Advice, Game, Text
from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.tui.lab.arena import SeatThinker, seat_results
from tilehall.tui.lab.game_runner import computer_players, play_game

Numbers = Mapping[str, float]
COMPARED = 8
"""Plans that players choose among,"""
ASTRAY = 12
"""and how many turns of 100 are drawn at random among these."""
KEPT = 10
"""How many decisions of 100 are kept."""
STEPS = (0.3, 0.3, 0.3, 0.15, 0.15, 0.15, 0.08, 0.08, 0.08)
"""How far numbers are changed, round by round."""
SAMPLE = 400
"""Views of the sample on which a changed number is tried; another sample each round."""
SURE = 0.01
"""The smallest chance that counts: one surprise would outweigh everything else."""
PLAIN = 1e-5
"""The least fall of a loss that counts."""


class Seen(NamedTuple):
    """A view, and how the game ended for its seat."""

    view: Any
    seat: int
    win: float | None
    """The share of the win; None where one plays alone."""
    lead: float
    """How far ahead of the best of the others it ended; alone: its score."""


def seen(game: Game[Any], players: int, seed: str) -> list[Seen]:
    """Return some views of one game, with its end."""
    lots = random.Random(seed)
    seats = range(players)
    thinker = SeatThinker(dict.fromkeys(seats, AstrayBot(lots)), dict.fromkeys(seats, game))
    table, result = play_game(game, computer_players(("normal",) * players), (), seed, 0, thinker)
    ends = seat_results(result, players)
    leads = [end.score - max((o.score for o in ends if o is not end), default=0.0) for end in ends]
    kept = [step.before for step in table.match.steps if step.seat != CHANCE and lots.randrange(100) < KEPT]
    return [
        Seen(game.view(s, seat), seat, ends[seat].win if players > 1 else None, leads[seat])
        for s, seat in ((s, lots.choice(seats)) for s in kept)
    ]


class AstrayBot:
    """Plays the best plan, or now and then a random one."""

    def __init__(self, lots: random.Random) -> None:
        self._lots = lots

    def think(self, game: Game[Any], view: Any, seat: int) -> Iterator[Advice]:
        actions = _chosen(game.advisor.plans(view, seat, COMPARED), self._lots).actions
        yield Advice(actions[0], Text(""), actions[1:])


def _chosen(plans: Sequence[Plan], lots: random.Random) -> Plan:
    if lots.randrange(100) < ASTRAY:
        return lots.choice(plans)
    return lots.choices(plans, [plan.weight for plan in plans])[0] if plans[0].weight != 1 else plans[0]


def loss(value: Callable[[Any, int], PositionValue], found: Sequence[Seen]) -> float:
    """Return how far values are from the end: squared errors of points, log loss of chances."""
    spread = pvariance([each.lead for each in found]) or 1.0
    told = [(value(each.view, each.seat), each) for each in found]
    squares = fmean((told.points - each.lead) ** 2 for told, each in told) / spread
    return squares + fmean([_surprise(told.chance, each.win) for told, each in told if each.win is not None] or [0.0])


def _surprise(chance: float, win: float) -> float:
    sure = min(1 - SURE, max(SURE, chance))
    return -win * log(sure) - (1 - win) * log(1 - sure)


class Lesson(NamedTuple):
    """The best numbers after a round, and their loss on games not learned from."""

    numbers: Numbers
    fresh: float


def lessons(
    judge: Callable[[Numbers], Callable[[Any, int], PositionValue]],
    numbers: Numbers,
    learned: Sequence[Seen],
    fresh: Sequence[Seen],
) -> Iterator[Lesson]:
    """Yield better and better numbers, the given ones first, one for each round."""
    lots = random.Random(len(learned))
    best = Lesson(numbers, loss(judge(numbers), fresh))
    yield best
    for step in STEPS:
        moved = _moved(judge, best.numbers, lots.sample(learned, min(SAMPLE, len(learned))), step)
        then = Lesson(moved, loss(judge(moved), fresh))
        if then.fresh < best.fresh - PLAIN:
            best = then
        yield best


def _moved(
    judge: Callable[[Numbers], Callable[[Any, int], PositionValue]],
    numbers: Numbers,
    learned: Sequence[Seen],
    step: float,
) -> Numbers:
    """Change each number once, up or down, where that lowers the loss."""
    least = loss(judge(numbers), learned)
    for name in numbers:
        for factor in (1 + step, 1 / (1 + step)):
            tried = {**numbers, name: numbers[name] * factor}
            if (found := loss(judge(tried), learned)) < least - PLAIN:
                numbers, least = tried, found
                break
    return numbers
