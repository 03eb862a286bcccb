"""Estimates for all placements of a tile at once, so that few have to be evaluated closely.

The placements of a tile are the lanes of one long number, each wide enough for an estimate. Those that put a piece on
its box, and those that touch a box, are precomputed. What a building would gain is then added to all placements that
help it in one step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nlargest
from itertools import chain
from math import exp
from struct import unpack
from typing import NamedTuple

from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.games.sand.actions import PlaceTile, rune_tile_placements
from tilehall.engine.games.sand.ai.board_state import BoardState
from tilehall.engine.games.sand.ai.building_worth import BuildingTarget, building_costs, discounted_worth
from tilehall.engine.games.sand.ai.missing_pieces import nearest_places
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENT_REPEAT

PER_TILE = 3
MOST_TARGETS, MOST_PLACES = 6, 4
"""How many buildings, and placements of each, are considered that one tile cannot complete."""


LANE = 16
UNIT = 128
"""A lane counts in these parts of a star,"""
MIDDLE = 1 << LANE - 1
"""up and down from here."""


class PlacementIndex(NamedTuple):
    """All placements of a tile: the lanes that put each piece on its box, and those that touch each box."""

    places: tuple[PlaceTile, ...]
    every: int
    putting: tuple[int, ...]
    touching: tuple[int, ...]


@cache
def placement_index(tile: int) -> PlacementIndex:
    places = rune_tile_placements(tile).every
    putting = [_lanes(n for n, a in enumerate(places) if a.pieces >> bit & 1) for bit in range(BASE * BOXES)]
    touching = [_lanes(n for n, a in enumerate(places) if a.boxes >> box & 1) for box in range(BOXES)]
    return PlacementIndex(places, _lanes(range(len(places))), tuple(putting), tuple(touching))


def _lanes(numbers: Iterable[int]) -> int:
    return mask_of(LANE * n for n in numbers)


@lru_cache(4096)
def allowed_placements(tile: int, dark: int, level: int) -> tuple[int, ...]:
    """The placements that the level allows (S-4.5)."""
    places = placement_index(tile).places
    return tuple([n for n, a in enumerate(places) if (a.boxes & DARK | dark).bit_count() <= level])


@lru_cache(4096)
def harmless_placements(tile: int, way: int) -> int:
    """The placements that put no wrong piece on this placement of a building."""
    _, every, putting, touching = placement_index(tile)
    for bit in bits(way):
        every &= ~touching[bit % BOXES] | (putting[bit] if bit < BASE * BOXES else 0)
    return every


@lru_cache(16384)
def filling_placements(tile: int, way: int, lacking: int) -> tuple[int, int, int]:
    """The placements that fill at least 1, 2, 3 of the missing boxes and disturb nothing of the pattern."""
    putting = placement_index(tile).putting
    one = two = three = 0
    for bit in bits(lacking & COMMON):
        here = putting[bit]
        three |= two & here
        two |= one & here
        one |= here
    if not one:
        return NOWHERE
    left = harmless_placements(tile, way)
    return one & left, two & left, three & left


COMMON = (1 << BASE * BOXES) - 1
NOWHERE = (0, 0, 0)


class FillGain(NamedTuple):
    """What filling boxes of one building would gain, at some of its placements."""

    steps: tuple[int, int, int]
    """What the first, second and third piece add, in parts of a star."""
    ways: tuple[tuple[int, int, int], ...]
    """The placement, what it lacks, and how many pieces more than the best one."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardGains:
    """All that pieces would gain on a board, and the loss of those that lie there, in parts of a star."""

    board: BoardState
    gains: list[FillGain]
    losses: dict[int, int]


@lru_cache(256)
def estimate_board_gains(
    sketch: BoardState, aims: tuple[BuildingTarget, ...], turns: float, w: SandWeights
) -> BoardGains:
    """The gains and losses on a board."""
    pieces = sketch.pieces
    prices = building_costs(pieces, sketch.reserve, sketch.level, bytes([aim.card for aim in aims]), w)
    near = [(discounted_worth(aim.worth, price, turns, w), price, aim) for price, aim in zip(prices, aims, strict=True)]
    near.sort(reverse=True)
    best = near[0][0] if near else 0.0
    found, lost = list[FillGain](), dict.fromkeys(bits(sketch.occupied), w.piece)
    for n, (points, price, aim) in enumerate(near):
        places = nearest_places(pieces, aim.card, sketch.level)
        least = (places[0] & ~pieces).bit_count()
        if n >= MOST_TARGETS and least > PER_TILE:
            continue
        gaps = [(way, way & ~pieces) for way in (places if least <= PER_TILE else places[:MOST_PLACES])]
        ways = tuple([(way, gap, gap.bit_count() - least) for way, gap in gaps])
        found.append(FillGain(_steps(aim.worth, points, price, least, best, turns, w), ways))
        share = (w.first if points == best else w.second) * points * (1 - exp(-w.decay)) / len(ways)
        for way, gap, _ in ways:
            for bit in bits(way ^ gap):
                lost[bit % BOXES] += share
    return BoardGains(sketch, found, {box: round(UNIT * loss) for box, loss in lost.items()})


def _steps(
    brings: float, now: float, price: float, least: int, best: float, turns: float, w: SandWeights
) -> tuple[int, int, int]:
    """What one, two and three more pieces add to a building, which may become the best one."""
    steps, more, so_far = list[float](), w.first - w.second, now
    for n in (1, 2, 3):
        if n == least:
            # Complete, it brings what was estimated.
            steps.append(brings - w.second * so_far - more * max(0.0, so_far - best))
        elif n > least:
            steps.append(0.0)
        else:
            then = discounted_worth(brings, max(0.5, price - n), turns, w)
            steps.append(w.second * (then - so_far) + more * (max(best, then) - max(best, so_far)))
            so_far = then
    one, two, three = (round(UNIT * step) for step in steps)
    return one, two, three


@lru_cache(1024)
def estimate_placements(tile: int, hoped: BoardGains) -> list[tuple[float, int, int]]:
    """A rough worth of every legal placement of a tile, with the tile and its number."""
    sketch = hoped.board
    places, every, putting, touching = placement_index(tile)
    total = MIDDLE * every
    for hope in hoped.gains:
        one = two = three = 0
        for way, gaps, behind in hope.ways:
            filling = filling_placements(tile, way, gaps)
            if behind:
                one |= filling[1]
                two |= filling[2]
            else:
                one |= filling[0]
                two |= filling[1]
                three |= filling[2]
        for step, there in zip(hope.steps, (one, two, three), strict=True):
            total += step * there
    for box, loss in hoped.losses.items():
        lying = (sketch.pieces >> box & ELEMENT_REPEAT).bit_length() - 1 + box
        same = putting[lying] if lying < BASE * BOXES else 0
        total -= loss * (touching[box] & ~same)
    scores = unpack(f"<{len(places)}H", total.to_bytes(len(places) * LANE // 8, "little"))
    return [((scores[n] - MIDDLE) / UNIT, tile, n) for n in allowed_placements(tile, sketch.dark, sketch.level)]


def best_placements(tiles: int, hoped: BoardGains, most: int) -> list[tuple[float, PlaceTile]]:
    """The most promising placements with their rough worth, best first."""
    found = nlargest(most, chain.from_iterable([estimate_placements(tile, hoped) for tile in bits(tiles)]))
    return [(score, placement_index(tile).places[n]) for score, tile, n in found]
