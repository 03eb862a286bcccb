"""The game object: the rules of Kaguyahime behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilehall.engine.base import BaseGame
from tilehall.engine.catalog import BUILT_IN
from tilehall.engine.game import Action, Event, Line, Origin, Position, Seat, Setup
from tilehall.engine.kaguya import actions, outlook, points, refusals, scoring, views
from tilehall.engine.kaguya import rules as rounds
from tilehall.engine.kaguya.state import State
from tilehall.engine.plan import Plan, Value
from tilehall.engine.text import Text

if TYPE_CHECKING:
    from tilehall.engine.about import About, Thing
    from tilehall.engine.features import Feature
    from tilehall.engine.shelf import Changeable
    from tilehall.engine.using import Used

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
    decision = staticmethod(points.decision)
    legal = staticmethod(rounds.legal)
    check = staticmethod(refusals.check)
    chance = staticmethod(rounds.chance)
    apply = staticmethod(rounds.apply)
    parse = staticmethod(actions.parse)
    seen_by = staticmethod(views.seen_by)
    in_secret = staticmethod(views.in_secret)
    imagine = staticmethod(views.imagine)
    receipt = staticmethod(scoring.receipt)
    standing = staticmethod(scoring.standing)
    foresee = staticmethod(outlook.foresee)

    # No board waits for these: each is loaded when it is first asked for.

    def inventory(self) -> Changeable:
        from tilehall.engine.kaguya.inventory import INVENTORY

        return INVENTORY

    def derive(self, s: State, line: Line) -> Origin:
        from tilehall.engine.kaguya.deriving import derive

        return derive(s, line)

    def value(self, s: State, seat: Seat) -> Value:
        from tilehall.engine.kaguya.foreseeing import value
        from tilehall.engine.kaguya.weights import weights

        return value(s, seat, weights())

    def quiet(self, s: State) -> bool:
        """Between two rounds: within one some have their tile and others have it still to come."""
        return not s.point or (s.point == "PRESENT" and not any(merchant.ready for merchant in s.merchants))

    def plans(self, s: State, seat: Seat, k: int) -> Sequence[Plan]:
        from tilehall.engine.kaguya.planning import plans
        from tilehall.engine.kaguya.weights import weights

        return plans(s, seat, k, weights())

    def explain(self, s: State, seat: Seat, plan: Plan) -> Text:
        from tilehall.engine.kaguya.explaining import explain
        from tilehall.engine.kaguya.weights import weights

        return explain(s, seat, plan, weights())

    def deed(self, seat: Seat, a: Action) -> Text:
        from tilehall.engine.kaguya.telling import deed

        return deed(seat, a) or super().deed(seat, a)

    def repertoire(self, setup: Setup) -> Sequence[Action]:
        return actions.repertoire()

    def features(self, setup: Setup) -> Feature:
        from tilehall.engine.kaguya.features import features

        return features(setup.players)

    def dump(self, s: State) -> Position:
        from tilehall.engine.kaguya.positions import dump

        return dump(s)

    def load(self, data: Position) -> State:
        from tilehall.engine.kaguya.positions import load

        return load(data)

    def faults(self, s: State) -> tuple[Text, ...]:
        from tilehall.engine.kaguya.invariants import faults

        return faults(s)

    def things(self, s: State, seat: Seat) -> Sequence[Thing]:
        from tilehall.engine.kaguya.about import things

        return tuple(things(s, seat))

    def about(self, s: State, seat: Seat, thing: Thing) -> About | None:
        from tilehall.engine.kaguya.about import about

        return about(s, seat, thing)

    def used(self, event: Event) -> Iterable[Used]:
        from tilehall.engine.kaguya.using import used

        return used(event)

    def rounds(self, s: State) -> int | None:
        return s.round


KAGUYA = Kaguya()
