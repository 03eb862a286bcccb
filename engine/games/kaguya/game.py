"""The rules of Kaguyahime, as `tilehall.engine.core.game.Rules` asks for them."""

from __future__ import annotations

from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.game import Game, Position
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.games.kaguya import actions, decision_points, refusals, scoring, viewpoint
from tilehall.engine.games.kaguya import rules as rounds
from tilehall.engine.games.kaguya.state import KaguyaState


class Kaguya(BaseGame[KaguyaState]):
    """Cubes behind a screen are secret: in a view, choices that depend on those of another seat are not listed."""

    rules_version = 1
    options = rounds.OPTIONS
    has_secrets = True

    start = staticmethod(rounds.start)
    actors = staticmethod(rounds.actors)
    decision = staticmethod(decision_points.decision)
    legal_actions = staticmethod(rounds.legal_actions)
    check = staticmethod(refusals.check)
    chance = staticmethod(rounds.chance)
    apply = staticmethod(rounds.apply)
    parse = staticmethod(actions.parse)
    view = staticmethod(viewpoint.view)
    decides_in_secret = staticmethod(viewpoint.decides_in_secret)
    sample_state = staticmethod(viewpoint.sample_state)
    receipt = staticmethod(scoring.receipt)
    final_result = staticmethod(scoring.final_result)

    # Positions are read and checked only now and then: a board does not wait for that.

    def dump(self, s: KaguyaState) -> Position:
        from tilehall.engine.games.kaguya.position_data import dump

        return dump(s)

    def load(self, data: Position) -> KaguyaState:
        from tilehall.engine.games.kaguya.position_data import load

        return load(data)

    def faults(self, s: KaguyaState) -> tuple[Text, ...]:
        from tilehall.engine.games.kaguya.invariants import faults

        return faults(s)

    def round_number(self, s: KaguyaState) -> int | None:
        return s.round


KAGUYA: Game[KaguyaState] = BUILT_IN_GAMES["kaguya"].game
