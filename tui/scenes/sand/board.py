"""The own board in large: light and dark boxes, pieces, the ghost of the tile in hand, and all marks."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style

from tilehall.engine.sand import BOXES, DARK, GRID, NO_POWER, Complete, Magician, State, components
from tilehall.tui.kernel.cells import width
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.picking import MENU
from tilehall.tui.play.view import View
from tilehall.tui.scenes.sand.pieces import hue, letter, on, piece
from tilehall.tui.scenes.sand.shapes import CARD, FROM, LAY, OWN, TO, Fitting, held, laid, squares
from tilehall.tui.scenes.tiles import TileSize, bracket, face, label, last_mark


@dataclass(slots=True)
class Marks:
    """What is shown on the boxes beside the pieces: for each box its ghost, whether it may be chosen, and so on."""

    ghost: dict[int, int]
    allowed: bool
    targets: frozenset[int]
    lit: int
    missing: dict[int, int]
    hint: dict[int, int | None]


def frame(drawing: Drawing, size: TileSize, x: int, y: int, look: Look) -> None:
    """Coordinates, and where each box is."""
    for column in range(GRID.width):
        at = x + 2 + column * size.pitch + (size.width - 1) // 2
        drawing.picture.put(at, y, GRID.name(column)[0], look.grid)
    for row in range(GRID.height):
        drawing.picture.put(x, y + 1 + row * size.height + size.height // 2, str(row + 1), look.grid)
    for box in range(GRID.size):
        r, c = GRID.where(box)
        rect = Rect(x + 2 + c * size.pitch, y + 1 + r * size.height, size.width, size.height)
        drawing.places[OWN, GRID.name(box)] = rect


def boxes(drawing: Drawing, view: View[State], size: TileSize, fitting: Fitting, lacking: int, nearest: int) -> None:
    """All boxes. `nearest` is where the building under the cursor lies or could lie, `lacking` what is missing."""
    marks = _marks(view, fitting, lacking, nearest)
    magician: Magician = view.state.magicians[view.seat]
    crystals = components().crystals[magician.power] if magician.power != NO_POWER else 0
    for box in range(GRID.size):
        rect = drawing.places[OWN, GRID.name(box)]
        ground = _box(drawing.picture, rect, size, magician, box, view.look, marks)
        if crystals >> box & 1:
            glyph = view.look.glyphs.crystal_clear
            drawing.picture.put(
                rect.x + size.width - 2,
                rect.y + (size.height > 2),
                glyph,
                on(ground, view.look.palette.accent, view.look),
            )
        _marks_on(drawing.picture, rect, size, view, box, ground, marks)


def _marks(view: View[State], fitting: Fitting, lacking: int, nearest: int) -> Marks:
    tile, here = held(view), _box_at(view.cursor)
    ghost = dict(laid(tile, view.turn, view.flipped, here)) if tile is not None and here is not None else {}
    allowed = bool(ghost) and here is not None and fitting.legal(view, here)
    if tile is not None:
        targets = frozenset(box for box in range(GRID.size) if fitting.legal(view, box))
    else:
        targets = frozenset(
            GRID.numbers[name] for zone, name in view.targets if zone in (OWN, FROM, TO) and name in GRID.numbers
        )
    missing = {bit % BOXES: bit // BOXES for bit in range(5 * BOXES) if lacking >> bit & 1} if lacking else {}
    return Marks(ghost, allowed, targets, nearest, missing, _hinted(view))


def _box_at(place: Place | None) -> int | None:
    return GRID.numbers.get(place[1]) if place and place[0] == OWN else None


def _hinted(view: View[State]) -> dict[int, int | None]:
    """The boxes of a hint, with the element of a tile to be laid."""
    found: dict[int, int | None] = {}
    for zone, name in view.hint:
        if zone == LAY:
            box, element = squares()[name]
            found[box] = element
        elif zone in (OWN, FROM, TO):
            found[GRID.numbers[name]] = None
    return found


def _box(picture: Picture, rect: Rect, size: TileSize, magician: Magician, box: int, look: Look, marks: Marks) -> Style:
    """One box with what lies there or would; the style of its corners is returned."""
    ground = _empty(look, box)
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    element = magician.on(box) if magician.occupied >> box & 1 else None
    if element is not None:
        soft = bool(marks.lit) and not marks.lit >> box & 1
        ground = piece(picture, rect.x, rect.y, size, element, bool(magician.disks >> box & 1), look, name, soft)
    elif DARK >> box & 1:
        picture.fill(rect.x, rect.y, size.width, size.height, ground, look.glyphs.dark)
    else:
        face(picture, rect.x, rect.y, size, ground, look)
        if look.ansi:
            label(picture, rect.x, rect.y, size, look.glyphs.dot, ground)
    return _ghost(picture, rect, size, magician, box, look, marks, ground) if box in marks.ghost else ground


def _empty(look: Look, box: int) -> Style:
    palette = look.palette
    if DARK >> box & 1:
        return look.style(palette.grid if look.ansi else palette.lattice, palette.outside)
    return look.style(palette.grid, palette.lattice)


def _ghost(
    picture: Picture, rect: Rect, size: TileSize, magician: Magician, box: int, look: Look, marks: Marks, ground: Style
) -> Style:
    """A square of the tile in hand, inside a large box all around which the old face is seen, and what it replaces."""
    element, inset = marks.ghost[box], int(size.height >= 4)
    style = look.soft(hue(look, element))
    picture.fill(rect.x, rect.y + inset, size.width, size.height - 2 * inset, style)
    label(picture, rect.x, rect.y, size, letter(element) if marks.allowed else look.glyphs.cross, style)
    old = magician.on(box) if magician.occupied >> box & 1 else None
    if old is not None:
        text = f"({letter(old)})" if magician.disks >> box & 1 else letter(old)
        warn = look.style("black" if look.ansi else look.palette.background, look.palette.warn, True)
        picture.put(rect.x + size.width - width(text) - (size.width > 4), rect.y, text, warn)
    return ground if inset else style


def _marks_on(
    picture: Picture, rect: Rect, size: TileSize, view: View[State], box: int, ground: Style, marks: Marks
) -> None:
    look, name, magician = view.look, GRID.name(box), view.state.magicians[view.seat]
    # A disk has no corners to write in.
    round_ = magician.disks >> box & 1
    filled = bool(magician.occupied >> box & 1) or box in marks.ghost
    if box in marks.missing:
        element = marks.missing[box]
        style = look.soft(hue(look, element))
        text = look.glyphs.pattern_missing + letter(element) + " " * bool(round_ and size.width > 4)
        label(picture, rect.x, rect.y, size, text, style)
    elif box in marks.targets and not marks.ghost.get(box, -1) >= 0:
        style = on(ground, look.palette.legal, look)
        if filled:
            picture.put(rect.x + round_, rect.y + (size.height - 1) * (1 - round_), look.glyphs.legal, style)
        else:
            label(picture, rect.x, rect.y, size, look.glyphs.legal, style)
    s: State = view.state
    if s.todo and s.todo[0][0] == "SUMMON" and s.settled >> box & 1 and s.seat == view.seat:
        picture.put(rect.x + round_, rect.y, look.glyphs.check, ground)
    if filled and name in view.marks and view.marked_seat == view.seat and box not in marks.ghost:
        last_mark(picture, rect.x + round_ * (size.width - 2), rect.y, size, on(ground, look.palette.last, look), look)
    if box in marks.hint:
        picture.put(rect.x + round_, rect.y, look.glyphs.play, on(ground, look.palette.accent, look))
        element_hinted = marks.hint[box]
        if element_hinted is not None and not filled:
            picture.put(rect.x + 1, rect.y, letter(element_hinted), on(ground, look.palette.accent, look))
    if view.cursor == (OWN, name):
        bracket(picture, rect.x, rect.y, size, ground, look)


def spotlight(view: View[State]) -> tuple[int | None, int]:
    """The building that the cursor is about, and the boxes it would take if that is settled."""
    if not view.cursor:
        return None, 0
    zone, name = view.cursor
    if zone == CARD:
        return components().card_numbers[name], 0
    if zone == MENU and view.picker is not None:
        chosen = next((choice.action for choice in view.picker.menu() if choice.text == name), None)
        if isinstance(chosen, Complete):
            return chosen.card, chosen.boxes
    return None, 0
