"""Judges positions and turns of Kaguyahime."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.ai.advisor import BaseAdvisor
from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.ai import plan_reasons
from tilehall.engine.games.kaguya.ai import plans as round_plans
from tilehall.engine.games.kaguya.ai.round_simulation import value_with_bids
from tilehall.engine.games.kaguya.ai.weights import weights
from tilehall.engine.games.kaguya.state import KaguyaState


class KaguyaAdvisor(BaseAdvisor[KaguyaState]):
    playout_turns_per_second = 200

    def value(self, s: KaguyaState, seat: SeatNo) -> PositionValue:
        return value_with_bids(s, seat, weights())

    def is_quiet(self, s: KaguyaState) -> bool:
        """Between two rounds: within one some have their tile already."""
        return not s.point or (s.point == "PRESENT" and not any(merchant.ready for merchant in s.merchants))

    def plans(self, s: KaguyaState, seat: SeatNo, k: int) -> Sequence[Plan]:
        return round_plans.plans(s, seat, k, weights())

    def explain_plan(self, s: KaguyaState, seat: SeatNo, plan: Plan) -> Text:
        return plan_reasons.explain_plan(s, seat, plan, weights())
