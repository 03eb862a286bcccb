"""Ways to fill the boxes that a building lacks with disks, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import NamedTuple

from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.sand.actions import boxes_of, vocabulary
from tilehall.engine.games.sand.ai.board_state import BoardState
from tilehall.engine.games.sand.ai.building_worth import BuildingTarget, discounted_worth
from tilehall.engine.games.sand.ai.missing_pieces import close_places, nearest_places
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.components import BOXES, GRID
from tilehall.engine.games.sand.state import STEPS, UNLIMITED

MOST_BOXES_LEFT = 3
"""Summons that leave more boxes than this empty are not considered."""


class Summon(NamedTuple):
    """Disks to put and move in order, and the board afterwards."""

    steps: tuple[Action, ...]
    board: BoardState


def find_summons(
    sketch: BoardState, aims: Sequence[BuildingTarget], cap: int, settled: int, turns: float, most: int, w: SandWeights
) -> list[Summon]:
    """The most promising ways to fill missing boxes of patterns with disks."""
    if not sketch.disks & ~settled and not any(sketch.reserve):
        return []
    free, disks = ~sketch.pieces, _at_hand(sketch, settled)
    there = sum([pieces for pieces, _, _ in disks])
    likely: list[tuple[float, int, int, int]] = []
    for aim in aims:
        for way in {
            *nearest_places(sketch.pieces, aim.card, sketch.level),
            *close_places(sketch.pieces, aim.card, sketch.level, STEPS),
        }:
            lacking = way & free
            if lacking & there:
                left = lacking.bit_count() - min(_fillable(way, lacking, disks), cap or BOXES)
                if left <= MOST_BOXES_LEFT:
                    likely.append((discounted_worth(aim.worth, left, turns, w), -lacking.bit_count(), way, lacking))
    found: dict[int, Summon] = {}
    for _, _, way, lacking in nlargest(2 * most, likely):
        summon = fill_up(sketch, way, lacking, cap, settled)
        if summon is not None:
            found.setdefault(summon.board.pieces, summon)
    return [*found.values()][:most]


def _at_hand(sketch: BoardState, settled: int) -> list[tuple[int, int, int]]:
    """The elements of available disks: as pieces, their number in the reserve, and those that can move."""
    found, movable = list[tuple[int, int, int]](), sketch.disks & ~settled
    for element, n in enumerate(sketch.reserve):
        boxes = movable & sketch.pieces >> BOXES * element
        if n or boxes:
            found.append((GRID.full << BOXES * element, n, boxes << BOXES * element))
    return found


def _fillable(way: int, lacking: int, disks: Sequence[tuple[int, int, int]]) -> int:
    """The number of missing boxes that disks can fill; disks that lie well stay."""
    found = 0
    for element, n, movable in disks:
        if missing := (lacking & element).bit_count():
            found += min(missing, n + (movable & ~way).bit_count())
    return found


def fill_up(sketch: BoardState, way: int, lacking: int, cap: int, settled: int) -> Summon | None:
    """The steps that fill this placement, special disks first, the reserve before the board."""
    if not lacking or boxes_of(lacking) & settled:
        return None
    steps: list[Action] = []
    after, fixed = sketch, settled | boxes_of(way)
    wanted = lacking.bit_count()
    for bit in reversed(bits(lacking)):
        if len(steps) == cap and cap != UNLIMITED:
            break
        step = _step_to(after, bit // BOXES, bit % BOXES, fixed)
        if step is not None:
            action, after = step
            steps.append(action)
    if not steps or wanted - len(steps) > MOST_BOXES_LEFT:
        return None
    return Summon(tuple(steps), after)


def _step_to(sketch: BoardState, element: int, box: int, fixed: int) -> tuple[Action, BoardState] | None:
    """A step that puts a disk of this element on this box, if there is a disk and room for it."""
    words = vocabulary()
    if sketch.reserve[element]:
        after = sketch.with_disk(element, box, None)
        return (words.disk[element][box], after) if after.dark.bit_count() <= sketch.level else None
    movable = sketch.disks & ~fixed & sketch.pieces >> BOXES * element
    if not movable:
        return None
    source = movable.bit_length() - 1
    after = sketch.with_disk(element, box, source)
    return (words.move[source][box], after) if after.dark.bit_count() <= sketch.level else None
