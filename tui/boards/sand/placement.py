"""Maps words of actions to places, and the box under the cursor to where the tile in hand would lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from tilehall.engine.games.sand import (
    BASE,
    BOXES,
    ELEMENTS,
    GRID,
    PatternForm,
    SandState,
    coloured_boxes,
    components,
    split_list,
)
from tilehall.tui.player.selection import Selection
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

OWN, TILE, LAY, FROM, TO = "own", "tile", "lay", "from", "to"
AIMED_ZONES = (LAY, FROM, TO)
CARD, RESERVE, SUPPLY, POWER, DECK, QUEUE, RING = "card", "reserve", "supply", "power", "deck", "queue", "ring"
RIVAL, SCORE = "rival", "score"
QUEEN, SQUARE = "queen", "square"
THEIRS = ("theirs 0", "theirs 1", "theirs 2", "theirs 3")
"""Zones that can only be looked at: the boxes of each board, the queen, and squares."""
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
"""The second field of a power's action and its zone; the power is a place as well."""


@lru_cache(8192)
def places_of(verb: str, field: str, word: str) -> tuple[Place, ...]:
    """See `BoardRenderer.places_of`. Choices that are listed in words only have no place."""
    if (verb, field) == ("place", "pieces"):
        return tuple((LAY, part) for part in split_list(word))
    if (verb, field) == ("complete", "boxes"):
        return tuple((FROM, box) for box in split_list(word))
    if (verb, field) in SECOND:
        return (SECOND[verb, field], word), (POWER, verb)
    zone = ZONES.get((verb, field))
    return ((zone, word),) if zone else ()


@cache
def tile_squares() -> Mapping[str, tuple[int, int]]:
    """Returns the box and the element of every name of a laid square."""
    letters = components().letters[:BASE]
    return {f"{name}={mark}": (box, e) for box, name in enumerate(GRID.names) for e, mark in enumerate(letters)}


@lru_cache(64)
def tile_arms(tile: int, turn: int, flipped: bool) -> PatternForm:
    """Returns the squares of a tile: rows and columns relative to the middle one, and elements."""
    form = coloured_boxes(components().tiles[tile].pattern, components().letters)
    row, column = next((r, c) for r, c, _ in form if sum(abs(r - y) + abs(c - x) for y, x, _ in form) == 2)
    found = [(r - row, (column - c) if flipped else (c - column), e) for r, c, e in form]
    for _ in range(turn):
        found = [(c, -r, e) for r, c, e in found]
    return tuple(sorted(found))


@lru_cache(4096)
def present_boxes(form: PatternForm, nearest: int, lacking: int) -> frozenset[tuple[int, int]]:
    """Returns the boxes of a printed pattern whose pieces are on the board already, where it is nearest.

    >>> sorted(present_boxes(((0, 0, 0), (0, 1, 0), (0, 2, 1)), 1 << 6 | 1 << 12 | 1 << 30, 1 << 6))
    [(0, 0), (0, 2)]
    """
    boxes = [bit for bit in range(BOXES * ELEMENTS) if nearest >> bit & 1]
    placed = [(*GRID.row_and_column(bit % BOXES), bit // BOXES, not lacking >> bit & 1) for bit in boxes]
    top, left = min(r for r, *_ in placed), min(c for _, c, *_ in placed)
    lies = {(r - top, c - left, element): there for r, c, element, there in placed}
    for turn in range(4):
        for flipped in (False, True):
            image = _image(form, turn, flipped)
            if set(image) == set(lies):
                return frozenset(form[n][:2] for n, box in enumerate(image) if lies[box])
    return frozenset()


@lru_cache(1024)
def _image(form: PatternForm, turn: int, flipped: bool) -> PatternForm:
    """Returns the boxes of a form in their order, turned, flipped and moved to the upper left corner."""
    found = [(r, -c if flipped else c, e) for r, c, e in form]
    for _ in range(turn):
        found = [(c, -r, e) for r, c, e in found]
    top, left = min(r for r, _, _ in found), min(c for _, c, _ in found)
    return tuple((r - top, c - left, e) for r, c, e in found)


@lru_cache(4096)
def laid_tile(tile: int, turn: int, flipped: bool, box: int) -> tuple[tuple[int, int], ...]:
    """Returns the boxes and elements of a tile with its middle on a box, moved back onto the grid if necessary."""
    form = tile_arms(tile, turn, flipped)
    row, column = GRID.row_and_column(box)
    row = min(max(row, -min(r for r, _, _ in form)), GRID.height - 1 - max(r for r, _, _ in form))
    column = min(max(column, -min(c for _, c, _ in form)), GRID.width - 1 - max(c for _, c, _ in form))
    return tuple((GRID.width * (row + r) + column + c, e) for r, c, e in form)


@lru_cache(4096)
def tile_places(tile: int, turn: int, flipped: bool, box: int) -> tuple[Place, ...]:
    letters = components().letters
    return tuple((LAY, f"{GRID.name(cell)}={letters[e]}") for cell, e in laid_tile(tile, turn, flipped, box))


def held_tile(view: CursorContext[SandState]) -> int | None:
    """Returns the tile that is picked to be placed, None without one."""
    if view.selection is None or view.selection.decision.kind != "PRE":
        return None
    found = ""
    for zone, name in view.selection.picks:
        if zone == POWER:
            return None
        found = found or (name if zone == TILE else "")
    return components().tile_numbers[found] if found else None


def targets_at(view: CursorContext[SandState], place: Place) -> tuple[Place, ...]:
    """See `BoardRenderer.targets_at`: a box stands for its piece or for what may be placed there."""
    zone, name = place
    if zone != OWN or view.selection is None or name not in GRID.numbers:
        return (place,)
    box, kind = GRID.numbers[name], view.selection.decision.kind
    tile = held_tile(view)
    if tile is not None:
        return tile_places(tile, view.rotation, view.flipped, box)
    s: SandState = view.state
    if kind == "SUMMON":
        taken = any(where in (RESERVE, FROM) for where, _ in view.selection.picks)
        movable = s.magicians[view.seat].disks & ~s.settled
        return ((FROM if movable >> box & 1 and not taken else OWN, name),)
    if kind in ("PRE", "POST"):
        return ((FROM if s.magicians[view.seat].occupied >> box & 1 else TO, name),)
    return (place,)


class PlacementCache:
    """Caches where the tile in hand may be placed, for one selection and rotation."""

    def __init__(self) -> None:
        self._known: tuple[tuple[Selection[SandState], int, int, bool], frozenset[int]] | None = None

    def boxes(self, view: CursorContext[SandState]) -> frozenset[int]:
        """Returns the boxes from which the tile may be placed; none without a tile."""
        tile, selection = held_tile(view), view.selection
        if tile is None or selection is None:
            return frozenset()
        if self._known is not None:
            (known, *way), boxes = self._known
            if known is selection and way == [tile, view.rotation, view.flipped]:
                return boxes
        ways = {frozenset(choice.places) for choice in selection.choices if choice.action.verb == "place"}
        own = (TILE, components().tiles[tile].id)
        laid = (frozenset((*tile_places(tile, view.rotation, view.flipped, box), own)) for box in range(GRID.size))
        boxes = frozenset(box for box, places in enumerate(laid) if places in ways)
        self._known = (selection, tile, view.rotation, view.flipped), boxes
        return boxes

    def is_legal(self, view: CursorContext[SandState], box: int) -> bool:
        """Returns whether the tile in hand may be placed from this box as it is turned now."""
        return box in self.boxes(view)

    def cursor_places(self, view: CursorContext[SandState], targets: Sequence[Place]) -> Sequence[Place]:
        """See `BoardRenderer.cursor_places`: a building or power is chosen before what it takes, so that the cursor has
        few places.
        """
        found: dict[Place, None] = {}
        for zone, name in order_targets(view, targets):
            if zone != LAY:
                found[OWN if zone in (FROM, TO) else zone, name] = None
        if held_tile(view) is not None:
            found.update({(OWN, GRID.names[box]): None for box in sorted(self.boxes(view))})
        return list(found)


def order_targets(view: CursorContext[SandState], targets: Sequence[Place]) -> Sequence[Place]:
    """Returns the targets to choose first; places that all remaining choices share are left out."""
    if view.selection is None or view.selection.decision.kind not in ("PRE", "POST"):
        return targets
    shared = _shared(view.selection)
    zones = {zone for zone, _ in (*view.selection.picks, *shared)}
    if POWER in zones:
        before = {RING: TILE, SUPPLY: RESERVE, TO: FROM}
        later = {zone for zone, needed in before.items() if needed not in zones}
    else:
        later = {DECK, RING, RESERVE, SUPPLY, TO} | ({POWER} if TILE in zones else set())
        later |= set() if CARD in zones else {FROM}
    return [place for place in targets if place[0] not in later and place not in shared]


def _shared(selection: Selection[SandState]) -> frozenset[Place]:
    """Returns the places that all remaining choices share, if there are several."""
    left = selection.matching() if selection.picks else []
    return frozenset.intersection(*(frozenset(choice.places) for choice in left)) if len(left) > 1 else frozenset()
