"""The game object: the rules of the princess behind the protocol that every game has."""

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
from tilehall.engine.princess import actions, advice, invariants, outlook, points, positions, refusals, scoring
from tilehall.engine.princess import rules as turns
from tilehall.engine.princess.state import State


class Princess:
    """See `tilehall.engine.game.Game` for what each method promises."""

    id = "princess"
    title = GAMES[id].title
    credit = GAMES[id].credit
    rules = 1
    seats = GAMES[id].seats
    options = turns.OPTIONS
    secrets = False

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
        """Everything on this table is open, and what is not (P-3.8: stack, deck, bonus cards) is not decided yet."""
        return s

    def imagine(self, s: State, rng: Chooser) -> State:
        """A view is already complete: see `seen_by`."""
        return s

    def receipt(self, s: State) -> Receipt:
        return scoring.receipt(s)

    def standing(self, s: State) -> Standing | None:
        return scoring.standing(s)

    def default(self, s: State, seat: Seat) -> Action:
        """The choice that does least: pass, stop, no gem, else the first one."""
        choices = turns.legal(s, seat)
        return next((a for a in choices if str(a) in ("pass", "stop", "gem no")), choices[0])

    def foresee(self, s: State, seat: Seat, a: Action) -> tuple[str, ...]:
        return outlook.foresee(s, seat, a)

    def advise(self, view: State, seat: Seat, rng: Chooser, attention: int = 100) -> Advice:
        return advice.advise(view, seat, rng, attention)

    def dump(self, s: State) -> Position:
        return positions.dump(s)

    def load(self, data: Position) -> State:
        return positions.load(data)

    def faults(self, s: State) -> tuple[str, ...]:
        return invariants.faults(s)


PRINCESS = Princess()
