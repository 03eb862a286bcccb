"""The game object: the rules of Kaguyahime behind the protocol that every game has."""

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
from tilehall.engine.kaguya import actions, advice, outlook, points, positions, refusals, scoring, views
from tilehall.engine.kaguya import rules as rounds
from tilehall.engine.kaguya.actions import NOTHING
from tilehall.engine.kaguya.state import State


class Kaguya:
    """See `tilehall.engine.game.Game` for what each method promises."""

    id = "kaguya"
    title = GAMES[id].title
    credit = GAMES[id].credit
    rules = 1
    seats = GAMES[id].seats
    options = rounds.OPTIONS
    secrets = True

    def start(self, setup: Setup) -> State:
        return rounds.start(setup)

    def actors(self, s: State) -> tuple[Seat, ...]:
        return rounds.actors(s)

    def decision(self, s: State, seat: Seat) -> Decision:
        return points.decision(s, seat)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        """In a view also; there a choice that takes another seat's cubes to know has no known actions."""
        return rounds.legal(s, seat)

    def check(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        return refusals.check(s, seat, a)

    def chance(self, s: State) -> Draw:
        return rounds.chance(s)

    def apply(self, s: State, seat: Seat, a: Action, events: list[Event] | None = None) -> State:
        return rounds.apply(s, seat, a, events)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def seen_by(self, s: State, seat: Seat | None) -> State:
        return views.seen_by(s, seat)

    def imagine(self, s: State, rng: Chooser) -> State:
        return views.imagine(s, rng)

    def receipt(self, s: State) -> Receipt:
        return scoring.receipt(s)

    def standing(self, s: State) -> Standing | None:
        return scoring.standing(s)

    def default(self, s: State, seat: Seat) -> Action:
        """Nothing in the fist, else the first choice."""
        choices = rounds.legal(s, seat)
        return NOTHING if NOTHING in choices else choices[0]

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


KAGUYA = Kaguya()
