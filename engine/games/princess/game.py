"""The game object: the rules of the princess behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, Value
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN
from tilehall.engine.core.game import Action, Event, Line, Origin, Position, Seat, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess import actions, decision_points, preview, refusals, scoring
from tilehall.engine.games.princess import rules as turns
from tilehall.engine.games.princess.state import State

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import Changeable
    from tilehall.engine.core.usage import Used
    from tilehall.engine.rl.encoding import Feature
    from tilehall.engine.teaching.things import About, Thing

BOX = BUILT_IN["princess"]


class Princess(BaseGame[State]):
    """Everything on this table is open, and what is not (P-3.8: stack, deck, bonus cards) is not decided yet."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules = 1
    seats = BOX.seats
    options = turns.OPTIONS
    secrets = False
    pace = 1000

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
        from tilehall.engine.games.princess.component_schema import INVENTORY

        return INVENTORY

    def derive(self, s: State, line: Line) -> Origin:
        from tilehall.engine.games.princess.derivation import derive

        return derive(s, line)

    def value(self, s: State, seat: Seat) -> Value:
        from tilehall.engine.games.princess.ai.plans import judged
        from tilehall.engine.games.princess.ai.weights import weights

        return judged(s, seat, weights())

    def as_it_stands(self, s: State, seat: Seat) -> Value:
        from tilehall.engine.games.princess.ai.value import value
        from tilehall.engine.games.princess.ai.weights import weights

        return value(s, seat, weights())

    def plans(self, s: State, seat: Seat, k: int) -> Sequence[Plan]:
        from tilehall.engine.games.princess.ai.plans import plans
        from tilehall.engine.games.princess.ai.weights import weights

        return plans(s, seat, k, weights())

    def explain(self, s: State, seat: Seat, plan: Plan) -> Text:
        from tilehall.engine.games.princess.ai.plan_reasons import explain

        return explain(s, seat, plan)

    def deed(self, seat: Seat, a: Action) -> Text:
        from tilehall.engine.games.princess.events import deed

        return deed(seat, a) or super().deed(seat, a)

    def repertoire(self, setup: Setup) -> Sequence[Action]:
        return actions.repertoire()

    def features(self, setup: Setup) -> Feature:
        from tilehall.engine.games.princess.encoding import features

        return features(setup.players)

    def dump(self, s: State) -> Position:
        from tilehall.engine.games.princess.position_data import dump

        return dump(s)

    def load(self, data: Position) -> State:
        from tilehall.engine.games.princess.position_data import load

        return load(data)

    def faults(self, s: State) -> tuple[Text, ...]:
        from tilehall.engine.games.princess.invariants import faults

        return faults(s)

    def things(self, s: State, seat: Seat) -> Sequence[Thing]:
        from tilehall.engine.games.princess.explain import things

        return tuple(things(s, seat))

    def about(self, s: State, seat: Seat, thing: Thing) -> About | None:
        from tilehall.engine.games.princess.explain import about

        return about(s, seat, thing)

    def used(self, event: Event) -> Iterable[Used]:
        from tilehall.engine.games.princess.usage import used

        return used(event)


PRINCESS = Princess()
