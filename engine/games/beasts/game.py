"""The rules of Merlin's Beast Hunt, as `tilehall.engine.core.game.Rules` asks for them."""

from __future__ import annotations

from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.game import Action, Game, Position, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts import actions, decision_points, refusals, scoring, viewpoint
from tilehall.engine.games.beasts import rules as turns
from tilehall.engine.games.beasts.state import BeastsState
from tilehall.engine.games.catalog import BUILT_IN_GAMES


class Beasts(BaseGame[BeastsState]):
    """A game without secrets (B-9.1): a deck has no order before a card is drawn."""

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

    def dump(self, s: BeastsState) -> Position:
        from tilehall.engine.games.beasts.position_data import dump

        return dump(s)

    def load(self, data: Position) -> BeastsState:
        from tilehall.engine.games.beasts.position_data import load

        return load(data)

    def faults(self, s: BeastsState) -> tuple[Text, ...]:
        from tilehall.engine.games.beasts.invariants import faults

        return faults(s)

    def default_action(self, s: BeastsState, seat: SeatNo) -> Action:
        """The choice that does least: keep all dice, place nothing, discard nothing; the first beast that comes."""
        choices = turns.legal_actions(s, seat)
        return choices[-1] if s.point == "KEEP" else choices[0]


BEASTS: Game[BeastsState] = BUILT_IN_GAMES["beasts"].game
