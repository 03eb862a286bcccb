"""What every game is made of: decisions, actions, refusals, chance, events, receipts, and the protocols of its parts.

A game is a sequence of small decisions. Each is owed by the seats that `Rules.actors` names; chance is a decision
of the dealer (`CHANCE`). Positions are values: `apply` returns a new one and the old one stays good.

`Rules` are all that is needed to play. An `Advisor`, a `Narrator`, a `Teacher` and an `Encoder` are optional parts:
whatever a game does not bring has a plain default. `Announcement` says where the parts of a game are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_commas

if TYPE_CHECKING:
    from tilehall.engine.core.component_sets import ComponentSource
    from tilehall.engine.core.schema.nodes import Schema
    from tilehall.engine.core.usage import ThingUsage
    from tilehall.engine.teaching.things import Explanation, Thing

SeatNo = int
CHANCE: SeatNo = -1
Position = dict[str, Any]
"""A position as plain JSON data, as `dump` writes and `load` reads it."""


class Action(Protocol):
    """One indivisible decision. `str(action)` is its canonical line of text: the verb, then the words after it."""

    @property
    def verb(self) -> str: ...

    @property
    def words(self) -> tuple[str, ...]: ...

    def __hash__(self) -> int: ...


def format_action(action: Action) -> str:
    """The canonical text of an action. Its class says `__str__ = format_action`."""
    return " ".join((action.verb, *action.words))


class Option(NamedTuple):
    """An option of the set-up: its values (the first is the default) with what each one means."""

    id: str
    values: tuple[str, ...]
    title: Text
    meanings: tuple[Text, ...]
    rule: str
    pattern: str = ""
    """A regular expression for further values, if there are too many to list."""
    others_text: Text | None = None
    """Describes the further values."""
    implies: tuple[tuple[str, str, str], ...] = ()
    """(value, other option, its value): what a value implies for other options that are not set themselves."""
    easiest: str = ""
    """The value for a first game, if it is not the default."""

    @property
    def default(self) -> str:
        return self.values[0]

    def allows(self, value: str) -> bool:
        """Whether this is one of the values.

        >>> hundred = (Text("a hundred"),)
        >>> Option("limit", ("100",), Text("Limit"), hundred, "S-5.6", "[1-9]", Text("a digit")).allows("7")
        True
        """
        return value in self.values or (self.pattern != "" and re.fullmatch(self.pattern, value) is not None)

    @property
    def choices(self) -> Text:
        """All values in words: `random, 0, 1`."""
        return join_commas((*self.values, self.others_text) if self.others_text else self.values)


class Setup(NamedTuple):
    """How many play, and the options that were chosen."""

    players: int
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str, default: str) -> str:
        return dict(self.options).get(name, default)


class Decision(NamedTuple):
    """What one seat has to decide: its kind, a prompt, its rule, and the names of the words of each verb."""

    kind: str
    prompt: Text
    rule: str
    fields: Mapping[str, tuple[str, ...]]
    skip: Action | None = None
    """The action that does nothing and goes on, if there is one."""
    final_verbs: tuple[str, ...] = ()
    """The verbs that can never be taken back."""
    otherwise_text: Text | None = None
    """Why other actions are refused now, if there is something to say about that."""
    single_choice_text: Text | None = None
    """Why there is only one choice, if that needs an explanation."""
    complete_text: Text | None = None
    """For a set that is chosen piece by piece: why nothing can be added any more."""


class Refusal(NamedTuple):
    """Why an action may not be done: the rule, a sentence, and what would be legal instead."""

    rule: str
    text: Text
    nearest: tuple[Action, ...] = ()
    marks: tuple[str, ...] = ()
    """The words (cells, cards, dice) of what is in the way, where the board can show it.

    Nothing that may be chosen now is in the way, except what was tried itself.
    """


class ChanceDraw(NamedTuple):
    """What the dealer draws from: `pile` names the stream, `weights` count the equally likely ways of each outcome."""

    pile: str
    outcomes: Sequence[Action]
    weights: Sequence[int]
    uniform: bool = False
    """Whether all weights are 1: saves adding them up."""


class Event(NamedTuple):
    """Something that happened, in a sentence for players.

    `marks` are the words (cells, cards, spaces) that it concerns; `secret` has fuller texts for some seats.
    """

    key: str
    rule: str
    text: Text
    seat: SeatNo = CHANCE
    marks: tuple[str, ...] = ()
    secret: tuple[tuple[SeatNo, Text], ...] = ()

    def text_for(self, seat: SeatNo | None) -> Text:
        """The sentence that this seat (None: a spectator) may read.

        >>> str(Event("draw", "K-3.2", Text("A card is drawn."), secret=((1, Text("You draw the moon.")),)).text_for(1))
        'You draw the moon.'
        """
        return next((words for owner, words in self.secret if owner == seat), self.text)


class ReceiptLine(NamedTuple):
    """One line of a receipt: who gets how many points for what, by which rule."""

    seat: SeatNo
    part: str
    points: int
    rule: str
    text: Text
    source: Text = Text("")
    """The kind of points, if lines of several parts belong together."""


class ReceiptPart(NamedTuple):
    """A summand of a line of a receipt, with the words (cells, cards) that it comes from."""

    points: int
    text: Text
    marks: tuple[str, ...] = ()


class PointsOrigin(NamedTuple):
    """Where the points of a line come from."""

    parts: tuple[ReceiptPart, ...]
    """They add up to the points of the line."""
    keys: frozenset[str] = frozenset()
    """The keys of the events of its seat that brought them about."""
    at: tuple[str, ...] = ()
    """The words of which such an event has to name one; empty if all such events count."""
    latest: bool = False
    """Whether of several events that name the same word only the last one counts."""


class Receipt(NamedTuple):
    """The score as a sum of lines. `final` says whether the game is over or the lines are the score so far."""

    lines: tuple[ReceiptLine, ...]
    final: bool
    pending: tuple[Text, ...] = ()
    """What cannot be counted yet, in sentences."""

    def total(self, seat: SeatNo) -> int:
        return sum(line.points for line in self.lines if line.seat == seat)


class GameResult(NamedTuple):
    """The result of a game that is over. If there are no scores (None), nobody has won."""

    ending: str
    text: Text
    scores: tuple[int, ...] | None
    ranks: tuple[int, ...] | None
    verdict: Text = Text("")
    """For a single player: the rank that was reached."""

    @property
    def winners(self) -> tuple[SeatNo, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks or ()) if rank == 1)


class Advice(NamedTuple):
    """What to do in a position, and why."""

    action: Action
    why: Text
    next_actions: tuple[Action, ...] = ()
    """The rest of the plan, up to the next draw or the next decision of another seat."""
    is_clear: bool = True
    """Whether it is clearly better than all other actions."""
    equal_action: Action | None = None
    """An action that is about as good, if it is not clearly the best."""
    runner_up: Action | None = None
    """The best action that is clearly worse."""
    margin: float = 0.0
    """By how many points the runner-up is worse."""
    balance: Text | None = None
    """What speaks for it and against it compared with the runner-up; without one, what it gains."""
    risk: Text | None = None
    """What other players may spoil; not part of the points."""


def sanitize_text(text: str, longest: int = 80) -> str:
    """A text from outside as one short line without control characters."""
    return "".join(mark if mark.isprintable() else "?" for mark in text[:longest])


def quote_text(text: str, longest: int = 40) -> str:
    """The same in quotation marks, for messages.

    >>> quote_text("take\\x1b FU")
    "'take? FU'"
    """
    return f"'{sanitize_text(text, longest)}'"


class UserError(ValueError):
    """Root of all errors that are told to a user, each in one clear sentence; a subclass for each cause.

    `rule` is the number of the rule that the sentence is about, empty if there is none.
    """

    def __init__(self, text: Text, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule

    def __reduce__(self) -> tuple[Callable[..., UserError], tuple[Any, ...]]:
        """What another process needs to raise it again."""
        return type(self), (self.text, self.rule)


class RuleError(UserError):
    """Something that breaks a rule or a format."""


class NotationError(RuleError):
    """A text that is not an action of this game."""


class PositionError(RuleError):
    """Data that is not a position of this game."""


class SetupError(RuleError):
    """A number of players or an option that this game does not have."""


class RandomSource(Protocol):
    """A source of random numbers: `below(n)` is a number from 0 to n - 1."""

    def below(self, n: int) -> int: ...


S = TypeVar("S")
Viewed = TypeVar("Viewed", contravariant=True)


class Rules(Protocol[S]):
    """The rules of one game: a stateless object, and all that is needed to play it. Seats are numbered from 0."""

    rules_version: int
    options: tuple[Option, ...]
    has_secrets: bool
    """Whether a seat may know something that the others do not."""

    def start(self, setup: Setup) -> S:
        """The position before the first draw. Raises SetupError."""

    def actors(self, s: S) -> tuple[SeatNo, ...]:
        """Who owes a decision: nobody (the game is over), the dealer alone, one seat, or several at the same time."""

    def decision(self, s: S, seat: SeatNo) -> Decision:
        """What that seat has to decide."""

    def legal_actions(self, s: S, seat: SeatNo) -> Sequence[Action]:
        """All that the seat may do now; for CHANCE the possible outcomes. Empty only for a seat that owes nothing."""

    def check(self, s: S, seat: SeatNo, a: Action) -> Refusal | None:
        """The first rule that the action breaks, or None."""

    def chance(self, s: S) -> ChanceDraw:
        """What the dealer draws from now."""

    def apply(self, s: S, seat: SeatNo, a: Action, events: list[Event] | None = None) -> S:
        """The position after a legal action. What happened is appended to `events`, if given.

        `s` may be a view. Raises RuleError where what follows depends on what the view hides.
        """

    def parse(self, text: str) -> Action:
        """The action that this line of text means. Raises NotationError."""

    def view(self, s: S, seat: SeatNo | None) -> S:
        """What that seat (None: a spectator) may know."""

    def decides_in_secret(self, s: S, seat: SeatNo) -> bool:
        """Whether that seat decides something that the others must not see, or that takes what only it knows."""

    def sample_state(self, s: S, rng: RandomSource) -> S:
        """A full position consistent with a view."""

    def receipt(self, s: S) -> Receipt:
        """The score now, line by line."""

    def final_result(self, s: S) -> GameResult | None:
        """The result, once the game is over."""

    def default_action(self, s: S, seat: SeatNo) -> Action:
        """A legal, harmless choice for somebody who has left."""

    def dump(self, s: S) -> Position:
        """The position as JSON data. Equal positions give equal data.

        It has `players`, and `options` (as they were asked for) if the game has options: a match can begin at it.
        """

    def load(self, data: Position) -> S:
        """The position that this data describes. Raises PositionError."""

    def faults(self, s: S) -> tuple[Text, ...]:
        """The invariants that this position breaks: none in every position that can be reached."""

    def round_number(self, s: S) -> int | None:
        """The round that it is, or was at the end, counted from 1; None where a game has no rounds."""


class Advisor(Protocol[Viewed]):
    """Judges positions and turns: what computer players, hints, reviews and puzzles are made of.

    It is asked about views only. `BaseAdvisor` judges by the receipt.
    """

    looks_ahead: bool
    """Whether strong players search the next turns (True), or try plans out in random playouts (False)."""
    playout_turns_per_second: int
    """How many turns of a playout count as a second of thought: the budget is counted, no clock is read."""

    def value(self, s: Viewed, seat: SeatNo) -> PositionValue:
        """What the position is worth to this seat, as far as a view tells."""

    def static_value(self, s: Viewed, seat: SeatNo) -> PositionValue:
        """The same with nothing foreseen of a turn that is under way: explanations compare these values."""

    def is_quiet(self, s: Viewed) -> bool:
        """Whether nothing is half done, so that values of such positions may be compared; always once it is over."""

    def plans(self, s: Viewed, seat: SeatNo, k: int) -> Sequence[Plan]:
        """The best whole turns that this seat has from here, the best first, at most `k`; a larger `k` searches finer.

        The same view gives the same plans. With `k` 1 the plan need not be valued.
        """

    def explain_plan(self, s: Viewed, seat: SeatNo, plan: Plan) -> Text:
        """Why a plan begins as it does, in one sentence."""

    def advise(self, s: Viewed, seat: SeatNo) -> Advice:
        """The first action of the best plan, and why."""


class Narrator(Protocol[Viewed]):
    """Says in words what actions bring, do and have scored, beside the events. `BaseNarrator` has plain words."""

    def preview(self, s: Viewed, seat: SeatNo, a: Action) -> tuple[Text, ...]:
        """What a legal action would bring, in short phrases, most important first."""

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        """What a player or the dealer does by an action that has no event, in one sentence."""

    def derive_points(self, s: Viewed, line: ReceiptLine) -> PointsOrigin:
        """Where the points of a line of the receipt come from."""

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        """What the seat of an event has done by it, and with which things: statistics count these."""


class Teacher(Protocol[Viewed]):
    """Explains the things on the table by their names. `BaseTeacher` knows only the players."""

    def things(self, s: Viewed, seat: SeatNo) -> Sequence[Thing]:
        """All that this seat can ask about, what is asked about most in front."""

    def explain_thing(self, s: Viewed, seat: SeatNo, thing: Thing) -> Explanation | None:
        """What a thing is and does, and how it stands in this view; None for what is no thing of this game."""


class Encoder(Protocol):
    """Puts actions and positions into numbers, for programs that learn. `BaseEncoder` hashes them."""

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        """Every action that a seat may ever have in such a game, each once and always in this order.

        Empty where that cannot be said before the game is played.
        """

    def position_schema(self, setup: Setup) -> Schema:
        """What `dump` may make of positions and views of such a game, and the numbers that encode it."""


class Game(Rules[S], Protocol[S]):
    """A game that has been loaded: its rules, what its `Announcement` says, and its parts, each loaded on demand."""

    id: str
    title: Text
    credit: Text
    player_counts: range
    package: str
    """The Python package that has its rulebook.md and its other files."""

    @property
    def advisor(self) -> Advisor[S]: ...

    @property
    def narrator(self) -> Narrator[S]: ...

    @property
    def teacher(self) -> Teacher[S]: ...

    @property
    def encoder(self) -> Encoder: ...

    @property
    def component_source(self) -> ComponentSource | None:
        """The table of components, if it can be replaced by a changed one."""


def settle_options(offered: Sequence[Option], setup: Setup, seats: range) -> dict[str, str]:
    """All options of a set-up with their values. Raises SetupError in one clear sentence."""
    if setup.players not in seats:
        raise SetupError(_player_count_error(setup.players, seats))
    known = {option.id: option for option in offered}
    chosen = {option.id: option.default for option in offered}
    for name, value in setup.options:
        if name not in known:
            there = Text("Options: {there}.", there=join_commas(known, Text("none")))
            instead = did_you_mean(name, known, there)
            raise SetupError(Text("There is no option {name}. {instead}", name=quote_text(name), instead=instead))
        if not known[name].allows(value):
            values = Text("Values: {values}.", values=known[name].choices)
            wrong = {"name": name, "value": quote_text(value)}
            instead = did_you_mean(value, known[name].values, values)
            raise SetupError(Text("Option {name} cannot be {value}. {instead}", instead=instead, **wrong))
        chosen[name] = value
    asked = dict(setup.options)
    for option in offered:
        for value, name, implied in option.implies:
            if chosen[option.id] == value and name not in asked:
                chosen[name] = implied
    return chosen


def _player_count_error(players: int, seats: range) -> Text:
    if len(seats) == 1:
        return Text("This game is for {most} players, not {n}.", most=seats[0], n=players)
    return Text("This game is for {least} to {most} players, not {n}.", least=seats[0], most=seats[-1], n=players)
