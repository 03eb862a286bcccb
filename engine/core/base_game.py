"""What most games have in common: the author of a game writes what is its own and takes the rest from here."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from tilehall.engine.ai.plan import Plan, Value, by_receipt
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import (
    CHANCE,
    Action,
    Advice,
    Chooser,
    Decision,
    Draw,
    Event,
    Line,
    Option,
    Origin,
    Part,
    Position,
    Receipt,
    Refusal,
    Seat,
    Setup,
    Standing,
    quoted,
    settle_options,
)
from tilehall.engine.core.refusal import out_of_turn, refused, spelled_apart
from tilehall.engine.core.text import Text, Who

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import Changeable
    from tilehall.engine.core.usage import Used
    from tilehall.engine.rl.encoding import Feature
    from tilehall.engine.teaching.things import About, Thing

S = TypeVar("S")

COMPARED = 8
"""So many plans are compared for a hint."""


class BaseGame(ABC, Generic[S]):
    """A game of open positions, even chances and plain advice. `Game` says what each part promises.

    A part that is a function elsewhere is handed over as it is: `apply = staticmethod(rules.apply)`.
    """

    id: str
    title: Text
    credit: Text
    rules: int = 1
    seats: range
    options: tuple[Option, ...] = ()
    secrets: bool = False
    looks_ahead: bool = False
    pace: int = 800

    @property
    def package(self) -> str:
        """The package that the class was written in."""
        written_in = type(self).__module__
        return sys.modules[written_in].__package__ or written_in

    def settled(self, setup: Setup) -> dict[str, str]:
        """All options with their values, for `start`. Raises SetupError for seats and values that there are not."""
        return settle_options(self.options, setup, self.seats)

    def inventory(self) -> Changeable | None:
        """Nothing in the box can be changed."""
        return None

    # --- what every game says itself ------------------------------------------------------------------------------

    @abstractmethod
    def start(self, setup: Setup) -> S: ...

    @abstractmethod
    def actors(self, s: S) -> tuple[Seat, ...]: ...

    @abstractmethod
    def decision(self, s: S, seat: Seat) -> Decision: ...

    @abstractmethod
    def legal(self, s: S, seat: Seat) -> Sequence[Action]: ...

    @abstractmethod
    def apply(self, s: S, seat: Seat, a: Action, events: list[Event] | None = None) -> S: ...

    @abstractmethod
    def parse(self, text: str) -> Action: ...

    @abstractmethod
    def receipt(self, s: S) -> Receipt: ...

    @abstractmethod
    def standing(self, s: S) -> Standing | None: ...

    @abstractmethod
    def dump(self, s: S) -> Position: ...

    @abstractmethod
    def load(self, data: Position) -> S: ...

    # --- what serves until a game knows better --------------------------------------------------------------------

    def check(self, s: S, seat: Seat, a: Action) -> Refusal | None:
        """Whatever is not a choice is refused by the rule of the decision that is due."""
        choices = self.legal(s, seat)
        if a in choices:
            return None
        due = self.actors(s)
        rule = self.decision(s, seat if seat in due else due[0]).rule if due else ""
        if reason := out_of_turn(due, seat, rule, rule, rule):
            return reason
        done = quoted(str(a), 60)
        what = Text("{outcome} cannot be drawn now.", outcome=done)
        if seat != CHANCE:
            what = Text("{action} cannot be done now.", action=done)
        return refused(Refusal(rule, what, marks=_foreign(a, choices)), a, choices, spelled_apart)

    def chance(self, s: S) -> Draw:
        """Every outcome is as likely; what is decided at one point comes from one pile."""
        outcomes = self.legal(s, CHANCE)
        return Draw(self.decision(s, CHANCE).kind, outcomes, (1,) * len(outcomes), even=True)

    def repertoire(self, setup: Setup) -> Sequence[Action]:
        """Not known beforehand."""
        return ()

    def features(self, setup: Setup) -> Feature:
        """Each entry of a position has its number by lot."""
        from tilehall.engine.rl.encoding import Folded

        return Folded()

    def seen_by(self, s: S, seat: Seat | None) -> S:
        """Everything is open."""
        return s

    def in_secret(self, s: S, seat: Seat) -> bool:
        """Everything, where there are secrets at all."""
        return self.secrets

    def imagine(self, s: S, rng: Chooser) -> S:
        """A view is already complete."""
        return s

    def default(self, s: S, seat: Seat) -> Action:
        """To skip, where that is possible, else the first choice."""
        choices, skip = self.legal(s, seat), self.decision(s, seat).skip
        return skip if skip is not None and skip in choices else choices[0]

    def foresee(self, s: S, seat: Seat, a: Action) -> tuple[Text, ...]:
        """Nothing is known beforehand."""
        return ()

    def derive(self, s: S, line: Line) -> Origin:
        """A line is one term, and nothing is known of it."""
        return Origin((Part(line.points, line.text),))

    def value(self, s: S, seat: Seat) -> Value:
        """What the receipt says: how far this seat is ahead, and that few points say little before the end."""
        standing = self.standing(s)
        return by_receipt(self.receipt(s), standing.winners if standing else None, seat)

    def as_it_stands(self, s: S, seat: Seat) -> Value:
        """A value that foresees nothing."""
        return self.value(s, seat)

    def quiet(self, s: S) -> bool:
        """Values may be compared anywhere."""
        return True

    def plans(self, s: S, seat: Seat, k: int) -> Sequence[Plan]:
        """Every choice by itself, and what the position is worth after it."""
        full = self.imagine(s, Rng(0))
        found = [Plan((a,), self.value(self.apply(full, seat, a), seat)) for a in self.legal(s, seat)]
        return sorted(found, key=lambda plan: -plan.value.points)[:k]

    def explain(self, s: S, seat: Seat, plan: Plan) -> Text:
        """That it is ahead of all others, or no worse than they."""
        rest = [other for other in self.plans(s, seat, len(self.legal(s, seat))) if other.actions != plan.actions]
        if any(other.value.points >= plan.value.points for other in rest):
            return Text("no choice brings more at once")
        return Text("it brings most at once")

    def deed(self, seat: Seat, a: Action) -> Text:
        """The action as it is spelled; what the dealer does is a draw."""
        if seat == CHANCE:
            return Text("The dealer draws {drawn}.", drawn=" ".join(a.words) or a.verb)
        return Text("{who}: {action}.", who=Who(seat), action=str(a))

    def advise(self, s: S, seat: Seat) -> Advice:
        plan = self.plans(s, seat, COMPARED)[0]
        return Advice(plan.actions[0], self.explain(s, seat, plan), plan.actions[1:])

    def faults(self, s: S) -> tuple[Text, ...]:
        """Every position is taken as it is."""
        return ()

    def things(self, s: S, seat: Seat) -> Sequence[Thing]:
        """None has a name."""
        return ()

    def about(self, s: S, seat: Seat, thing: Thing) -> About | None:
        """Of a player the points; of all else nothing more is known than what a scene says of it."""
        from tilehall.engine.teaching.things import PLAYER, About

        if thing.kind != PLAYER or thing.seat < 0:
            return None
        points = self.receipt(s).total(thing.seat)
        here = Text("{n} point as it stands.", "{n} points as it stands.", n=points)
        return About(Text("{who}", who=Who(thing.seat)), Text("Somebody who plays."), here=(here,))

    def used(self, event: Event) -> Iterable[Used]:
        """What its sentence names, and the words that it concerns."""
        from tilehall.engine.core.usage import named

        return named(event)

    def rounds(self, s: S) -> int | None:
        """There are none."""
        return None


def _foreign(a: Action, choices: Sequence[Action]) -> tuple[str, ...]:
    """The words of an action that no choice with its verb has: one of them will be what is wrong."""
    known = {word for choice in choices if choice.verb == a.verb for word in choice.words}
    return tuple(dict.fromkeys(word for word in a.words if word not in known))
