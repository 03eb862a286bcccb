"""The game object: the rules of the beast hunt behind the protocol that every game has."""

from __future__ import annotations

from tilehall.engine.base import BaseGame
from tilehall.engine.beasts import actions, advice, invariants, outlook, points, positions, refusals, scoring
from tilehall.engine.beasts import rules as turns
from tilehall.engine.beasts.state import State
from tilehall.engine.catalog import BUILT_IN
from tilehall.engine.game import Action, Seat

BOX = BUILT_IN["beasts"]


class Beasts(BaseGame[State]):
    """Everything on this table is open (B-9.1); the order of a deck is not decided before a card is drawn."""

    id = BOX.id
    title = BOX.title
    credit = BOX.credit
    rules = 1
    seats = BOX.seats
    options = turns.OPTIONS
    secrets = False

    start = staticmethod(turns.start)
    actors = staticmethod(turns.actors)
    decision = staticmethod(points.decision)
    legal = staticmethod(turns.legal)
    check = staticmethod(refusals.check)
    chance = staticmethod(turns.chance)
    apply = staticmethod(turns.apply)
    parse = staticmethod(actions.parse)
    receipt = staticmethod(scoring.receipt)
    standing = staticmethod(scoring.standing)
    foresee = staticmethod(outlook.foresee)
    advise = staticmethod(advice.advise)
    dump = staticmethod(positions.dump)
    load = staticmethod(positions.load)
    faults = staticmethod(invariants.faults)

    def default(self, s: State, seat: Seat) -> Action:
        """The choice that does least: keep all dice, place nothing, discard nothing; the first beast that comes."""
        choices = turns.legal(s, seat)
        return choices[-1] if s.point == "KEEP" else choices[0]


BEASTS = Beasts()
