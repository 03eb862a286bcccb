"""The default advisor: judges a position by the receipt, and tries every single action as a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from tilehall.engine.ai.plan import Plan, PositionValue, value_from_receipt
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Advice, Game, SeatNo
from tilehall.engine.core.text import Text

S = TypeVar("S")

PLANS_COMPARED = 8
"""How many plans `advise` asks for."""


class BaseAdvisor(Generic[S]):
    """Advice for any game. A subclass with its own `value`, `plans` and `explain_plan` makes better players."""

    looks_ahead: bool = False
    playout_turns_per_second: int = 800

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def value(self, s: S, seat: SeatNo) -> PositionValue:
        """How far this seat is ahead by the receipt, which says little before the end."""
        result = self.game.final_result(s)
        return value_from_receipt(self.game.receipt(s), result.winners if result else None, seat)

    def static_value(self, s: S, seat: SeatNo) -> PositionValue:
        """`value`: it foresees nothing."""
        return self.value(s, seat)

    def is_quiet(self, s: S) -> bool:
        """True: values may be compared anywhere."""
        return True

    def plans(self, s: S, seat: SeatNo, k: int) -> Sequence[Plan]:
        """Every legal action by itself, with the value of the position after it."""
        full = self.game.sample_state(s, Rng(0))
        found = [Plan((a,), self.value(self.game.apply(full, seat, a), seat)) for a in self.game.legal_actions(s, seat)]
        return sorted(found, key=lambda plan: -plan.value.points)[:k]

    def explain_plan(self, s: S, seat: SeatNo, plan: Plan) -> Text:
        """Whether its value is above that of all other plans."""
        every = self.plans(s, seat, len(self.game.legal_actions(s, seat)))
        if any(other.value.points >= plan.value.points for other in every if other.actions != plan.actions):
            return Text("no choice brings more at once")
        return Text("it brings most at once")

    def advise(self, s: S, seat: SeatNo) -> Advice:
        plan = self.plans(s, seat, PLANS_COMPARED)[0]
        return Advice(plan.actions[0], self.explain_plan(s, seat, plan), plan.actions[1:])
