"""Draws the viewer's board: light and dark boxes, pieces, the ghost of the tile in hand, and all marks."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style

from tilehall.engine.games.sand import (
    BOXES,
    DARK,
    ELEMENTS,
    GRID,
    NO_POWER,
    CompleteBuilding,
    Magician,
    SandState,
    components,
)
from tilehall.tui.boards.sand.pieces import dark_box_style, draw_piece, element_hue, element_letter, ink_on
from tilehall.tui.boards.sand.placement import (
    CARD,
    FROM,
    LAY,
    OWN,
    TO,
    PlacementCache,
    held_tile,
    laid_tile,
    tile_squares,
)
from tilehall.tui.boards.tiles import TileSize, draw_cursor, draw_face, draw_label, draw_last_mark
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture

COLUMN = sum(1 << BOXES * element for element in range(ELEMENTS))
"""The bits of one box, one for each element."""


@dataclass(slots=True)
class BoxMarks:
    """The marks of the boxes: for each box its ghost, whether it may be chosen, and so on."""

    ghost: dict[int, int]
    allowed: bool
    targets: frozenset[int]
    lit: int
    missing: dict[int, int]
    hint: dict[int, int | None]


class BoxPainter:
    """Paints the viewer's board and repaints only the boxes that changed."""

    def __init__(self) -> None:
        self._frames = SourceCache[Drawing]()
        self._shown: tuple[Drawing, list[object]] | None = None
        """The board as it was painted last, and from what each box of it was."""

    def paint(
        self,
        drawing: Drawing,
        view: View[SandState],
        size: TileSize,
        fitting: PlacementCache,
        lacking: int,
        nearest: int,
    ) -> None:
        """Draws the board in the upper left corner.

        `nearest` has the boxes of the building under the cursor where it is nearest, `lacking` the missing ones.
        """
        board, sources = self._board(view.look, size)
        marks = _marks(view, fitting, lacking, nearest)
        for box, source in enumerate(_sources(view, marks)):
            if sources[box] != source:
                sources[box] = source
                _painted(board.picture, board.places[OWN, GRID.names[box]], view, size, box, marks)
        drawing.picture.paste(0, 0, board.picture)
        drawing.places.update(board.places)

    def _board(self, look: Look, size: TileSize) -> tuple[Drawing, list[object]]:
        """Returns the cached drawing of the board, and the sources of its boxes."""
        frame = self._frames.get("", (look, size), lambda: _frame(look, size))
        if self._shown is None or self._shown[0] is not frame:
            self._shown = frame, [None] * GRID.size
        return self._shown


def _frame(look: Look, size: TileSize) -> Drawing:
    """Draws the coordinates and sets the place of each box."""
    drawing = Drawing(Picture(2 + GRID.width * size.pitch, 1 + GRID.height * size.height, look.table))
    for column in range(GRID.width):
        at = 2 + column * size.pitch + (size.width - 1) // 2
        drawing.picture.put(at, 0, GRID.name(column)[0], look.grid)
    for row in range(GRID.height):
        drawing.picture.put(0, 1 + row * size.height + size.height // 2, str(row + 1), look.grid)
    for box in range(GRID.size):
        r, c = GRID.row_and_column(box)
        rect = Rect(2 + c * size.pitch, 1 + r * size.height, size.width, size.height)
        drawing.places[OWN, GRID.name(box)] = rect
    return drawing


def _sources(view: View[SandState], marks: BoxMarks) -> list[object]:
    """Returns for each box everything that it is painted from."""
    s: SandState = view.state
    magician: Magician = s.magicians[view.seat]
    pieces, disks, lit, fresh = magician.pieces, magician.disks, marks.lit, view.marked_seat == view.seat
    settled = s.settled if s.todo and s.todo[0][0] == "SUMMON" and s.seat == view.seat else 0
    here = _box_at(view.cursor)
    return [
        (
            pieces >> box & COLUMN,
            disks >> box & 1,
            lit >> box & 1,
            (marks.ghost.get(box), marks.allowed) if box in marks.ghost else None,
            marks.missing.get(box),
            box in marks.targets,
            settled >> box & 1,
            fresh and GRID.names[box] in view.marks,
            (marks.hint[box],) if box in marks.hint else None,
            box == here,
            magician.power,
        )
        for box in range(GRID.size)
    ]


def _painted(picture: Picture, rect: Rect, view: View[SandState], size: TileSize, box: int, marks: BoxMarks) -> None:
    magician: Magician = view.state.magicians[view.seat]
    ground = _box(picture, rect, size, magician, box, view.look, marks)
    if magician.power != NO_POWER and components().crystals[magician.power] >> box & 1:
        style = ink_on(ground, view.look.palette.accent, view.look)
        picture.put(rect.x + size.width - 2, rect.y + (size.height > 2), view.look.glyphs.crystal_clear, style)
    _marks_on(picture, rect, size, view, box, ground, marks)


def _marks(view: View[SandState], fitting: PlacementCache, lacking: int, nearest: int) -> BoxMarks:
    tile, here = held_tile(view), _box_at(view.cursor)
    ghost = dict(laid_tile(tile, view.rotation, view.flipped, here)) if tile is not None and here is not None else {}
    allowed = bool(ghost) and here is not None and fitting.is_legal(view, here)
    if tile is not None:
        targets = fitting.boxes(view)
    else:
        targets = frozenset(
            GRID.numbers[name] for zone, name in view.targets if zone in (OWN, FROM, TO) and name in GRID.numbers
        )
    missing = {bit % BOXES: bit // BOXES for bit in range(5 * BOXES) if lacking >> bit & 1} if lacking else {}
    return BoxMarks(ghost, allowed, targets, nearest, missing, _hinted(view))


def _box_at(place: Place | None) -> int | None:
    return GRID.numbers.get(place[1]) if place and place[0] == OWN else None


def _hinted(view: View[SandState]) -> dict[int, int | None]:
    """Returns the boxes of the hint, with the elements of the tile to be laid."""
    found: dict[int, int | None] = {}
    for zone, name in view.hint_places:
        if zone == LAY:
            box, element = tile_squares()[name]
            found[box] = element
        elif zone in (OWN, FROM, TO):
            found[GRID.numbers[name]] = None
    return found


def _box(
    picture: Picture, rect: Rect, size: TileSize, magician: Magician, box: int, look: Look, marks: BoxMarks
) -> Style:
    """Draws one box with its piece or ghost and returns the style of its corners."""
    ground = _empty(look, box)
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    element = magician.element_at(box) if magician.occupied >> box & 1 else None
    if element is not None:
        disk = bool(magician.disks >> box & 1)
        ground = draw_piece(picture, rect.x, rect.y, size, element, disk, look, name)
        if look.colourless and not disk:
            _solid(picture, rect, look, ground)
    elif DARK >> box & 1:
        picture.fill(rect.x, rect.y, size.width, size.height, ground, look.glyphs.dark)
    else:
        draw_face(picture, rect.x, rect.y, size, ground, look)
        if look.dotted:
            _outline(picture, rect, look, ground)
    return _ghost(picture, rect, size, magician, box, look, marks, ground) if box in marks.ghost else ground


def _outline(picture: Picture, rect: Rect, look: Look, style: Style) -> None:
    """Draws an empty light box as an outline where there are no colours; the box below draws the shared edge."""
    glyphs = look.glyphs
    picture.put(rect.x, rect.y, glyphs.line_tl + glyphs.line_h * (rect.width - 2) + glyphs.line_tr, style)
    for x in (rect.x, rect.x + rect.width - 1):
        picture.fill(x, rect.y + 1, 1, rect.height - 1, style, glyphs.line_v)


def _solid(picture: Picture, rect: Rect, look: Look, style: Style) -> None:
    """Draws a square with filled edges, where there are no colours."""
    picture.fill(rect.x, rect.y, rect.width, 1, style, look.glyphs.full)
    for x in (rect.x, rect.x + rect.width - 1):
        picture.fill(x, rect.y + 1, 1, rect.height - 1, style, look.glyphs.full)


def _empty(look: Look, box: int) -> Style:
    if DARK >> box & 1:
        return dark_box_style(look)
    return look.style(look.palette.grid, look.palette.lattice)


def _ghost(
    picture: Picture,
    rect: Rect,
    size: TileSize,
    magician: Magician,
    box: int,
    look: Look,
    marks: BoxMarks,
    ground: Style,
) -> Style:
    """Draws a square of the tile in hand; a large box keeps the old face around it, with what it replaces."""
    element, inset = marks.ghost[box], int(size.height >= 4)
    style = look.soft(element_hue(look, element))
    picture.fill(rect.x, rect.y + inset, size.width, size.height - 2 * inset, style)
    edge = look.style(look.palette.ghost, look.palette.lattice, True)
    for x in (rect.x, rect.x + size.width - 1):
        picture.fill(x, rect.y + inset, 1, size.height - 2 * inset, edge, look.glyphs.fence_v)
    draw_label(picture, rect.x, rect.y, size, element_letter(element) if marks.allowed else look.glyphs.cross, style)
    old = magician.element_at(box) if magician.occupied >> box & 1 else None
    if old is not None:
        text = f"({element_letter(old)})" if magician.disks >> box & 1 else element_letter(old)
        warn = look.style("black" if look.ansi else look.palette.background, look.palette.warn, True)
        picture.put(rect.x + size.width - width(text) - (size.width > 4), rect.y, text, warn)
    return ground if inset else style


def _marks_on(
    picture: Picture, rect: Rect, size: TileSize, view: View[SandState], box: int, ground: Style, marks: BoxMarks
) -> None:
    look, name, magician = view.look, GRID.name(box), view.state.magicians[view.seat]
    # A disk has no corners to write in.
    round_ = magician.disks >> box & 1
    filled = bool(magician.occupied >> box & 1) or box in marks.ghost
    counted = bool(marks.lit >> box & 1) and box not in marks.ghost
    if box in marks.missing:
        style = look.soft(element_hue(look, marks.missing[box]))
        _lettered(picture, rect, size, look.glyphs.pattern_missing, marks.missing[box], bool(round_), style)
    elif box in marks.targets and not marks.ghost.get(box, -1) >= 0:
        style = ink_on(ground, look.palette.legal, look)
        if filled:
            picture.put(rect.x + round_, rect.y + (size.height - 1) * (1 - round_), look.glyphs.legal, style)
        else:
            draw_label(picture, rect.x, rect.y, size, look.glyphs.legal, style)
    element = magician.element_at(box) if magician.occupied >> box & 1 else None
    if counted and element is not None and box not in marks.missing:
        # Dimming all others would say the same for three times the bytes.
        _counted(picture, rect, size, element, bool(round_), ground, look)
    s: SandState = view.state
    if s.todo and s.todo[0][0] == "SUMMON" and s.settled >> box & 1 and s.seat == view.seat:
        picture.put(rect.x + round_, rect.y, look.glyphs.check, ground)
    if filled and name in view.marks and view.marked_seat == view.seat and box not in marks.ghost:
        draw_last_mark(
            picture, rect.x + round_ * (size.width - 2), rect.y, size, ink_on(ground, look.palette.last, look), look
        )
    if box in marks.hint:
        picture.put(rect.x + round_, rect.y, look.glyphs.hint, ink_on(ground, look.palette.accent, look))
        element_hinted = marks.hint[box]
        if element_hinted is not None and not filled:
            picture.put(rect.x + 1, rect.y, element_letter(element_hinted), ink_on(ground, look.palette.accent, look))
    if view.cursor == (OWN, name):
        draw_cursor(picture, rect.x, rect.y, size, ground, look)


def _lettered(
    picture: Picture, rect: Rect, size: TileSize, mark: str, element: int, round_: bool, style: Style
) -> None:
    """Draws a mark and the letter of an element over the letter of the box; in brackets for a disk."""
    draw_label(picture, rect.x, rect.y, size, mark + element_letter(element) + " " * (round_ and size.width > 4), style)


def _counted(picture: Picture, rect: Rect, size: TileSize, element: int, disk: bool, ground: Style, look: Look) -> None:
    """Marks that a piece counts for a building; a small disk has no room for it beside the letter."""
    if disk and size.width <= 4:
        picture.put(rect.x + size.width - 2, rect.y, look.glyphs.pattern_have, ground)
    else:
        _lettered(picture, rect, size, look.glyphs.pattern_have, element, disk, ground)


def building_focus(view: View[SandState]) -> tuple[int | None, int]:
    """Returns the building that the cursor refers to, and the boxes it would take if they are determined."""
    if not view.cursor:
        return None, 0
    zone, name = view.cursor
    if zone == CARD:
        return components().card_numbers[name], 0
    if zone == MENU and view.selection is not None:
        chosen = next((choice.action for choice in view.selection.menu() if choice.text == name), None)
        if isinstance(chosen, CompleteBuilding):
            return chosen.card, chosen.boxes
    return None, 0
