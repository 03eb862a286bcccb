"""A match: the steps of a game that is being played, with its dealer, undo and redo. Positions never change, it does.

>>> from tilehall.engine import Match, SeedDealer, Setup, load_game
>>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
>>> match.actors(), [str(a) for a in match.legal_actions(0)]
((0,), ['side a', 'side b'])
>>> match.act(0, "side a").steps[0].action
ChooseSide(side='a')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from hashlib import blake2b
from json import dumps
from typing import Any, Final, Generic, TypeVar

from tilehall.engine.core.chance import Dealer
from tilehall.engine.core.game import CHANCE, Action, Event, Game, Refusal, RuleError, SeatNo, Setup
from tilehall.engine.core.text import Text

S = TypeVar("S")

DEALER_ALONE: Final = (CHANCE,)
"""`actors()` where the dealer draws."""


class Step(Generic[S]):
    """One elementary step: who did what, and the positions before and after."""

    __slots__ = ("_events", "action", "after", "before", "draw_number", "game", "is_joint", "number", "pile", "seat")

    def __init__(
        self,
        number: int,
        seat: SeatNo,
        action: Action,
        before: S,
        after: S,
        together: bool,
        pile: str,
        drawn: int,
        game: Game[S],
        events: tuple[Event, ...] | None = None,
    ) -> None:
        self.number: Final = number
        self.seat: Final = seat
        self.action: Final = action
        self.before: Final = before
        self.after: Final = after
        self.is_joint: Final = together
        """Whether several seats owed this decision at the same time."""
        self.pile: Final = pile
        """For draws: the pile that was drawn from."""
        self.draw_number: Final = drawn
        """For draws: how many draws that pile has seen, this one included."""
        self.game: Final = game
        self._events: Final = events

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened: kept by the match, or computed on each access as most steps are never described."""
        if self._events is not None:
            return self._events
        events: list[Event] = []
        self.game.apply(self.before, self.seat, self.action, events)
        return tuple(events)


class ActResult(Generic[S]):
    """The steps that one call to `act` caused: its own first, then those of the dealer."""

    __slots__ = ("steps",)

    def __init__(self, moves: list[Step[S]]) -> None:
        self.steps: Final = moves

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]


class IllegalActionError(RuleError):
    """An action that is not legal, with the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text, refusal.rule)
        self.refusal = refusal

    def __reduce__(self) -> tuple[Callable[..., RuleError], tuple[Any, ...]]:
        return type(self), (self.refusal,)


class Match(Generic[S]):
    """A game, its steps and its dealer. Without a dealer, draws are given to `act` like actions of a seat, `CHANCE`."""

    def __init__(self, game: Game[S], setup: Setup, dealer: Dealer | None = None, position: S | None = None) -> None:
        self.game = game
        self.setup = setup
        self.dealer = dealer
        self.initial_state = game.start(setup) if position is None else position
        self.steps: list[Step[S]] = []
        self.undone_steps: list[Step[S]] = []
        self._last: dict[str, Step[S]] = {}
        """The last draw from each pile."""
        self._keeps_events = False
        self._now = self.initial_state
        self._due = game.actors(self.initial_state)
        """The actors at `_now`, cached."""
        self.initial_draws = self.deal()

    def copy(self, keeps_events: bool = False) -> Match[S]:
        """Return an independent match with the same steps.

        With `keeps_events` its new steps know their events at once: for a caller that asks for all of them.
        """
        other = copy(self)
        other._keeps_events = keeps_events
        other.steps, other.undone_steps, other._last = self.steps[:], self.undone_steps[:], self._last.copy()
        return other

    @property
    def state(self) -> S:
        return self.steps[-1].after if self.steps else self.initial_state

    def actors(self) -> tuple[SeatNo, ...]:
        state = self.steps[-1].after if self.steps else self.initial_state
        if state is not self._now:  # steps were taken away
            self._now, self._due = state, self.game.actors(state)
        return self._due

    def legal_actions(self, seat: SeatNo) -> Sequence[Action]:
        return self.game.legal_actions(self.state, seat)

    def view(self, seat: SeatNo | None) -> S:
        return self.game.view(self.state, seat)

    @property
    def is_over(self) -> bool:
        return not self.actors()

    def act(self, seat: SeatNo, action: Action | str) -> ActResult[S]:
        """Do an action, given as an object or a text, and the draws that are due after it.

        Raises NotationError for a text without a meaning and IllegalActionError for what the rules forbid; then nothing
        has changed.
        """
        if isinstance(action, str):
            action = self.game.parse(action)
        state = self.state
        refusal = self.game.check(state, seat, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
        self.undone_steps.clear()
        if seat == CHANCE:
            pile = self.game.chance(state).pile
            step = self._draw(state, action, pile, self._seen(pile))
        else:
            step = self._do(state, seat, action)
        return ActResult([step, *self.deal()])

    def _do(self, state: S, seat: SeatNo, action: Action) -> Step[S]:
        due, steps = self.actors(), self.steps
        # Joint too if the other seats have given their parts already.
        together = len(due) > 1 or (bool(steps) and steps[-1].is_joint and bool(self._open_joint_steps()))
        return self._step(state, seat, action, together, "", 0)

    def deal(self) -> list[Step[S]]:
        """Do the draws that are due now, and return their steps."""
        made: list[Step[S]] = []
        dealer, due = self.dealer, self.actors()
        while dealer is not None and due == DEALER_ALONE:
            state = self._now
            draw = self.game.chance(state)
            seen = self._seen(draw.pile)
            made.append(self._draw(state, dealer.deal(draw, seen), draw.pile, seen))
            due = self._due
        return made

    def _draw(self, state: S, outcome: Action, pile: str, seen: int) -> Step[S]:
        step = self._last[pile] = self._step(state, CHANCE, outcome, False, pile, seen + 1)
        return step

    def _step(self, state: S, seat: SeatNo, action: Action, together: bool, pile: str, drawn: int) -> Step[S]:
        game, steps = self.game, self.steps
        events: list[Event] | None = [] if self._keeps_events else None
        after = game.apply(state, seat, action, events)
        self._now, self._due = after, game.actors(after)
        kept = None if events is None else tuple(events)
        step = Step(len(steps) + 1, seat, action, state, after, together, pile, drawn, game, kept)
        steps.append(step)
        return step

    def _seen(self, pile: str) -> int:
        """The number of draws from a pile so far."""
        last, steps = self._last.get(pile), self.steps
        if last is None:
            return 0
        if last.number <= len(steps) and steps[last.number - 1] is last:
            return last.draw_number
        return next(
            (step.draw_number for step in reversed(steps) if step.pile == pile), 0
        )  # the last one is taken back

    def draw_counts(self) -> Counter[str]:
        """The number of draws from each pile so far."""
        return Counter(step.pile for step in self.steps if step.pile)

    # --- taking back ----------------------------------------------------------------------------------------------

    def undo_barrier(self, seat: SeatNo) -> Text | None:
        """Why this seat cannot take its last step back; None if it can."""
        if not self.steps:
            return Text("Nothing has been done yet.")
        if any(step.seat == seat for step in self._open_joint_steps()):
            return None
        if self.is_over:
            return Text("Nothing can be taken back once the game is over.")
        last = self.steps[-1]
        if last.seat != CHANCE and last.action.verb in self.game.decision(last.before, last.seat).final_verbs:
            return Text("What was done last is final: it cannot be taken back.")
        if last.seat != seat:
            return self._barrier_text(last)
        return Text("Taking back ends at what has been revealed.") if last.is_joint else None

    def _barrier_text(self, last: Step[S]) -> Text:
        """The barrier that a draw or another player's step is; it is named only in games without secrets."""
        action = str(last.action)
        if last.seat == CHANCE:
            if self.game.has_secrets:
                return Text("Taking back ends at what the dealer has shown.")
            return Text("Taking back ends at what the dealer has shown ({outcome}).", outcome=action)
        if last.is_joint:
            return Text("Taking back ends at what another player has decided.")
        if self.game.has_secrets:
            return Text("Taking back ends at what another player has done.")
        return Text("Taking back ends at what another player has done ({action}).", action=action)

    def _open_joint_steps(self) -> list[Step[S]]:
        """The parts of a joint decision that is not complete."""
        owed = set(self.actors())
        found: list[Step[S]] = []
        for step in reversed(self.steps if owed else ()):
            before = set(self.game.actors(step.before))
            if not step.is_joint or step.seat in owed or before != owed | {step.seat}:
                break
            owed.add(step.seat)
            found.append(step)
        return found[::-1]

    def undo(self, seat: SeatNo) -> Step[S]:
        """Take back this seat's last step. Raises IllegalActionError with the barrier in words.

        In a joint decision that is not complete, only the seat's own part is taken back.
        """
        if reason := self.undo_barrier(seat):
            raise IllegalActionError(Refusal("", reason))
        mine = next((step for step in reversed(self.steps) if step.seat == seat), self.steps[-1])
        later = self.steps[mine.number :]
        del self.steps[mine.number - 1 :]
        for step in later:
            self._do(self.state, step.seat, step.action)
        self.undone_steps.append(mine)
        return mine

    def redo(self) -> ActResult[S]:
        """Do the step again that was taken back last. Raises IllegalActionError if there is none."""
        if not self.undone_steps:
            raise IllegalActionError(Refusal("", Text("Nothing has been taken back.")))
        step = self.undone_steps.pop()
        if step.pile:
            again = self._draw(self.state, step.action, step.pile, self._seen(step.pile))
        else:
            again = self._do(self.state, step.seat, step.action)
        return ActResult([again, *self.deal()])


def position_json(game: Game[S], state: S) -> str:
    """Return a position as one line of JSON; equal positions give equal lines."""
    return dumps(game.dump(state), sort_keys=True, separators=(",", ":"))


def position_digest(game: Game[S], state: S) -> str:
    """Return eight hex digits; different positions have different ones with high probability."""
    return blake2b(position_json(game, state).encode(), digest_size=4).hexdigest()


def ends_turn(game: Game[S], state: S, seat: SeatNo, action: Action) -> bool:
    """Whether somebody else decides next, whatever the dealer draws in between."""
    try:
        state = game.apply(state, seat, action)
    except RuleError:
        # In a view, where the outcome depends on secret decisions of other seats.
        return True
    while game.actors(state) == (CHANCE,):
        state = game.apply(state, CHANCE, game.chance(state).outcomes[0])
    return game.actors(state) != (seat,)
