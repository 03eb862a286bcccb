"""Judges positions and turns of Merlin's Beast Hunt."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.ai.advisor import BaseAdvisor
from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.ai import plan_reasons
from tilehall.engine.games.beasts.ai import plans as turn_plans
from tilehall.engine.games.beasts.ai import value as position_value
from tilehall.engine.games.beasts.ai.weights import weights
from tilehall.engine.games.beasts.state import BeastsState


class BeastsAdvisor(BaseAdvisor[BeastsState]):
    playout_turns_per_second = 400

    def value(self, s: BeastsState, seat: SeatNo) -> PositionValue:
        return position_value.value(s, seat, weights())

    def plans(self, s: BeastsState, seat: SeatNo, k: int) -> Sequence[Plan]:
        return turn_plans.plans(s, seat, k, weights())

    def explain_plan(self, s: BeastsState, seat: SeatNo, plan: Plan) -> Text:
        return plan_reasons.explain_plan(s, seat, plan, weights())
