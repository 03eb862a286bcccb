"""A beginner: likes some things more than they are worth, overlooks plans, but never what is ready to be finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from tilehall.engine.ai.bots import advice_for_plan
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Advice, Game, SeatNo

S = TypeVar("S")
CONSIDERED = 8
"""So many plans come to mind,"""
SEEN = 45
"""and of 100 of them so many are looked at."""
LEAST, MOST = 30, 170
"""What the things that one likes least, or most, seem to be worth, in hundredths."""


class BeginnerBot:
    """Plays by its taste, which is the same all game for the same `who`."""

    def __init__(self, rng: Rng, who: str) -> None:
        self.rng, self.who = rng, who

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        yield advice_for_plan(game, view, seat, self._choose_plan(game.advisor.plans(view, seat, CONSIDERED)))

    def _choose_plan(self, plans: Sequence[Plan]) -> Plan:
        """What it likes best of what it sees."""
        seen = [plan for plan in plans if plan.finishes] or [plan for plan in plans if self.rng.below(100) < SEEN]
        if not seen:
            return plans[self.rng.below(len(plans))]
        return max(seen, key=self._liking)

    def _liking(self, plan: Plan) -> float:
        return sum(self.taste(term.kind) * term.points for term in plan.value.terms)

    def taste(self, kind: str) -> float:
        """How much it cares for a sort of thing.

        >>> BeginnerBot(Rng(1), "Merlin").taste("gems") == BeginnerBot(Rng(2), "Merlin").taste("gems")
        True
        """
        return (LEAST + Rng(f"{self.who} {kind}").below(MOST - LEAST + 1)) / 100
