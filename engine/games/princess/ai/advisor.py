"""Judges positions and turns of The Princess and Magic Tile."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.ai.advisor import BaseAdvisor
from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.ai import plan_reasons
from tilehall.engine.games.princess.ai import plans as turn_plans
from tilehall.engine.games.princess.ai import value as position_value
from tilehall.engine.games.princess.ai.weights import weights
from tilehall.engine.games.princess.state import PrincessState


class PrincessAdvisor(BaseAdvisor[PrincessState]):
    playout_turns_per_second = 1000

    def value(self, s: PrincessState, seat: SeatNo) -> PositionValue:
        return turn_plans.evaluate(s, seat, weights())

    def static_value(self, s: PrincessState, seat: SeatNo) -> PositionValue:
        return position_value.value(s, seat, weights())

    def plans(self, s: PrincessState, seat: SeatNo, k: int) -> Sequence[Plan]:
        return turn_plans.plans(s, seat, k, weights())

    def explain_plan(self, s: PrincessState, seat: SeatNo, plan: Plan) -> Text:
        return plan_reasons.explain_plan(s, seat, plan)
