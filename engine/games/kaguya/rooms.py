"""Rooms as bit masks on the grid of quarters: what a tile covers, and the size of the largest room (K-4.50)."""

from __future__ import annotations

from tilehall.engine.core.geometry import Grid
from tilehall.engine.games.kaguya.components import PLANT, QUARTERS, YELLOW, components

Rooms = tuple[int, int, int, int]
"""The quarters of each colour."""
NO_ROOMS: Rooms = (0, 0, 0, 0)
UNPLANTED = -1
"""The plant cube of a houseplant without one, and of every other tile."""


def covered_quarters(tile: int, cell: int, rot: int, plant: int = UNPLANTED) -> Rooms:
    """The quarters of each colour that a tile covers (K-1.5, K-4.34, K-4.35)."""
    box, masks = components(), [0, 0, 0, 0]
    halves = box.halves[cell]
    for colour, mask in zip(box.tiles[tile].halves, (halves[rot], halves[rot ^ 2]), strict=True):
        shown = plant if colour == PLANT else colour
        if shown not in (YELLOW, UNPLANTED):
            masks[shown] |= mask
    return masks[0], masks[1], masks[2], masks[3]


def join_rooms(a: Rooms, b: Rooms) -> Rooms:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


def largest_room(mask: int, grid: Grid = QUARTERS) -> int:
    """The size in mats of the largest lump of connected quarters (K-4.51, K-4.52).

    >>> largest_room(0b1111), largest_room(0b11 | 0b11 << 19)
    (2, 2)
    """
    best = 0
    while 2 * best < mask.bit_count():
        lump = grid.flood_fill(mask & -mask, mask)
        best = max(best, lump.bit_count() // 2)
        mask ^= lump
    return best


def room_sizes(rooms: Rooms) -> tuple[int, int, int, int]:
    """The room sizes of the four colours."""
    return largest_room(rooms[0]), largest_room(rooms[1]), largest_room(rooms[2]), largest_room(rooms[3])


def lumps(mask: int) -> list[int]:
    """The connected lumps of a colour as masks, largest first."""
    found = []
    while mask:
        lump = QUARTERS.flood_fill(mask & -mask, mask)
        found.append(lump)
        mask ^= lump
    return sorted(found, key=lambda lump: (-lump.bit_count(), lump))
