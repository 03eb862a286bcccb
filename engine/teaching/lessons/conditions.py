"""What has to happen in a level, or must not: conditions on the course that it has taken so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tilehall.engine.core.game import CHANCE, Game, RuleError, SeatNo

S = TypeVar("S")
FURTHEST = 2000
"""Positions that are looked at for something that may still be done; it may, if that is not enough to tell."""


class LessonEvent(Protocol):
    """Something that has happened: an event, or how it was told to somebody."""

    @property
    def key(self) -> str: ...

    @property
    def seat(self) -> SeatNo: ...

    @property
    def marks(self) -> tuple[str, ...]: ...


class LessonAction(NamedTuple):
    """One action in a level, and what came of it."""

    seat: SeatNo
    action: str
    """As it is spelled; empty where that is a secret."""
    events: Sequence[LessonEvent]


class RefusedAttempt(NamedTuple):
    """Something that the learner was refused."""

    rule: str
    marks: tuple[str, ...] = ()
    """The words (cells, cards, dice) of what was in the way."""


@dataclass(frozen=True)
class LessonCourse(Generic[S]):
    """What has come of a level so far, as the learner may know it."""

    first: S
    now: S
    done: Sequence[LessonAction] = ()
    refused: Sequence[RefusedAttempt] = ()
    """What the learner tried and was refused."""


class Condition(NamedTuple):
    """What has to be so: everything that is said in it, at the same time. All that is not said may be anyhow."""

    done: str = ""
    """An action of the learner, with `*` for any text: `cell D*`."""
    event: str = ""
    """The key of something that happened,"""
    marks: tuple[str, ...] = ()
    """and all the words that it concerned, or that were in the way of what was refused;"""
    of: str = "me"
    """whose action (`done`) or event it was: `me`, `others`, or `anybody`."""
    times: int = 1
    """How often, at least."""
    refused: str = ""
    """The rule by which an attempt was refused."""
    points: int | None = None
    """So many points more than at the beginning, at least."""
    decides: str = ""
    """The kind of decision that the learner owes now."""
    can: str = ""
    """An action that the learner may do now, with `*` for any text,"""
    cannot: str = ""
    """and one of which none may be done now."""
    never: str = ""
    """An action that the learner cannot do any more before the turn is over, whatever is done first."""
    turn: str = ""
    """`over`: somebody else has acted or has to, or it is the end; of what the dealer draws one's turn does not end."""
    over: bool | None = None
    """Whether the game is over."""
    rank: int | None = None
    """The learner's place, the game being over."""
    at: str = ""
    """A place in the position as data, its keys joined by dots: `boards.0.D4`,"""
    equals: Any = None
    """and what stands there."""


def holds(wanted: Condition, game: Game[S], seat: SeatNo, course: LessonCourse[S]) -> bool:
    """Whether all that a condition says is so."""
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
    """Whether a learner who goes on can do such an action, before anything is drawn and before anybody else acts."""
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
                # What comes then depends on what others hold.
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
    """What stands at a place in data; None where there is no such place."""
    for key in path.split("."):
        if isinstance(data, dict):
            data = data.get(key)
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data
