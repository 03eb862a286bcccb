"""The rules of Realm of Sand, as `tilehall.engine.core.game.Rules` asks for them."""

from __future__ import annotations

from tilehall.engine.core.base_game import BaseGame
from tilehall.engine.core.game import Action, Game, Position, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.games.sand import actions, decision_points, refusals, scoring, viewpoint
from tilehall.engine.games.sand import rules as turns
from tilehall.engine.games.sand.actions import PlaceTile, TakeFromCircle
from tilehall.engine.games.sand.state import SandState


class Sand(BaseGame[SandState]):
    """The only secrets are the cards that the red power has shown (S-9.2): decks have no order until drawn from."""

    rules_version = 1
    options = turns.OPTIONS
    has_secrets = True

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

    def dump(self, s: SandState) -> Position:
        from tilehall.engine.games.sand.position_data import dump

        return dump(s)

    def load(self, data: Position) -> SandState:
        from tilehall.engine.games.sand.position_data import load

        return load(data)

    def faults(self, s: SandState) -> tuple[Text, ...]:
        from tilehall.engine.games.sand.invariants import faults

        return faults(s)

    def round_number(self, s: SandState) -> int | None:
        return s.round

    def default_action(self, s: SandState, seat: SeatNo) -> Action:
        """The choice that does least: end, done, stop, the first tile, the placement that covers fewest pieces."""
        choices = turns.legal_actions(s, seat)
        skip = decision_points.decision(s, seat).skip
        if skip is not None:
            return skip
        occupied = s.magicians[seat].occupied
        places = [a for a in choices if isinstance(a, PlaceTile)]
        if places:
            return min(places, key=lambda a: ((a.boxes & occupied).bit_count(), str(a)))
        return next((a for a in choices if isinstance(a, TakeFromCircle)), choices[0])


SAND: Game[SandState] = BUILT_IN_GAMES["sand"].game
