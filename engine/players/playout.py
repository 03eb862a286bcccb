"""How a game may go on: everybody plays the first of its plans, and the same luck comes whatever is done before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tilehall.engine.dealer import Rng, pick
from tilehall.engine.game import CHANCE, Action, Draw, Game, Seat
from tilehall.engine.plan import Plan
from tilehall.engine.players.bots import drawn

S = TypeVar("S")
FEW = 4
"""Among so many plans it is drawn by lot what somebody plays who must not be read."""
ALONE = 6
"""Plans in a round of somebody who plays alone, or many times in a row."""


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

    def lot(self, seat: Seat) -> Rng:
        """What a seat draws from who must not be read: its k-th lot is the same, too."""
        found = self._piles.get(f"lots {seat}")
        if found is None:
            found = self._piles[f"lots {seat}"] = Rng(f"{self.seed} lots {seat}")
        return found


def played_on(game: Game[S], s: S, seat: Seat, actions: Sequence[Action], luck: Luck, rounds: int) -> S:
    """Where this plan of a seat leads when so many rounds are played: up to its decision after the others', or the end.

    Where something is half done, the course goes on until it is not. `s` is a full position. Everybody else sees what
    its seat sees.
    """
    for _ in range(rounds):
        s = answered(game, own_turn(game, s, seat, actions, luck), seat, luck)
        while not game.quiet(s):
            s = answered(game, own_turn(game, s, seat, (), luck), seat, luck)
        actions = ()
    return s


def own_turn(game: Game[S], s: S, seat: Seat, actions: Sequence[Action], luck: Luck) -> S:
    """The position when this seat has carried its plan on until somebody else has to decide, too, or long enough."""
    turns = 0
    while (due := game.actors(s)) and turns < ALONE:
        if due[0] == CHANCE:
            s = game.apply(s, CHANCE, luck.deal(game.chance(s)))
        elif seat not in due or (turns and len(due) > 1):
            break
        else:
            s = _played(game, s, seat, actions, luck)
            actions = ()
            turns += 1
    return s


def answered(game: Game[S], s: S, seat: Seat, luck: Luck) -> S:
    """The position when the others have played and this seat decides next, before anything is drawn for it."""
    before = s
    while (due := game.actors(s)) and seat not in due:
        if due[0] == CHANCE:
            s = game.apply(s, CHANCE, luck.deal(game.chance(s)))
            continue
        before = s = _played(game, s, due[0], (), luck)
    return before if due else s


def _played(game: Game[S], s: S, seat: Seat, actions: Sequence[Action], luck: Luck) -> S:
    """After these actions; without any, after a plan of who sees what this seat sees."""
    for action in actions or _likely(game, game.seen_by(s, seat), seat, luck).actions:
        s = game.apply(s, seat, action)
    return s


def _likely(game: Game[S], view: S, seat: Seat, luck: Luck) -> Plan:
    """The first plan; where all choose at the same time, one by lot."""
    first = game.plans(view, seat, 1)[0]
    return first if first.weight == 1 else drawn(game.plans(view, seat, FEW), luck.lot(seat))
