"""The game object: the rules of the princess behind the protocol that every game has."""

from __future__ import annotations

from tilehall.engine.base import BaseGame
from tilehall.engine.catalog import BUILT_IN
from tilehall.engine.princess import actions, advice, invariants, outlook, points, positions, refusals, scoring
from tilehall.engine.princess import rules as turns
from tilehall.engine.princess.state import State

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


PRINCESS = Princess()
