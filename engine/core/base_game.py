"""What most games have in common: the author of a game writes what is its own and takes the rest from here."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from tilehall.engine.ai.plan import Plan, PositionValue, value_from_receipt
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import (
    CHANCE,
    Action,
    Advice,
    ChanceDraw,
    Decision,
    Event,
    GameResult,
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
    quote_text,
    settle_options,
)
from tilehall.engine.core.refusal import action_distance, refuse_out_of_turn, with_nearest
from tilehall.engine.core.text import Text, Who

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource
    from tilehall.engine.core.schema.nodes import Schema
    from tilehall.engine.core.usage import ThingUsage
    from tilehall.engine.teaching.things import Explanation, Thing

S = TypeVar("S")

PLANS_COMPARED = 8
"""So many plans are compared for a hint."""


class BaseGame(ABC, Generic[S]):
    """A game of open positions, even chances and plain advice. `Game` says what each part promises.

    A part that is a function elsewhere is handed over as it is: `apply = staticmethod(rules.apply)`.
    """

    id: str
    title: Text
    credit: Text
    rules_version: int = 1
    player_counts: range
    options: tuple[Option, ...] = ()
    has_secrets: bool = False
    looks_ahead: bool = False
    playout_turns_per_second: int = 800

    @property
    def package(self) -> str:
        """The package that the class was written in."""
        written_in = type(self).__module__
        return sys.modules[written_in].__package__ or written_in

    def settle_options(self, setup: Setup) -> dict[str, str]:
        """All options with their values, for `start`. Raises SetupError for seats and values that there are not."""
        return settle_options(self.options, setup, self.player_counts)

    def component_schema(self) -> ComponentSource | None:
        """Nothing in the box can be changed."""
        return None

    # --- what every game says itself ------------------------------------------------------------------------------

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

    # --- what serves until a game knows better --------------------------------------------------------------------

    def check(self, s: S, seat: SeatNo, a: Action) -> Refusal | None:
        """Whatever is not a choice is refused by the rule of the decision that is due."""
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
        return with_nearest(Refusal(rule, what, marks=_unknown_words(a, choices)), a, choices, action_distance)

    def chance(self, s: S) -> ChanceDraw:
        """Every outcome is as likely; what is decided at one point comes from one pile."""
        outcomes = self.legal_actions(s, CHANCE)
        return ChanceDraw(self.decision(s, CHANCE).kind, outcomes, (1,) * len(outcomes), uniform=True)

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        """Not known beforehand."""
        return ()

    def position_schema(self, setup: Setup) -> Schema:
        """Anything; each entry is encoded in a slot that depends on its path."""
        from tilehall.engine.core.schema.encoders import HashedEncoder
        from tilehall.engine.core.schema.nodes import EncodedSchema, Schema

        return EncodedSchema(Schema(), HashedEncoder())

    def view(self, s: S, seat: SeatNo | None) -> S:
        """Everything is open."""
        return s

    def decides_in_secret(self, s: S, seat: SeatNo) -> bool:
        """Everything, where there are secrets at all."""
        return self.has_secrets

    def sample_state(self, s: S, rng: RandomSource) -> S:
        """A view is already complete."""
        return s

    def default_action(self, s: S, seat: SeatNo) -> Action:
        """To skip, where that is possible, else the first choice."""
        choices, skip = self.legal_actions(s, seat), self.decision(s, seat).skip
        return skip if skip is not None and skip in choices else choices[0]

    def preview(self, s: S, seat: SeatNo, a: Action) -> tuple[Text, ...]:
        """Nothing is known beforehand."""
        return ()

    def derive_points(self, s: S, line: ReceiptLine) -> PointsOrigin:
        """A line is one term, and nothing is known of it."""
        return PointsOrigin((ReceiptPart(line.points, line.text),))

    def value(self, s: S, seat: SeatNo) -> PositionValue:
        """What the receipt says: how far this seat is ahead, and that few points say little before the end."""
        standing = self.final_result(s)
        return value_from_receipt(self.receipt(s), standing.winners if standing else None, seat)

    def static_value(self, s: S, seat: SeatNo) -> PositionValue:
        """A value that foresees nothing."""
        return self.value(s, seat)

    def is_quiet(self, s: S) -> bool:
        """Values may be compared anywhere."""
        return True

    def plans(self, s: S, seat: SeatNo, k: int) -> Sequence[Plan]:
        """Every choice by itself, and what the position is worth after it."""
        full = self.sample_state(s, Rng(0))
        found = [Plan((a,), self.value(self.apply(full, seat, a), seat)) for a in self.legal_actions(s, seat)]
        return sorted(found, key=lambda plan: -plan.value.points)[:k]

    def explain_plan(self, s: S, seat: SeatNo, plan: Plan) -> Text:
        """That it is ahead of all others, or no worse than they."""
        rest = [
            other for other in self.plans(s, seat, len(self.legal_actions(s, seat))) if other.actions != plan.actions
        ]
        if any(other.value.points >= plan.value.points for other in rest):
            return Text("no choice brings more at once")
        return Text("it brings most at once")

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        """The action as it is spelled; what the dealer does is a draw."""
        if seat == CHANCE:
            return Text("The dealer draws {drawn}.", drawn=" ".join(a.words) or a.verb)
        return Text("{who}: {action}.", who=Who(seat), action=str(a))

    def advise(self, s: S, seat: SeatNo) -> Advice:
        plan = self.plans(s, seat, PLANS_COMPARED)[0]
        return Advice(plan.actions[0], self.explain_plan(s, seat, plan), plan.actions[1:])

    def faults(self, s: S) -> tuple[Text, ...]:
        """Every position is taken as it is."""
        return ()

    def things(self, s: S, seat: SeatNo) -> Sequence[Thing]:
        """None has a name."""
        return ()

    def explain_thing(self, s: S, seat: SeatNo, thing: Thing) -> Explanation | None:
        """Of a player the points; of all else nothing more is known than what a scene says of it."""
        from tilehall.engine.teaching.things import PLAYER, Explanation

        if thing.kind != PLAYER or thing.seat < 0:
            return None
        points = self.receipt(s).total(thing.seat)
        here = Text("{n} point as it stands.", "{n} points as it stands.", n=points)
        return Explanation(Text("{who}", who=Who(thing.seat)), Text("Somebody who plays."), current=(here,))

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        """What its sentence names, and the words that it concerns."""
        from tilehall.engine.core.usage import usage_from_sentence

        return usage_from_sentence(event)

    def round_number(self, s: S) -> int | None:
        """There are none."""
        return None


def _unknown_words(a: Action, choices: Sequence[Action]) -> tuple[str, ...]:
    """The words of an action that no choice with its verb has: one of them will be what is wrong."""
    known = {word for choice in choices if choice.verb == a.verb for word in choice.words}
    return tuple(dict.fromkeys(word for word in a.words if word not in known))
