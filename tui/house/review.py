"""The course of a game: how likely everybody was to win, step by step, where that turned, and what was dear.

A chance is what the player himself could reckon with: it is worked out on what was open to his seat, and those of all
seats are brought to a sum of 1. A mistake is measured by what a level of computer players would have played at the
same view, never by what was drawn later. All of it follows from the record alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from tilehall.engine import (
    CHANCE,
    JUDGES,
    Action,
    Event,
    Game,
    Header,
    Match,
    Retold,
    Rng,
    Step,
    Text,
    Who,
    listed,
    plain,
)
from tilehall.engine import Seat as Number
from tilehall.engine.players import Judgement, judged

MOST = 3
"""So many turning points are named, and so many mistakes of each person."""
LEAST = 0.01
"""What changes chances less is no turning point, and what costs less no mistake."""
LEVELS = JUDGES
LEVEL = LEVELS[0]
"""Who judges, and who does if nobody is named."""


class Point(NamedTuple):
    """How likely everybody was to win after so many steps."""

    step: int
    chances: tuple[float, ...]


class Swing(NamedTuple):
    """What one seat did, or the dealer drew, in one go, and what that changed."""

    seat: Number
    first: int
    last: int
    """The numbers of its steps."""
    told: Text
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def whom(self) -> Number:
        """Whose chance changed most; of two, whose grew."""
        return max(range(len(self.after)), key=lambda seat: (round(abs(self._change(seat)), 9), self._change(seat)))

    @property
    def size(self) -> float:
        return abs(self._change(self.whom))

    def _change(self, seat: Number) -> float:
        return self.after[seat] - self.before[seat]


class Mistake(NamedTuple):
    """A turn of somebody, and the better one."""

    seat: Number
    first: int
    last: int
    actions: tuple[Action, ...]
    told: Text
    """What was done."""
    better: Text
    """What would have been."""
    judgement: Judgement


class Stretch(NamedTuple):
    """Steps of one seat, or draws, one after the other: what lies between them nobody else decides."""

    seat: Number
    steps: tuple[Step[Any], ...]

    @property
    def first(self) -> int:
        return self.steps[0].number

    @property
    def last(self) -> int:
        return self.steps[-1].number


@dataclass(frozen=True)
class Course:
    """As much of it as is worked out."""

    seats: int
    steps: int
    """How many the game has had."""
    level: str
    people: tuple[Number, ...]
    """Whose turns are judged."""
    total: int
    """How many parts there are to work out."""
    done: int = 0
    points: tuple[Point, ...] = ()
    swings: tuple[Swing, ...] = ()
    judged: tuple[Mistake, ...] = ()

    @property
    def complete(self) -> bool:
        return self.done >= self.total

    @property
    def turning_points(self) -> tuple[Swing, ...]:
        """Where chances changed most, the greatest first."""
        great = (swing for swing in self.swings if swing.size >= LEAST)
        return tuple(sorted(great, key=lambda swing: (-round(swing.size, 9), swing.first))[:MOST])

    def mistakes(self, seat: Number) -> tuple[Mistake, ...]:
        """The dearest of this seat, the worst first."""
        dear = (each for each in self.judged if each.seat == seat and each.judgement.dearness >= LEAST)
        return tuple(sorted(dear, key=lambda each: (-round(each.judgement.dearness, 9), each.first))[:MOST])

    def chances_at(self, step: int) -> tuple[float, ...] | None:
        """Those after this step; None where nothing is known yet."""
        return next((point.chances for point in reversed(self.points) if point.step <= step), None)


class Reviewer:
    """Works out the course of one game as these eyes may know it, part by part.

    >>> from tilehall.engine import Header, Match, Player, SeedDealer, Setup, game
    >>> match = Match(game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> turned = match.act(0, "side a")
    >>> *_, course = Reviewer(Header("princess", 1, (Player("Aki"), Player("Bo"))), match).courses()
    >>> course.complete, [round(sum(point.chances), 6) for point in course.points]
    (True, [1.0, 1.0])
    """

    def __init__(
        self,
        header: Header,
        match: Match[Any],
        level: str = LEVEL,
        eyes: Number | None = None,
        named: Callable[[Action], Text | None] | None = None,
    ) -> None:
        """`named` says what an action is that no event tells of; where it does not, that is spelled."""
        self.rules: Game[Any] = match.game
        self.level = level
        self.eyes = eyes
        self.named = named
        self.open = match.over or not self.rules.secrets
        """Whether everything may be known."""
        self.seats = len(header.players)
        self.stretches = stretches(match.steps)
        begun = [stretch.seat != CHANCE for stretch in self.stretches]
        self.dealt = self.stretches[: begun.index(True) if True in begun else len(begun)]
        """What was drawn before anybody decided."""
        self.first = self.dealt[-1].steps[-1].after if self.dealt else match.first
        people = [n for n, player in enumerate(header.players) if player.kind == "human"] or [*range(self.seats)]
        self.people = tuple(n for n in people if self.open or n == eyes)
        self.steps = len(match.steps)

    def courses(self) -> Iterator[Course]:
        """The course as it grows: first the chances, then the turns of people."""
        stretches = self.stretches[len(self.dealt) :]
        own = [stretch for stretch in stretches if stretch.seat in self.people]
        total = 1 + len(stretches) + len(own)
        start = Point(self.dealt[-1].last if self.dealt else 0, self.chances(self.first))
        course = Course(self.seats, self.steps, self.level, self.people, total, 1, (start,))
        yield course
        for stretch in stretches:
            before = course.points[-1].chances
            points = tuple(self._points(stretch))
            swing = Swing(
                stretch.seat, stretch.first, stretch.last, self._told(stretch, self.eyes), before, points[-1].chances
            )
            course = replace(
                course, done=course.done + 1, points=course.points + points, swings=(*course.swings, swing)
            )
            yield course
        for stretch in own:
            found = self._mistake(stretch)
            course = replace(course, done=course.done + 1, judged=course.judged + ((found,) if found else ()))
            yield course

    def chances(self, s: Any) -> tuple[float, ...]:
        """Of all seats, as each could reckon; of one alone what it could hope for."""
        if not self.open:
            s = self.rules.imagine(self.rules.seen_by(s, self.eyes), Rng(0))
        found = [self.rules.value(self.rules.seen_by(s, seat), seat).chance for seat in range(self.seats)]
        whole = sum(found)
        if self.seats == 1:
            return tuple(found)
        return tuple(each / whole for each in found) if whole > 0 else (1 / self.seats,) * self.seats

    def _points(self, stretch: Stretch) -> Iterator[Point]:
        """After each own step; draws count together."""
        for step in stretch.steps if stretch.seat != CHANCE else stretch.steps[-1:]:
            yield Point(step.number, self.chances(step.after))

    def _mistake(self, stretch: Stretch) -> Mistake | None:
        before, seat = stretch.steps[0].before, stretch.seat
        view, actions = self.rules.seen_by(before, seat), tuple(step.action for step in stretch.steps)
        if all(len(self.rules.legal(step.before, seat)) < 2 for step in stretch.steps):
            return None
        found = judged(self.rules, view, seat, actions, self.level)
        if found is None:
            return None
        better = self._imagined(view, seat, found.actions)
        return Mistake(seat, stretch.first, stretch.last, actions, self._told(stretch, seat), better, found)

    def _told(self, stretch: Stretch, eyes: Number | None) -> Text:
        """What happened, as these eyes may read it; draws in a word, if there are many."""
        happened = [event for step in stretch.steps for event in step.events]
        told = tuple(event.told(eyes) for event in happened)
        if told:
            return Text("{told}", told=Retold(told))
        if stretch.seat == CHANCE:
            return Text("The dealer draws.")
        if not self.open and stretch.seat != eyes:
            return Text("{who} decides in secret.", who=Who(stretch.seat))
        return self._done(stretch.seat, [step.action for step in stretch.steps])

    def _imagined(self, view: Any, seat: Number, actions: Sequence[Action]) -> Text:
        """What would have happened, as far as the seat itself would have done it."""
        s, happened = self.rules.imagine(view, Rng(0)), list[Event]()
        for action in actions:
            s = self.rules.apply(s, seat, action, happened)
        own = tuple(event.told(seat) for event in happened if event.seat == seat)
        return Text("{told}", told=Retold(own)) if own else self._done(seat, actions)

    def _done(self, seat: Number, actions: Sequence[Action]) -> Text:
        return Text("{who}: {actions}.", who=Who(seat), actions=listed(map(self._name, actions)))

    def _name(self, action: Action) -> Text:
        return (self.named(action) if self.named else None) or plain(str(action))


def stretches(steps: Sequence[Step[Any]]) -> list[Stretch]:
    """The steps of a game by who did them in one go; parts of a common decision stand alone."""
    groups = groupby(steps, lambda step: (step.seat, step.number if step.together else 0))
    return [Stretch(seat, tuple(group)) for (seat, _), group in groups]
