"""What the game says about itself: previews, sentences for actions, the terms behind points, usage for statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilehall.engine.core.base_game import BaseNarrator
from tilehall.engine.core.game import Action, Event, PointsOrigin, ReceiptLine, ReceiptPart, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, usage_from_table, words_in
from tilehall.engine.games.kaguya import events, preview
from tilehall.engine.games.kaguya.components import NAMES, components
from tilehall.engine.games.kaguya.names import room, tile
from tilehall.engine.games.kaguya.rooms import covered_quarters, lumps
from tilehall.engine.games.kaguya.scoring import RoomContest, room_contests
from tilehall.engine.games.kaguya.state import KaguyaState

LAID = frozenset({"lay"})
FURNISHED = frozenset({"lay", "plant"})
NAMED: UsageTable = {
    "take": UsageField("cube", "cube", "take cube"),
    "give": UsageField("cube", "cube", "give cube"),
    "break": UsageField("cube", "cubes", "take in the break"),
    "plant": UsageField("cube", "cube"),
}


class KaguyaNarrator(BaseNarrator[KaguyaState]):
    preview = staticmethod(preview.preview)

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        return events.describe_action(seat, a) or super().describe_action(seat, a)

    def derive_points(self, s: KaguyaState, line: ReceiptLine) -> PointsOrigin:
        return _derive_points(s, line)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        return _usage(event)


def _derive_points(s: KaguyaState, line: ReceiptLine) -> PointsOrigin:
    """The terms that a line of this position's receipt adds up (K-5.3, K-5.4)."""
    if line.part == "favour":
        parts = (*_hearts(s, line),)
        cells = tuple(mark for part in parts for mark in part.marks)
        return PointsOrigin(parts, LAID, cells) if cells else PointsOrigin(parts)
    letter = line.part.removeprefix("room ")
    each = next(each for each in room_contests(s) if components().kinds[each.colour] == letter)
    cells = _cells(s, line.seat, each.colour)
    return PointsOrigin((*_room(each, line.seat, cells),), FURNISHED, cells)


def _hearts(s: KaguyaState, line: ReceiptLine) -> Iterator[ReceiptPart]:
    """The starting favour, the hearts of the tiles, and hearts that counted backwards."""
    merchant, box = s.merchants[line.seat], components()
    yield ReceiptPart(box.favour, Text("everybody begins there"))
    left = line.points - box.favour
    for cell, number, _, _ in merchant.board.placed:
        if hearts := box.tiles[number].hearts:
            left -= hearts
            text = Text("{tile} on {cell}", tile=tile(number), cell=NAMES[cell])
            yield ReceiptPart(hearts, text, (NAMES[cell],))
    if left:
        yield ReceiptPart(left, Text("hearts that counted backwards"))


def _room(each: RoomContest, seat: SeatNo, cells: tuple[str, ...]) -> Iterator[ReceiptPart]:
    size, paid = each.sizes[seat], each.bonuses[seat]
    text = Text(
        "{room}: {n} half tile in one piece, x{rate} for {cubes} cubes in the storage",
        "{room}: {n} half tiles in one piece, x{rate} for {cubes} cubes in the storage",
        room=room(each.colour),
        n=size,
        rate=each.rate,
        cubes=each.cubes,
    )
    yield ReceiptPart(size * each.rate, text, cells)
    if less := paid - size * each.rate:
        yield ReceiptPart(less, Text("the second largest pays half of it, rounded down"))


def _cells(s: KaguyaState, seat: SeatNo, colour: int) -> tuple[str, ...]:
    """The cells of the largest room of a colour, on the princess' board and the seat's own."""
    largest = next(iter(lumps(s.area_rooms(seat)[colour])), 0)
    placed = (*s.palace.placed, *s.merchants[seat].board.placed)
    found = [cell for cell, *how in placed if _covers(cell, how, colour) & largest]
    return tuple(NAMES[cell] for cell in sorted(found))


def _covers(cell: int, how: list[int], colour: int) -> int:
    number, rot, plant = how
    return covered_quarters(number, cell, rot, plant)[colour]


def _laid(event: Event) -> Iterator[ThingUsage]:
    """A tile laid for oneself or for the princess; tiles with a houseplant are counted separately."""
    deed = "lay for the princess" if event.rule == "K-4.25" else "lay"
    yield ThingUsage(deed)
    if event.rule == "K-4.32":
        yield ThingUsage("lay, penalised")
    box = components()
    for word in words_in(event.text.args["tile"]):
        yield ThingUsage(deed, "plant" if box.tiles[box.tile_numbers[word]].plant else "tile", word)


def _held(shown: str) -> Iterator[ThingUsage]:
    """The contents of a fist as in records: `RR`, `C*`, `-`. Two of a kind are used twice."""
    yield ThingUsage("hold")
    kinds = components().kinds
    yield from (ThingUsage("hold", "cube", letter) for letter in shown if letter in kinds)
    if shown.endswith("*"):
        yield ThingUsage("hold", "disk", "*")


def _usage(event: Event) -> Iterator[ThingUsage]:
    if event.key == "lay":
        yield from _laid(event)
        return
    if event.key == "reveal":
        yield from _held(event.marks[0])
        return
    if event.key == "plant" and event.rule == "K-4.35":
        # There was no cube to put on it.
        yield ThingUsage("plant nothing")
        return
    yield from usage_from_table(NAMED, event)
