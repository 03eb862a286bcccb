"""Defaults for the rules and the narrator of a game: an author writes what is special and inherits the rest."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from tilehall.engine.core.announcement import Announcement
from tilehall.engine.core.game import (
    CHANCE,
    Action,
    Advisor,
    ChanceDraw,
    Decision,
    Encoder,
    Event,
    Game,
    GameResult,
    Narrator,
    Option,
    PointsOrigin,
    Position,
    RandomSource,
    Receipt,
    ReceiptLine,
    ReceiptPart,
    Refusal,
    SeatNo,
    Setup,
    Teacher,
    quote_text,
    settle_options,
)
from tilehall.engine.core.refusal import action_distance, refuse_out_of_turn, with_nearest
from tilehall.engine.core.text import Text, Who
from tilehall.engine.core.usage import ThingUsage, usage_from_sentence

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource

S = TypeVar("S")


class BaseGame(ABC, Generic[S]):
    """The rules of a game of open positions and even chances; loads the other parts that its announcement names.

    A subclass defines the abstract methods, as `Rules` describes them; what is a function elsewhere is assigned:
    `apply = staticmethod(rules.apply)`.
    """

    rules_version: int = 1
    options: tuple[Option, ...] = ()
    has_secrets: bool = False

    def __init__(self, announcement: Announcement) -> None:
        self.announcement = announcement
        self.id = announcement.id
        self.title = announcement.title
        self.credit = announcement.credit
        self.player_counts = announcement.player_counts
        self.package = announcement.package or _package_of(type(self))

    @cached_property
    def advisor(self) -> Advisor[S]:
        made: Advisor[S] = self.announcement.load_part("advisor")(self)
        return made

    @cached_property
    def narrator(self) -> Narrator[S]:
        made: Narrator[S] = self.announcement.load_part("narrator")(self)
        return made

    @cached_property
    def teacher(self) -> Teacher[S]:
        made: Teacher[S] = self.announcement.load_part("teacher")(self)
        return made

    @cached_property
    def encoder(self) -> Encoder:
        made: Encoder = self.announcement.load_part("encoder")(self)
        return made

    @cached_property
    def component_source(self) -> ComponentSource | None:
        found: ComponentSource | None = self.announcement.load_part("components")
        return found

    def settle_options(self, setup: Setup) -> dict[str, str]:
        """All options with their values, for `start`. Raises SetupError for what the game does not offer."""
        return settle_options(self.options, setup, self.player_counts)

    # --- what every game defines itself -------------------------------------------------------------------------------

    @abstractmethod
    def start(self, setup: Setup) -> S: ...

    @abstractmethod
    def actors(self, s: S) -> tuple[SeatNo, ...]: ...

    @abstractmethod
    def decision(self, s: S, seat: SeatNo) -> Decision: ...

    @abstractmethod
    def legal_actions(self, s: S, seat: SeatNo) -> Sequence[Action]: ...

    @abstractmethod
    def apply(self, s: S, seat: SeatNo, a: Action, events: list[Event] | None = None) -> S: ...

    @abstractmethod
    def parse(self, text: str) -> Action: ...

    @abstractmethod
    def receipt(self, s: S) -> Receipt: ...

    @abstractmethod
    def final_result(self, s: S) -> GameResult | None: ...

    @abstractmethod
    def dump(self, s: S) -> Position: ...

    @abstractmethod
    def load(self, data: Position) -> S: ...

    # --- defaults -----------------------------------------------------------------------------------------------------

    def check(self, s: S, seat: SeatNo, a: Action) -> Refusal | None:
        """Refuses whatever is not a legal action, by the rule of the decision that is due."""
        choices = self.legal_actions(s, seat)
        if a in choices:
            return None
        due = self.actors(s)
        rule = self.decision(s, seat if seat in due else due[0]).rule if due else ""
        if reason := refuse_out_of_turn(due, seat, rule, rule, rule):
            return reason
        done = quote_text(str(a), 60)
        what = Text("{outcome} cannot be drawn now.", outcome=done)
        if seat != CHANCE:
            what = Text("{action} cannot be done now.", action=done)
        return with_nearest(Refusal(rule, what, marks=_foreign_words(a, choices)), a, choices, action_distance)

    def chance(self, s: S) -> ChanceDraw:
        """Every outcome is as likely; each kind of decision draws from its own pile."""
        outcomes = self.legal_actions(s, CHANCE)
        return ChanceDraw(self.decision(s, CHANCE).kind, outcomes, (1,) * len(outcomes), uniform=True)

    def view(self, s: S, seat: SeatNo | None) -> S:
        """The position itself: everything is open."""
        return s

    def decides_in_secret(self, s: S, seat: SeatNo) -> bool:
        """True in a game with secrets."""
        return self.has_secrets

    def sample_state(self, s: S, rng: RandomSource) -> S:
        """The view itself: it hides nothing."""
        return s

    def default_action(self, s: S, seat: SeatNo) -> Action:
        """The action that skips, where there is one, else the first legal one."""
        choices, skip = self.legal_actions(s, seat), self.decision(s, seat).skip
        return skip if skip is not None and skip in choices else choices[0]

    def faults(self, s: S) -> tuple[Text, ...]:
        """None: no invariants are checked."""
        return ()

    def round_number(self, s: S) -> int | None:
        """None: the game has no rounds."""
        return None


class BaseNarrator(Generic[S]):
    """Words for games that have none of their own: actions as they are spelled, no previews."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def preview(self, s: S, seat: SeatNo, a: Action) -> tuple[Text, ...]:
        """Nothing."""
        return ()

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        """The action as it is spelled; what the dealer does is a draw."""
        if seat == CHANCE:
            return Text("The dealer draws {drawn}.", drawn=" ".join(a.words) or a.verb)
        return Text("{who}: {action}.", who=Who(seat), action=str(a))

    def derive_points(self, s: S, line: ReceiptLine) -> PointsOrigin:
        """The line is its own single term."""
        return PointsOrigin((ReceiptPart(line.points, line.text),))

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        """The pieces in the event's sentence, and its marks."""
        return usage_from_sentence(event)


def _package_of(rules: type) -> str:
    """The package that a class was written in."""
    return sys.modules[rules.__module__].__package__ or rules.__module__


def _foreign_words(a: Action, choices: Sequence[Action]) -> tuple[str, ...]:
    """The words of an action that no choice with its verb has: one of them is what is wrong."""
    known = {word for choice in choices if choice.verb == a.verb for word in choice.words}
    return tuple(dict.fromkeys(word for word in a.words if word not in known))
