"""Actions tried for other programs on a copy of a position: what `try` of the pipe and of bots is made of."""

from __future__ import annotations

from collections import Counter
from typing import Final, Generic, NamedTuple, TypeVar

from tilehall.engine import CHANCE, Action, Dealer, Event, Game, IllegalActionError, Rng, RuleError, SeatNo
from tilehall.tui.programs.json_messages import Message, totals_data

S = TypeVar("S")


class SeatAction(NamedTuple):
    """An action to be tried; without a seat it is that of the seat which the message is about."""

    seat: SeatNo | None
    text: str

    @classmethod
    def read(cls, given: object) -> SeatAction | None:
        """Return what JSON data stands for: a text, or a list of a seat and a text; None for anything else.

        >>> SeatAction.read("pass"), SeatAction.read([1, "pass"]), SeatAction.read([True, "pass"])
        (SeatAction(seat=None, text='pass'), SeatAction(seat=1, text='pass'), None)
        """
        match given:
            case str():
                return cls(None, given)
            case [int() as seat, str() as text] if not isinstance(seat, bool):
                return cls(seat, text)
        return None

    def data(self) -> str | list[int | str]:
        return self.text if self.seat is None else [self.seat, self.text]


class Trial(Generic[S]):
    """A position on which actions are tried, one after the other; nobody else sees them.

    With a `dealer` draws are made as they come up, else chance is a seat like any other, as in a match. With a
    `viewpoint` the position is what that seat sees, after each action again; what it cannot know is imagined.

    >>> from tilehall.engine import SeedDealer, Setup, load_game
    >>> rules = load_game("princess")
    >>> trial = Trial(rules, rules.start(Setup(2, (("start_seat", "1"),))), SeedDealer("7"))
    >>> trial.due, [str(action) for _, action in trial.done][:2]
    ((1,), ['board B4', 'board B3'])
    >>> trial.act(1, rules.parse("side a"))
    >>> str(trial.done[-1][1])
    'side a'
    """

    def __init__(
        self, rules: Game[S], position: S, dealer: Dealer | None = None, viewpoint: SeatNo | None = None
    ) -> None:
        self.rules: Final = rules
        self.position = position
        self.due = rules.actors(position)
        """Who has to decide now."""
        self.done: list[tuple[SeatNo, Action]] = []
        """What was done, draws included."""
        self.guessed = False
        """Whether something was imagined."""
        self._dealer: Final = dealer
        self._viewpoint: Final = viewpoint
        self._before: list[S] = []
        """The position before each of these steps: what has happened is worked out when asked for."""
        self._draw_counts = Counter[str]()
        self._deal()

    def act(self, seat: SeatNo, action: Action) -> None:
        """Do this and all that the dealer owes after it. Raises IllegalActionError; then nothing has changed."""
        if refusal := self.rules.check(self.position, seat, action):
            raise IllegalActionError(refusal)
        self._do(seat, action)
        self._deal()

    @property
    def events(self) -> list[Event]:
        """What has happened, worked out now."""
        events: list[Event] = []
        for before, (seat, action) in zip(self._before, self.done, strict=True):
            self.rules.apply(before, seat, action, events)
        return events

    def totals(self, players: int) -> list[int]:
        """The points of all seats now."""
        return totals_data(self.rules.receipt(self.position), players)

    def _do(self, seat: SeatNo, action: Action) -> None:
        self._before.append(self.position)
        self.done.append((seat, action))
        self.position = self._after(seat, action)
        self.due = self.rules.actors(self.position)

    def _after(self, seat: SeatNo, action: Action) -> S:
        rules, position, viewpoint = self.rules, self.position, self._viewpoint
        if viewpoint is None:
            return rules.apply(position, seat, action)
        try:
            return rules.view(rules.apply(position, seat, action), viewpoint)
        except RuleError:
            # What comes next depends on what others have secretly decided.
            self.guessed = True
            return rules.view(rules.apply(rules.sample_state(position, Rng(0)), seat, action), viewpoint)

    def _deal(self) -> None:
        while self._dealer is not None and self.due == (CHANCE,):
            draw = self.rules.chance(self.position)
            self._do(CHANCE, self._dealer.deal(draw, self._draw_counts[draw.pile]))
            self._draw_counts[draw.pile] += 1


def value_data(rules: Game[S], view: S, position: S, seat: SeatNo, digits: int) -> Message:
    """Return what a position is worth to a seat with this view of it, and whether it is quiet."""
    value = rules.advisor.value(view, seat)
    points, chance = round(value.points, digits), round(value.chance, digits)
    return {"points": points, "chance": chance, "quiet": rules.advisor.is_quiet(position)}
