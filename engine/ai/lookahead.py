"""Looking ahead: turns of one's own one after the other, with what others do in between, if there are any.

The best lines of play are carried on side by side, all with the same luck, and the worse ones dropped. How good a line
is shows at its last decision: by the best plan that there is then, not by what lies on the table.
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
"""What a point counts beside the chance of winning: it decides where that is settled."""


class Depth(NamedTuple):
    """How far somebody looks ahead, in numbers that do not depend on the machine."""

    lines: int
    """So many lines of play are followed at the same time,"""
    ways: int
    """each carried on in so many ways,"""
    turns: int
    """for so many turns,"""
    courses: int
    """with luck of so many kinds. After two, four, eight and so on only the better half of the plans is left."""


LEAST = 2
"""So many plans are left to the end."""


class LookaheadLine(NamedTuple, Generic[S]):
    """A plan of this turn, and where it leads."""

    plan: int
    s: S
    luck: Luck


class LookaheadStep(NamedTuple, Generic[S]):
    """A way to carry a line on; the best compares greatest, and of equals the first."""

    worth: float
    order: tuple[int, int]
    line: LookaheadLine[S]
    plan: Plan


def look_ahead(game: Game[S], view: S, seat: SeatNo, plans: Sequence[Plan], depth: Depth, seed: str) -> Iterator[Plan]:
    """The best of these plans, the more certain the longer one waits."""
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
    """What each of these plans leads to with this luck, if this seat carries it on as well as it can."""
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
    """After this plan, what is drawn then, and what the others do until this seat decides again."""
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
    """What values are compared by: alone by points, beside others by the chance of winning first."""
    return measure_points if count_seats(game, s) == 1 else measure_chance


def count_seats(game: Game[S], s: S) -> int:
    """How many play."""
    return int(str(game.dump(s)["players"]))


def measure_chance(value: PositionValue) -> float:
    """The chance of winning, and where nothing can change that the points."""
    return value.chance + CHANCE_PER_POINT * value.points


def measure_points(value: PositionValue) -> float:
    """What counts for somebody who plays alone."""
    return value.points
