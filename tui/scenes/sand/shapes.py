"""From words of actions to places, and from the box under the cursor to where the tile in hand would lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from tilehall.engine.sand import BASE, GRID, Form, State, coloured, components, parts
from tilehall.tui.kernel.drawing import Place
from tilehall.tui.play.picking import Picker
from tilehall.tui.play.view import Glance

OWN, TILE, LAY, FROM, TO = "own", "tile", "lay", "from", "to"
AIMED_ZONES = (LAY, FROM, TO)
CARD, RESERVE, SUPPLY, POWER, DECK, QUEUE, RING = "card", "reserve", "supply", "power", "deck", "queue", "ring"
RIVAL = "rival"
ZONES = {
    ("place", "tile"): TILE,
    ("aside", "tile"): TILE,
    ("blue", "own"): TILE,
    ("blue2", "own"): TILE,
    ("blue2", "other"): RING,
    ("complete", "card"): CARD,
    ("keep", "card"): CARD,
    ("take", "place"): QUEUE,
    ("fill", "box"): OWN,
    ("disk", "element"): RESERVE,
    ("disk", "box"): OWN,
    ("move", "start"): FROM,
    ("move", "end"): OWN,
    ("green", "start"): FROM,
    ("yellow", "give"): RESERVE,
}
SECOND = {("red", "level"): DECK, ("yellow", "get"): SUPPLY, ("green", "end"): TO, ("blue", "other"): RING}
"""Fields of a power; the place of the power itself goes with them."""


@lru_cache(8192)
def places_of(verb: str, field: str, word: str) -> tuple[Place, ...]:
    """See `Scene.places_of`. What is chosen in words alone has no place."""
    if (verb, field) == ("place", "pieces"):
        return tuple((LAY, part) for part in parts(word))
    if (verb, field) == ("complete", "boxes"):
        return tuple((FROM, box) for box in parts(word))
    if (verb, field) in SECOND:
        return (SECOND[verb, field], word), (POWER, verb)
    zone = ZONES.get((verb, field))
    return ((zone, word),) if zone else ()


@cache
def squares() -> Mapping[str, tuple[int, int]]:
    """The box and the element of every place on which a square of a tile can be laid."""
    letters = components().letters[:BASE]
    return {f"{name}={mark}": (box, e) for box, name in enumerate(GRID.names) for e, mark in enumerate(letters)}


@lru_cache(64)
def arms(tile: int, turn: int, flipped: bool) -> Form:
    """The squares of a tile, seen from the middle one: rows and columns from it, and elements."""
    form = coloured(components().tiles[tile].pattern, components().letters)
    row, column = next((r, c) for r, c, _ in form if sum(abs(r - y) + abs(c - x) for y, x, _ in form) == 2)
    found = [(r - row, (column - c) if flipped else (c - column), e) for r, c, e in form]
    for _ in range(turn):
        found = [(c, -r, e) for r, c, e in found]
    return tuple(sorted(found))


@lru_cache(4096)
def laid(tile: int, turn: int, flipped: bool, box: int) -> tuple[tuple[int, int], ...]:
    """The boxes and elements of a tile with its middle on a box, pushed back on the grid where it would stick out."""
    form = arms(tile, turn, flipped)
    row, column = GRID.where(box)
    row = min(max(row, -min(r for r, _, _ in form)), GRID.height - 1 - max(r for r, _, _ in form))
    column = min(max(column, -min(c for _, c, _ in form)), GRID.width - 1 - max(c for _, c, _ in form))
    return tuple((GRID.width * (row + r) + column + c, e) for r, c, e in form)


@lru_cache(4096)
def lay_places(tile: int, turn: int, flipped: bool, box: int) -> tuple[Place, ...]:
    letters = components().letters
    return tuple((LAY, f"{GRID.name(cell)}={letters[e]}") for cell, e in laid(tile, turn, flipped, box))


def held(view: Glance[State]) -> int | None:
    """The tile that is picked to be placed."""
    if view.picker is None or view.picker.decision.kind != "PRE" or any(zone == POWER for zone, _ in view.picker.picks):
        return None
    names = [name for zone, name in view.picker.picks if zone == TILE]
    return components().tile_numbers[names[0]] if names else None


def aim(view: Glance[State], place: Place) -> tuple[Place, ...]:
    """See `Scene.aim`: boxes mean what lies there or may come there."""
    zone, name = place
    if zone != OWN or view.picker is None or name not in GRID.numbers:
        return (place,)
    box, kind = GRID.numbers[name], view.picker.decision.kind
    tile = held(view)
    if tile is not None:
        return lay_places(tile, view.turn, view.flipped, box)
    s: State = view.state
    if kind == "SUMMON":
        taken = any(where in (RESERVE, FROM) for where, _ in view.picker.picks)
        movable = s.magicians[view.seat].disks & ~s.settled
        return ((FROM if movable >> box & 1 and not taken else OWN, name),)
    if kind in ("PRE", "POST"):
        return ((FROM if s.magicians[view.seat].occupied >> box & 1 else TO, name),)
    return (place,)


class Fitting:
    """Which sets of places are choices, worked out once for a picker."""

    def __init__(self) -> None:
        self._known: tuple[Picker[State], frozenset[frozenset[Place]]] | None = None

    def ways(self, picker: Picker[State]) -> frozenset[frozenset[Place]]:
        """The places of every way to place a tile."""
        if self._known is None or self._known[0] is not picker:
            found = frozenset(frozenset(c.places) for c in picker.choices if c.action.verb == "place")
            self._known = (picker, found)
        return self._known[1]

    def legal(self, view: Glance[State], box: int) -> bool:
        """Whether the tile in hand may be placed from this box as it is turned now."""
        tile = held(view)
        if tile is None or view.picker is None:
            return False
        places = lay_places(tile, view.turn, view.flipped, box)
        return frozenset((*places, (TILE, components().tiles[tile].id))) in self.ways(view.picker)

    def spots(self, view: Glance[State], targets: Sequence[Place]) -> Sequence[Place]:
        """See `Scene.spots`."""
        found: dict[Place, None] = {}
        for zone, name in targets:
            if zone != LAY:
                found[OWN if zone in (FROM, TO) else zone, name] = None
        if held(view) is not None:
            found.update(((OWN, GRID.name(box)), None) for box in range(GRID.size) if self.legal(view, box))
        return list(found)
