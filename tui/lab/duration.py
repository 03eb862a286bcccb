"""How long a game would take people: an estimate, by fixed seconds for what is done in it.

With easy computer players these give 23 to 47 minutes for the princess' game, 28 to 49 for Realm of Sand and 27 to 47
for Kaguyahime, each with two to four players; their boxes say 25 to 50, 30 to 60 and 30 to 60.
"""

from __future__ import annotations

from tilehall.tui.tables.history.outcome import GameLength

TURN = 30
"""Seconds to look at what has changed and to think, whenever somebody else comes to decide,"""
DECISION = 6
"""for each decision; those that several take together count as one,"""
DRAW = 3
"""and for each card, tile or roll of the dealer."""


def estimate_seconds(course: GameLength) -> int:
    """How long it would take people.

    >>> estimate_seconds(GameLength(decisions=105, turns=19, moments=105, draws=53, rounds=None, first_player=0))
    1359
    """
    return TURN * course.turns + DECISION * course.moments + DRAW * course.draws
