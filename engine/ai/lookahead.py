"""Beam search over a seat's own next turns, with the likely turns of others in between.

All lines see the same draws. A line is valued at its last decision, by the best plan there, not by the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from math import ceil
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.ai.playouts import Luck, PlanCache
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import CHANCE, Game, SeatNo

S = TypeVar("S")
CHANCE_PER_POINT = 0.02
"""What a point counts beside the chance of winning: it decides where that cannot change."""


class Depth(NamedTuple):
    """The size of a beam search, independent of the machine."""

    lines: int
    """The width of the beam."""
    ways: int
    """How many plans continue each line."""
    turns: int
    """How many own turns deep."""
    courses: int
    """How many searches with different draws. After 2, 4, 8 ... of them the worse half of the plans is dropped."""


LEAST = 2
"""The fewest plans that are kept to the end."""


class LookaheadLine(NamedTuple, Generic[S]):
    """A position that a plan of this turn (its index) leads to."""

    plan: int
    s: S
    luck: Luck


class LookaheadStep(NamedTuple, Generic[S]):
    """A continuation of a line. The best compares greatest; among equals the earlier one."""

    worth: float
    order: tuple[int, int]
    line: LookaheadLine[S]
    plan: Plan


def look_ahead(game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], depth: Depth, seed: str) -> Iterator[Plan]:
    """Yields the plan that looks best after each search."""
    left, known = [(0.0, plan) for plan in plans], PlanCache(game)
    for course in range(depth.courses if len(plans) > 1 else 0):
        world, luck = game.sample_state(view, Rng(f"{seed} {course}")), Luck(f"{seed} {course}")
        found = follow_plans(known, world, seat, [plan for _, plan in left], depth, luck)
        measure = value_measure(game, world)
        left = [(total + measure(more), plan) for (total, plan), more in zip(left, found, strict=True)]
        left.sort(key=lambda each: -each[0])
        if course and course & course + 1 == 0:
            left = left[: max(LEAST, ceil(len(left) / 2))]
        yield left[0][1]


def follow_plans(
    known: PlanCache[S], world: S, seat: SeatNo, plans: Sequence[Plan], depth: Depth, luck: Luck
) -> list[PositionValue]:
    """The value that each plan leads to with these draws, if the seat goes on with its best plans."""
    game = known.game
    measure = value_measure(game, world)
    best = [plan.value for plan in plans]
    lines = [advance_line(known, LookaheadLine(n, world, luck), seat, plan) for n, plan in enumerate(plans)]
    for turn in range(depth.turns):
        steps = list[LookaheadStep[S]]()
        for m, line in enumerate(lines):
            if game.actors(line.s):
                ways = known.plans(game.view(line.s, seat), seat, depth.ways)
                steps += [LookaheadStep(measure(plan.value), (-m, -n), line, plan) for n, plan in enumerate(ways)]
            else:
                best[line.plan] = game.advisor.value(line.s, seat)
        top = dict[int, LookaheadStep[S]]()
        for step in steps:
            first = top.setdefault(step.line.plan, step)
            if step.worth > first.worth:
                top[step.line.plan] = step
        for n, found in top.items():
            best[n] = found.plan.value
        if turn + 1 < depth.turns:
            kept = nlargest(depth.lines, steps, key=lambda step: step[:2])
            lines = [advance_line(known, step.line, seat, step.plan) for step in kept]
    return best


def advance_line(known: PlanCache[S], line: LookaheadLine[S], seat: SeatNo, plan: Plan) -> LookaheadLine[S]:
    """The line after this plan, the draws and the turns of others, until this seat decides again."""
    game, s, luck, turn = known.game, line.s, line.luck.copy(), seat
    luck.pass_on()
    for action in plan.actions:
        s = game.apply(s, seat, action)
    while (due := game.actors(s)) and seat not in due:
        if due[0] == CHANCE:
            s = game.apply(s, CHANCE, luck.deal(game.chance(s)))
        else:
            if due[0] != turn:
                turn = due[0]
                luck.pass_on()
            for action in known.plans(game.view(s, due[0]), due[0], 1)[0].actions:
                s = game.apply(s, due[0], action)
    return LookaheadLine(line.plan, s, luck)


def value_measure(game: Game[S], s: S) -> Callable[[PositionValue], float]:
    """The key that compares values: points for a single player, otherwise first the chance of winning."""
    return measure_points if count_seats(game, s) == 1 else measure_chance


def count_seats(game: Game[S], s: S) -> int:
    """The number of players."""
    return int(str(game.dump(s)["players"]))


def measure_chance(value: PositionValue) -> float:
    """Mainly the chance of winning; points decide where it cannot change."""
    return value.chance + CHANCE_PER_POINT * value.points


def measure_points(value: PositionValue) -> float:
    """The points, for a single player."""
    return value.points
