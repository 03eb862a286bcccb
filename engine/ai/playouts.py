"""Playouts: every seat plays the first of its plans, and draws do not depend on what was played before them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import log
from typing import Generic, TypeVar

from tilehall.engine.ai.bots import draw_plan
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.chance import MASK, Rng
from tilehall.engine.core.game import CHANCE, Action, ChanceDraw, Game, SeatNo

S = TypeVar("S")
FEW = 4
"""How many plans a simultaneous decision is drawn from."""
ALONE = 6
"""The most plans that one seat plays in a row."""


class Luck:
    """Common random numbers: the k-th draw from a pile in a turn is the same in all playouts with the same seed.

    Each outcome has a random number, and the largest wins. An outcome that is no longer possible does not change the
    order of the others, so two playouts with the same seed diverge as late as possible.

    >>> coin = ChanceDraw("coin", ("head", "tail"), (1, 1))
    >>> [Luck("one").deal(coin), Luck("one").deal(coin)]
    ['head', 'head']
    >>> Luck("one").deal(ChanceDraw("coin", ("edge", "head", "tail"), (1, 4, 4)))
    'head'
    """

    def __init__(self, seed: str) -> None:
        self.seed, self.turn = seed, 0
        self._piles: dict[str, Rng] = {}
        self._dealt: dict[int, tuple[ChanceDraw, Action]] = {}

    def copy(self) -> Luck:
        """The same draws from here on; the cache of draws is shared."""
        twin = Luck(self.seed)
        twin.turn, twin._piles = self.turn, {pile: Rng(rng.state) for pile, rng in self._piles.items()}
        twin._dealt = self._dealt
        return twin

    def pass_on(self) -> None:
        """Begins the turn of another seat."""
        self.turn += 1
        self._piles.clear()

    def deal(self, draw: ChanceDraw) -> Action:
        pile = self._piles.get(draw.pile)
        if pile is None:
            pile = self._piles[draw.pile] = Rng(f"{self.seed} {draw.pile} {self.turn}")
        number = pile.next()
        before, found = self._dealt.get(number, (None, None))
        if found is None or before != draw:
            found = _largest_outcome(draw, number)
            self._dealt[number] = draw, found
        return found

    def draw_lot(self, seat: SeatNo) -> Rng:
        """The random source for the simultaneous decisions of a seat; equally reproducible."""
        found = self._piles.get(f"lots {seat}")
        if found is None:
            found = self._piles[f"lots {seat}"] = Rng(f"{self.seed} lots {seat} {self.turn}")
        return found


def _largest_outcome(draw: ChanceDraw, number: int) -> Action:
    """The outcome with the largest number; with weights, the one with the shortest exponential waiting time."""
    mixed = _mix_numbers(number, draw.outcomes)
    if draw.uniform:
        return draw.outcomes[mixed.index(max(mixed))]
    waits = [log((each + 1) / (MASK + 2)) / weight for each, weight in zip(mixed, draw.weights, strict=True)]
    return draw.outcomes[waits.index(max(waits))]


def _mix_numbers(number: int, outcomes: Sequence[Action]) -> list[int]:
    """A uniform random number for each outcome."""
    once = [(number ^ salt) * 0xBF58476D1CE4E5B9 & MASK for salt in map(_salt, outcomes)]
    return [(mixed ^ mixed >> 29) * 0x94D049BB133111EB & MASK for mixed in once]


@lru_cache(4096)
def _salt(outcome: Action) -> int:
    return int.from_bytes(blake2b(str(outcome).encode(), digest_size=8).digest(), "big")


class PlanCache(Generic[S]):
    """Caches the plans of one search: playouts reach the same views again, and the same view has the same plans.

    Views that are not hashable are not cached.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self._plans: dict[tuple[S, SeatNo, int], Sequence[Plan]] = {}

    def plans(self, view: S, seat: SeatNo, k: int) -> Sequence[Plan]:
        try:
            found = self._plans.get((view, seat, k))
        except TypeError:
            return self.game.advisor.plans(view, seat, k)
        if found is None:
            found = self._plans[view, seat, k] = self.game.advisor.plans(view, seat, k)
        return found


def play_on(
    game: Game[S],
    s: S,
    seat: SeatNo,
    actions: Sequence[Action],
    luck: Luck,
    turns: int,
    known: PlanCache[S] | None = None,
) -> list[S]:
    """The positions after this turn of a seat, after the turns of the others, after its next turn, and so on.

    Each is played on until the advisor calls it quiet. `s` is a full position; every seat plans from its own view.
    """
    ends, known = list[S](), known or PlanCache(game)
    for turn in range(turns):
        luck.pass_on()
        if turn % 2:
            s = play_others(game, s, seat, luck, known)
        else:
            s = play_own_turn(game, s, seat, () if turn else actions, luck, known)
        while not game.advisor.is_quiet(s):
            s = play_others(game, play_own_turn(game, s, seat, (), luck, known), seat, luck, known)
        ends.append(s)
    return ends


def play_own_turn(
    game: Game[S], s: S, seat: SeatNo, actions: Sequence[Action], luck: Luck, known: PlanCache[S] | None = None
) -> S:
    """The position after this seat's turn: until another seat decides as well, or after `ALONE` plans."""
    turns, known = 0, known or PlanCache(game)
    while (due := game.actors(s)) and turns < ALONE:
        if due[0] == CHANCE:
            s = game.apply(s, CHANCE, luck.deal(game.chance(s)))
        elif seat not in due or (turns and len(due) > 1):
            break
        else:
            s = _play_plan(known, s, seat, actions, luck)
            actions = ()
            turns += 1
    return s


def play_others(game: Game[S], s: S, seat: SeatNo, luck: Luck, known: PlanCache[S] | None = None) -> S:
    """The position after the turns of the others, before the draws that precede this seat's next decision."""
    before, turn, known = s, seat, known or PlanCache(game)
    while (due := game.actors(s)) and seat not in due:
        if due[0] == CHANCE:
            s = game.apply(s, CHANCE, luck.deal(game.chance(s)))
            continue
        if due[0] != turn:
            turn = due[0]
            luck.pass_on()
        before = s = _play_plan(known, s, turn, (), luck)
    return before if due else s


def _play_plan(known: PlanCache[S], s: S, seat: SeatNo, actions: Sequence[Action], luck: Luck) -> S:
    """The position after these actions; without any, after the likely plan of the seat."""
    for action in actions or _likely_plan(known, known.game.view(s, seat), seat, luck).actions:
        s = known.game.apply(s, seat, action)
    return s


def _likely_plan(known: PlanCache[S], view: S, seat: SeatNo, luck: Luck) -> Plan:
    """The first plan; in a simultaneous decision one drawn by weight."""
    first = known.plans(view, seat, 1)[0]
    return first if first.weight == 1 else draw_plan(known.plans(view, seat, FEW), luck.draw_lot(seat))
