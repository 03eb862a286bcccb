"""Draws the tableau: the lattice with tiles, gems, marks and cursor; before it is chosen, both sides of the board."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import SeatNo, Text, Who
from tilehall.engine.games.princess import (
    EMPTY,
    LATTICE,
    PrincessState,
    Tableau,
    best_cells,
    components,
    find_witness,
    victim_seat,
)
from tilehall.engine.games.princess.actions import DeclareRune
from tilehall.themes import Hue
from tilehall.tui.boards.panel import draw_box
from tilehall.tui.boards.princess.pieces import (
    OWN,
    RUNE,
    SIDE,
    VICTIM,
    RuneCache,
    draw_symbols,
    draw_tile,
    hue_of,
    ink_on,
    mark_legal,
    mark_missing,
    menu_action_at,
    tile_in_hand,
)
from tilehall.tui.boards.princess.rune_cards import draw_card_title, draw_outline
from tilehall.tui.boards.short_names import fit_player_sentence
from tilehall.tui.boards.tiles import (
    TileSize,
    draw_corner_mark,
    draw_cursor,
    draw_face,
    draw_label,
    draw_last_mark,
    draw_stack_mark,
)
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.cells import fold
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture


class TableauPainter:
    """Paints a tableau and caches what does not change with the cursor."""

    def __init__(self, rune_cache: RuneCache) -> None:
        self.rune_cache = rune_cache
        self._best_cells: tuple[PrincessState, frozenset[int]] | None = None
        self._frames = SourceCache[Drawing]()
        self._painted_cells: tuple[Drawing, list[object]] | None = None
        """The cells as they were painted last, and from what each of them was."""

    def paint(self, drawing: Drawing, view: View[PrincessState], size: TileSize, area: Rect, titled: bool) -> None:
        kind = view.selection.decision.kind if view.selection else ""
        robbing = kind == "STEAL_PICK"
        zone, seat = (VICTIM, victim_seat(view.state, view.seat)) if robbing else (OWN, view.seat)
        x, y = area.x, area.y + titled
        frame = self._frames.get("", (view.look, size, zone, x, y), lambda: _frame(view.look, size, zone, x, y))
        if view.state.hunters[seat].tableau.tops:
            self._cells(drawing, view, size, frame, zone, seat)
        else:
            drawing.picture.paste(0, 0, frame.picture)
            drawing.places.update(frame.places)
            self._painted_cells = None
            self._paint_sides(drawing, view, size, zone, y)
        if titled:
            self._title(drawing.picture, view, seat, area)
        elif robbing:
            # The prompt says whose board it is; the letters above the columns keep the owner's colour.
            drawing.picture.put(area.x, area.y, view.look.glyphs.seat(seat), view.look.pawn(seat))
            _letters(drawing.picture, area.x, area.y, size, view.look.seat(seat))

    def _title(self, picture: Picture, view: View[PrincessState], seat: SeatNo, area: Rect) -> None:
        """Draws whose tableau it is, and on another hunter's what has to be decided."""
        look = view.look
        picture.fill(area.x + 2, area.y, area.width - 2, 1, look.table)
        end = picture.put(area.x + 2, area.y, look.glyphs.seat(seat), look.pawn(seat)) + 1
        left = area.x + area.width - end
        if seat == view.seat:
            whose = Text("Your board") if view.is_own else Text("{who}'s board", who=Who(seat))
            picture.put(end, area.y, fit_player_sentence(look, whose, view.names, seat, left), look.muted)
            return
        picture.put(
            end,
            area.y,
            fit_player_sentence(look, Text("{who}'s board: take one tile", who=Who(seat)), view.names, seat, left),
            look.strong,
        )

    def _paint_sides(self, drawing: Drawing, view: View[PrincessState], size: TileSize, zone: str, top: int) -> None:
        """Draws both sides of the board side by side, before one is chosen."""
        look, board = view.look, view.state.hunters[view.seat].board
        picture = drawing.picture
        for cell in range(LATTICE.size):
            rect = drawing.places.pop((zone, LATTICE.name(cell)))
            draw_face(picture, rect.x, rect.y, size, look.style(look.palette.grid, look.palette.outside), look)
        if not board:
            return
        for side, column in (("a", 1), ("b", 5)):
            x, y = 2 + column * size.pitch, top + 1 + 3 * size.height
            place = (SIDE, side)
            area = Rect(x - 2, y - 1, 2 * size.pitch + 3, 2 * size.height + 2)
            drawing.places[place] = area
            chosen, may = view.cursor == place, place in view.targets
            picture.fill(area.x, area.y, area.width, area.height, look.table)
            draw_outline(picture, area, view, place in view.hint_places, may, chosen)
            draw_card_title(picture, area, look, Text("side {side}", side=side), look.strong)
            for n, kind in enumerate(components().printed[board + side]):
                spot = (x + n % 2 * size.pitch, y + n // 2 * size.height)
                draw_tile(picture, *spot, size, kind, look)
        words = Text("Four tiles to begin with; the rest is laid around them.")
        below = top + 2 + 6 * size.height
        for n, line in enumerate(fold(view.say(words), 7 * size.pitch - 1, 2, look.glyphs.ellipsis)):
            picture.fill(2, below + n, 8 * size.pitch - 1, 1, look.table)
            picture.put(2 + size.pitch, below + n, line, look.muted)

    def _cells(
        self, drawing: Drawing, view: View[PrincessState], size: TileSize, frame: Drawing, zone: str, seat: SeatNo
    ) -> None:
        """Draws all cells, repainting only those whose source changed, and then the one under the cursor."""
        if self._painted_cells is None or self._painted_cells[0] is not frame:
            self._painted_cells = frame, [None] * LATTICE.size
        spotlight, sources, picture = self._spotlight(view), self._painted_cells[1], frame.picture
        for cell, source in enumerate(self._sources(view, zone, seat, spotlight)):
            if sources[cell] != source:
                sources[cell], place = source, (zone, LATTICE.names[cell])
                self._cell(picture, view, frame.places[place], size, place, seat, spotlight)
        drawing.picture.paste(0, 0, picture)
        drawing.places.update(frame.places)
        if view.cursor and view.cursor[0] == zone:
            self._under_cursor(drawing.picture, view, frame.places[view.cursor], size, seat, spotlight)

    def _sources(self, view: View[PrincessState], zone: str, seat: SeatNo, spotlight: tuple[int, int]) -> list[object]:
        """Returns for each cell everything that it is painted from."""
        tableau: Tableau = view.state.hunters[seat].tableau
        tops, gems, room, (lit, missing) = tableau.tops, tableau.gems, tableau.room, spotlight
        fresh, strong = view.marks if view.marked_seat == seat else frozenset(), self.best_cells(view)
        covered = [0] * LATTICE.size
        for cell, _ in tableau.under:
            covered[cell] += 1
        return [
            (
                tops[cell],
                covered[cell],
                gems >> cell & 1,
                room >> cell & 1,
                not lit or tops[cell] == EMPTY or lit >> cell & 1,
                missing >> cell & 1,
                (zone, name) in view.targets,
                cell in strong,
                name in fresh,
                (zone, name) in view.hint_places,
            )
            for cell, name in enumerate(LATTICE.names)
        ]

    def _cell(
        self,
        picture: Picture,
        view: View[PrincessState],
        rect: Rect,
        size: TileSize,
        place: Place,
        seat: SeatNo,
        spotlight: tuple[int, int],
    ) -> Style:
        """Draws one cell with its marks and returns the style of its face."""
        look, tableau, cell = view.look, view.state.hunters[seat].tableau, LATTICE.numbers[place[1]]
        lit, missing = spotlight
        covered, fresh = tableau.tops[cell] != EMPTY, place[1] in view.marks and view.marked_seat == seat
        ground = self._face(picture, rect, size, tableau, cell, look, lit)
        if missing >> cell & 1:
            mark_missing(picture, rect, size, covered, ground, look)
        elif place in view.targets:
            # The tile laid last has its own mark in the corner used for legal places.
            below = rect.y if fresh else rect.y + size.height - 1
            mark_legal(picture, rect, size, below if covered else None, cell in self.best_cells(view), ground, look)
        if fresh:
            draw_last_mark(picture, rect.x, rect.y, size, ink_on(ground, look.palette.last, look), look)
        if place in view.hint_places:
            picture.put(rect.x, rect.y, look.glyphs.hint, ink_on(ground, look.palette.accent, look))
        return ground

    def _under_cursor(
        self,
        picture: Picture,
        view: View[PrincessState],
        rect: Rect,
        size: TileSize,
        seat: SeatNo,
        spotlight: tuple[int, int],
    ) -> None:
        """Draws the cell under the cursor: the ghost of the tile in hand if it may lie there, otherwise a cross."""
        assert view.cursor is not None
        look, hand = view.look, tile_in_hand(view)
        if hand is not None and view.cursor in view.targets:
            ground = _ghost(picture, rect, hue_of(look, hand), look)
            draw_symbols(picture, rect.x, rect.y, size, hand, ground, look)
            draw_cursor(picture, rect.x, rect.y, size, ground, look)
            return
        ground = self._cell(picture, view, rect, size, view.cursor, seat, spotlight)
        draw_cursor(picture, rect.x, rect.y, size, ground, look)
        if hand is not None:
            draw_label(picture, rect.x, rect.y, size, look.glyphs.cross, ink_on(ground, look.palette.bad, look))

    def _face(
        self, picture: Picture, rect: Rect, size: TileSize, tableau: Tableau, cell: int, look: Look, lit: int
    ) -> Style:
        """Draws the face of one cell and returns its style."""
        kind = tableau.tops[cell]
        if kind == EMPTY:
            palette = look.palette
            ground = look.style(palette.grid, palette.lattice if tableau.room >> cell & 1 else palette.outside)
            if look.colourless:
                picture.fill(rect.x, rect.y, size.width, size.height, ground)
            else:
                draw_face(picture, rect.x, rect.y, size, ground, look)
            if look.dotted and tableau.room >> cell & 1:
                # Where grounds have no colour, the corners of the cell are drawn.
                picture.put(rect.x, rect.y, look.glyphs.line_tl, ground)
                picture.put(rect.x + size.width - 1, rect.y + size.height - 1, look.glyphs.line_br, ground)
            return ground
        soft = bool(lit) and not lit >> cell & 1
        ground = draw_tile(picture, rect.x, rect.y, size, kind, look, soft)
        if tableau.gems >> cell & 1:
            draw_corner_mark(picture, rect.x, rect.y, size, look.glyphs.gem, ground)
        draw_stack_mark(picture, rect.x, rect.y, size, look.glyphs.height(len(tableau.kinds_at(cell))), ground)
        return ground

    def best_cells(self, view: CursorContext[PrincessState]) -> frozenset[int]:
        """Returns the cells on which the tile in hand completes most."""
        kind = tile_in_hand(view)
        if kind is None:
            return frozenset()
        if self._best_cells is None or self._best_cells[0] is not view.state:
            self._best_cells = (view.state, best_cells(view.state, view.seat, kind))
        return self._best_cells[1]

    def _spotlight(self, view: View[PrincessState]) -> tuple[int, int]:
        """Returns the cells of the rune under the cursor, and those of them that are missing."""
        tableau = view.state.hunters[view.seat].tableau
        if not view.cursor or not tableau.tops:
            return 0, 0
        match menu_action_at(view, view.cursor):
            case DeclareRune(card, gem):
                mask, _ = find_witness(tableau, components().cards[card], gem)
                return mask, 0
        zone, name = view.cursor
        if zone != RUNE:
            return 0, 0
        near = self.rune_cache.nearness(tableau, components().card_numbers[name])
        return near.cells, near.cells & ~tableau.marks[near.attribute]


def _ghost(picture: Picture, rect: Rect, hue: Hue, look: Look) -> Style:
    """Draws a tile that would be laid: dimmed, or hollow without dim colours; returns its style."""
    ground = look.table if look.ansi else look.soft(hue)
    picture.fill(*rect, ground)
    if look.ansi:
        draw_box(picture, rect, look.on_table(hue.face, bold=True), look)
    elif look.colourless:
        draw_box(picture, rect, ground, look)
    return ground


def _letters(picture: Picture, x: int, y: int, size: TileSize, style: Style) -> None:
    """Draws the names of the columns above them."""
    for column, letter in enumerate("ABCDEFGH"):
        picture.put(x + 2 + column * size.pitch + (size.width - 1) // 2, y, letter, style)


def _frame(look: Look, size: TileSize, zone: str, x: int, y: int) -> Drawing:
    """Draws the coordinates and sets the place of each cell."""
    drawing = Drawing(Picture(x + 2 + 8 * size.pitch, y + 1 + 8 * size.height, look.table))
    _letters(drawing.picture, x, y, size, look.grid)
    for row in range(8):
        drawing.picture.put(x, y + 1 + row * size.height + size.height // 2, str(row + 1), look.grid)
    for cell, name in enumerate(LATTICE.names):
        row, column = LATTICE.row_and_column(cell)
        at = (x + 2 + column * size.pitch, y + 1 + row * size.height)
        drawing.places[zone, name] = Rect(*at, size.width, size.height)
    return drawing
