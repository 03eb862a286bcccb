"""The rules of The Princess and Magic Tile, as `tilehall.engine.core.game.Rules` asks for them."""

from __future__ import annotations

from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.game import Game, Position
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.games.princess import actions, decision_points, refusals, scoring, viewpoint
from tilehall.engine.games.princess import rules as turns
from tilehall.engine.games.princess.state import PrincessState


class Princess(BaseGame[PrincessState]):
    """A game without secrets: cards and tiles that lie face down (P-3.8) are not drawn before they are turned up."""

    rules_version = 1
    options = turns.OPTIONS
    has_secrets = False

    start = staticmethod(turns.start)
    actors = staticmethod(turns.actors)
    decision = staticmethod(decision_points.decision)
    legal_actions = staticmethod(turns.legal_actions)
    check = staticmethod(refusals.check)
    chance = staticmethod(turns.chance)
    apply = staticmethod(turns.apply)
    parse = staticmethod(actions.parse)
    view = staticmethod(viewpoint.view)
    decides_in_secret = staticmethod(viewpoint.decides_in_secret)
    sample_state = staticmethod(viewpoint.sample_state)
    receipt = staticmethod(scoring.receipt)
    final_result = staticmethod(scoring.final_result)

    # Positions are read and checked only now and then: a board does not wait for that.

    def dump(self, s: PrincessState) -> Position:
        from tilehall.engine.games.princess.position_data import dump

        return dump(s)

    def load(self, data: Position) -> PrincessState:
        from tilehall.engine.games.princess.position_data import load

        return load(data)

    def faults(self, s: PrincessState) -> tuple[Text, ...]:
        from tilehall.engine.games.princess.invariants import faults

        return faults(s)


PRINCESS: Game[PrincessState] = BUILT_IN_GAMES["princess"].game
