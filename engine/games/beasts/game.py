"""The game object: the rules of the beast hunt behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, Value
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN
from tilehall.engine.core.game import Action, Event, Line, Origin, Position, Seat, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts import actions, decision_points, preview, refusals, scoring
from tilehall.engine.games.beasts import rules as turns
from tilehall.engine.games.beasts.state import State

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import Changeable
    from tilehall.engine.core.usage import Used
    from tilehall.engine.rl.encoding import Feature
    from tilehall.engine.teaching.things import About, Thing

BOX = BUILT_IN["beasts"]


class Beasts(BaseGame[State]):
    """Everything on this table is open (B-9.1); the order of a deck is not decided before a card is drawn."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules = 1
    seats = BOX.seats
    options = turns.OPTIONS
    pace = 400
    secrets = False

    start = staticmethod(turns.start)
    actors = staticmethod(turns.actors)
    decision = staticmethod(decision_points.decision)
    legal = staticmethod(turns.legal)
    check = staticmethod(refusals.check)
    chance = staticmethod(turns.chance)
    apply = staticmethod(turns.apply)
    parse = staticmethod(actions.parse)
    receipt = staticmethod(scoring.receipt)
    standing = staticmethod(scoring.standing)
    foresee = staticmethod(preview.foresee)

    # No board waits for these: each is loaded when it is first asked for.

    def inventory(self) -> Changeable:
        from tilehall.engine.games.beasts.component_schema import INVENTORY

        return INVENTORY

    def derive(self, s: State, line: Line) -> Origin:
        from tilehall.engine.games.beasts.derivation import derive

        return derive(s, line)

    def value(self, s: State, seat: Seat) -> Value:
        from tilehall.engine.games.beasts.ai import value as value_module
        from tilehall.engine.games.beasts.ai.weights import weights

        return value_module.value(s, seat, weights())

    def plans(self, s: State, seat: Seat, k: int) -> list[Plan]:
        from tilehall.engine.games.beasts.ai import plans as plans_module
        from tilehall.engine.games.beasts.ai.weights import weights

        return plans_module.plans(s, seat, k, weights())

    def explain(self, s: State, seat: Seat, plan: Plan) -> Text:
        from tilehall.engine.games.beasts.ai import plan_reasons
        from tilehall.engine.games.beasts.ai.weights import weights

        return plan_reasons.explain(s, seat, plan, weights())

    def deed(self, seat: Seat, a: Action) -> Text:
        from tilehall.engine.games.beasts.events import deed

        return deed(seat, a) or super().deed(seat, a)

    def repertoire(self, setup: Setup) -> Sequence[Action]:
        return actions.repertoire()

    def features(self, setup: Setup) -> Feature:
        from tilehall.engine.games.beasts.encoding import features

        return features(setup.players)

    def dump(self, s: State) -> Position:
        from tilehall.engine.games.beasts.position_data import dump

        return dump(s)

    def load(self, data: Position) -> State:
        from tilehall.engine.games.beasts.position_data import load

        return load(data)

    def faults(self, s: State) -> tuple[Text, ...]:
        from tilehall.engine.games.beasts.invariants import faults

        return faults(s)

    def things(self, s: State, seat: Seat) -> Sequence[Thing]:
        from tilehall.engine.games.beasts.explain import things

        return tuple(things(s, seat))

    def about(self, s: State, seat: Seat, thing: Thing) -> About | None:
        from tilehall.engine.games.beasts.explain import about

        return about(s, seat, thing)

    def used(self, event: Event) -> Iterable[Used]:
        from tilehall.engine.games.beasts.usage import used

        return used(event)

    def default(self, s: State, seat: Seat) -> Action:
        """The choice that does least: keep all dice, place nothing, discard nothing; the first beast that comes."""
        choices = turns.legal(s, seat)
        return choices[-1] if s.point == "KEEP" else choices[0]


BEASTS = Beasts()
