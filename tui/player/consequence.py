"""What follows on a choice, as far as it can be known here: whether it can still be taken back, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import TypeVar

from tilehall.engine import CHANCE, Action, Game, RuleError, SeatNo

S = TypeVar("S")
MAX_DRAWS = 40
"""Draws that are tried, one after the other."""


class Consequence(Enum):
    """Who goes on after a choice."""

    SAME = "the same player, and it can be taken back"
    SHOWN = "the same player, after something new has been shown"
    OTHERS = "somebody else"
    OVER = "nobody"
    UNKNOWN = "it depends on what is drawn, or on what others decide in secret"


def consequence_of(rules: Game[S], state: S, seat: SeatNo, action: Action) -> Consequence:
    """What follows on an action of this seat in this position (its own view)."""
    try:
        state = rules.apply(state, seat, action)
        drawn, ends = rules.actors(state) == (CHANCE,), _drawn(rules, state)
        due = rules.actors(next(ends))
        if due == (seat,):
            return Consequence.SHOWN if drawn else Consequence.SAME
        # Another draw may have this player go on.
        if seat in due or any(seat in rules.actors(then) for then in islice(ends, MAX_DRAWS)):
            return Consequence.UNKNOWN
    except RuleError:
        return Consequence.UNKNOWN
    return Consequence.OTHERS if due else Consequence.OVER


def _drawn(rules: Game[S], state: S) -> Iterator[S]:
    """The positions after whatever may be drawn now."""
    if rules.actors(state) != (CHANCE,):
        yield state
        return
    for outcome in rules.chance(state).outcomes:
        yield from _drawn(rules, rules.apply(state, CHANCE, outcome))
