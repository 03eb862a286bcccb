"""What an action would bring, in short phrases: totals, values, favour, room sizes, ranks.

Everything here can be worked out from the view of the seat that acts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.game import Action, Seat
from tilehall.engine.kaguya.actions import Break, Cell, Give, Pick, Plant, Present, Rot, Take, letters
from tilehall.engine.kaguya.components import CLEAR, COLOURS, components
from tilehall.engine.kaguya.rooms import UNPLANTED, Rooms, covered, joined, largest
from tilehall.engine.kaguya.rules import moved
from tilehall.engine.kaguya.state import State, bonus_rate, tie_break, total, worth
from tilehall.engine.piles import Bag, less, more


def foresee(s: State, seat: Seat, a: Action) -> tuple[str, ...]:
    """Short phrases about a legal action, the most important first."""
    look = _LOOKS.get(type(a))
    return tuple(look(s, seat, a)) if look else ()


def counts(storage: Bag) -> str:
    """`R4 B2 G3 P1 C0`."""
    return " ".join(f"{letter}{count}" for letter, count in zip(components().kinds, storage, strict=True))


def stars(values: tuple[int, ...]) -> str:
    """`R1 B3 G2 P4`."""
    return " ".join(f"{components().kinds[colour]}{value}" for colour, value in enumerate(values))


def rate_changes(s: State, storage: Bag) -> list[str]:
    """The colours that would pay a different rate with this storage."""
    n, found = s.rulings.players, []
    for colour in COLOURS:
        now, then = bonus_rate(n, s.storage[colour]), bonus_rate(n, storage[colour])
        if now != then:
            found.append(f"{components().rooms[colour]} ({letters([colour])}) would pay x{then} instead of x{now}")
    return found


def _present(s: State, seat: Seat, a: Present) -> list[str]:
    found = [f"total {total(a.cubes, s.values)} at the present values"]
    others = [other for n, other in enumerate(s.merchants) if n != seat]
    if a.disk:
        found.append("you exchange a cube before values are compared; your disk is spent")
    elif any(other.disk for other in others):
        found.append("values change if somebody uses a disk")
    if not a.cubes:
        found.append("somebody else may hold the same: nothing can collide too" if not a.disk else "no cube is used up")
    storage = s.storage
    for kind in a.cubes:
        if kind != CLEAR or s.rulings.clear_stays:
            storage = more(storage, kind)
    return found + rate_changes(s, storage)


def _take(s: State, seat: Seat, a: Take) -> list[str]:
    return [f"storage then {counts(less(s.storage, a.kind))}, before you give a cube"]


def _give(s: State, seat: Seat, a: Give) -> list[str]:
    storage = more(s.storage, a.kind)
    later = sum(1 for point, _ in s.todo[1:] if point == "GIVE")
    note = f"values then {stars(worth(storage))}" + (f", before {later} more exchange" if later else "")
    return [note, f"storage {counts(storage)}", *rate_changes(s, storage)]


def _pick(s: State, seat: Seat, a: Pick) -> list[str]:
    tile = components().tiles[s.column(s.round)[a.row - 1]]
    if s.princely():
        found = [_princess(s, tile.hearts)]
    else:
        found = [_favour(s, seat, tile.hearts)]
        if all(len(merchant.board.placed) == s.round for n, merchant in enumerate(s.merchants) if n != seat):
            rows = (*s.rows[:seat], a.row, *s.rows[seat + 1 :])
            found.append(f"number {1 + tie_break(rows).index(seat)} in the tie-break")
    purse = s.merchants[seat].purse
    if tile.plant and purse is not None and not any(purse[:CLEAR]):
        found.append("you have no coloured cube for it: no room, and your screen is lifted")
    elif tile.plant:
        found.append("costs you a coloured cube")
    return found


def _princess(s: State, hearts: int) -> str:
    end = s.princess + hearts
    after = "; the game ends this round" if end >= components().track else ""
    return f"the princess moves {hearts} to {end}{after}"


def _favour(s: State, seat: Seat, hearts: int) -> str:
    """`+3 favour, to 12`; under the penalty `-3 favour, to 6`."""
    merchant = s.merchants[seat]
    end = moved(s, merchant, hearts)
    penalty = " (penalty)" if merchant.penalised and hearts else ""
    return f"{end - merchant.favour:+} favour{penalty}, to {end}"


def growth(s: State, seat: Seat, piece: Rooms) -> list[tuple[int, int, int]]:
    """Colour, size before and after, for each colour of a piece laid in this seat's area."""
    area = s.area(seat)
    after = joined(area, piece)
    return [(colour, largest(area[colour]), largest(after[colour])) for colour in COLOURS if piece[colour]]


def _room_phrases(s: State, seat: Seat, piece: Rooms) -> list[str]:
    """What a piece does to the seat's rooms, with the rank each would have."""
    found = []
    for colour, before, after in growth(s, seat, piece):
        name = f"{components().rooms[colour]} {before} -> {after}"
        found.append(f"{name} ({_rank(s, seat, colour, after, piece)})" if after > before else f"{name}")
    return found or ["no room"]


def _rank(s: State, seat: Seat, colour: int, size: int, piece: Rooms) -> str:
    """`largest`, `tied for largest`, `number 3`."""
    shared = piece if s.princely() else (0, 0, 0, 0)
    others = [largest(s.area(other)[colour] | shared[colour]) for other in range(s.rulings.players) if other != seat]
    if all(size > other for other in others):
        return "largest"
    if all(size >= other for other in others):
        return "tied for largest"
    return f"number {1 + sum(other > size for other in others)}"


def _cell(s: State, seat: Seat, a: Cell) -> list[str]:
    """The best that any turning could bring here."""
    tile = components().tiles[s.tile]
    if tile.plant:
        return ["the cube decides the colour"]
    best: dict[int, tuple[int, int]] = {}
    for rot in range(tile.turns):
        for colour, before, after in growth(s, seat, covered(s.tile, a.cell, rot)):
            best[colour] = (before, max(after, best.get(colour, (0, 0))[1]))
    return [f"{components().rooms[colour]} {before} -> {after} at best" for colour, (before, after) in best.items()]


def _hearts_phrase(s: State, seat: Seat) -> str:
    hearts = components().tiles[s.tile].hearts
    return _princess(s, hearts) if s.princely() else _favour(s, seat, hearts)


def _rot(s: State, seat: Seat, a: Rot) -> list[str]:
    if components().tiles[s.tile].plant:
        return ["the cube decides the colour"]
    return [*_room_phrases(s, seat, covered(s.tile, s.cell, a.rot)), _hearts_phrase(s, seat)]


def _plant(s: State, seat: Seat, a: Plant) -> list[str]:
    if a.kind == UNPLANTED:
        return ["your screen is lifted: everybody sees that no coloured cube is there; the tile is no room"]
    return [*_room_phrases(s, seat, covered(s.tile, s.cell, s.rot, a.kind)), "the cube stays there for good"]


def _break(s: State, seat: Seat, a: Break) -> list[str]:
    storage = s.storage
    for kind in a.kinds:
        storage = less(storage, kind)
    stay = [] if s.rulings.break_revalue else ["values stay until the next update"]
    return [f"storage then {counts(storage)}", *rate_changes(s, storage), *stay]


_LOOKS: dict[type, Callable[[State, Seat, Any], list[str]]] = {
    Present: _present,
    Take: _take,
    Give: _give,
    Pick: _pick,
    Cell: _cell,
    Rot: _rot,
    Plant: _plant,
    Break: _break,
}
