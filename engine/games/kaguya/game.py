"""The game object: the rules of Kaguyahime behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.ai.plan import Plan, Value
from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.catalog import BUILT_IN
from tilehall.engine.core.game import Action, Event, Line, Origin, Position, Seat, Setup
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya import actions, decision_points, preview, refusals, scoring, viewpoint
from tilehall.engine.games.kaguya import rules as rounds
from tilehall.engine.games.kaguya.state import State

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import Changeable
    from tilehall.engine.core.usage import Used
    from tilehall.engine.rl.encoding import Feature
    from tilehall.engine.teaching.things import About, Thing

BOX = BUILT_IN["kaguya"]


class Kaguya(BaseGame[State]):
    """In a view a choice that takes another seat's cubes to know has no known actions."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules = 1
    seats = BOX.seats
    options = rounds.OPTIONS
    secrets = True
    pace = 200

    start = staticmethod(rounds.start)
    actors = staticmethod(rounds.actors)
    decision = staticmethod(decision_points.decision)
    legal = staticmethod(rounds.legal)
    check = staticmethod(refusals.check)
    chance = staticmethod(rounds.chance)
    apply = staticmethod(rounds.apply)
    parse = staticmethod(actions.parse)
    seen_by = staticmethod(viewpoint.seen_by)
    in_secret = staticmethod(viewpoint.in_secret)
    imagine = staticmethod(viewpoint.imagine)
    receipt = staticmethod(scoring.receipt)
    standing = staticmethod(scoring.standing)
    foresee = staticmethod(preview.foresee)

    # No board waits for these: each is loaded when it is first asked for.

    def inventory(self) -> Changeable:
        from tilehall.engine.games.kaguya.component_schema import INVENTORY

        return INVENTORY

    def derive(self, s: State, line: Line) -> Origin:
        from tilehall.engine.games.kaguya.derivation import derive

        return derive(s, line)

    def value(self, s: State, seat: Seat) -> Value:
        from tilehall.engine.games.kaguya.ai.round_value import value
        from tilehall.engine.games.kaguya.ai.weights import weights

        return value(s, seat, weights())

    def quiet(self, s: State) -> bool:
        """Between two rounds: within one some have their tile and others have it still to come."""
        return not s.point or (s.point == "PRESENT" and not any(merchant.ready for merchant in s.merchants))

    def plans(self, s: State, seat: Seat, k: int) -> Sequence[Plan]:
        from tilehall.engine.games.kaguya.ai.plans import plans
        from tilehall.engine.games.kaguya.ai.weights import weights

        return plans(s, seat, k, weights())

    def explain(self, s: State, seat: Seat, plan: Plan) -> Text:
        from tilehall.engine.games.kaguya.ai.plan_reasons import explain
        from tilehall.engine.games.kaguya.ai.weights import weights

        return explain(s, seat, plan, weights())

    def deed(self, seat: Seat, a: Action) -> Text:
        from tilehall.engine.games.kaguya.events import deed

        return deed(seat, a) or super().deed(seat, a)

    def repertoire(self, setup: Setup) -> Sequence[Action]:
        return actions.repertoire()

    def features(self, setup: Setup) -> Feature:
        from tilehall.engine.games.kaguya.encoding import features

        return features(setup.players)

    def dump(self, s: State) -> Position:
        from tilehall.engine.games.kaguya.position_data import dump

        return dump(s)

    def load(self, data: Position) -> State:
        from tilehall.engine.games.kaguya.position_data import load

        return load(data)

    def faults(self, s: State) -> tuple[Text, ...]:
        from tilehall.engine.games.kaguya.invariants import faults

        return faults(s)

    def things(self, s: State, seat: Seat) -> Sequence[Thing]:
        from tilehall.engine.games.kaguya.explain import things

        return tuple(things(s, seat))

    def about(self, s: State, seat: Seat, thing: Thing) -> About | None:
        from tilehall.engine.games.kaguya.explain import about

        return about(s, seat, thing)

    def used(self, event: Event) -> Iterable[Used]:
        from tilehall.engine.games.kaguya.usage import used

        return used(event)

    def rounds(self, s: State) -> int | None:
        return s.round


KAGUYA = Kaguya()
