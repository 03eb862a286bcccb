"""The worth of the tiles of all hunters where they are counted: the sky, and bonus cards still face down."""

from __future__ import annotations

from functools import lru_cache

from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.princess.components import EMPTY, components
from tilehall.engine.games.princess.scoring import sky_points
from tilehall.engine.games.princess.state import PrincessState

CARDS_TURNED = 2
"""The number of bonus cards that score."""
TileCounts = tuple[tuple[int, ...], ...]
"""For each attribute the number of tiles of every seat."""


def count_tiles(s: PrincessState) -> TileCounts:
    tableaus = [hunter.tableau.marks for hunter in s.hunters]
    return tuple([tuple([marks[mark].bit_count() for marks in tableaus]) for mark in range(len(tableaus[0]))])


@lru_cache(4096)
def expected_sky(tiles: TileCounts) -> tuple[int, ...]:
    """The points of every seat for the sky."""
    each = [sky_points(tiles[mark]) for mark in components().skies]
    return tuple([sum(points) for points in zip(*each, strict=True)])


@lru_cache(4096)
def bonus_seats(tiles: TileCounts) -> tuple[tuple[SeatNo, ...], ...]:
    """For each bonus card the seats that it would score for."""
    box, found = components(), []
    for card in box.bonuses:
        each = tiles[box.attributes.index(card[0])]
        best = max(each) if card.endswith("+") else min(each)
        scores = best > 0 or card.endswith("-")
        found.append(tuple(seat for seat, count in enumerate(each) if scores and count == best))
    return tuple(found)


@lru_cache(4096)
def expected_bonus(tiles: TileCounts) -> tuple[float, ...]:
    """The average points of every seat from bonus cards."""
    box, points = components(), [0.0] * len(tiles[0])
    share = box.bonus_points * CARDS_TURNED / len(box.bonuses)
    for seats in bonus_seats(tiles):
        for seat in seats:
            points[seat] += share
    return tuple(points)


@lru_cache(4096)
def lead_gain(tiles: TileCounts, seat: SeatNo, kind: int, covered: int, with_sky: bool) -> float:
    """How far a tile of this kind, laid on one of another kind or on none, brings a seat ahead of the others."""
    marks = components().marks
    laid, hidden = marks[kind], marks[covered] if covered != EMPTY else ()
    after = tuple(
        [
            tuple(
                [
                    count + (mark in laid) - (mark in hidden) if other == seat else count
                    for other, count in enumerate(row)
                ]
            )
            for mark, row in enumerate(tiles)
        ]
    )
    return _ahead(after, seat, with_sky) - _ahead(tiles, seat, with_sky)


def _ahead(tiles: TileCounts, seat: SeatNo, with_sky: bool) -> float:
    points = [
        each + (star if with_sky else 0) for each, star in zip(expected_bonus(tiles), expected_sky(tiles), strict=True)
    ]
    return points[seat] - max(points[:seat] + points[seat + 1 :])
