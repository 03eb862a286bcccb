"""Previews of actions in short phrases: totals, values, favour, room sizes, ranks.

Everything here follows from the view of the seat that acts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.piles import Bag, add_piece, remove_piece
from tilehall.engine.core.text import Text, TextArgument
from tilehall.engine.games.kaguya.actions import (
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
)
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, components
from tilehall.engine.games.kaguya.names import counts, room
from tilehall.engine.games.kaguya.rooms import UNPLANTED, Rooms, covered_quarters, join_rooms, largest_room
from tilehall.engine.games.kaguya.rules import favour_after
from tilehall.engine.games.kaguya.state import KaguyaState, bonus_rate, colour_values, combination_total, tie_break


def preview(s: KaguyaState, seat: SeatNo, a: Action) -> tuple[Text, ...]:
    """Short phrases about a legal action, most important first."""
    look = _PREVIEWS.get(a.verb)
    return tuple(look(s, seat, a)) if look else ()


def totals_ahead(s: KaguyaState, seat: SeatNo, cubes: tuple[int, ...]) -> tuple[tuple[SeatNo, int], ...]:
    """For every other seat the least total that puts it before a holder of these cubes, at present values (K-4.21)."""
    line, mine = s.tie_break_order(), combination_total(cubes, s.values)
    return tuple(
        (other, mine + (line.index(seat) < line.index(other))) for other in range(s.rulings.players) if other != seat
    )


def rate_changes(s: KaguyaState, storage: Bag) -> list[Text]:
    """The colours whose rate would change with this storage."""
    n, found = s.rulings.players, []
    for colour in COLOURS:
        now, then = bonus_rate(n, s.storage[colour]), bonus_rate(n, storage[colour])
        if now != then:
            found.append(
                Text("{room} would pay x{then} instead of x{now}", room=room(colour), then=then, now=now),
            )
    return found


def _present(s: KaguyaState, seat: SeatNo, a: Present) -> list[Text]:
    held = combination_total(a.cubes, s.values)
    found = [Text("adds up to {total} now", total=held)]
    if not held:
        found = [Text("adds up to 0: behind everybody who has more")]
    others = [other for n, other in enumerate(s.merchants) if n != seat]
    if a.disk:
        found.append(Text("you exchange a cube before values are compared; your disk is spent"))
    elif any(other.disk for other in others):
        found.append(Text("values change if somebody uses a disk"))
    if not a.cubes and a.disk:
        found.append(Text("no cube is used up"))
    elif not a.cubes:
        found.append(Text("somebody else may hold the same: nothing can collide too"))
    storage = s.storage
    for kind in a.cubes:
        if kind != CLEAR or s.rulings.clear_stays:
            storage = add_piece(storage, kind)
    return found + rate_changes(s, storage)


def _take(s: KaguyaState, seat: SeatNo, a: TakeCube) -> list[Text]:
    storage = counts(remove_piece(s.storage, a.kind))
    return [Text("storage then {cubes}, before you give a cube", cubes=storage)]


def _give(s: KaguyaState, seat: SeatNo, a: GiveCube) -> list[Text]:
    storage = add_piece(s.storage, a.kind)
    later = sum(1 for point, _ in s.todo[1:] if point == "GIVE")
    values, cubes = counts(colour_values(storage)), counts(storage)
    note = Text("values then {values}", values=values)
    if later:
        note = Text(
            "values then {values}, before {n} more exchange",
            "values then {values}, before {n} more exchanges",
            values=values,
            n=later,
        )
    return [note, Text("storage {cubes}", cubes=cubes), *rate_changes(s, storage)]


def _pick(s: KaguyaState, seat: SeatNo, a: ChooseTile) -> list[Text]:
    tile = components().tiles[s.column(s.round)[a.row - 1]]
    if s.is_princess_tile():
        found = [_princess(s, tile.hearts)]
    else:
        found = [_favour(s, seat, tile.hearts)]
        if all(len(merchant.board.placed) == s.round for n, merchant in enumerate(s.merchants) if n != seat):
            rows = (*s.rows[:seat], a.row, *s.rows[seat + 1 :])
            found.append(Text("number {n} in the tie-break", n=1 + tie_break(rows).index(seat)))
    purse = s.merchants[seat].purse
    if tile.plant and purse is not None and not any(purse[:CLEAR]):
        found.append(Text("you have no coloured cube for it: no room, and your screen is lifted"))
    elif tile.plant:
        found.append(Text("costs you a coloured cube"))
    return found


def _princess(s: KaguyaState, hearts: int) -> Text:
    end = s.princess + hearts
    if end >= components().track:
        return Text(
            "the princess goes from {before} to {space}; the game ends this round", before=s.princess, space=end
        )
    if not hearts:
        return Text("the princess stays on {space}", space=end)
    return Text("the princess goes from {before} to {space}", before=s.princess, space=end)


def _favour(s: KaguyaState, seat: SeatNo, hearts: int) -> Text:
    """`+3 favour, to 12 on the track`; under the penalty `-3 favour (penalty), to 6 on the track`."""
    merchant = s.merchants[seat]
    end = favour_after(s, merchant, hearts)
    points = end - merchant.favour
    if merchant.penalised and hearts:
        return Text("{points:+} favour (penalty), to {space} on the track", points=points, space=end)
    return Text("{points:+} favour, to {space} on the track", points=points, space=end)


def room_growth(s: KaguyaState, seat: SeatNo, piece: Rooms) -> list[tuple[int, int, int]]:
    """Colour, size before and after, for each colour of a piece laid in this seat's area."""
    area = s.area_rooms(seat)
    after = join_rooms(area, piece)
    return [(colour, largest_room(area[colour]), largest_room(after[colour])) for colour in COLOURS if piece[colour]]


def _room_phrases(s: KaguyaState, seat: SeatNo, piece: Rooms) -> list[Text]:
    """What a piece does to the seat's rooms, with the rank of each."""
    found = []
    for colour, before, after in room_growth(s, seat, piece):
        grown: dict[str, TextArgument] = {"room": room(colour), "before": before, "after": after}
        if after > before:
            rank = _rank(s, seat, colour, after, piece)
            found.append(Text("{room} grows from {before} to {after} ({rank})", rank=rank, **grown))
        else:
            found.append(_stays(colour, before))
    return found or [Text("no room")]


def _stays(colour: int, size: int) -> Text:
    return Text("{room} stays at {size}", room=room(colour), size=size)


def _rank(s: KaguyaState, seat: SeatNo, colour: int, size: int, piece: Rooms) -> Text:
    """`largest`, `tied for largest`, `number 3`."""
    shared = piece if s.is_princess_tile() else (0, 0, 0, 0)
    others = [
        largest_room(s.area_rooms(other)[colour] | shared[colour])
        for other in range(s.rulings.players)
        if other != seat
    ]
    if all(size > other for other in others):
        return Text("largest")
    if all(size >= other for other in others):
        return Text("tied for largest")
    return Text("number {n}", n=1 + sum(other > size for other in others))


def _cell(s: KaguyaState, seat: SeatNo, a: ChooseTileCell) -> list[Text]:
    """The best effect that any rotation has here."""
    tile = components().tiles[s.tile]
    if tile.plant:
        return [Text("the cube decides the colour")]
    best: dict[int, tuple[int, int]] = {}
    for rot in range(tile.rotation_count):
        for colour, before, after in room_growth(s, seat, covered_quarters(s.tile, a.cell, rot)):
            best[colour] = (before, max(after, best.get(colour, (0, 0))[1]))
    return [
        Text("{room} grows from {before} to {after} at best", room=room(colour), before=before, after=after)
        if after > before
        else _stays(colour, before)
        for colour, (before, after) in best.items()
    ]


def _hearts_phrase(s: KaguyaState, seat: SeatNo) -> Text:
    hearts = components().tiles[s.tile].hearts
    return _princess(s, hearts) if s.is_princess_tile() else _favour(s, seat, hearts)


def _rot(s: KaguyaState, seat: SeatNo, a: ChooseTileRotation) -> list[Text]:
    if components().tiles[s.tile].plant:
        return [Text("the cube decides the colour")]
    return [*_room_phrases(s, seat, covered_quarters(s.tile, s.cell, a.rot)), _hearts_phrase(s, seat)]


def _plant(s: KaguyaState, seat: SeatNo, a: ChoosePlantCube) -> list[Text]:
    if a.kind == UNPLANTED:
        return [Text("your screen is lifted: everybody sees that no coloured cube is there; the tile is no room")]
    rooms = _room_phrases(s, seat, covered_quarters(s.tile, s.cell, s.rot, a.kind))
    return [*rooms, Text("the cube stays there for good")]


def _break(s: KaguyaState, seat: SeatNo, a: TakeBreakCubes) -> list[Text]:
    storage = s.storage
    for kind in a.kinds:
        storage = remove_piece(storage, kind)
    stay = [] if s.rulings.break_revalue else [Text("values stay until the next update")]
    return [Text("storage then {cubes}", cubes=counts(storage)), *rate_changes(s, storage), *stay]


_PREVIEWS: dict[str, Callable[[KaguyaState, SeatNo, Any], list[Text]]] = {
    "present": _present,
    "take": _take,
    "give": _give,
    "tile": _pick,
    "cell": _cell,
    "rot": _rot,
    "plant": _plant,
    "break": _break,
}
