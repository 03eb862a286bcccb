"""Completes a turn that has begun, as far as it can be known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from tilehall.engine.ai.plan import PositionValue
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Game, RuleError, SeatNo
from tilehall.engine.core.match import position_json

S = TypeVar("S")
PARTS = 8
"""The most plans by which a begun turn is completed."""


class PlannedTurn(NamedTuple):
    """A whole turn as far as it can be known, and the position at its end."""

    actions: tuple[Action, ...]
    end: str
    """The position at its end as canonical JSON, to compare."""
    value: PositionValue


def complete_turn(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> PlannedTurn | None:
    """The turn that begins with these actions, completed by the best plans; None if an action turns out illegal."""
    s, done, waiting = game.sample_state(view, Rng(0)), list[Action](), list(actions)
    for _ in range(PARTS):
        for action in waiting:
            if seat not in game.actors(s) or game.check(s, seat, action) is not None:
                return None
            s = game.apply(s, seat, action)
            done.append(action)
        if game.actors(s) != (seat,) or reveals_hidden(game, view, seat, done):
            break
        waiting = list(game.advisor.plans(game.view(s, seat), seat, 1)[0].actions)
    return PlannedTurn(tuple(done), position_json(game, s), game.advisor.value(game.view(s, seat), seat))


def reveals_hidden(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> bool:
    """Whether what these actions lead to depends on something that the view hides."""
    try:
        for action in actions:
            view = game.apply(view, seat, action)
    except RuleError:
        return True
    return False
