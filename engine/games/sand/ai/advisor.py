"""Judges positions and turns of Realm of Sand."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.ai.advisor import BaseAdvisor
from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand.ai import plan_reasons
from tilehall.engine.games.sand.ai import plans as turn_plans
from tilehall.engine.games.sand.ai import value as position_value
from tilehall.engine.games.sand.ai.weights import weights
from tilehall.engine.games.sand.state import SandState


class SandAdvisor(BaseAdvisor[SandState]):
    looks_ahead = True

    def value(self, s: SandState, seat: SeatNo) -> PositionValue:
        return position_value.value(s, seat, weights())

    def plans(self, s: SandState, seat: SeatNo, k: int) -> Sequence[Plan]:
        return turn_plans.plans(s, seat, k, weights())

    def explain_plan(self, s: SandState, seat: SeatNo, plan: Plan) -> Text:
        return plan_reasons.explain_plan(s, seat, plan)
