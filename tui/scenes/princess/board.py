"""The manor and the tableau: the track with its pawns, and the lattice with tiles, gems, marks and cursor."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import Seat, Text, plain
from tilehall.engine.princess import EMPTY, LATTICE, State, Tableau, completions, components, victim_seat, witness
from tilehall.engine.princess.actions import Declare
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.kept import Kept
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import put
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.names import initials, roomy
from tilehall.tui.scenes.princess.pieces import (
    OWN,
    RUNE,
    SIDE,
    VICTIM,
    Memory,
    action_at,
    hue_of,
    in_hand,
    mark_legal,
    mark_missing,
    on_ground,
    symbols,
    tile,
)
from tilehall.tui.scenes.tiles import TileSize, bracket, corner_mark, face, label, last_mark, stack_mark


class Lattice:
    """Paints a tableau; what does not change with the cursor is painted once."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._completing: tuple[State, frozenset[int]] | None = None
        self._frames = Kept[Drawing]()
        self._shown: tuple[Drawing, list[object]] | None = None
        """The cells as they were painted last, and from what each of them was."""

    def paint(self, drawing: Drawing, view: View[State], size: TileSize, x: int, y: int) -> None:
        robbing = bool(view.picker and view.picker.decision.kind == "STEAL_PICK")
        zone, seat = (VICTIM, victim_seat(view.state, view.seat)) if robbing else (OWN, view.seat)
        frame = self._frames.get("", (view.look, size, zone, x, y), lambda: _frame(view.look, size, zone, x, y))
        if view.state.hunters[seat].tableau.tops:
            self._cells(drawing, view, size, frame, zone, seat)
            return
        drawing.picture.paste(0, 0, frame.picture)
        drawing.places.update(frame.places)
        self._shown = None
        self._bare(drawing, view, size, zone, y)

    def _bare(self, drawing: Drawing, view: View[State], size: TileSize, zone: str, top: int) -> None:
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
            drawing.picture.put(x, top + y - 1, look.glyphs.play if chosen else " ", title)
            words = roomy(look, 3 * size.pitch - 3, Text("side {side}", side=side), plain(side))
            drawing.picture.put(x + 2, top + y - 1, words, title)
            for n, kind in enumerate(components().printed[board + side]):
                spot = (x + n % 2 * size.pitch, top + y + n // 2 * size.height)
                tile(drawing.picture, *spot, size, kind, look)

    def _cells(
        self, drawing: Drawing, view: View[State], size: TileSize, frame: Drawing, zone: str, seat: Seat
    ) -> None:
        """All cells, of which only those are painted anew that have changed, and then the one under the cursor."""
        if self._shown is None or self._shown[0] is not frame:
            self._shown = frame, [None] * LATTICE.size
        spotlight, sources, picture = self._spotlight(view), self._shown[1], frame.picture
        for cell, source in enumerate(self._sources(view, zone, seat, spotlight)):
            if sources[cell] != source:
                sources[cell], place = source, (zone, LATTICE.names[cell])
                self._cell(picture, view, frame.places[place], size, place, seat, spotlight)
        drawing.picture.paste(0, 0, picture)
        drawing.places.update(frame.places)
        if view.cursor and view.cursor[0] == zone:
            self._under_cursor(drawing.picture, view, frame.places[view.cursor], size, seat, spotlight)

    def _sources(self, view: View[State], zone: str, seat: Seat, spotlight: tuple[int, int]) -> list[object]:
        """All that each cell is painted from."""
        tableau: Tableau = view.state.hunters[seat].tableau
        tops, gems, room, (lit, missing) = tableau.tops, tableau.gems, tableau.room, spotlight
        fresh, strong = view.marks if view.marked_seat == seat else frozenset(), self._strong(view)
        covered = [0] * LATTICE.size
        for cell, _ in tableau.under:
            covered[cell] += 1
        return [
            (
                tops[cell],
                covered[cell],
                gems >> cell & 1,
                room >> cell & 1,
                not lit or lit >> cell & 1,
                missing >> cell & 1,
                (zone, name) in view.targets,
                cell in strong,
                name in fresh,
                (zone, name) in view.hint,
            )
            for cell, name in enumerate(LATTICE.names)
        ]

    def _cell(
        self,
        picture: Picture,
        view: View[State],
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
            mark_missing(picture, rect, size, covered, ground, look)
        elif place in view.targets:
            # The corner of a covered tile's mark is taken on the tile that was laid last.
            below = rect.y if fresh else rect.y + size.height - 1
            mark_legal(picture, rect, size, below if covered else None, cell in self._strong(view), ground, look)
        if fresh:
            last_mark(picture, rect.x, rect.y, size, on_ground(ground, look.palette.last, look), look)
        if place in view.hint:
            picture.put(rect.x, rect.y, look.glyphs.play, on_ground(ground, look.palette.accent, look))
        return ground

    def _under_cursor(
        self, picture: Picture, view: View[State], rect: Rect, size: TileSize, seat: Seat, spotlight: tuple[int, int]
    ) -> None:
        """The cell under the cursor: the ghost of the tile in hand where it may lie, a cross where it may not."""
        assert view.cursor is not None
        look, hand = view.look, in_hand(view)
        if hand is not None and view.cursor in view.targets:
            ground = look.soft(hue_of(look, hand))
            picture.fill(rect.x, rect.y, size.width, size.height, ground)
            label(picture, rect.x, rect.y, size, symbols(hand, look), ground)
            bracket(picture, rect.x, rect.y, size, ground, look)
            return
        ground = self._cell(picture, view, rect, size, view.cursor, seat, spotlight)
        bracket(picture, rect.x, rect.y, size, ground, look)
        if hand is not None:
            label(picture, rect.x, rect.y, size, look.glyphs.cross, on_ground(ground, look.palette.bad, look))

    def _face(
        self, picture: Picture, rect: Rect, size: TileSize, tableau: Tableau, cell: int, look: Look, lit: int
    ) -> Style:
        """The face of one cell; its style is returned."""
        kind = tableau.tops[cell]
        if kind == EMPTY:
            palette = look.palette
            ground = look.style(palette.grid, palette.lattice if tableau.room >> cell & 1 else palette.outside)
            face(picture, rect.x, rect.y, size, ground, look)
            if look.dotted and tableau.room >> cell & 1:
                label(picture, rect.x, rect.y, size, look.glyphs.dot, ground)
            return ground
        soft = bool(lit) and not lit >> cell & 1
        ground = tile(picture, rect.x, rect.y, size, kind, look, soft)
        if tableau.gems >> cell & 1:
            corner_mark(picture, rect.x, rect.y, size, look.glyphs.gem, ground)
        stack_mark(picture, rect.x, rect.y, size, look.glyphs.height(len(tableau.layers(cell))), ground)
        return ground

    def _strong(self, view: View[State]) -> frozenset[int]:
        """The cells on which the tile in question completes a rune."""
        kind = in_hand(view)
        if kind is None:
            return frozenset()
        if self._completing is None or self._completing[0] is not view.state:
            self._completing = (view.state, frozenset(completions(view.state, view.seat, kind)))
        return self._completing[1]

    def _spotlight(self, view: View[State]) -> tuple[int, int]:
        """The formation that the cursor is about: its cells, and those of them that are missing."""
        tableau = view.state.hunters[view.seat].tableau
        if not view.cursor or not tableau.tops:
            return 0, 0
        match action_at(view, view.cursor):
            case Declare(card, gem):
                mask, _ = witness(tableau, components().cards[card], gem)
                return mask, 0
        zone, name = view.cursor
        if zone != RUNE:
            return 0, 0
        near = self.memory.near(tableau, components().card_numbers[name])
        return near.cells, near.cells & ~tableau.marks[near.attribute]


def _frame(look: Look, size: TileSize, zone: str, x: int, y: int) -> Drawing:
    """Coordinates, and where each cell is."""
    drawing = Drawing(Picture(x + 2 + 8 * size.pitch, y + 1 + 8 * size.height, look.table))
    for column in range(8):
        drawing.picture.put(x + 2 + column * size.pitch + (size.width - 1) // 2, y, "ABCDEFGH"[column], look.grid)
    for row in range(8):
        drawing.picture.put(x, y + 1 + row * size.height + size.height // 2, str(row + 1), look.grid)
    for cell, name in enumerate(LATTICE.names):
        row, column = LATTICE.where(cell)
        at = (x + 2 + column * size.pitch, y + 1 + row * size.height)
        drawing.places[zone, name] = Rect(*at, size.width, size.height)
    return drawing


def track(drawing: Drawing, view: View[State], x: int, y: int) -> None:
    """The way through the manor: 26 spaces of three columns, the pawns on them, the princess and the passages."""
    picture, look, s, box = drawing.picture, view.look, view.state, components()
    picture.fill(x, y + 1, 79, 1, look.style(look.palette.muted, look.palette.lattice))
    there, end = standing(view), x
    for space in range(box.goal + 1):
        at = x + 3 * space
        name = look.clip(view.say(Text("GOAL")), picture.width - at) if space == box.goal else str(space)
        passage = s.ways and space in box.passages
        style = look.accent if passage or space == box.goal else look.muted
        picture.put(at, y, f"{name:>2}", style)
        if space in box.passages:
            arrow = look.glyphs.passage if s.ways else look.glyphs.dot
            picture.put(at + 2, y, arrow, style)
        if space in there:
            # Four pawns and the princess need more than the columns of their space.
            end = put(picture, max(at, end), y + 1, there[space])


def standing(view: View[State]) -> dict[int, list[tuple[str, Style]]]:
    """Who stands where: the carrier last, beside the princess. Where nobody does, a dot marks a space that matters."""
    look, s, box = view.look, view.state, components()
    ground, letters = look.palette.lattice, initials(view.names)
    found: dict[int, list[tuple[str, Style]]] = {}
    for seat in sorted(range(len(s.hunters)), key=lambda seat: seat == s.carrier):
        found.setdefault(s.hunters[seat].space, []).append((letters[seat], look.pawn(seat)))
    if not s.finished:
        found.setdefault(s.princess, []).append((look.glyphs.princess, look.style(look.palette.accent, ground, True)))
    for space in (box.tower, box.opening, box.goal):
        found.setdefault(space, [(look.glyphs.dot, look.style(look.palette.grid, ground))])
    return found
