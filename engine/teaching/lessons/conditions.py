"""Conditions of lessons, on the course that a lesson has taken so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tilehall.engine.core.game import CHANCE, Game, RuleError, SeatNo

S = TypeVar("S")
FURTHEST = 2000
"""Positions that are searched for an action that is still possible; beyond that it counts as possible."""


class LessonEvent(Protocol):
    """An event of a lesson, with what the learner may know of it."""

    @property
    def key(self) -> str: ...

    @property
    def seat(self) -> SeatNo: ...

    @property
    def marks(self) -> tuple[str, ...]: ...


class LessonAction(NamedTuple):
    """An action in a lesson, and what followed."""

    seat: SeatNo
    action: str
    """Its text; empty where it is secret."""
    events: Sequence[LessonEvent]


class RefusedAttempt(NamedTuple):
    """An action of the learner that was refused."""

    rule: str
    marks: tuple[str, ...] = ()
    """The words (cells, cards, dice) of what was in the way."""


@dataclass(frozen=True)
class LessonCourse(Generic[S]):
    """The course of a lesson so far, as the learner may know it."""

    first: S
    now: S
    done: Sequence[LessonAction] = ()
    refused: Sequence[RefusedAttempt] = ()
    """The refused actions of the learner."""


class Condition(NamedTuple):
    """A condition: all its fields that are given have to hold at the same time."""

    done: str = ""
    """An action of the learner, with `*` for any text: `cell D*`."""
    event: str = ""
    """The key of an event,"""
    marks: tuple[str, ...] = ()
    """and marks that it has, or that the refusal has;"""
    of: str = "me"
    """whose action (`done`) or event: `me`, `others`, or `anybody`."""
    times: int = 1
    """The least number of times."""
    refused: str = ""
    """The rule of a refusal."""
    points: int | None = None
    """The least number of points gained since the beginning."""
    decides: str = ""
    """The kind of decision that is due from the learner."""
    can: str = ""
    """A pattern of an action that is legal for the learner now,"""
    cannot: str = ""
    """and one of which none is legal now."""
    never: str = ""
    """A pattern of an action that is impossible for the rest of the turn, whatever is done first."""
    turn: str = ""
    """`over`: another seat has acted or is to act, or the game is over; draws do not end a turn."""
    over: bool | None = None
    """Whether the game is over."""
    rank: int | None = None
    """The final place of the learner."""
    at: str = ""
    """A path in the position as data: `boards.0.D4`,"""
    equals: Any = None
    """and the value there."""


def holds(wanted: Condition, game: Game[S], seat: SeatNo, course: LessonCourse[S]) -> bool:
    """Whether all fields of a condition hold."""
    return all(_checks(wanted, game, seat, course))


def _checks(wanted: Condition, game: Game[S], seat: SeatNo, course: LessonCourse[S]) -> Iterator[bool]:
    if wanted.done:
        yield _is_often_enough(wanted, _actions(wanted, seat, course))
    if wanted.event:
        yield _is_often_enough(wanted, _events(wanted, seat, course))
    if wanted.refused:
        yield any(_is_attempt(wanted, each) for each in course.refused)
    if wanted.points is not None:
        yield _points_gained(game, seat, course) >= wanted.points
    if wanted.decides:
        yield seat in game.actors(course.now) and game.decision(course.now, seat).kind == wanted.decides
    if wanted.can:
        yield _may(wanted.can, game, seat, course)
    if wanted.cannot:
        yield not _may(wanted.cannot, game, seat, course)
    if wanted.never:
        yield not _leads_to(wanted.never, game, seat, course.now)
    if wanted.turn:
        yield _turn_is_over(game, seat, course)
    if wanted.over is not None:
        yield (not game.actors(course.now)) == wanted.over
    if wanted.rank is not None:
        standing = game.final_result(course.now)
        yield standing is not None and standing.ranks is not None and standing.ranks[seat] == wanted.rank
    if wanted.at:
        yield _find_entry(game.dump(course.now), wanted.at) == wanted.equals


def _is_often_enough(wanted: Condition, found: Iterable[object]) -> bool:
    return sum(1 for _ in found) >= wanted.times


def _whose(wanted: Condition, seat: SeatNo, other: SeatNo) -> bool:
    return wanted.of == "anybody" or (seat == other) == (wanted.of == "me")


def _is_attempt(wanted: Condition, attempt: RefusedAttempt) -> bool:
    return wanted.refused == attempt.rule and set(wanted.marks) <= set(attempt.marks)


def _actions(wanted: Condition, seat: SeatNo, course: LessonCourse[S]) -> Iterator[str]:
    for each in course.done:
        if _whose(wanted, seat, each.seat) and fnmatchcase(each.action, wanted.done):
            yield each.action


def _events(wanted: Condition, seat: SeatNo, course: LessonCourse[S]) -> Iterator[LessonEvent]:
    for event in (event for each in course.done for event in each.events):
        if event.key == wanted.event and _whose(wanted, seat, event.seat) and set(wanted.marks) <= set(event.marks):
            yield event


def _points_gained(game: Game[S], seat: SeatNo, course: LessonCourse[S]) -> int:
    return game.receipt(course.now).total(seat) - game.receipt(course.first).total(seat)


def _may(pattern: str, game: Game[S], seat: SeatNo, course: LessonCourse[S]) -> bool:
    return any(fnmatchcase(str(action), pattern) for action in game.legal_actions(course.now, seat))


def _leads_to(pattern: str, game: Game[S], seat: SeatNo, now: S) -> bool:
    """Whether the learner can still do such an action before a draw or another seat's action."""
    seen, ahead = {now}, [now]
    while ahead and len(seen) < FURTHEST:
        state = ahead.pop()
        if game.actors(state) != (seat,):
            continue
        for action in game.legal_actions(state, seat):
            if fnmatchcase(str(action), pattern):
                return True
            try:
                after = game.apply(state, seat, action)
            except RuleError:
                # The outcome depends on secrets of other seats.
                return True
            if after not in seen:
                seen.add(after)
                ahead.append(after)
    return bool(ahead)


def _turn_is_over(game: Game[S], seat: SeatNo, course: LessonCourse[S]) -> bool:
    if any(each.seat not in (seat, CHANCE) for each in course.done):
        return True
    due = game.actors(course.now)
    return not due or (seat not in due and due != (CHANCE,))


def _find_entry(data: Any, path: str) -> Any:
    """Return the value at a path in data; None if there is no such path."""
    for key in path.split("."):
        if isinstance(data, dict):
            data = data.get(key)
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data
