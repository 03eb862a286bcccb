"""The picks of a round foreseen: the worth of each tile to each seat, and the round in a given order."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects, plantable_colours
from tilehall.engine.games.kaguya.ai.tile_placements import (
    PlacementValues,
    RatedPlacement,
    best_points,
    princess_board_changes,
)
from tilehall.engine.games.kaguya.ai.value import SeatWorths, even_lead, rival_shares
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.state import EMPTY

MAX_PRINCESS_TILES = 3
"""The number of tiles considered for the princess when rounds are foreseen."""


class RoundPicks:
    """The tiles left in a round, as all seats see them. Only `viewer` knows what is behind its screen."""

    __slots__ = (
        *("_given", "_likely", "_liked", "_rounds", "_wishes"),
        *("hearts", "layings", "plants", "prospects", "rows", "tiles"),
    )

    def __init__(self, p: Prospects, viewer: SeatNo) -> None:
        s, self.prospects = p.state, p
        column = s.column(s.round)
        princess, n = s.rows[-1], s.rulings.rows
        # In tie-break order from the princess' row (K-4.23), so that no row is preferred for its number.
        self.rows = [row for row in ((princess - 2 - k) % n + 1 for k in range(n)) if column[row - 1] != EMPTY]
        self.tiles = [column[row - 1] for row in self.rows]
        self.hearts = [components().tiles[tile].hearts for tile in self.tiles]
        sums = SeatWorths(p, viewer).sums
        self.layings = [PlacementValues(p, seat, rival_shares(sums, seat, even_lead(p))) for seat in range(p.players)]
        self.plants = [plantable_colours(merchant, seat == viewer) for seat, merchant in enumerate(s.merchants)]
        self._likely: list[list[int]] = [[] for _ in range(p.players)]
        self._liked: dict[SeatNo, list[float]] = {}
        self._wishes: dict[tuple[SeatNo, bool], list[tuple[int, float]]] = {}
        self._given: dict[tuple[SeatNo, int], tuple[RatedPlacement, list[float]]] = {}
        self._rounds: dict[tuple[tuple[SeatNo, ...], tuple[bool, ...]], list[float]] = {}

    def _points(self, seat: SeatNo) -> list[float]:
        """The worth of each tile to a seat without hearts; nothing if the seat has its tile."""
        found = self._liked.get(seat)
        if found is None:
            laying, plants = self.layings[seat], self.plants[seat]
            tiles = self.tiles if self.prospects.pending[seat] else []
            found = self._liked[seat] = [best_points(laying.points(tile, False, plants)) for tile in tiles]
        return found

    def ranked_tiles(self, seat: SeatNo, penalised: bool) -> list[tuple[int, float]]:
        """The tiles and their worth to a seat, best first: hearts forward, or backward under the penalty."""
        found = self._wishes.get((seat, penalised))
        if found is None:
            sign = -1 if penalised else 1
            worth = [points + sign * hearts for points, hearts in zip(self._points(seat), self.hearts, strict=False)]
            found = sorted(enumerate(worth), key=lambda each: -round(each[1], 6))
            self._wishes[seat, penalised] = found
        return found

    def princess_placement(self, first: SeatNo, i: int) -> tuple[RatedPlacement, list[float]]:
        """Where the first player lays a tile for the princess, and its worth to every seat."""
        found = self._given.get((first, i))
        if found is None:
            spot = self.layings[first].best(self.tiles[i], True, self.plants[first])
            changes = princess_board_changes(self.layings[first], spot)
            points = [sum([laying.size_change_value(*change) for change in changes]) for laying in self.layings]
            points[first] = spot.points
            found = self._given[first, i] = spot, points
        return found

    def pick_in_order(self, queue: Sequence[SeatNo], penalised: Sequence[bool], taken: int) -> list[float]:
        """The worth of the tiles that the seats of this queue take in order."""
        got = [0.0] * self.prospects.players
        for seat in queue:
            for i, worth in self.ranked_tiles(seat, penalised[seat]):
                if not taken >> i & 1:
                    taken |= 1 << i
                    got[seat] = worth
                    break
        return got

    def value_to(self, seat: SeatNo, got: Sequence[float]) -> float:
        """The worth of all of that to this seat."""
        return sum([share * points for share, points in zip(self.layings[seat].shares, got, strict=True)])

    def princess_tile_value(
        self, order: Sequence[SeatNo], penalised: Sequence[bool], i: int
    ) -> tuple[float, list[float]]:
        """The worth of a tile for the princess to the first player, with all that follows."""
        first = order[0]
        got = self.pick_in_order((*order[1:], first), penalised, 1 << i)
        return self.princess_placement(first, i)[1][first] + self.value_to(first, got), got

    def _candidates(self, first: SeatNo) -> Sequence[int]:
        """The best tiles for the first player to give the princess: those that help the own rooms most there."""
        found = self._likely[first]
        if not found:
            by_rooms = sorted(
                range(len(self.tiles)), key=lambda i: -round(self.princess_placement(first, i)[1][first], 6)
            )
            found = self._likely[first] = by_rooms[:MAX_PRINCESS_TILES]
        return found

    def round_values(self, order: tuple[SeatNo, ...], penalised: tuple[bool, ...]) -> list[float]:
        """The worth of the round to every seat in this order."""
        found = self._rounds.get((order, penalised))
        if found is None:
            found = self._rounds[order, penalised] = self._find_round_values(order, penalised)
        return found

    def _find_round_values(self, order: tuple[SeatNo, ...], penalised: tuple[bool, ...]) -> list[float]:
        top, chosen, taken = float("-inf"), 0, [0.0]
        for i in self._candidates(order[0]):
            points, got = self.princess_tile_value(order, penalised, i)
            if points > top + 1e-9:
                top, chosen, taken = points, i, got
        shared = self.princess_placement(order[0], chosen)[1]
        return [shared[seat] + self.value_to(seat, taken) for seat in range(self.prospects.players)]
