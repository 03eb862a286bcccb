"""The game object: the rules of Kaguyahime behind the protocol that every game has."""

from __future__ import annotations

from tilehall.engine.base import BaseGame
from tilehall.engine.catalog import BUILT_IN
from tilehall.engine.kaguya import actions, advice, invariants, outlook, points, positions, refusals, scoring, views
from tilehall.engine.kaguya import rules as rounds
from tilehall.engine.kaguya.state import State

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

    start = staticmethod(rounds.start)
    actors = staticmethod(rounds.actors)
    decision = staticmethod(points.decision)
    legal = staticmethod(rounds.legal)
    check = staticmethod(refusals.check)
    chance = staticmethod(rounds.chance)
    apply = staticmethod(rounds.apply)
    parse = staticmethod(actions.parse)
    seen_by = staticmethod(views.seen_by)
    imagine = staticmethod(views.imagine)
    receipt = staticmethod(scoring.receipt)
    standing = staticmethod(scoring.standing)
    foresee = staticmethod(outlook.foresee)
    advise = staticmethod(advice.advise)
    dump = staticmethod(positions.dump)
    load = staticmethod(positions.load)
    faults = staticmethod(invariants.faults)


KAGUYA = Kaguya()
