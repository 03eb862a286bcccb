"""Where a tile helps: estimates for all its placements at once, so that few have to be looked at closely.

The placements of a tile are the bits of one number; those that put a piece on its box, and those that touch a box,
are known beforehand. What a placement brings is then a matter of a few such numbers for each building.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from heapq import nlargest
from math import exp
from typing import NamedTuple

from tilehall.engine.geometry import bits, mask_of
from tilehall.engine.sand.actions import Place, ways_of
from tilehall.engine.sand.aiming import Aim, Purse, promised
from tilehall.engine.sand.components import BASE, BOXES, DARK, WIDE
from tilehall.engine.sand.counting import nearest
from tilehall.engine.sand.sketch import Sketch
from tilehall.engine.sand.weights import Weights

PER_TILE = 3
AIMS, WAYS = 8, 6
"""How many buildings, and places of each, are considered that one tile cannot complete."""


class Index(NamedTuple):
    """All placements of a tile; the set of those that put each piece on its box, and of those that touch each box."""

    places: tuple[Place, ...]
    putting: tuple[int, ...]
    touching: tuple[int, ...]


@cache
def index(tile: int) -> Index:
    places = ways_of(tile).every
    putting = [mask_of(n for n, a in enumerate(places) if a.pieces >> bit & 1) for bit in range(BASE * BOXES)]
    touching = [mask_of(n for n, a in enumerate(places) if a.boxes >> box & 1) for box in range(BOXES)]
    return Index(places, tuple(putting), tuple(touching))


@lru_cache(4096)
def allowed(tile: int, dark: int, level: int) -> int:
    """The placements that leave no more dark boxes in use than the level allows (S-4.5)."""
    return mask_of(n for n, a in enumerate(index(tile).places) if (a.boxes & DARK | dark).bit_count() <= level)


@lru_cache(16384)
def covering(tile: int, way: int, lacking: int) -> tuple[int, int, int]:
    """The placements that fill at least 1, 2, 3 of the boxes that lack, and disturb nothing of the pattern."""
    _, putting, touching = index(tile)
    one = two = three = disturbing = 0
    for bit in bits(way):
        here = putting[bit] if bit < BASE * BOXES else 0
        disturbing |= touching[bit % BOXES] & ~here
        if lacking >> bit & 1:
            three |= two & here
            two |= one & here
            one |= here
    return one & ~disturbing, two & ~disturbing, three & ~disturbing


class Hope(NamedTuple):
    """What filling boxes of one building would bring, at each of some places of it."""

    steps: tuple[float, float, float]
    """What the first, second and third piece add."""
    ways: tuple[tuple[int, int, int], ...]
    """The place, what lacks there, and how many pieces more than at the best one."""


class Hopes(NamedTuple):
    """All that pieces would bring to a board, and what is lost with those that lie there, by boxes."""

    sketch: Sketch
    found: list[Hope]
    lost: dict[int, float]


def hopes(sketch: Sketch, aims: Sequence[Aim], turns: float, w: Weights) -> Hopes:
    """What to look for on a board."""
    pieces, purse = sketch.pieces, Purse.of(sketch)
    priced = [(purse.cost(aim.card, sketch.level, w), aim) for aim in aims]
    near = [(promised(aim.worth, price, turns, w), price, aim) for price, aim in priced]
    near.sort(reverse=True)
    best = near[0][0] if near else 0.0
    found, lost = list[Hope](), dict.fromkeys(bits(sketch.occupied), w.piece)
    for n, (points, price, aim) in enumerate(near):
        places = nearest(pieces, aim.card, sketch.level)
        least = (places[0] & ~pieces).bit_count()
        if n >= AIMS and least > PER_TILE:
            continue
        gaps = [(way, way & ~pieces) for way in (places if least <= PER_TILE else places[:WAYS])]
        ways = tuple([(way, gap, gap.bit_count() - least) for way, gap in gaps])
        found.append(Hope(_steps(aim.worth, points, price, least, best, turns, w), ways))
        share = (w.first if points == best else w.second) * points * (1 - exp(-w.decay)) / len(ways)
        for way, gap, _ in ways:
            for bit in bits(way ^ gap):
                lost[bit % BOXES] += share
    return Hopes(sketch, found, lost)


def _steps(
    brings: float, now: float, price: float, least: int, best: float, turns: float, w: Weights
) -> tuple[float, float, float]:
    """What one, two, three pieces more add to the promise of a building, which may become the best one."""
    steps, more, so_far = list[float](), w.first - w.second, now
    for n in (1, 2, 3):
        if n == least:
            # What it promised is then what it brings.
            steps.append(brings - w.second * so_far - more * max(0.0, so_far - best))
        elif n > least:
            steps.append(0.0)
        else:
            then = promised(brings, max(0.5, price - n), turns, w)
            steps.append(w.second * (then - so_far) + more * (max(best, then) - max(best, so_far)))
            so_far = then
    return steps[0], steps[1], steps[2]


def estimates(tile: int, hoped: Hopes) -> list[tuple[float, int]]:
    """What every legal placement of a tile brings, roughly, and its number."""
    sketch = hoped.sketch
    legal = allowed(tile, sketch.dark, sketch.level)
    scores = [0.0] * len(index(tile).places)
    for hope in hoped.found:
        reached = [0, 0, 0]
        for way, gaps, behind in hope.ways:
            filling = covering(tile, way, gaps)
            for n in range(3 - behind):
                reached[n] |= filling[n + behind]
        for step, there in zip(hope.steps, reached, strict=True):
            if there := there & legal:
                for n in bits(there):
                    scores[n] += step
    _, putting, touching = index(tile)
    for box, loss in hoped.lost.items():
        lying = (sketch.pieces >> box & WIDE).bit_length() - 1 + box
        same = putting[lying] if lying < BASE * BOXES else 0
        for n in bits(touching[box] & legal & ~same):
            scores[n] -= loss
    return [(scores[n], n) for n in bits(legal)]


def best_places(tiles: int, hoped: Hopes, most: int) -> list[tuple[float, Place]]:
    """The placements that promise most, with rough numbers, the best first."""
    found = [(score, tile, n) for tile in bits(tiles) for score, n in estimates(tile, hoped)]
    return [(score, index(tile).places[n]) for score, tile, n in nlargest(most, found)]
