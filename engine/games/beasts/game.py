"""The game object: the rules of the beast hunt behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN_GAMES
from tilehall.engine.core.game import Action, Event, PointsOrigin, Position, ReceiptLine, SeatNo, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts import actions, decision_points, preview, refusals, scoring
from tilehall.engine.games.beasts import rules as turns
from tilehall.engine.games.beasts.state import BeastsState

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource
    from tilehall.engine.core.schema.nodes import Schema
    from tilehall.engine.core.usage import ThingUsage
    from tilehall.engine.teaching.things import Explanation, Thing

BOX = BUILT_IN_GAMES["beasts"]


class Beasts(BaseGame[BeastsState]):
    """Everything on this table is open (B-9.1); the order of a deck is not decided before a card is drawn."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules_version = 1
    player_counts = BOX.player_counts
    options = turns.OPTIONS
    playout_turns_per_second = 400
    has_secrets = False

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
        from tilehall.engine.games.beasts.component_schema import COMPONENT_SCHEMA

        return COMPONENT_SCHEMA

    def derive_points(self, s: BeastsState, line: ReceiptLine) -> PointsOrigin:
        from tilehall.engine.games.beasts.derivation import derive_points

        return derive_points(s, line)

    def value(self, s: BeastsState, seat: SeatNo) -> PositionValue:
        from tilehall.engine.games.beasts.ai import value as value_module
        from tilehall.engine.games.beasts.ai.weights import weights

        return value_module.value(s, seat, weights())

    def plans(self, s: BeastsState, seat: SeatNo, k: int) -> list[Plan]:
        from tilehall.engine.games.beasts.ai import plans as plans_module
        from tilehall.engine.games.beasts.ai.weights import weights

        return plans_module.plans(s, seat, k, weights())

    def explain_plan(self, s: BeastsState, seat: SeatNo, plan: Plan) -> Text:
        from tilehall.engine.games.beasts.ai import plan_reasons
        from tilehall.engine.games.beasts.ai.weights import weights

        return plan_reasons.explain_plan(s, seat, plan, weights())

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        from tilehall.engine.games.beasts.events import describe_action

        return describe_action(seat, a) or super().describe_action(seat, a)

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        from tilehall.engine.games.beasts.position_data import schema

        return schema(setup.players)

    def dump(self, s: BeastsState) -> Position:
        from tilehall.engine.games.beasts.position_data import dump

        return dump(s)

    def load(self, data: Position) -> BeastsState:
        from tilehall.engine.games.beasts.position_data import load

        return load(data)

    def faults(self, s: BeastsState) -> tuple[Text, ...]:
        from tilehall.engine.games.beasts.invariants import faults

        return faults(s)

    def things(self, s: BeastsState, seat: SeatNo) -> Sequence[Thing]:
        from tilehall.engine.games.beasts.explain import things

        return tuple(things(s, seat))

    def explain_thing(self, s: BeastsState, seat: SeatNo, thing: Thing) -> Explanation | None:
        from tilehall.engine.games.beasts.explain import explain_thing

        return explain_thing(s, seat, thing)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        from tilehall.engine.games.beasts.usage import usage

        return usage(event)

    def default_action(self, s: BeastsState, seat: SeatNo) -> Action:
        """The choice that does least: keep all dice, place nothing, discard nothing; the first beast that comes."""
        choices = turns.legal_actions(s, seat)
        return choices[-1] if s.point == "KEEP" else choices[0]


BEASTS = Beasts()
