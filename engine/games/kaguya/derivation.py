"""Where the points of a line of the receipt come from: tiles, rooms, and the steps that laid them (K-5.3, K-5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.engine.core.game import Line, Origin, Part, Seat
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import NAMES, components
from tilehall.engine.games.kaguya.names import room, tile
from tilehall.engine.games.kaguya.rooms import covered, lumps
from tilehall.engine.games.kaguya.scoring import Contest, contests
from tilehall.engine.games.kaguya.state import State

LAID = frozenset({"lay"})
FURNISHED = frozenset({"lay", "plant"})


def derive(s: State, line: Line) -> Origin:
    """The terms of a line of this position's receipt."""
    if line.part == "favour":
        parts = (*_hearts(s, line),)
        cells = tuple(mark for part in parts for mark in part.marks)
        return Origin(parts, LAID, cells) if cells else Origin(parts)
    letter = line.part.removeprefix("room ")
    each = next(each for each in contests(s) if components().kinds[each.colour] == letter)
    cells = _cells(s, line.seat, each.colour)
    return Origin((*_room(each, line.seat, cells),), FURNISHED, cells)


def _hearts(s: State, line: Line) -> Iterator[Part]:
    """What everybody begins with, the hearts of the tiles, and what counted backwards."""
    merchant, box = s.merchants[line.seat], components()
    yield Part(box.favour, Text("everybody begins there"))
    left = line.points - box.favour
    for cell, number, _, _ in merchant.board.placed:
        if hearts := box.tiles[number].hearts:
            left -= hearts
            text = Text("{tile} on {cell}", tile=tile(number), cell=NAMES[cell])
            yield Part(hearts, text, (NAMES[cell],))
    if left:
        yield Part(left, Text("hearts that counted backwards"))


def _room(each: Contest, seat: Seat, cells: tuple[str, ...]) -> Iterator[Part]:
    size, paid = each.sizes[seat], each.bonuses[seat]
    text = Text(
        "{room}: {n} half tile in one piece, x{rate} for {cubes} cubes in the storage",
        "{room}: {n} half tiles in one piece, x{rate} for {cubes} cubes in the storage",
        room=room(each.colour),
        n=size,
        rate=each.rate,
        cubes=each.cubes,
    )
    yield Part(size * each.rate, text, cells)
    if less := paid - size * each.rate:
        yield Part(less, Text("the second largest pays half of it, rounded down"))


def _cells(s: State, seat: Seat, colour: int) -> tuple[str, ...]:
    """The cells of the largest room of a colour, on the princess' board and the seat's own."""
    largest = next(iter(lumps(s.area(seat)[colour])), 0)
    placed = (*s.palace.placed, *s.merchants[seat].board.placed)
    found = [cell for cell, *how in placed if _covers(cell, how, colour) & largest]
    return tuple(NAMES[cell] for cell in sorted(found))


def _covers(cell: int, how: list[int], colour: int) -> int:
    number, rot, plant = how
    return covered(number, cell, rot, plant)[colour]
