"""The princess' game on screen: the manor, the tiles of every hunter, the display and the runes. No rules.

Zones: own (cells of the own tableau), victim (cells of the robbed one), display (kinds), rune (cards), side (a, b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style

from engine import Seat
from engine.princess import (
    EMPTY,
    HOLE,
    LATTICE,
    NO_KIND,
    Card,
    Nearness,
    State,
    Tableau,
    completions,
    components,
    nearness,
    value,
    victim_seat,
    witness,
)
from themes import Hue
from tui.look import Look
from tui.paint import Picture
from tui.picking import Place
from tui.scenes.scene import Drawing, Rect, View
from tui.scenes.tiles import (
    MEDIUM,
    MINI,
    SMALL,
    TileSize,
    bracket,
    corner_mark,
    face,
    fitting,
    heading,
    label,
    last_mark,
    stack_mark,
)

HUES = ("yellow", "blue", "red", "green")
"""The colours of earth, water, fire and wind."""
OWN, VICTIM, DISPLAY, RUNE, SIDE = "own", "victim", "display", "rune", "side"
ZONES = {
    ("take", "kind"): DISPLAY,
    ("hold", "card"): RUNE,
    ("remove", "card"): RUNE,
    ("declare", "card"): RUNE,
    ("steal", "cell"): VICTIM,
    ("side", "side"): SIDE,
    ("gem", "answer"): "menu",
}
LAYING = ("CELL", "EXTRA_CELL", "STEAL_CELL")
RIGHT = 36
"""Columns of the panels beside the tableau."""


class PrincessScene:
    """Draws `engine.princess` positions."""

    minimum = (79, 19)
    sets: frozenset[str] = frozenset()
    pointed: frozenset[str] = frozenset()
    passing = frozenset({"RUNE", "RECALL", "SPRITE"})
    news = frozenset({"hold", "remove", "lay", "declare", "move", "carrier", "goal", "steal", "passages", "theft"})

    def __init__(self) -> None:
        self._near: dict[tuple[int, int], tuple[Tableau, Nearness]] = {}
        self._panel: tuple[object, Drawing] | None = None
        self._completing: tuple[State, frozenset[int]] | None = None
        self._plain: tuple[object, Picture] | None = None

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return ((ZONES.get((verb, field), OWN), word),)

    def aim(self, view: View, place: Place) -> tuple[Place, ...]:
        return (place,)

    def numbered(self, view: View) -> Sequence[Place]:
        kinds = components().kinds
        return [(DISPLAY, kinds[kind]) for kind in dict.fromkeys(view.state.display)]

    def choice(self, view: View, text: str) -> str:
        """`declare R01 F3` as `Line 2, gem F3`; other choices in plain words."""
        verb, *words = text.split(" ")
        s: State = view.state
        if verb == "declare":
            card = components().cards[components().card_numbers[words[0]]]
            worth = value(s.hunters[view.seat].tableau, card, LATTICE.numbers[words[1]])
            return f"{card.name} {worth}, gem {words[1]}"
        if text == "gem yes":
            return f"gem on it ({s.hunters[view.seat].supply} left)"
        plain = {"gem no": "no gem", "extra": "extra tile", "stop": "declare no more"}
        named = {
            "set": "set a gem on {0}",
            "shift": "move the gem {0} to {1}",
            "recall": "recall the gem {0}",
            "take": "take {0}",
            "cell": "lay it on {0}",
            "steal": "steal from {0}",
            "side": "side {0}",
        }
        return plain.get(text) or (named[verb].format(*words) if verb in named else text)

    def describe(self, view: View, place: Place) -> str:
        zone, name = place
        if zone in (OWN, VICTIM):
            return self._describe_cell(view, zone, name)
        if zone == DISPLAY:
            return f"{name}: {_kind_words(components().kind_numbers[name])}, in the display."
        if zone == RUNE:
            return self._describe_card(view, name)
        return f"Side {name} of your board." if zone == SIDE else name

    def _describe_cell(self, view: View, zone: str, name: str) -> str:
        s, cell = view.state, LATTICE.numbers[name]
        seat = victim_seat(s, view.seat) if zone == VICTIM else view.seat
        tableau: Tableau = s.hunters[seat].tableau
        layers = tableau.layers(cell) if tableau.tops else ()
        if not layers:
            inside = tableau.room >> cell & 1 if tableau.tops else True
            return f"{name}: empty" + ("." if inside else ", beyond your 5x5 frame.")
        gem = ", with a gem" if tableau.gems >> cell & 1 else ""
        below = f"; below it {', '.join(components().kinds[kind] for kind in layers[-2::-1])}" if layers[1:] else ""
        return f"{name}: {components().kinds[layers[-1]]}, {_kind_words(layers[-1])}{gem}{below}."

    def _describe_card(self, view: View, name: str) -> str:
        number = components().card_numbers[name]
        card = components().cards[number]
        worth = f"{card.value} or {card.lower} steps" if card.lower else f"{card.value} steps"
        near = self.near(view.state.hunters[view.seat].tableau, number)
        attribute = components().attribute_names[near.attribute]
        state = "complete" if near.missing == 0 else f"{near.missing} missing"
        return f"{name} {card.name}, {worth}: nearest in {attribute}, {state}{'' if near.gem else ', no gem in it'}."

    def legend(self, look: Look) -> Mapping[str, str]:
        glyphs, box = look.glyphs, components()
        signs = {f"{letter}": name for letter, name in zip(box.attributes, box.attribute_names, strict=True)}
        skies = {glyphs.moon: "moon (M)", glyphs.star: "star (S)", glyphs.sun: "sun (U)"}
        return {
            **{letter: signs[letter] for letter in "EWFA"},
            **skies,
            glyphs.gem: "a gem",
            glyphs.height(2): "tiles on each other",
            glyphs.legal: "may be chosen",
            glyphs.legal_strong: "may be chosen, and completes a rune",
            glyphs.last: "laid last",
            glyphs.princess: "the princess",
            glyphs.passage: "a passage",
        }

    def near(self, tableau: Tableau, number: int) -> Nearness:
        """How near a rune is; remembered, for it is asked again at every key."""
        key = (id(tableau), number)
        known = self._near.get(key)
        if known and known[0] is tableau:
            return known[1]
        if len(self._near) > 400:
            self._near.clear()
        found = nearness(tableau, components().cards[number]) if tableau.tops else Nearness(99, 0, 0, False)
        self._near[key] = (tableau, found)
        return found

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View, width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        _track(drawing, view, (width - 79) // 2, 0)
        size = fitting(8, 8, width - RIGHT - 5, height - 3, view.size)
        top = 3 if height >= 8 * size.height + 4 and height >= 24 else 2
        self._lattice(drawing, view, size, 0, top)
        left = 8 * size.pitch + 3
        self._beside(drawing, view, Rect(left, top, width - left - 1, height - top))
        return drawing

    def _beside(self, drawing: Drawing, view: View, area: Rect) -> None:
        """The panels, painted anew only if something in them changed: a cursor on the tableau does not."""
        inside = view.cursor if view.cursor and view.cursor[0] in (DISPLAY, RUNE) else None
        key = (view.state, view.seat, inside, view.targets, view.hint, view.look, view.size, area, len(view.log))
        if self._panel is None or self._panel[0] != key:
            fresh = Drawing(Picture(area.width, area.height, view.look.table))
            self._panels(fresh, view, Rect(0, 0, area.width, area.height))
            self._panel = (key, fresh)
        panel = self._panel[1]
        drawing.picture.paste(area.x, area.y, panel.picture)
        for place, rect in panel.places.items():
            drawing.places[place] = Rect(rect.x + area.x, rect.y + area.y, rect.width, rect.height)

    def _lattice(self, drawing: Drawing, view: View, size: TileSize, x: int, y: int) -> None:
        picture, look = drawing.picture, view.look
        robbing = bool(view.picker and view.picker.decision.kind == "STEAL_PICK")
        for column in range(8):
            picture.put(x + 2 + column * size.pitch + (size.width - 1) // 2, y, "ABCDEFGH"[column], look.grid)
        for row in range(8):
            picture.put(x, y + 1 + row * size.height + size.height // 2, str(row + 1), look.grid)
        zone, seat = (VICTIM, victim_seat(view.state, view.seat)) if robbing else (OWN, view.seat)
        for cell in range(LATTICE.size):
            row, column = LATTICE.where(cell)
            place = (zone, LATTICE.name(cell))
            drawing.places[place] = Rect(
                x + 2 + column * size.pitch, y + 1 + row * size.height, size.width, size.height
            )
        if view.state.hunters[seat].tableau.tops:
            self._cells(drawing, view, size, zone, seat)
        else:
            self._bare(drawing, view, size, zone, y)

    def _bare(self, drawing: Drawing, view: View, size: TileSize, zone: str, top: int) -> None:
        """Before the board is chosen: both sides of it, side by side."""
        look, board = view.look, view.state.hunters[view.seat].board
        for cell in range(LATTICE.size):
            rect = drawing.places.pop((zone, LATTICE.name(cell)))
            face(drawing.picture, rect.x, rect.y, size, look.style(look.palette.grid, look.palette.outside), look)
        if not board:
            return
        for side, column in (("a", 1), ("b", 5)):
            x, y = 2 + column * size.pitch, 1 + 3 * size.height
            place = (SIDE, side)
            drawing.places[place] = Rect(x, top + y, 2 * size.pitch - 1, 2 * size.height)
            chosen = view.cursor == place
            title = look.accent if chosen else look.muted
            drawing.picture.put(x, top + y - 1, f"{look.glyphs.play if chosen else ' '} side {side}", title)
            for n, kind in enumerate(components().printed[board + side]):
                spot = (x + n % 2 * size.pitch, top + y + n // 2 * size.height)
                _tile(drawing.picture, *spot, size, kind, look)

    def _cells(self, drawing: Drawing, view: View, size: TileSize, zone: str, seat: Seat) -> None:
        """All cells, from memory if nothing but the cursor has moved, and then the one under the cursor."""
        spotlight = self._spotlight(view)
        rects = {cell: drawing.places[zone, LATTICE.name(cell)] for cell in range(LATTICE.size)}
        key = (view.state, seat, zone, view.targets, view.marks, view.hint, spotlight, view.look, rects[0], size)
        if self._plain is None or self._plain[0] != key:
            for cell, rect in rects.items():
                self._cell(drawing.picture, view, rect, size, (zone, LATTICE.name(cell)), seat, spotlight)
            self._plain = (key, drawing.picture.copy())
        else:
            drawing.picture.paste(0, 0, self._plain[1])
        if view.cursor and view.cursor[0] == zone:
            rect = rects[LATTICE.numbers[view.cursor[1]]]
            self._under_cursor(drawing.picture, view, rect, size, seat, spotlight)

    def _cell(
        self,
        picture: Picture,
        view: View,
        rect: Rect,
        size: TileSize,
        place: Place,
        seat: Seat,
        spotlight: tuple[int, int],
    ) -> Style:
        """One cell with its marks; the style of its face is returned."""
        look, tableau, cell = view.look, view.state.hunters[seat].tableau, LATTICE.numbers[place[1]]
        lit, missing = spotlight
        covered, fresh = tableau.tops[cell] != EMPTY, place[1] in view.marks and view.marked_seat == seat
        ground = self._face(picture, rect, size, tableau, cell, look, lit)
        if missing >> cell & 1:
            _missing(picture, rect, size, covered, ground, look)
        elif place in view.targets:
            # The corner of a covered tile's mark is taken on the tile that was laid last.
            below = rect.y if fresh else rect.y + size.height - 1
            _legal(picture, rect, size, below if covered else None, cell in self._strong(view), ground, look)
        if fresh:
            last_mark(picture, rect.x, rect.y, size, _on(ground, look.palette.last, look), look)
        if place in view.hint:
            picture.put(rect.x, rect.y, look.glyphs.play, _on(ground, look.palette.accent, look))
        return ground

    def _under_cursor(
        self, picture: Picture, view: View, rect: Rect, size: TileSize, seat: Seat, spotlight: tuple[int, int]
    ) -> None:
        """The cell under the cursor: the ghost of the tile in hand where it may lie, a cross where it may not."""
        assert view.cursor is not None
        look, hand = view.look, _hand(view)
        if hand is not None and view.cursor in view.targets:
            ground = look.soft(_hue(look, hand))
            picture.fill(rect.x, rect.y, size.width, size.height, ground)
            label(picture, rect.x, rect.y, size, _symbols(hand, look), ground)
            bracket(picture, rect.x, rect.y, size, ground, look)
            return
        ground = self._cell(picture, view, rect, size, view.cursor, seat, spotlight)
        bracket(picture, rect.x, rect.y, size, ground, look)
        if hand is not None:
            label(picture, rect.x, rect.y, size, look.glyphs.cross, _on(ground, look.palette.bad, look))

    def _face(
        self, picture: Picture, rect: Rect, size: TileSize, tableau: Tableau, cell: int, look: Look, lit: int
    ) -> Style:
        """The face of one cell; its style is returned."""
        kind = tableau.tops[cell]
        if kind == EMPTY:
            palette = look.palette
            ground = look.style(palette.grid, palette.lattice if tableau.room >> cell & 1 else palette.outside)
            face(picture, rect.x, rect.y, size, ground, look)
            if look.ansi and tableau.room >> cell & 1:
                label(picture, rect.x, rect.y, size, look.glyphs.dot, ground)
            return ground
        soft = bool(lit) and not lit >> cell & 1
        ground = _tile(picture, rect.x, rect.y, size, kind, look, soft)
        if tableau.gems >> cell & 1:
            corner_mark(picture, rect.x, rect.y, size, look.glyphs.gem, ground)
        stack_mark(picture, rect.x, rect.y, size, look.glyphs.height(len(tableau.layers(cell))), ground)
        return ground

    def _strong(self, view: View) -> frozenset[int]:
        """The cells on which the tile in question completes a rune."""
        kind = _hand(view)
        if kind is None:
            return frozenset()
        if self._completing is None or self._completing[0] is not view.state:
            self._completing = (view.state, frozenset(completions(view.state, view.seat, kind)))
        return self._completing[1]

    def _spotlight(self, view: View) -> tuple[int, int]:
        """The formation that the cursor is about: its cells, and those of them that are missing."""
        tableau = view.state.hunters[view.seat].tableau
        if not view.cursor or not tableau.tops:
            return 0, 0
        zone, name = view.cursor
        if zone == "menu" and name.startswith("declare "):
            _, card, gem = name.split(" ")
            mask, _ = witness(tableau, _card(card), LATTICE.numbers[gem])
            return mask, 0
        if zone != RUNE:
            return 0, 0
        near = self.near(tableau, components().card_numbers[name])
        return near.cells, near.cells & ~tableau.marks[near.attribute]

    # --- the panels -----------------------------------------------------------------------------------------------

    def _panels(self, drawing: Drawing, view: View, area: Rect) -> None:
        roomy = area.height >= 28 and area.width >= 44
        y = area.y
        y += self._display(drawing, view, area.x, y, area.width, MEDIUM if roomy else SMALL) + roomy
        y += self._runes(drawing, view, area.x, y, area.width) + roomy
        room = area.y + area.height - y
        beside = room < 13
        y += self._others(drawing, view, Rect(area.x, y, area.width, room), beside)
        if not beside:
            self._log(drawing.picture, view, Rect(area.x, y, area.width, area.y + area.height - y))

    def _display(self, drawing: Drawing, view: View, x: int, y: int, width: int, size: TileSize) -> int:
        look, s = view.look, view.state
        left = s.tiles_left
        rounds = left // s.rulings.players
        heading(drawing.picture, x, y, width, "Display", look, f"{left} tiles left, {rounds} rounds")
        hand = _hand(view)
        for n, kind in enumerate(dict.fromkeys(s.display)):
            place = (DISPLAY, components().kinds[kind])
            at = x + n * (size.pitch + 1)
            rect = Rect(at + 1, y + 1, size.width, size.height)
            drawing.places[place] = rect
            ground = _tile(drawing.picture, rect.x, rect.y, size, kind, look)
            drawing.picture.put(at, y + 1, str(n + 1), look.muted)
            count = s.display.count(kind)
            if count > 1:
                stack_mark(drawing.picture, rect.x, rect.y, size, str(count), ground)
            if place in view.hint:
                drawing.picture.put(rect.x, rect.y, look.glyphs.play, ground)
            if view.cursor == place:
                bracket(drawing.picture, rect.x, rect.y, size, ground, look)
        if hand is not None:
            at = x + width - size.width
            drawing.picture.put(at - 6, y + 1, "hand", look.muted)
            drawing.picture.put(at - 6, y + 2, look.glyphs.arrow_right * 4, look.accent)
            _tile(drawing.picture, at, y + 1, size, hand, look)
        return 1 + size.height

    def _runes(self, drawing: Drawing, view: View, x: int, y: int, width: int) -> int:
        look, hunter = view.look, view.state.hunters[view.seat]
        gems = look.glyphs.gem * hunter.supply + look.glyphs.gem_small * (components().gems - hunter.supply)
        heading(drawing.picture, x, y, width, "Runes", look, f"gems {gems} extra {hunter.extra} gem {hunter.gem}")
        cards = [*view.state.row, *([hunter.held] if hunter.held != HOLE else [])]
        card_width = min(10, (width + 1) // len(cards))
        for n, number in enumerate(cards):
            at = x + n * card_width
            if number == HOLE:
                drawing.picture.put(at, y + 1, look.glyphs.ellipsis, look.muted)
                continue
            self._card(drawing, view, number, at, y + 1, card_width, n >= 4)
        return 7

    def _card(self, drawing: Drawing, view: View, number: int, x: int, y: int, width: int, held: bool) -> None:
        look, card = view.look, components().cards[number]
        place = (RUNE, card.id)
        drawing.places[place] = Rect(x, y, width - 1, 6)
        here = view.cursor == place
        worth = f"{card.value}/{card.lower}" if card.lower else str(card.value)
        title = look.accent if here else look.strong if not held else look.good
        end = drawing.picture.put(x, y, (look.glyphs.play if here or place in view.hint else "") + card.id, title)
        drawing.picture.put(max(end + 1, x + width - 2 - len(worth)), y, worth, look.accent)
        palette = look.palette
        near = self.near(view.state.hunters[view.seat].tableau, number)
        ink = palette.accent if here else palette.good if near.missing == 0 else palette.ghost
        _pattern(drawing.picture, x, y + 1, card, look.style(ink, palette.background), look, width)
        drawing.picture.put(x, y + 5, _nearness_words(near, held), look.good if near.missing == 0 else look.muted)
        if place in view.targets and not here:
            drawing.picture.put(x + width - 2, y + 5, look.glyphs.legal, look.on_table(palette.legal))

    def _others(self, drawing: Drawing, view: View, area: Rect, log_beside: bool) -> int:
        s: State = view.state
        others = [(view.seat + n) % s.rulings.players for n in range(1, s.rulings.players)]
        big = area.height >= 17 and area.width >= len(others) * 22 - 2
        size = TileSize("mini", 4, 2, 0) if big else MINI
        pitch = max(12, 5 * size.width + 2)
        for n, seat in enumerate(others):
            self._other(drawing.picture, view, seat, area.x + n * pitch, area.y, size)
        used = area.x + len(others) * pitch
        rows = 2 + 5 * size.height
        if log_beside and area.width - (used - area.x) >= 20:
            self._log(drawing.picture, view, Rect(used, area.y, area.x + area.width - used, rows))
        return rows + big

    def _other(self, picture: Picture, view: View, seat: Seat, x: int, y: int, size: TileSize) -> None:
        look, hunter = view.look, view.state.hunters[seat]
        wide = 5 * size.width
        active = look.glyphs.play if view.state.seat == seat and view.state.todo else " "
        end = picture.put(x, y, active, look.accent)
        end = picture.put(end, y, view.names[seat][: wide - 3], look.seat(seat))
        picture.put(x + wide - 2, y, f"{hunter.space:>2}", look.strong)
        _small_tableau(picture, x, y + 1, hunter.tableau, size, look, view, seat)
        held = components().cards[hunter.held].id if hunter.held != HOLE else ""
        stats = f"{look.glyphs.gem}{hunter.supply} {hunter.extra}x {hunter.gem}g"
        end = picture.put(x, y + 1 + 5 * size.height, stats, look.muted)
        if held and wide > 12:
            picture.put(end + 1, y + 1 + 5 * size.height, f"holds {held}", look.muted)
        elif held:
            short = f"{look.glyphs.gem}{hunter.supply} {hunter.extra}x{hunter.gem}g {held}"
            picture.put(x, y + 1 + 5 * size.height, short, look.muted)

    def _log(self, picture: Picture, view: View, area: Rect) -> None:
        heading(picture, area.x, area.y, area.width, "Log", view.look)
        lines: list[tuple[str, Style]] = []
        for entry in view.log[-area.height :]:
            style = view.look.seat(entry.seat) if entry.seat >= 0 else view.look.muted
            wrapped = _wrap(entry.text, area.width - 2)
            lines += [
                (("  " if n else "") + part, view.look.text if entry.seat >= 0 else style)
                for n, part in enumerate(wrapped)
            ]
        for n, (text, style) in enumerate(lines[-(area.height - 1) :]):
            picture.put(area.x, area.y + 1 + n, text, style)

    # --- the hand in large ----------------------------------------------------------------------------------------

    def hand(self, view: View, width: int, height: int) -> Drawing:
        """Gems, sprites, and every rune in play in large with what it needs."""
        drawing = Drawing(Picture(width, height, view.look.table))
        picture, look, hunter = drawing.picture, view.look, view.state.hunters[view.seat]
        gems = look.glyphs.gem * hunter.supply + look.glyphs.gem_small * (components().gems - hunter.supply)
        line = f"Gems {gems} in supply    Sprites: extra tile {hunter.extra}, gem {hunter.gem}    Space {hunter.space}"
        picture.put(1, 0, line, look.strong)
        cards = [card for card in (*view.state.row, hunter.held) if card != HOLE]
        per_row = max(1, (width - 1) // 26)
        for n, number in enumerate(cards):
            x, y = 1 + n % per_row * 26, 2 + n // per_row * 8
            self._big_card(drawing, view, number, x, y, number == hunter.held)
        below = 2 + -(-len(cards) // per_row) * 8
        if height >= below + 3:
            self._display(drawing, view, 1, below, width - 2, MEDIUM if height >= below + 4 else SMALL)
        return drawing

    def _big_card(self, drawing: Drawing, view: View, number: int, x: int, y: int, held: bool) -> None:
        look, card = view.look, components().cards[number]
        drawing.places[RUNE, card.id] = Rect(x, y, 24, 8)
        worth = f"{card.value} or {card.lower}" if card.lower else str(card.value)
        heading(drawing.picture, x, y, 24, f"{card.id} {card.name}", look, f"{worth} steps")
        tableau = view.state.hunters[view.seat].tableau
        near = self.near(tableau, number)
        _pattern(drawing.picture, x, y + 1, card, look.on_table(look.palette.ghost), look, 9)
        rows = [
            _nearness_words(near, held) + (", held" if held else ""),
            f"in {components().attribute_names[near.attribute]}",
        ]
        missing = [LATTICE.name(c) for c in range(64) if (near.cells & ~tableau.marks[near.attribute]) >> c & 1]
        rows.append("needs " + " ".join(missing) if missing else "all tiles lie")
        rows.append("gem in it" if near.gem else "no gem in it")
        for n, text in enumerate(rows):
            drawing.picture.put(x + 10, y + 1 + n, text[:15], look.good if near.missing == 0 else look.text)
        for n, other in enumerate(o for o in range(len(view.names)) if o != view.seat):
            lacks = self.near(view.state.hunters[other].tableau, number).missing
            text = f"{view.names[other][:8]} lacks {lacks}" if lacks < 9 else f"{view.names[other][:8]}: no room"
            drawing.picture.put(x + 10, y + 5 + n, text[:15], look.muted)


# --- small pieces -------------------------------------------------------------------------------------------------


def _card(name: str) -> Card:
    return components().cards[components().card_numbers[name]]


def _hand(view: View) -> int | None:
    """The tile that is to be laid now by the seat that looks on."""
    s: State = view.state
    if not view.picker or view.picker.decision.kind not in LAYING:
        return None
    if view.picker.decision.kind == "STEAL_CELL":
        return dict(s.stolen).get(view.seat)
    return None if s.hand == NO_KIND else s.hand


def _hue(look: Look, kind: int) -> Hue:
    return look.palette.hue(HUES[components().marks[kind][0]])


def _kind_words(kind: int) -> str:
    names = components().attribute_names
    element, sky = components().marks[kind]
    return f"{names[element]} and {names[sky]}"


def _symbols(kind: int, look: Look) -> str:
    """The letter of the element and the sign of the sky."""
    element, sky = components().marks[kind]
    signs = (look.glyphs.moon, look.glyphs.star, look.glyphs.sun)
    return components().attributes[element] + signs[sky - 4]


def _tile(picture: Picture, x: int, y: int, size: TileSize, kind: int, look: Look, soft: bool = False) -> Style:
    hue = _hue(look, kind)
    style = look.soft(hue) if soft else look.face(hue)
    face(picture, x, y, size, style, look)
    symbols = _symbols(kind, look)
    label(picture, x, y, size, symbols if size.width < 6 else f"{symbols[0]} {symbols[1]}", style)
    return style


def _on(ground: Style, ink: str, look: Look) -> Style:
    """A mark on a cell: in its colour on the quiet lattice, in the tile's own ink on a tile."""
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    if name in (look.palette.lattice, look.palette.outside):
        return look.style(ink, name, True)
    return ground


def _missing(picture: Picture, rect: Rect, size: TileSize, covered: bool, ground: Style, look: Look) -> None:
    """The mark of a cell that a formation still lacks."""
    style = look.style(look.palette.accent, ground.bgcolor.name if ground.bgcolor else "default", True)
    if covered:
        picture.put(rect.x, rect.y + size.height - 1, look.glyphs.pattern_missing, style)
    else:
        label(picture, rect.x, rect.y, size, look.glyphs.pattern_missing, style)


def _legal(
    picture: Picture, rect: Rect, size: TileSize, corner: int | None, strong: bool, ground: Style, look: Look
) -> None:
    """In the middle of an empty cell; in a corner of a tile, on the line that is given."""
    glyph = look.glyphs.legal_strong if strong else look.glyphs.legal
    ink = look.palette.accent if strong else look.palette.legal
    if corner is not None:
        picture.put(rect.x, corner, glyph if strong else look.glyphs.dot, ground)
    else:
        label(picture, rect.x, rect.y, size, glyph, _on(ground, ink, look))


def _pattern(picture: Picture, x: int, y: int, card: Card, style: Style, look: Look, width: int) -> None:
    """The formation of a card, two columns a cell; four cells wide on a narrow card it is turned or halved."""
    form = card.form
    wide, high = 1 + max(c for _, c in form), 1 + max(r for r, _ in form)
    if 2 * wide > width - 1 and high < wide and wide <= 4:
        form, wide, high = tuple((c, high - 1 - r) for r, c in form), high, wide
    if 2 * wide > width - 1:
        _half_pattern(picture, x, y, card, style, look)
        return
    for r, c in form:
        picture.put(x + 2 * c, y + r, look.glyphs.full * 2, style)


def _half_pattern(picture: Picture, x: int, y: int, card: Card, style: Style, look: Look) -> None:
    """Two rows of the pattern in one line."""
    cells = set(card.form)
    glyphs = {
        (True, True): look.glyphs.full,
        (True, False): look.glyphs.half_upper,
        (False, True): look.glyphs.half_lower,
    }
    for r in range(0, 4, 2):
        for c in range(4):
            glyph = glyphs.get(((r, c) in cells, (r + 1, c) in cells))
            if glyph:
                picture.put(x + c, y + r // 2, glyph, style)


def _nearness_words(near: Nearness, held: bool) -> str:
    if near.missing > 8:
        return "no room"
    if near.missing:
        return f"need {near.missing}"
    return "ready" if near.gem else "no gem"


def _small_tableau(
    picture: Picture, x: int, y: int, tableau: Tableau, size: TileSize, look: Look, view: View, seat: Seat
) -> None:
    """The 5x5 around another hunter's tiles."""
    if not tableau.tops:
        return
    top, left, _, _ = LATTICE.frame(tableau.occupied)
    first_row, first_column = min(top, 3), min(left, 3)
    for row in range(5):
        for column in range(5):
            r, c = first_row + row, first_column + column
            at = (x + column * size.width, y + row * size.height)
            cell = 8 * r + c
            if r > 7 or c > 7 or tableau.tops[cell] == EMPTY:
                ground = look.style(look.palette.grid, look.palette.lattice)
                picture.fill(*at, size.width, size.height, ground)
                if (row + column) % 2 == 0 and size.height == 1:
                    picture.put(*at, look.glyphs.dot, ground)
                continue
            kind = tableau.tops[cell]
            fresh = LATTICE.name(cell) in view.marks and view.marked_seat == seat
            hue = _hue(look, kind)
            style = look.face(hue) if fresh or size.height > 1 else look.style(hue.ink, hue.face)
            picture.fill(*at, size.width, size.height, style)
            picture.put(at[0] + (size.width - 2) // 2, at[1] + size.height // 2, _symbols(kind, look), style)
            if tableau.gems >> cell & 1:
                gem_at = (at[0] + 3, at[1]) if size.width > 2 else (at[0] + 1, at[1])
                picture.put(*gem_at, look.glyphs.gem, style)
            if fresh and size.height > 1:
                picture.put(at[0], at[1] + 1, look.glyphs.last, style)


def _wrap(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _track(drawing: Drawing, view: View, x: int, y: int) -> None:
    """The way through the manor: 26 spaces of three columns, the pawns on them, the princess and the passages."""
    picture, look, s, box = drawing.picture, view.look, view.state, components()
    picture.fill(x, y + 1, 79, 1, look.style(look.palette.muted, look.palette.lattice))
    for space in range(box.goal + 1):
        at = x + 3 * space
        name = "GOAL" if space == box.goal else str(space)
        passage = s.ways and space in box.passages
        style = look.accent if passage or space == box.goal else look.muted
        picture.put(at, y, f"{name:>2}", style)
        if space in box.passages:
            arrow = look.glyphs.passage if s.ways else look.glyphs.dot
            picture.put(at + 2, y, arrow, style)
        _pawns(picture, view, space, at, y + 1)


def _pawns(picture: Picture, view: View, space: int, x: int, y: int) -> None:
    look, s = view.look, view.state
    ground = look.palette.lattice
    marks: list[tuple[str, Style]] = []
    for seat, hunter in enumerate(s.hunters):
        if hunter.space == space and (hunter.rank or space < components().goal):
            marks.append((_initials(view.names)[seat], look.pawn(seat)))
    if not s.finished and s.princess == space:
        marks.append((look.glyphs.princess, look.style(look.palette.accent, ground, True)))
    if not marks and space in (components().tower, components().opening, components().goal):
        marks.append((look.glyphs.dot, look.style(look.palette.grid, ground)))
    for n, (text, style) in enumerate(marks[:5]):
        picture.put(x + n, y, text, style)


def _initials(names: Sequence[str]) -> list[str]:
    """One letter a player: the first of the name, or the seat's letter where two begin alike."""
    first = [name[0].upper() for name in names]
    if len(set(first)) == len(first) and all(letter.isascii() for letter in first):
        return first
    return ["ABCD"[seat] for seat in range(len(names))]
