"""The game object: the rules of Realm of Sand behind the protocol that every game has."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.catalog import GAMES
from tilehall.engine.game import (
    Action,
    Advice,
    Chooser,
    Decision,
    Draw,
    Event,
    Position,
    Receipt,
    Refusal,
    Seat,
    Setup,
    Standing,
)
from tilehall.engine.sand import actions, advice, outlook, points, positions, refusals, scoring, state
from tilehall.engine.sand import rules as turns
from tilehall.engine.sand.actions import Place, Take, boxes_of
from tilehall.engine.sand.state import State


class Sand:
    """See `tilehall.engine.game.Game` for what each method promises."""

    id = "sand"
    title = GAMES[id].title
    credit = GAMES[id].credit
    rules = 1
    seats = GAMES[id].seats
    options = turns.OPTIONS
    secrets = True

    def start(self, setup: Setup) -> State:
        return turns.start(setup)

    def actors(self, s: State) -> tuple[Seat, ...]:
        return turns.actors(s)

    def decision(self, s: State, seat: Seat) -> Decision:
        return points.decision(s, seat)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        return turns.legal(s, seat)

    def check(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        return refusals.check(s, seat, a)

    def chance(self, s: State) -> Draw:
        return turns.chance(s)

    def apply(self, s: State, seat: Seat, a: Action, events: list[Event] | None = None) -> State:
        return turns.apply(s, seat, a, events)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def seen_by(self, s: State, seat: Seat | None) -> State:
        """The decks have no order yet; only what the red power has shown is a secret (S-9.2)."""
        return state.seen_by(s, seat)

    def imagine(self, s: State, rng: Chooser) -> State:
        return state.imagine(s, rng)

    def receipt(self, s: State) -> Receipt:
        return scoring.receipt(s)

    def standing(self, s: State) -> Standing | None:
        return scoring.standing(s)

    def default(self, s: State, seat: Seat) -> Action:
        """The choice that does least: end, done, stop, the first tile, the placement that covers fewest pieces."""
        choices = turns.legal(s, seat)
        skip = points.decision(s, seat).skip
        if skip is not None:
            return skip
        occupied = s.magicians[seat].occupied
        places = [a for a in choices if isinstance(a, Place)]
        if places:
            return min(places, key=lambda a: ((boxes_of(a.pieces) & occupied).bit_count(), str(a)))
        return next((a for a in choices if isinstance(a, Take)), choices[0])

    def foresee(self, s: State, seat: Seat, a: Action) -> tuple[str, ...]:
        return outlook.foresee(s, seat, a)

    def advise(self, view: State, seat: Seat, rng: Chooser, attention: int = 100) -> Advice:
        return advice.advise(view, seat, rng, attention)

    def dump(self, s: State) -> Position:
        return positions.dump(s)

    def load(self, data: Position) -> State:
        return positions.load(data)

    def faults(self, s: State) -> tuple[str, ...]:
        return positions.faults(s)


SAND = Sand()
