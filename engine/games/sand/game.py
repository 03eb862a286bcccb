"""The game object: the rules of Realm of Sand behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN_GAMES
from tilehall.engine.core.game import Action, Event, PointsOrigin, Position, ReceiptLine, SeatNo, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import actions, decision_points, preview, refusals, scoring, state
from tilehall.engine.games.sand import rules as turns
from tilehall.engine.games.sand.actions import PlaceTile, TakeFromCircle
from tilehall.engine.games.sand.state import SandState

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource
    from tilehall.engine.core.schema.nodes import Schema
    from tilehall.engine.core.usage import ThingUsage
    from tilehall.engine.teaching.things import Explanation, Thing

BOX = BUILT_IN_GAMES["sand"]


class Sand(BaseGame[SandState]):
    """The decks have no order yet; only what the red power has shown is a secret (S-9.2)."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules_version = 1
    player_counts = BOX.player_counts
    options = turns.OPTIONS
    has_secrets = True
    looks_ahead = True

    start = staticmethod(turns.start)
    actors = staticmethod(turns.actors)
    decision = staticmethod(decision_points.decision)
    legal_actions = staticmethod(turns.legal_actions)
    check = staticmethod(refusals.check)
    chance = staticmethod(turns.chance)
    apply = staticmethod(turns.apply)
    parse = staticmethod(actions.parse)
    view = staticmethod(state.view)
    sample_state = staticmethod(state.sample_state)
    receipt = staticmethod(scoring.receipt)
    final_result = staticmethod(scoring.final_result)
    preview = staticmethod(preview.preview)

    # No board waits for these: each is loaded when it is first asked for.

    def component_schema(self) -> ComponentSource:
        from tilehall.engine.games.sand.component_schema import COMPONENT_SCHEMA

        return COMPONENT_SCHEMA

    def derive_points(self, s: SandState, line: ReceiptLine) -> PointsOrigin:
        from tilehall.engine.games.sand.derivation import derive_points

        return derive_points(s, line)

    def value(self, s: SandState, seat: SeatNo) -> PositionValue:
        from tilehall.engine.games.sand.ai.value import value
        from tilehall.engine.games.sand.ai.weights import weights

        return value(s, seat, weights())

    def plans(self, s: SandState, seat: SeatNo, k: int) -> Sequence[Plan]:
        from tilehall.engine.games.sand.ai.plans import plans
        from tilehall.engine.games.sand.ai.weights import weights

        return plans(s, seat, k, weights())

    def explain_plan(self, s: SandState, seat: SeatNo, plan: Plan) -> Text:
        from tilehall.engine.games.sand.ai.plan_reasons import explain_plan

        return explain_plan(s, seat, plan)

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        from tilehall.engine.games.sand.events import describe_action

        return describe_action(seat, a) or super().describe_action(seat, a)

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        from tilehall.engine.games.sand.position_data import schema

        return schema(setup.players)

    def dump(self, s: SandState) -> Position:
        from tilehall.engine.games.sand.position_data import dump

        return dump(s)

    def load(self, data: Position) -> SandState:
        from tilehall.engine.games.sand.position_data import load

        return load(data)

    def faults(self, s: SandState) -> tuple[Text, ...]:
        from tilehall.engine.games.sand.invariants import faults

        return faults(s)

    def things(self, s: SandState, seat: SeatNo) -> Sequence[Thing]:
        from tilehall.engine.games.sand.explain import things

        return tuple(things(s, seat))

    def explain_thing(self, s: SandState, seat: SeatNo, thing: Thing) -> Explanation | None:
        from tilehall.engine.games.sand.explain import explain_thing

        return explain_thing(s, seat, thing)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        from tilehall.engine.games.sand.usage import usage

        return usage(event)

    def round_number(self, s: SandState) -> int | None:
        return s.round

    def default_action(self, s: SandState, seat: SeatNo) -> Action:
        """The choice that does least: end, done, stop, the first tile, the placement that covers fewest pieces."""
        choices = turns.legal_actions(s, seat)
        skip = decision_points.decision(s, seat).skip
        if skip is not None:
            return skip
        occupied = s.magicians[seat].occupied
        places = [a for a in choices if isinstance(a, PlaceTile)]
        if places:
            return min(places, key=lambda a: ((a.boxes & occupied).bit_count(), str(a)))
        return next((a for a in choices if isinstance(a, TakeFromCircle)), choices[0])


SAND = Sand()
