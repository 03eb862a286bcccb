"""What follows on a choice, as far as it can be known here: whether it can still be taken back, and who goes on."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from tilehall.engine import CHANCE, Action, Game, RuleError, Seat

S = TypeVar("S")


class After(Enum):
    """Who goes on after a choice."""

    SAME = "the same player, and it can be taken back"
    SHOWN = "the same player, after something new has been shown"
    OTHERS = "somebody else"
    OVER = "nobody"
    UNKNOWN = "it depends on what others decide in secret"


def after(rules: Game[S], state: S, seat: Seat, action: Action) -> After:
    """What follows on an action of this seat in this position (its own view)."""
    try:
        state = rules.apply(state, seat, action)
        drawn = rules.actors(state) == (CHANCE,)
        while rules.actors(state) == (CHANCE,):
            state = rules.apply(state, CHANCE, rules.chance(state).outcomes[0])
    except RuleError:
        return After.UNKNOWN
    due = rules.actors(state)
    if not due:
        return After.OVER
    if due != (seat,):
        return After.OTHERS
    return After.SHOWN if drawn else After.SAME
