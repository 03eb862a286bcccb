"""Everything beside and below the own board: buildings, tiles, circle, disks, the other players, solo progress."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import Seat, Text
from tilehall.engine.sand import (
    ELEMENTS,
    FRESH,
    GRID,
    HOLE,
    LEVELS,
    NO_POWER,
    POWERS,
    READY,
    Card,
    Magician,
    Nearness,
    State,
    components,
    last_round,
    next_rank,
    rank_name,
)
from tilehall.engine.sand import card as card_piece
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.layers import Layers, cursor_in, picks_of
from tilehall.tui.scenes.names import roomy, shortened
from tilehall.tui.scenes.sand.pieces import flat_disk, gain, hue, letter, pattern, small, stock, tile_form, worth
from tilehall.tui.scenes.sand.shapes import CARD, DECK, POWER, QUEUE, RESERVE, RING, RIVAL, SUPPLY, TILE
from tilehall.tui.scenes.tiles import heading

NEXT = 6
"""Tiles of the circle that are always shown: the two that may be taken, and the next four."""
CIRCLE = Text("Circle")
WORDY = 16
"""Columns from which on a building has its name."""
SOLO = 5
"""Lines of the progress of one who plays alone."""
LABEL = 6
"""Columns of the label before the disks."""
POWER_ROOM = 9
"""Columns that are kept for the power beside the scores: a gap, the crystal, six letters."""


class Sight(NamedTuple):
    """What the panels need to know and do not work out: how near each building is, which are ready, their digits."""

    near: dict[int, Nearness]
    lacking: dict[int, str]
    ready: frozenset[int]
    digits: dict[Place, str]


def crystal_sign(look: Look, crystal: int) -> str:
    return (look.glyphs.crystal_clear, look.glyphs.crystal_fresh, look.glyphs.crystal_ready)[crystal]


def number(drawing: Drawing, view: View[State], place: Place, x: int, y: int, sight: Sight) -> None:
    """The digit that chooses a place, or the arrow of the cursor or a hint beside it."""
    look, digit = view.look, sight.digits.get(place, "")
    if pointed_at(view, place):
        drawing.picture.put(x, y, look.glyphs.play, look.accent)
    elif digit:
        drawing.picture.put(x, y, digit, look.accent)


def pointed_at(view: View[State], place: Place) -> bool:
    return view.cursor == place or place in view.hint


def titled(drawing: Drawing, view: View[State], area: Rect, title: Text, note: str = "") -> None:
    """The heading of a panel."""
    heading(drawing.picture, area.x, area.y, area.width, view.say(title), view.look, note)


def picked(view: View[State], place: Place) -> bool:
    return view.picker is not None and place in view.picker.picks


# --- buildings ----------------------------------------------------------------------------------------------------


def buildings(layers: Layers, drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> int:
    """The three rows of open buildings and the kept ones; how many lines they take."""
    s: State = view.state
    wide = area.width // 4
    cell = 2 if wide >= 13 else 1
    loose = area.height >= 24
    heads = (s, cursor_in(view, DECK), view.targets)
    # The cursor on the last deck stands behind the line.
    line = Rect(area.x, area.y, area.width + 1, 1)
    layers.lay(drawing, "buildings", line, view.look, heads, partial(_heading, view, area.width))
    y = area.y + 1
    for level in range(LEVELS):
        for slot, number_ in enumerate(s.row(level)):
            spot = Rect(area.x + slot * wide, y, wide, 4 if level or wide >= WORDY else 3)
            _slot(layers, drawing, view, (level, slot), number_, spot, cell, sight)
        y += (4 if level or wide >= WORDY else 3) + loose
    kept = [card for card in sight.near if card not in s.rows and card not in s.looked]
    if kept:
        _kept(drawing, view, Rect(area.x, y, area.width, 1), kept, sight)
        y += 1 + loose
    return y - area.y


def _heading(view: View[State], columns: int, drawing: Drawing, area: Rect) -> None:
    line = Rect(area.x, area.y, columns, 1)
    _title(drawing, view, line)
    _decks(drawing, view, line)


def _slot(
    layers: Layers,
    drawing: Drawing,
    view: View[State],
    name: tuple[int, int],
    number_: int,
    spot: Rect,
    cell: int,
    sight: Sight,
) -> None:
    """A slot of the rows, with the building that lies there or a dot."""
    if number_ == HOLE:
        drawing.picture.put(spot.x + 1, spot.y, view.look.glyphs.dot, view.look.muted)
        return
    found = components().cards[number_]
    place = (CARD, found.id)
    known = (sight.near[number_], sight.lacking[number_], number_ in sight.ready, sight.digits.get(place))
    marked = (view.cursor == place, place in view.hint, picked(view, place))
    paint = partial(_card, view, found, cell, sight)
    layers.lay(drawing, name, spot, view.look, (number_, cell, known, marked), paint)


def _card(view: View[State], found: Card, cell: int, sight: Sight, drawing: Drawing, area: Rect) -> None:
    card(drawing, view, found, area, cell, sight)


def _title(drawing: Drawing, view: View[State], area: Rect) -> None:
    """What these are and which round it is; the last one takes the title for itself."""
    s, look = view.state, view.look
    title = Text("Buildings") if not last_round(s) or not s.todo else Text("Last round")
    sizes = " ".join(str(s.deck_size(level)) for level in range(LEVELS))
    now = Text("round {round}, decks", round=s.round)
    if s.rulings.solo:
        now = Text("round {round} of {rounds}, decks", round=s.round, rounds=components().rounds)
    words = look.clip(view.say(title), area.width // 3)
    room = area.width - cells.width(words) - cells.width(sizes) - 3
    note = f"{roomy(look, room, now, Text('{round}', round=s.round))} {sizes}"
    heading(drawing.picture, area.x, area.y, area.width, words, look, note)
    if last_round(s) and s.todo:
        drawing.picture.put(area.x, area.y, words, look.warn)


def _decks(drawing: Drawing, view: View[State], area: Rect) -> None:
    """How many cards each deck has, at the end of the heading, and where that is."""
    s, look = view.state, view.look
    x = area.x + area.width
    for level in reversed(range(LEVELS)):
        size = str(s.deck_size(level))
        x -= len(size)
        place = (DECK, str(level + 1))
        drawing.places[place] = Rect(x, area.y, len(size), 1)
        if view.cursor == place:
            drawing.picture.put(x - 1, area.y, look.glyphs.cursor_l + size + look.glyphs.cursor_r, look.accent)
        elif place in view.targets:
            drawing.picture.put(x, area.y, size, look.accent)
        x -= 1


def titled_card(view: View[State], number_: int) -> str:
    """The short name of a building, and its name."""
    piece = card_piece(number_)
    return f"{piece.id} {view.say(piece.name or Text(''))}"


def card(drawing: Drawing, view: View[State], found: Card, area: Rect, cell: int, sight: Sight) -> None:
    """A building: its name, what it brings, its pattern and what is missing."""
    look, picture, place = view.look, drawing.picture, (CARD, found.id)
    number_ = components().card_numbers[found.id]
    drawing.places[place] = Rect(area.x, area.y, area.width, 4 if found.level or area.width >= WORDY else 3)
    isready, here = number_ in sight.ready, view.cursor == place
    # A name begins with a digit itself.
    number(drawing, view, place, area.x, area.y + (not pointed_at(view, place)), sight)
    title = look.accent if here else look.good if isready else look.strong if picked(view, place) else look.text
    wordy = area.width >= WORDY
    name = titled_card(view, number_) if wordy else found.id
    end = picture.put(area.x + 1, area.y, look.clip(name, area.width - 1), title)
    if not wordy:
        costs = worth(found, look)
        tight = end + 1 + cells.width(costs) >= area.x + area.width
        picture.put(end + 1, area.y, costs.replace(" ", "") if tight else costs, look.accent)
    pattern(picture, area.x + 1, area.y + 1, found.form, (cell, 1), look, False)
    for x, y, (text, style) in _told(found, number_, area, cell, look, sight):
        picture.put(x, y, text, style)


Words = tuple[str, Style]


def _told(found: Card, number_: int, area: Rect, cell: int, look: Look, sight: Sight) -> list[tuple[int, int, Words]]:
    """What a building brings and lacks, and where that is written: beside the pattern, or below if it is flat."""
    high, wide = 1 + max([r for r, _, _ in found.form]), 1 + max([c for _, c, _ in found.form])
    left, beside, y = area.x + 1, area.x + 2 + 3 * cell, area.y + 1
    whole, part = area.width - 2, area.width - 2 - 3 * cell
    brings, costs = (gain(found, look), look.text), (worth(found, look), look.accent)
    if wide > 3:
        both = f"{costs[0]} {brings[0]}" if area.width >= WORDY else brings[0]
        return [(left, y + 1, (both, look.accent)), (left, y + 2, _need(number_, whole, look, sight))]
    if area.width >= WORDY:
        return [(beside, y, costs), (beside, y + 1, brings), (beside, y + 2, _need(number_, part, look, sight))]
    if found.level and high <= 2:
        return [(beside, y, brings), (left, y + 2, _need(number_, whole, look, sight))]
    return [(beside, y, brings), (beside, y + 1, _need(number_, part, look, sight))]


def _need(number_: int, width: int, look: Look, sight: Sight) -> Words:
    """`ready`, or how many boxes are missing and which elements; a special one that is not owned has a `!`."""
    near, lacking = sight.near[number_], sight.lacking[number_]
    if number_ in sight.ready:
        mark = look.glyphs.check if width > 5 else ""
        return mark + look.clip(look.say(Text("ready")), width - cells.width(mark)), look.good
    elements, end = near.elements, "!" * bool(lacking)
    text = f"{near.missing} {elements}{end}"
    if cells.width(text) > width:
        text = f"{near.missing} {''.join(dict.fromkeys(elements))}{end}"
    if cells.width(text) > width:
        text = text.replace(" ", "")
    return text, look.bad if lacking else look.text if near.missing <= 2 else look.muted


def _kept(drawing: Drawing, view: View[State], area: Rect, kept: list[int], sight: Sight) -> None:
    """Own cards kept face down by the red power with how many boxes each lacks, ready ones first, as many as fit."""
    look = view.look
    label = look.clip(view.say(Text("kept")), area.width // 4)
    x = drawing.picture.put(area.x + 1, area.y, label, look.muted) + 1
    for number_ in sorted(kept, key=lambda each: sight.near[each].missing):
        found, isready = components().cards[number_], number_ in sight.ready
        place = (CARD, found.id)
        text = f"{found.id} {look.glyphs.check if isready else sight.near[number_].missing}"
        at, columns = x + 1 + (place in sight.digits), cells.width(text)
        if at + columns > area.x + area.width:
            drawing.picture.put(x, area.y, look.glyphs.ellipsis, look.muted)
            return
        number(drawing, view, place, x, area.y, sight)
        drawing.places[place] = Rect(at, area.y, columns, 1)
        style = look.accent if view.cursor == place else look.good if isready else look.text
        x = drawing.picture.put(at, area.y, text, style) + 1


def looked(drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> None:
    """The cards that the red power shows."""
    title = Text("Keep one")
    titled(drawing, view, area, title, _rivals(view, area.width - cells.width(view.say(title)) - 1))
    wide = area.width // 4
    for n, number_ in enumerate(view.state.looked):
        spot = Rect(area.x + n * wide, area.y + 1, wide, 4)
        card(drawing, view, components().cards[number_], spot, 2 if wide >= 13 else 1, sight)


# --- the own things below the board -------------------------------------------------------------------------------


def own(layers: Layers, drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> None:
    """Stars and levels, disks, tiles and circle."""
    s, look, picks = view.state, view.look, picks_of(view)
    magician: Magician = s.magicians[view.seat]
    roomy = area.height >= 13
    cell = (4, 2) if roomy and area.width >= 46 else (2, 1)
    marked = (view.hint, picks, view.targets)
    y = area.y + roomy
    source: object = (magician, s.rulings, cursor_in(view, POWER), marked)
    layers.lay(drawing, "scores", Rect(area.x, y, area.width, 1), look, source, partial(_scores, view))
    source = (magician.reserve, s.disks, cursor_in(view, SUPPLY, RESERVE), marked)
    # The last of the disks may take the gap beside the panel.
    layers.lay(drawing, "disks", Rect(area.x, y + 1, area.width + 2, 1), look, source, partial(_disks, view))
    y += 2 + (area.height >= 15)
    high = 1 + 2 * cell[1]
    source = (magician.tiles, cell, _turning(view), sight.digits, cursor_in(view, TILE), marked)
    spot = Rect(area.x, y, area.width, high)
    layers.lay(drawing, "tiles", spot, look, source, partial(_tiles, view, cell, sight))
    source = (s.circle, cell, taking(view), sight.digits, cursor_in(view, QUEUE, RING), marked)
    spot = Rect(area.x, y + high, area.width, high)
    layers.lay(drawing, "circle", spot, look, source, partial(_circle, view, cell, sight))


def _scores(view: View[State], drawing: Drawing, area: Rect) -> None:
    look, magician = view.look, view.state.magicians[view.seat]
    picture, glyphs = drawing.picture, view.look.glyphs
    clock = f"{glyphs.hourglass}{magician.hourglasses}"
    if not view.state.rulings.solo:
        clock += f"/{components().hourglasses}"
    x = picture.put(area.x + 2, area.y, f"{glyphs.star}{magician.stars}", look.accent)
    x = picture.put(x + 1, area.y, clock, look.text) + 1
    right = area.x + area.width
    power = POWER_ROOM if magician.power != NO_POWER else 0
    used = {"used": magician.dark, "level": magician.level}
    dark = roomy(look, right - x - power, Text("dark {used}/{level}", **used), Text("{used}/{level}", **used))
    x = picture.put(x, area.y, dark, look.text)
    if power:
        _crystal(drawing, view, Rect(x + 2, area.y, right - x - 2, 1))


def _crystal(drawing: Drawing, view: View[State], area: Rect) -> None:
    """The power and the state of its crystal."""
    look, magician = view.look, view.state.magicians[view.seat]
    place = (POWER, components().powers[magician.power])
    sign, name = crystal_sign(look, magician.crystal), view.say(POWERS[magician.power])
    style = look.accent if magician.crystal == READY else look.text if magician.crystal == FRESH else look.muted
    end = drawing.picture.put(area.x, area.y, sign + look.clip(name, area.width - cells.width(sign)), style)
    drawing.places[place] = Rect(area.x, area.y, end - area.x, 1)
    if view.cursor == place or place in view.hint or picked(view, place):
        drawing.picture.put(area.x - 1, area.y, look.glyphs.play, look.accent)


def _disks(view: View[State], drawing: Drawing, area: Rect) -> None:
    """The reserve; where a disk of the supply is to be chosen, the supply."""
    look, s, x, y = view.look, view.state, area.x + 2, area.y
    from_supply = bool(view.cursor and view.cursor[0] == SUPPLY) or _trading(view)
    zone, counts = (SUPPLY, s.disks) if from_supply else (RESERVE, s.magicians[view.seat].reserve)
    label = view.say(Text("supply") if from_supply else Text("disks"))
    end = drawing.picture.put(x, y, look.fit(label, LABEL), look.muted)
    for element in range(ELEMENTS):
        place, at = (zone, letter(element)), end + 5 * element
        drawing.places[place] = Rect(at + 1, y, 4, 1)
        flat_disk(drawing.picture, at + 1, y, element, look, soft=not counts[element])
        drawing.picture.put(at + 4, y, str(counts[element]), look.strong if counts[element] else look.muted)
        if view.cursor == place or picked(view, place) or place in view.hint:
            drawing.picture.put(at, y, look.glyphs.play, look.accent)


def _trading(view: View[State]) -> bool:
    """Whether the yellow power waits for the disk to get."""
    zones = {zone for zone, _ in view.picker.picks} if view.picker else set()
    return {POWER, RESERVE} <= zones or (bool(view.targets) and all(zone == SUPPLY for zone, _ in view.targets))


def _tiles(view: View[State], cell: tuple[int, int], sight: Sight, drawing: Drawing, area: Rect) -> None:
    s, look = view.state, view.look
    mask = s.magicians[view.seat].tiles
    turning = view.say(Text("{turn} turn, {flip} flip", turn="r", flip="f")) if _turning(view) else ""
    titled(drawing, view, Rect(area.x + 2, area.y, area.width - 2, 1), Text("Tiles"), turning)
    for n, tile in enumerate(t for t in range(len(components().tiles)) if mask >> t & 1):
        place = (TILE, components().tiles[tile].id)
        x = area.x + 1 + n * (3 * cell[0] + 4)
        drawing.places[place] = Rect(x + 1, area.y + 1, 3 * cell[0], 2 * cell[1])
        number(drawing, view, place, x, area.y + 1, sight)
        quiet = bool(view.picker and not picked(view, place) and any(z == TILE for z, _ in view.picker.picks))
        pattern(drawing.picture, x + 1, area.y + 1, tile_form(tile), cell, look, quiet)
        if picked(view, place):
            drawing.picture.put(x, area.y + 1, look.glyphs.play, look.accent)
            drawing.picture.put(x, area.y + 2, look.glyphs.turn_cw if _turning(view) else " ", look.accent)


def _turning(view: View[State]) -> bool:
    """Whether a tile is held that may be turned."""
    if view.picker is None or view.picker.decision.kind != "PRE":
        return False
    return any(zone == TILE for zone, _ in view.picker.picks)


def _circle(view: View[State], cell: tuple[int, int], sight: Sight, drawing: Drawing, area: Rect) -> None:
    """The first two tiles in large, the next four small; how many there are stands for the rest."""
    s = view.state
    note = view.say(Text("{n} tile", "{n} tiles", n=len(s.circle)))
    titled(drawing, view, Rect(area.x + 2, area.y, area.width - 2, 1), CIRCLE, note)
    for tile in s.circle[NEXT : NEXT + 1]:
        columns = cells.width(note)
        drawing.places[RING, components().tiles[tile].id] = Rect(area.x + area.width - columns, area.y, columns, 1)
    x = area.x + 1
    for n, tile in enumerate(s.circle[:2]):
        place = (QUEUE, str(n + 1)) if taking(view) else (RING, components().tiles[tile].id)
        drawing.places[place] = Rect(x + 1, area.y + 1, 3 * cell[0], 2 * cell[1])
        number(drawing, view, place, x, area.y + 1, sight)
        pattern(drawing.picture, x + 1, area.y + 1, tile_form(tile), cell, view.look, False)
        x += 3 * cell[0] + 2
    for n, tile in enumerate(s.circle[2:NEXT]):
        at = x + n * 4 + (cell[0] > 2) if cell[0] == 2 else x + 2 + n * 5
        ring_tile(drawing, view, tile, at, area.y + 1)


def ring_tile(drawing: Drawing, view: View[State], tile: int, x: int, y: int) -> None:
    """A tile of the circle, small."""
    place = (RING, components().tiles[tile].id)
    drawing.places[place] = Rect(x, y, 3, 2)
    pattern(drawing.picture, x, y, tile_form(tile), (1, 1), view.look, place not in view.targets)
    if view.cursor == place or place in view.hint:
        drawing.picture.put(x - 1, y, view.look.glyphs.play, view.look.accent)


def taking(view: View[State]) -> bool:
    s: State = view.state
    return bool(s.todo) and s.todo[0][0] == "TAKE"


# --- the others ---------------------------------------------------------------------------------------------------


def ring_instead(drawing: Drawing, view: View[State], area: Rect) -> None:
    """The rest of the circle where else the others' boards are, who are named above it."""
    ring(drawing, view, area, _rivals(view, area.width - cells.width(view.say(CIRCLE)) - 1))


def ring(drawing: Drawing, view: View[State], area: Rect, note: str = "") -> None:
    """The rest of the circle, where the blue power may reach it."""
    titled(drawing, view, area, CIRCLE, note)
    per_row = _per_row(area)
    for n, tile in enumerate(view.state.circle[NEXT:]):
        ring_tile(drawing, view, tile, area.x + 1 + n % per_row * 4, area.y + 1 + n // per_row * 3)


def holds_ring(view: View[State], area: Rect) -> bool:
    """Whether there is room for the rest of the circle."""
    rows = -(-len(view.state.circle[NEXT:]) // _per_row(area))
    return area.height >= 3 * rows


def _per_row(area: Rect) -> int:
    """How many tiles of the circle lie beside each other."""
    return max(1, (area.width - 1) // 4)


def far(view: View[State], place: Place | None) -> bool:
    """Whether a place is a tile of the circle that is seen only where all of it is shown."""
    tiles = components().tiles
    return any(place == (RING, tiles[tile].id) for tile in view.state.circle[NEXT:])


def _rivals(view: View[State], columns: int) -> str:
    """The others in one line, while something else takes the room of their boards."""
    s, glyphs, players = view.state, view.look.glyphs, view.state.rulings.players
    seats = [(view.seat + n) % players for n in range(1, players)]
    scores = [f"{glyphs.star}{s.magicians[n].stars} {glyphs.hourglass}{s.magicians[n].hourglasses}" for n in seats]
    room = columns - sum(map(cells.width, scores)) - 3 * len(seats)
    names = (shortened(view.look, view.names, seat, room // len(seats)) for seat in seats)
    return "  ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def room_for_log(view: View[State], area: Rect) -> Rect:
    """What the others' boards, or the progress of one who plays alone, leave: below them, or beside them."""
    rulings = view.state.rulings
    used = Rect(area.x, area.y, area.width, SOLO)
    if not rulings.solo:
        used = Rivals.fit(rulings.players, area).within(area)
    below = Rect(area.x, area.y + used.height + 1, area.width, area.height - used.height - 1)
    aside = Rect(area.x + used.width, area.y, area.width - used.width, area.height)
    return below if below.height >= 3 else aside


class Rivals(NamedTuple):
    """How the boards of the others lie beside each other: the size of a box, and from one board to the next."""

    boards: int
    cell: tuple[int, int]
    pitch: int

    @classmethod
    def fit(cls, players: int, area: Rect) -> Rivals:
        """As large as there is room for."""
        boards, sizes = players - 1, ((4, 2), (3, 1), (2, 1))
        room = area.width // boards
        able = (c for c in sizes if GRID.width * c[0] + 3 <= room and GRID.height * c[1] + 2 <= area.height)
        cell = next(able, sizes[-1])
        return cls(boards, cell, min(room, max(GRID.width * cell[0] + 3, 17)))

    def within(self, area: Rect) -> Rect:
        """The part of the area that they take."""
        return Rect(area.x, area.y, self.pitch * self.boards, 2 + GRID.height * self.cell[1])


def others(layers: Layers, drawing: Drawing, view: View[State], area: Rect) -> None:
    """The boards of the others with what they have."""
    s: State = view.state
    players = s.rulings.players
    _, cell, pitch = Rivals.fit(players, area)
    for n, seat in enumerate((view.seat + n) % players for n in range(1, players)):
        place, active = (RIVAL, str(seat)), s.seat == seat and bool(s.todo)
        drawing.places[place] = Rect(area.x + n * pitch + 1, area.y, pitch - 2, 1)
        fresh = view.marks if view.marked_seat == seat else None
        source = (s.magicians[seat], s.kept_counts(seat), active, view.cursor == place, fresh, cell, view.names)
        spot = Rect(area.x + n * pitch, area.y, pitch, 2 + GRID.height * cell[1])
        layers.lay(drawing, seat, spot, view.look, source, partial(_other, view, seat, cell, pitch))


def _other(view: View[State], seat: Seat, cell: tuple[int, int], pitch: int, drawing: Drawing, area: Rect) -> None:
    s, look, picture, x, y = view.state, view.look, drawing.picture, area.x, area.y
    magician: Magician = s.magicians[seat]
    here = view.cursor == (RIVAL, str(seat))
    active = look.glyphs.cursor_l if here else look.glyphs.play if s.seat == seat and s.todo else " "
    marks = f"{look.glyphs.star}{magician.stars} {look.glyphs.hourglass}{magician.hourglasses}"
    end = picture.put(x, y, active, look.accent)
    wide = GRID.width * cell[0]
    right = x + max(wide + 1, pitch - 2) - cells.width(marks)
    picture.put(end, y, shortened(look, view.names, seat, right - end - 1), look.seat(seat))
    picture.put(right, y, marks, look.strong)
    for box in range(GRID.size):
        r, c = GRID.where(box)
        _small_box(picture, view, seat, box, x + 1 + c * cell[0], y + 1 + r * cell[1], cell)
    picture.put(x + 1, y + 1 + GRID.height * cell[1], _owned(view, seat, pitch - 2), look.muted)


def _owned(view: View[State], seat: Seat, columns: int) -> str:
    """What another player has, in one line; the name of the power only where there is room for it."""
    s, look = view.state, view.look
    magician: Magician = s.magicians[seat]
    level, has = f"{look.glyphs.arrow_up}{magician.level}", stock(magician.reserve)
    if kept := sum(s.kept_counts(seat)):
        has = f"{view.say(Text('{n}k', '{n}k', n=kept))} {has}"
    if magician.power == NO_POWER:
        return look.clip(f"{level} {has}", columns)
    level += crystal_sign(look, magician.crystal)
    whole = f"{level}{view.say(POWERS[magician.power])} {has}"
    return whole if cells.width(whole) <= columns else look.clip(f"{level} {has}", columns)


def _small_box(
    picture: Picture, view: View[State], seat: Seat, box: int, x: int, y: int, cell: tuple[int, int]
) -> None:
    look, magician = view.look, view.state.magicians[seat]
    element = magician.on(box) if magician.occupied >> box & 1 else None
    if element is not None:
        small(picture, x, y, *cell, element, bool(magician.disks >> box & 1), look)
        if GRID.name(box) in view.marks and view.marked_seat == seat:
            ground = look.face(hue(look, element))
            picture.put(x + cell[0] - 1, y + cell[1] - 1, look.glyphs.last, ground)
        return
    dark = components().dark >> box & 1
    if dark:
        ink = look.palette.grid if look.ansi else look.palette.lattice
        picture.fill(x, y, *cell, look.style(ink, look.palette.outside), look.glyphs.dark)
        return
    ground = look.style(look.palette.grid, look.palette.lattice)
    picture.fill(x, y, *cell, ground)
    if look.ansi:
        picture.put(x + (cell[0] - 1) // 2, y + cell[1] // 2, look.glyphs.dot, ground)


def solo(drawing: Drawing, view: View[State], area: Rect) -> None:
    """Rounds done and left, tiles set aside, the rank now and the way to the next."""
    s, look, picture = view.state, view.look, drawing.picture
    rounds, magician = components().rounds, s.magicians[view.seat]
    left = rounds - s.round + bool(s.todo)
    note = view.say(Text("{n} round left", "{n} rounds left", n=left))
    titled(drawing, view, area, Text("Solo challenge"), note)
    done = rounds - left
    end = picture.put(area.x + 1, area.y + 1, f"{look.glyphs.track_done} " * done, look.accent)
    picture.put(end, area.y + 1, f"{look.glyphs.track_todo} " * left, look.muted)
    told = [(rank_name(magician.stars), look.strong)]
    if further := next_rank(magician.stars):
        rank, missing = further
        told.append((Text("{n} star to {rank}", "{n} stars to {rank}", n=missing, rank=rank), look.text))
    told.append((Text("{n} tile set aside", "{n} tiles set aside", n=s.aside.bit_count()), look.muted))
    for y, (words, style) in enumerate(told, area.y + 2):
        picture.put(area.x + 1, y, look.clip(view.say(words), area.width - 1), style)
