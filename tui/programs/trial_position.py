"""Actions tried on a position at which nobody sits: what becomes of it, and what has happened by then."""

from __future__ import annotations

from collections import Counter
from typing import Final, Generic, TypeVar

from tilehall.engine import CHANCE, Action, Dealer, Event, Game, IllegalActionError
from tilehall.engine import SeatNo as Number

S = TypeVar("S")


class TrialPosition(Generic[S]):
    """A position that goes its own way. Without a dealer chance is a seat like any other, as in a match.

    >>> from tilehall.engine import SeedDealer, Setup, load_game
    >>> rules = load_game("princess")
    >>> trial = TrialPosition(rules, rules.start(Setup(2, (("start_seat", "1"),))), SeedDealer("7"))
    >>> trial.due, [str(action) for _, action in trial.done][:2]
    ((1,), ['board B4', 'board B3'])
    >>> trial.act(1, rules.parse("side a"))
    >>> trial.done[-1]
    (1, ChooseSide(side='a'))
    """

    def __init__(self, rules: Game[S], position: S, dealer: Dealer | None = None) -> None:
        self.rules: Final = rules
        self.dealer: Final = dealer
        self.position = position
        self.due = rules.actors(position)
        """Who has to decide now."""
        self.done: list[tuple[Number, Action]] = []
        """What was done, draws included."""
        self._before: list[S] = []
        """The position before each of these steps: what has happened is worked out when asked for."""
        self._drawn = Counter[str]()
        self._deal()

    def act(self, seat: Number, action: Action) -> None:
        """Does this and everything that the dealer owes after it. Raises Refused; then nothing has changed."""
        if refusal := self.rules.check(self.position, seat, action):
            raise IllegalActionError(refusal)
        self._do(seat, action)
        self._deal()

    @property
    def events(self) -> list[Event]:
        """What has happened."""
        events: list[Event] = []
        for before, (seat, action) in zip(self._before, self.done, strict=True):
            self.rules.apply(before, seat, action, events)
        return events

    def _do(self, seat: Number, action: Action) -> None:
        self._before.append(self.position)
        self.done.append((seat, action))
        self.position = self.rules.apply(self.position, seat, action)
        self.due = self.rules.actors(self.position)

    def _deal(self) -> None:
        while self.dealer is not None and self.due == (CHANCE,):
            draw = self.rules.chance(self.position)
            self._do(CHANCE, self.dealer.deal(draw, self._drawn[draw.pile]))
            self._drawn[draw.pile] += 1
