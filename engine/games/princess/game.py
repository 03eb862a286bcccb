"""The game object: the rules of the princess behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN_GAMES
from tilehall.engine.core.game import Action, Event, PointsOrigin, Position, ReceiptLine, SeatNo, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess import actions, decision_points, preview, refusals, scoring
from tilehall.engine.games.princess import rules as turns
from tilehall.engine.games.princess.state import PrincessState

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource
    from tilehall.engine.core.schema.nodes import Schema
    from tilehall.engine.core.usage import ThingUsage
    from tilehall.engine.teaching.things import Explanation, Thing

BOX = BUILT_IN_GAMES["princess"]


class Princess(BaseGame[PrincessState]):
    """Everything on this table is open, and what is not (P-3.8: stack, deck, bonus cards) is not decided yet."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules_version = 1
    player_counts = BOX.player_counts
    options = turns.OPTIONS
    has_secrets = False
    playout_turns_per_second = 1000

    start = staticmethod(turns.start)
    actors = staticmethod(turns.actors)
    decision = staticmethod(decision_points.decision)
    legal_actions = staticmethod(turns.legal_actions)
    check = staticmethod(refusals.check)
    chance = staticmethod(turns.chance)
    apply = staticmethod(turns.apply)
    parse = staticmethod(actions.parse)
    receipt = staticmethod(scoring.receipt)
    final_result = staticmethod(scoring.final_result)
    preview = staticmethod(preview.preview)

    # No board waits for these: each is loaded when it is first asked for.

    def component_schema(self) -> ComponentSource:
        from tilehall.engine.games.princess.component_schema import COMPONENT_SCHEMA

        return COMPONENT_SCHEMA

    def derive_points(self, s: PrincessState, line: ReceiptLine) -> PointsOrigin:
        from tilehall.engine.games.princess.derivation import derive_points

        return derive_points(s, line)

    def value(self, s: PrincessState, seat: SeatNo) -> PositionValue:
        from tilehall.engine.games.princess.ai.plans import evaluate
        from tilehall.engine.games.princess.ai.weights import weights

        return evaluate(s, seat, weights())

    def static_value(self, s: PrincessState, seat: SeatNo) -> PositionValue:
        from tilehall.engine.games.princess.ai.value import value
        from tilehall.engine.games.princess.ai.weights import weights

        return value(s, seat, weights())

    def plans(self, s: PrincessState, seat: SeatNo, k: int) -> Sequence[Plan]:
        from tilehall.engine.games.princess.ai.plans import plans
        from tilehall.engine.games.princess.ai.weights import weights

        return plans(s, seat, k, weights())

    def explain_plan(self, s: PrincessState, seat: SeatNo, plan: Plan) -> Text:
        from tilehall.engine.games.princess.ai.plan_reasons import explain_plan

        return explain_plan(s, seat, plan)

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        from tilehall.engine.games.princess.events import describe_action

        return describe_action(seat, a) or super().describe_action(seat, a)

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        from tilehall.engine.games.princess.position_data import schema

        return schema(setup.players)

    def dump(self, s: PrincessState) -> Position:
        from tilehall.engine.games.princess.position_data import dump

        return dump(s)

    def load(self, data: Position) -> PrincessState:
        from tilehall.engine.games.princess.position_data import load

        return load(data)

    def faults(self, s: PrincessState) -> tuple[Text, ...]:
        from tilehall.engine.games.princess.invariants import faults

        return faults(s)

    def things(self, s: PrincessState, seat: SeatNo) -> Sequence[Thing]:
        from tilehall.engine.games.princess.explain import things

        return tuple(things(s, seat))

    def explain_thing(self, s: PrincessState, seat: SeatNo, thing: Thing) -> Explanation | None:
        from tilehall.engine.games.princess.explain import explain_thing

        return explain_thing(s, seat, thing)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        from tilehall.engine.games.princess.usage import usage

        return usage(event)


PRINCESS = Princess()
