"""Uses of the powers before or after the main action (S-4.36 to S-4.45)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.sand.actions import STOP, USE_ORANGE, BluePower, boxes_of, vocabulary
from tilehall.engine.games.sand.ai.building_worth import BuildingTarget
from tilehall.engine.games.sand.ai.missing_pieces import nearest_places
from tilehall.engine.games.sand.ai.move_evaluator import MoveEvaluator, TurnState
from tilehall.engine.games.sand.ai.tile_placements import best_placements
from tilehall.engine.games.sand.components import BASE, BOXES, ELEMENTS, GRID, LEVELS, components
from tilehall.engine.games.sand.state import BLUE, CLEAR, GREEN, ORANGE, RED, YELLOW

USES_COMPARED = 4
"""The number of uses of a power that are evaluated closely."""
TILES_COMPARED = 4
"""The number of tiles of the circle that blue considers."""


class PowerUse(NamedTuple):
    """A use of a power: the actions, the own side after them, and the tiles owned then."""

    actions: tuple[Action, ...]
    state: TurnState
    tiles: int


def best_power_uses(study: MoveEvaluator, hand: TurnState) -> list[PowerUse]:
    """The best uses of a ready power; none if it is not ready or would not help."""
    magician = study.magician
    if not magician.power_ready or hand.board.crystal == CLEAR or magician.power not in _USES:
        return []
    aims = study.targets(hand.cards)
    spent = hand._replace(board=hand.board._replace(crystal=CLEAR))
    found = [(study.appraise(use.state)[0], -n, use) for n, use in enumerate(_USES[magician.power](study, spent, aims))]
    return [use for _, _, use in nlargest(USES_COMPARED, found)]


def _orange(study: MoveEvaluator, hand: TurnState, aims: Sequence[BuildingTarget]) -> Iterator[PowerUse]:
    if hand.board.level < components().track:
        sketch = hand.board._replace(level=hand.board.level + 1)
        lasting = hand.lasting + study.w.step
        yield PowerUse((USE_ORANGE,), hand._replace(board=sketch, lasting=lasting), study.magician.tiles)


def _yellow(study: MoveEvaluator, hand: TurnState, aims: Sequence[BuildingTarget]) -> Iterator[PowerUse]:
    """Trades a disk that is not needed for one that is."""
    reserve, w = hand.board.reserve, study.w
    for give in range(ELEMENTS):
        for get in range(ELEMENTS):
            if reserve[give] and give != get and study.s.disks[get]:
                more = (w.common, w.special)[get >= BASE] - (w.common, w.special)[give >= BASE]
                then = hand._replace(board=hand.board.with_traded_disk(give, get), lasting=hand.lasting + more)
                yield PowerUse((vocabulary().yellow[give][get],), then, study.magician.tiles)


def _green(study: MoveEvaluator, hand: TurnState, aims: Sequence[BuildingTarget]) -> Iterator[PowerUse]:
    """Moves a square that is in no pattern to a gap of one."""
    sketch, level = hand.board, hand.board.level
    squares, empty = sketch.occupied & ~sketch.disks, GRID.full & ~sketch.occupied
    seen = set[tuple[int, int]]()
    for aim in sorted(aims, key=lambda aim: -aim.worth):
        for way in nearest_places(sketch.pieces, aim.card, level)[:USES_COMPARED]:
            gap = way & ~sketch.pieces
            if gap.bit_count() > 2:
                continue
            for bit in bits(gap):
                element, end = divmod(bit, BOXES)
                if not empty >> end & 1:
                    continue
                for start in bits(squares & ~boxes_of(way) & sketch.pieces >> BOXES * element):
                    moved = sketch.with_moved_square(element, start, end)
                    if moved.dark.bit_count() <= level and (start, end) not in seen:
                        seen.add((start, end))
                        action = vocabulary().green[start][end]
                        yield PowerUse((action,), hand._replace(board=moved), study.magician.tiles)


def _blue(study: MoveEvaluator, hand: TurnState, aims: Sequence[BuildingTarget]) -> Iterator[PowerUse]:
    """Exchanges the weakest own tile for one of the circle that can be placed better than any."""
    hoped = study.board_gains(hand)

    def best(tile: int) -> float:
        return best_placements(1 << tile, hoped, 1)[0][0]

    own = {tile: best(tile) for tile in bits(study.magician.tiles)}
    others = {tile: best(tile) for tile in study.s.circle}
    worst = min(own, key=own.__getitem__)
    for other in nlargest(TILES_COMPARED, others, key=others.__getitem__):
        if others[other] > max(own.values()):
            tiles = study.magician.tiles ^ (1 << worst | 1 << other)
            yield PowerUse((BluePower(worst, other), STOP), hand, tiles)


def _red(study: MoveEvaluator, hand: TurnState, aims: Sequence[BuildingTarget]) -> Iterator[PowerUse]:
    """Looks at a deck: at high buildings if there are special disks and time."""
    high = hand.board.special_disks > 0 and study.rounds > 2
    for level in (LEVELS, LEVELS - 1, 1) if high else (LEVELS - 1, LEVELS, 1):
        if study.s.deck_size(level - 1):
            yield PowerUse((vocabulary().red[level - 1],), hand, study.magician.tiles)


_USES: dict[int, Callable[[MoveEvaluator, TurnState, Sequence[BuildingTarget]], Iterator[PowerUse]]] = {
    RED: _red,
    YELLOW: _yellow,
    GREEN: _green,
    ORANGE: _orange,
    BLUE: _blue,
}
