"""The captures of a turn: the beasts caught in the squares that it closes, and how they get there.

Beasts are added and moved before anything is placed: fences would only block them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.actions import vocabulary
from tilehall.engine.games.beasts.components import BEAST, WILD, components
from tilehall.engine.games.beasts.fences import enclosed_squares, meets_condition
from tilehall.engine.games.beasts.state import NONE, BeastsBoard


class CapturePlan(NamedTuple):
    """Captured beasts: their points, the dice that pay, and the actions."""

    points: int
    spent: int
    actions: tuple[Action, ...]
    board: BeastsBoard
    """The board before the turn with these beasts on their squares."""


class CaptureWay(NamedTuple):
    """A way to have a beast on a square: its worth there, and where it comes from."""

    points: int
    kind: int = NONE
    added: int = NONE
    """The square that it is added to from the supply."""
    start: int = NONE
    """The square from which it steps into the closed one."""

    @property
    def dice(self) -> int:
        return (self.added != NONE) + (self.start != NONE)


def paying_dice(faces: bytes, free: int, wild_used: bool) -> list[int]:
    """The free dice that can pay for beasts, the wild last (B-4.30)."""
    found = [die for die in bits(free) if faces[die] == BEAST]
    if not wild_used:
        found += [die for die in bits(free) if faces[die] == WILD][:1]
    return found


def best_captures(before: BeastsBoard, after: BeastsBoard, closed: int, dice: list[int], price: float) -> CapturePlan:
    """The best captures in squares closed between these boards, if each paying die costs so much."""
    words, points, spent, actions = vocabulary(), 0, 0, list[Action]()
    dice, left = list(dice), list(bits(closed))
    while left:
        # If there are too few dice for all beasts, they pay for the dearest.
        found = [(way, square) for square in left for way in _ways(before, after, square) if way.dice <= len(dice)]
        way, square = max(found, key=lambda each: (each[0].points - price * each[0].dice, -each[0].dice))
        left.remove(square)
        points += way.points
        if way.added != NONE:
            die = dice.pop(0)
            spent |= 1 << die
            actions.append(words.add[die][way.kind][way.added])
            before = before.with_beast(way.kind, way.added)
        if way.start != NONE:
            die = dice.pop(0)
            spent |= 1 << die
            actions.append(words.move[die][way.start][square])
            before = before.with_step(way.start, square)
    return CapturePlan(points, spent, tuple(actions), before)


def _ways(before: BeastsBoard, after: BeastsBoard, square: int) -> Iterator[CaptureWay]:
    """The beast that is there, one from the supply, one from beside it, or one added beside it."""
    box, place = components(), components().squares[square]
    there = before.beasts[square]
    if there != NONE:
        yield CaptureWay(box.beasts[there].points if meets_condition(after, there, square) else 0)
        return
    yield CaptureWay(0)
    fitting = [kind for kind, left in enumerate(before.supply) if left and meets_condition(after, kind, square)]
    open_squares = box.addable & ~before.homes & ~enclosed_squares(before)
    if open_squares & place.bit:
        yield from [CaptureWay(box.beasts[kind].points, kind, square) for kind in fitting]
    for other, edge in place.ways:
        if before.carded & edge:
            continue
        if before.homes >> other & 1:
            kind = before.beasts[other]
            if meets_condition(after, kind, square):
                yield CaptureWay(box.beasts[kind].points, kind, NONE, other)
        elif open_squares >> other & 1:
            yield from [CaptureWay(box.beasts[kind].points, kind, other, other) for kind in fitting]
