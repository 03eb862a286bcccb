"""A whole turn in thought: what is done up to its end, and where that leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from tilehall.engine.ai.plan import PositionValue
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Game, RuleError, SeatNo
from tilehall.engine.core.match import position_json

S = TypeVar("S")
PARTS = 8
"""A turn that is begun is finished in at most so many plans."""


class PlannedTurn(NamedTuple):
    """A whole turn in thought, and what is known of its end."""

    actions: tuple[Action, ...]
    end: str
    """The position that it ends in; equal ones are equal here."""
    value: PositionValue


def complete_turn(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action]) -> PlannedTurn | None:
    """These actions and what its plans would add to end the turn; None if that does not go in a world like that."""
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
    """Whether something comes to light with these actions that the view hides: a turn is known up to there."""
    try:
        for action in actions:
            view = game.apply(view, seat, action)
    except RuleError:
        return True
    return False
