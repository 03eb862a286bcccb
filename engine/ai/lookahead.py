"""Looking ahead: turns of one's own one after the other, with what others do in between, if there are any.

The best lines of play are carried on side by side, all with the same luck, and the worse ones dropped. How good a line
is shows at its last decision: by the best plan that there is then, not by what lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from math import ceil
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine.ai.plan import Plan, Value
from tilehall.engine.ai.playouts import Known, Luck
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import CHANCE, Game, Seat

S = TypeVar("S")
POINT = 0.02
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


class Line(NamedTuple, Generic[S]):
    """A plan of this turn, and where it leads."""

    plan: int
    s: S
    luck: Luck


class Step(NamedTuple, Generic[S]):
    """A way to carry a line on; the best compares greatest, and of equals the first."""

    worth: float
    order: tuple[int, int]
    line: Line[S]
    plan: Plan


def looked_ahead(game: Game[S], view: S, seat: Seat, plans: Sequence[Plan], depth: Depth, seed: str) -> Iterator[Plan]:
    """The best of these plans, the more certain the longer one waits."""
    left, known = [(0.0, plan) for plan in plans], Known(game)
    for course in range(depth.courses if len(plans) > 1 else 0):
        world, luck = game.imagine(view, Rng(f"{seed} {course}")), Luck(f"{seed} {course}")
        found = followed(known, world, seat, [plan for _, plan in left], depth, luck)
        measure = measured_by(game, world)
        left = [(total + measure(more), plan) for (total, plan), more in zip(left, found, strict=True)]
        left.sort(key=lambda each: -each[0])
        if course and course & course + 1 == 0:
            left = left[: max(LEAST, ceil(len(left) / 2))]
        yield left[0][1]


def followed(known: Known[S], world: S, seat: Seat, plans: Sequence[Plan], depth: Depth, luck: Luck) -> list[Value]:
    """What each of these plans leads to with this luck, if this seat carries it on as well as it can."""
    game = known.game
    measure = measured_by(game, world)
    best = [plan.value for plan in plans]
    lines = [carried(known, Line(n, world, luck), seat, plan) for n, plan in enumerate(plans)]
    for turn in range(depth.turns):
        steps = list[Step[S]]()
        for m, line in enumerate(lines):
            if game.actors(line.s):
                ways = known.plans(game.seen_by(line.s, seat), seat, depth.ways)
                steps += [Step(measure(plan.value), (-m, -n), line, plan) for n, plan in enumerate(ways)]
            else:
                best[line.plan] = game.value(line.s, seat)
        top = dict[int, Step[S]]()
        for step in steps:
            first = top.setdefault(step.line.plan, step)
            if step.worth > first.worth:
                top[step.line.plan] = step
        for n, found in top.items():
            best[n] = found.plan.value
        if turn + 1 < depth.turns:
            kept = nlargest(depth.lines, steps, key=lambda step: step[:2])
            lines = [carried(known, step.line, seat, step.plan) for step in kept]
    return best


def carried(known: Known[S], line: Line[S], seat: Seat, plan: Plan) -> Line[S]:
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
            for action in known.plans(game.seen_by(s, due[0]), due[0], 1)[0].actions:
                s = game.apply(s, due[0], action)
    return Line(line.plan, s, luck)


def measured_by(game: Game[S], s: S) -> Callable[[Value], float]:
    """What values are compared by: alone by points, beside others by the chance of winning first."""
    return points if seats(game, s) == 1 else worth


def seats(game: Game[S], s: S) -> int:
    """How many play."""
    return int(str(game.dump(s)["players"]))


def worth(value: Value) -> float:
    """The chance of winning, and where nothing can change that the points."""
    return value.chance + POINT * value.points


def points(value: Value) -> float:
    """What counts for somebody who plays alone."""
    return value.points
