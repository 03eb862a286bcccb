"""The small pieces of the princess' pictures: tiles with their symbols, marks on cells, formations, and words."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import Action, Piece, Text
from tilehall.engine.princess import FAR, NO_KIND, Card, Nearness, State, Tableau, components, nearness
from tilehall.engine.princess.pieces import BONUS, TILE, symbol
from tilehall.themes import Hue
from tilehall.tui.kernel.cells import width
from tilehall.tui.kernel.drawing import Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.play.picking import MENU
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.tiles import TileSize, face, label

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
    ("gem", "answer"): MENU,
}
LAYING = ("CELL", "EXTRA_CELL", "STEAL_CELL")


class Memory:
    """How near runes are, remembered: it is asked again at every key."""

    def __init__(self) -> None:
        self._near: dict[tuple[int, int], tuple[Tableau, Nearness]] = {}

    def near(self, tableau: Tableau, number: int) -> Nearness:
        """How near a rune is to being complete on these tiles."""
        key = (id(tableau), number)
        known = self._near.get(key)
        if known and known[0] is tableau:
            return known[1]
        if len(self._near) > 400:
            self._near.clear()
        found = nearness(tableau, components().cards[number]) if tableau.tops else Nearness(99, 0, 0, False)
        self._near[key] = (tableau, found)
        return found


def action_at(view: Glance[State], place: Place) -> Action | None:
    """The action that is listed at this place of the menu."""
    if view.picker is None or place[0] != MENU:
        return None
    return next((choice.action for choice in view.picker.menu() if choice.text == place[1]), None)


def in_hand(view: View[State]) -> int | None:
    """The tile that is to be laid now by the seat that looks on."""
    s: State = view.state
    if not view.picker or view.picker.decision.kind not in LAYING:
        return None
    if view.picker.decision.kind == "STEAL_CELL":
        return dict(s.stolen).get(view.seat)
    return None if s.hand == NO_KIND else s.hand


def hue_of(look: Look, kind: int) -> Hue:
    return look.palette.hue(HUES[components().marks[kind][0]])


def kind_words(kind: int) -> Text:
    element, sky = components().marks[kind]
    return Text("{element} and {sky}", element=symbol(element), sky=symbol(sky))


def chip(look: Look, piece: Piece) -> Styled:
    """A tile in its colour with its symbols, a rune by its number on a card, a bonus card in the colour it counts."""
    box = components()
    if piece.kind == TILE:
        kind = box.kind_numbers[piece.id]
        return ((symbols(kind, look), look.face(hue_of(look, kind))),)
    if piece.kind == BONUS:
        return ((piece.id, look.face(look.palette.hue(HUES[box.attributes.index(piece.id[0])]))),)
    if not box.cards[box.card_numbers[piece.id]].value:
        return ()
    return ((piece.id, look.style(look.palette.text, look.palette.lattice, bold=True)),)


def symbols(kind: int, look: Look) -> str:
    """The letter of the element and the sign of the sky."""
    element, sky = components().marks[kind]
    signs = (look.glyphs.moon, look.glyphs.star, look.glyphs.sun)
    return components().attributes[element] + signs[sky - 4]


def tile(picture: Picture, x: int, y: int, size: TileSize, kind: int, look: Look, soft: bool = False) -> Style:
    hue = hue_of(look, kind)
    style = look.soft(hue) if soft else look.face(hue)
    face(picture, x, y, size, style, look)
    signs = symbols(kind, look)
    label(picture, x, y, size, signs if size.width < 6 else f"{signs[0]} {signs[1]}", style)
    return style


def on_ground(ground: Style, ink: str, look: Look) -> Style:
    """A mark on a cell: in its colour on the quiet lattice, in the tile's own ink on a tile."""
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    if name in (look.palette.lattice, look.palette.outside):
        return look.style(ink, name, True)
    return ground


def mark_missing(picture: Picture, rect: Rect, size: TileSize, covered: bool, ground: Style, look: Look) -> None:
    """The mark of a cell that a formation still lacks."""
    style = look.style(look.palette.accent, ground.bgcolor.name if ground.bgcolor else "default", True)
    if covered:
        picture.put(rect.x, rect.y + size.height - 1, look.glyphs.pattern_missing, style)
    else:
        label(picture, rect.x, rect.y, size, look.glyphs.pattern_missing, style)


def mark_legal(
    picture: Picture, rect: Rect, size: TileSize, corner: int | None, strong: bool, ground: Style, look: Look
) -> None:
    """In the middle of an empty cell; in a corner of a tile, on the line that is given."""
    glyph = look.glyphs.legal_strong if strong else look.glyphs.legal
    ink = look.palette.accent if strong else look.palette.legal
    if corner is not None:
        picture.put(rect.x, corner, glyph if strong else look.glyphs.dot, ground)
    else:
        label(picture, rect.x, rect.y, size, glyph, on_ground(ground, ink, look))


def pattern(picture: Picture, x: int, y: int, card: Card, style: Style, look: Look, columns: int) -> None:
    """The formation of a card, two columns a cell; four cells wide on a narrow card it is turned or halved."""
    form = card.form
    wide, high = 1 + max([c for _, c in form]), 1 + max([r for r, _ in form])
    if 2 * wide > columns - 1 and high < wide and wide <= 4:
        form, wide, high = tuple((c, high - 1 - r) for r, c in form), high, wide
    if 2 * wide > columns - 1:
        half_pattern(picture, x, y, card, style, look)
        return
    for r, c in form:
        picture.put(x + 2 * c, y + r, look.glyphs.full * 2, style)


def half_pattern(picture: Picture, x: int, y: int, card: Card, style: Style, look: Look) -> None:
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


def nearness_words(near: Nearness) -> Text:
    if near.missing >= FAR:
        return Text("no room")
    if near.missing:
        return Text("need {missing}", missing=near.missing)
    return Text("ready") if near.gem else Text("no gem")


def nearness_in(look: Look, near: Nearness, columns: int) -> str:
    """How near a rune is in so many columns: in words, or by a sign where these are longer."""
    words = look.say(nearness_words(near))
    if width(words) <= columns:
        return words
    if near.missing >= FAR:
        return look.glyphs.cross
    if near.missing:
        return f"-{near.missing}"
    return look.glyphs.check if near.gem else f"{look.glyphs.check}-{look.glyphs.gem}"
