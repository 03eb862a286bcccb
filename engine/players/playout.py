"""How a game may go on: everybody plays the first of its plans, and the same luck comes whatever is done before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tilehall.engine.dealer import Rng, pick
from tilehall.engine.game import CHANCE, Action, Draw, Game, Seat

S = TypeVar("S")
ALONE = 5
"""Turns in a round of somebody who plays alone, or many times in a row."""


class Luck:
    """Draws of one course of events: the k-th from a pile is the same whatever else is done.

    >>> coin = Draw("coin", ("head", "tail"), (1, 1))
    >>> [Luck("one").deal(coin), Luck("one").deal(coin)]
    ['tail', 'tail']
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._piles: dict[str, Rng] = {}

    def deal(self, draw: Draw) -> Action:
        pile = self._piles.get(draw.pile)
        if pile is None:
            pile = self._piles[draw.pile] = Rng(f"{self.seed} {draw.pile}")
        return pick(draw, pile.next())


def played_on(game: Game[S], s: S, seat: Seat, actions: Sequence[Action], luck: Luck, rounds: int) -> S:
    """Where this plan of a seat leads when so many rounds are played: up to its decision after the others', or the end.

    `s` is a full position. Everybody else sees what its seat sees.
    """
    away, turns, left = False, 0, rounds
    while due := game.actors(s):
        if due[0] == CHANCE:
            s = game.apply(s, CHANCE, luck.deal(game.chance(s)))
            continue
        who = seat if seat in due else due[0]
        if who != seat:
            away = True
        elif turns:
            left -= away
            away = False
            if not left or turns == ALONE * rounds:
                return s
        turns += who == seat
        for action in actions if turns == 1 and who == seat else game.plans(game.seen_by(s, who), who, 1)[0].actions:
            s = game.apply(s, who, action)
    return s
