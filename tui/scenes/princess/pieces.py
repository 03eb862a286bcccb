"""The small pieces of the princess' pictures: tiles with their symbols, marks on cells, formations, and words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tilehall.engine.princess import NO_KIND, Card, Nearness, State, Tableau, components, nearness
from tilehall.themes import Hue
from tilehall.tui.kernel.drawing import Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
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
    ("gem", "answer"): "menu",
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


def card_named(name: str) -> Card:
    return components().cards[components().card_numbers[name]]


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


def kind_words(kind: int) -> str:
    names = components().attribute_names
    element, sky = components().marks[kind]
    return f"{names[element]} and {names[sky]}"


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


def pattern(picture: Picture, x: int, y: int, card: Card, style: Style, look: Look, width: int) -> None:
    """The formation of a card, two columns a cell; four cells wide on a narrow card it is turned or halved."""
    form = card.form
    wide, high = 1 + max(c for _, c in form), 1 + max(r for r, _ in form)
    if 2 * wide > width - 1 and high < wide and wide <= 4:
        form, wide, high = tuple((c, high - 1 - r) for r, c in form), high, wide
    if 2 * wide > width - 1:
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


def nearness_words(near: Nearness, held: bool) -> str:
    if near.missing > 8:
        return "no room"
    if near.missing:
        return f"need {near.missing}"
    return "ready" if near.gem else "no gem"


def initials(names: Sequence[str]) -> list[str]:
    """One letter a player: the first of the name, or the seat's letter where two begin alike."""
    first = [name[0].upper() for name in names]
    if len(set(first)) == len(first) and all(letter.isascii() for letter in first):
        return first
    return ["ABCD"[seat] for seat in range(len(names))]
