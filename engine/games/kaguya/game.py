"""The game object: the rules of Kaguyahime behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN_GAMES
from tilehall.engine.core.game import Action, Event, PointsOrigin, Position, ReceiptLine, SeatNo, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya import actions, decision_points, preview, refusals, scoring, viewpoint
from tilehall.engine.games.kaguya import rules as rounds
from tilehall.engine.games.kaguya.state import KaguyaState

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource
    from tilehall.engine.core.schema.nodes import Schema
    from tilehall.engine.core.usage import ThingUsage
    from tilehall.engine.teaching.things import Explanation, Thing

BOX = BUILT_IN_GAMES["kaguya"]


class Kaguya(BaseGame[KaguyaState]):
    """In a view a choice that takes another seat's cubes to know has no known actions."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules_version = 1
    player_counts = BOX.player_counts
    options = rounds.OPTIONS
    has_secrets = True
    playout_turns_per_second = 200

    start = staticmethod(rounds.start)
    actors = staticmethod(rounds.actors)
    decision = staticmethod(decision_points.decision)
    legal_actions = staticmethod(rounds.legal_actions)
    check = staticmethod(refusals.check)
    chance = staticmethod(rounds.chance)
    apply = staticmethod(rounds.apply)
    parse = staticmethod(actions.parse)
    view = staticmethod(viewpoint.view)
    decides_in_secret = staticmethod(viewpoint.decides_in_secret)
    sample_state = staticmethod(viewpoint.sample_state)
    receipt = staticmethod(scoring.receipt)
    final_result = staticmethod(scoring.final_result)
    preview = staticmethod(preview.preview)

    # No board waits for these: each is loaded when it is first asked for.

    def component_schema(self) -> ComponentSource:
        from tilehall.engine.games.kaguya.component_schema import COMPONENT_SCHEMA

        return COMPONENT_SCHEMA

    def derive_points(self, s: KaguyaState, line: ReceiptLine) -> PointsOrigin:
        from tilehall.engine.games.kaguya.derivation import derive_points

        return derive_points(s, line)

    def value(self, s: KaguyaState, seat: SeatNo) -> PositionValue:
        from tilehall.engine.games.kaguya.ai.round_value import value_with_bids
        from tilehall.engine.games.kaguya.ai.weights import weights

        return value_with_bids(s, seat, weights())

    def is_quiet(self, s: KaguyaState) -> bool:
        """Between two rounds: within one some have their tile and others have it still to come."""
        return not s.point or (s.point == "PRESENT" and not any(merchant.ready for merchant in s.merchants))

    def plans(self, s: KaguyaState, seat: SeatNo, k: int) -> Sequence[Plan]:
        from tilehall.engine.games.kaguya.ai.plans import plans
        from tilehall.engine.games.kaguya.ai.weights import weights

        return plans(s, seat, k, weights())

    def explain_plan(self, s: KaguyaState, seat: SeatNo, plan: Plan) -> Text:
        from tilehall.engine.games.kaguya.ai.plan_reasons import explain_plan
        from tilehall.engine.games.kaguya.ai.weights import weights

        return explain_plan(s, seat, plan, weights())

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        from tilehall.engine.games.kaguya.events import describe_action

        return describe_action(seat, a) or super().describe_action(seat, a)

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        from tilehall.engine.games.kaguya.position_data import schema

        return schema(setup.players)

    def dump(self, s: KaguyaState) -> Position:
        from tilehall.engine.games.kaguya.position_data import dump

        return dump(s)

    def load(self, data: Position) -> KaguyaState:
        from tilehall.engine.games.kaguya.position_data import load

        return load(data)

    def faults(self, s: KaguyaState) -> tuple[Text, ...]:
        from tilehall.engine.games.kaguya.invariants import faults

        return faults(s)

    def things(self, s: KaguyaState, seat: SeatNo) -> Sequence[Thing]:
        from tilehall.engine.games.kaguya.explain import things

        return tuple(things(s, seat))

    def explain_thing(self, s: KaguyaState, seat: SeatNo, thing: Thing) -> Explanation | None:
        from tilehall.engine.games.kaguya.explain import explain_thing

        return explain_thing(s, seat, thing)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        from tilehall.engine.games.kaguya.usage import usage

        return usage(event)

    def round_number(self, s: KaguyaState) -> int | None:
        return s.round


KAGUYA = Kaguya()
