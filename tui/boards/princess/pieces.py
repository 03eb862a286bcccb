"""The pieces of the princess' pictures: zones, tiles with their symbols, marks on cells, chips."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from tilehall.engine import Action, Piece, Text
from tilehall.engine import name_text as named
from tilehall.engine.games.princess import (
    LATTICE,
    NO_KIND,
    PrincessState,
    RuneCard,
    RuneNearness,
    Tableau,
    bits,
    components,
    nearness,
    rune_value,
)
from tilehall.engine.games.princess.names import BONUS, TILE, symbol
from tilehall.themes import Hue
from tilehall.tui.boards.panel import draw_box
from tilehall.tui.boards.renderer import WordContext
from tilehall.tui.boards.tiles import TileSize, draw_face, draw_label
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

HUES = ("yellow", "blue", "red", "green")
"""The colours of earth, water, fire and wind."""
OWN, VICTIM, DISPLAY, RUNE, SIDE = "own", "victim", "display", "rune", "side"
STOCK, HUNTER, WAY = "stock", "hunter", "way"
TRACK, PILE, DECK, HOLD, GEMS, IN_HAND = "track", "pile", "deck", "hold", "gems", "hand"
THEIRS = ("theirs 0", "theirs 1", "theirs 2", "theirs 3")
"""Zones that can only be looked at: the cells of each hunter's small board, and unique things."""
"""What can be pointed at and is never a choice: the own sprites, the other hunters, and what stands on the way."""
STEPS, PASSAGES, PRINCESS = "steps", "passages", "princess"
"""The places above the way."""
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
TAKING = ("RUNE", "RECALL", "SPRITE", "TAKE")
"""The decisions in which a digit takes a tile, by passing first if necessary."""


class RuneStatus(NamedTuple):
    """How near a rune is to completion on a tableau, and the steps it brings if declared now."""

    near: RuneNearness
    worth: int


class RuneCache:
    """Caches how near runes are to completion, which is asked at every key press."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Tableau, RuneStatus]] = {}

    def nearness(self, tableau: Tableau, number: int) -> RuneNearness:
        """Returns how near a rune is to completion on these tiles."""
        return self.status(tableau, number).near

    def status(self, tableau: Tableau, number: int) -> RuneStatus:
        """Returns the nearness, and the steps the rune is worth now."""
        key = (id(tableau), number)
        known = self._known.get(key)
        if known and known[0] is tableau:
            return known[1]
        if len(self._known) > 400:
            self._known.clear()
        found = _rune_status(tableau, components().cards[number])
        self._known[key] = (tableau, found)
        return found


def _rune_status(tableau: Tableau, card: RuneCard) -> RuneStatus:
    if not tableau.tops:
        return RuneStatus(RuneNearness(99, 0, 0, False), 0)
    return RuneStatus(
        nearness(tableau, card), max([rune_value(tableau, card, gem) for gem in bits(tableau.gems)], default=0)
    )


def menu_action_at(view: CursorContext[PrincessState], place: Place) -> Action | None:
    """Returns the action listed at this place of the menu."""
    if view.selection is None or place[0] != MENU:
        return None
    return next((choice.action for choice in view.selection.menu() if choice.text == place[1]), None)


def tile_in_hand(view: CursorContext[PrincessState]) -> int | None:
    """Returns the kind of the tile that the viewer has to lay now."""
    s: PrincessState = view.state
    if not view.selection or view.selection.decision.kind not in LAYING:
        return None
    if view.selection.decision.kind == "STEAL_CELL":
        return dict(s.stolen).get(view.seat)
    return None if s.hand == NO_KIND else s.hand


def small_tableau_corner(tableau: Tableau) -> tuple[int, int]:
    """Returns the first row and column of the 5x5 cells shown of a small tableau."""
    if not tableau.tops:
        return 3, 3
    top, left, bottom, right = LATTICE.bounding_box(tableau.occupied)
    # Centres the tiles as long as there is room around them.
    return (
        max(0, min(3, top - (4 - bottom + top) // 2)),
        max(0, min(3, left - (4 - right + left) // 2)),
    )


def hue_of(look: Look, kind: int) -> Hue:
    return look.palette.hue(HUES[components().marks[kind][0]])


def kind_words(kind: int) -> Text:
    element, sky = components().marks[kind]
    return Text("{element} and {sky}", element=symbol(element), sky=symbol(sky))


def piece_chip(look: Look, piece: Piece) -> StyledLine:
    """Returns a tile in its colour with its symbols, a rune by its name, a bonus card by what it counts."""
    box = components()
    if piece.kind == TILE:
        kind = box.kind_numbers[piece.id]
        return ((tile_symbols(kind, look), look.face(hue_of(look, kind))),)
    if piece.kind == BONUS:
        element = box.attributes.index(piece.id[0])
        counted = Text("most {element}" if piece.id[1] == "+" else "least {element}", element=symbol(element))
        return ((look.say(counted), look.face(look.palette.hue(HUES[element]))),)
    called = look.say(named(box.cards[box.card_numbers[piece.id]].name))
    return ((called, look.style(look.palette.text, look.palette.lattice, bold=True)),)


def style_word(look: Look, word: str, where: WordContext) -> StyledLine:
    """Styles the letters of a tile, of a rune card, of a bonus card; in a table that of an element."""
    box = components()
    if where == "table" and word in box.attributes[: len(HUES)]:
        return ((word, look.face(look.palette.hue(HUES[box.attributes.index(word)]))),)
    if word in box.kind_numbers:
        return ((word, look.face(hue_of(look, box.kind_numbers[word]))),)
    if word in box.bonuses:
        return ((word, look.face(look.palette.hue(HUES[box.attributes.index(word[0])]))),)
    if word in box.card_numbers:
        return ((word, look.style(look.palette.text, look.palette.lattice, bold=True)),)
    return ()


def tile_symbols(kind: int, look: Look) -> str:
    """Returns the letter of the element and the sign of the sky."""
    element, sky = components().marks[kind]
    signs = (look.glyphs.moon, look.glyphs.star, look.glyphs.sun)
    return components().attributes[element] + signs[sky - 4]


def draw_tile(picture: Picture, x: int, y: int, size: TileSize, kind: int, look: Look, soft: bool = False) -> Style:
    hue = hue_of(look, kind)
    style = look.soft(hue) if soft else look.face(hue)
    draw_face(picture, x, y, size, style, look)
    if look.colourless:
        draw_box(picture, Rect(x, y, size.width, size.height), style, look)
    draw_symbols(picture, x, y, size, kind, style, look)
    return style


def draw_symbols(picture: Picture, x: int, y: int, size: TileSize, kind: int, style: Style, look: Look) -> None:
    """Draws the two symbols of a tile, with their names above and below on a large one."""
    signs = tile_symbols(kind, look)
    draw_label(picture, x, y, size, signs if size.width < 6 else f"{signs[0]} {signs[1]}", style)
    if size.width < 9 or size.height < 5:
        return
    for attribute, away in zip(components().marks[kind], (-1, 1), strict=True):
        words = look.clip(look.say(symbol(attribute)), size.width - 4)
        row = y + size.height // 2 + away
        picture.put(x + (size.width - width(words)) // 2, row, words, style)


def ink_on(ground: Style, ink: str, look: Look) -> Style:
    """Returns the style of a mark on a cell: its own colour on the lattice, the tile's text colour on a tile."""
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    if name in (look.palette.lattice, look.palette.outside):
        return look.style(ink, name, True)
    return ground


def mark_missing(picture: Picture, rect: Rect, size: TileSize, covered: bool, ground: Style, look: Look) -> None:
    """Draws the mark of a cell that a formation still lacks."""
    style = ink_on(ground, look.palette.accent, look)
    if covered:
        picture.put(rect.x, rect.y + size.height - 1, look.glyphs.pattern_missing, style)
    else:
        draw_label(picture, rect.x, rect.y, size, look.glyphs.pattern_missing, style)


def mark_legal(
    picture: Picture, rect: Rect, size: TileSize, corner: int | None, strong: bool, ground: Style, look: Look
) -> None:
    """Draws the mark of a legal place: in the middle of an empty cell, in the `corner` line of a tile."""
    glyph = look.glyphs.legal_strong if strong else look.glyphs.legal
    ink = look.palette.accent if strong else look.palette.legal
    if corner is not None:
        picture.put(rect.x, corner, glyph, ground)
    else:
        draw_label(picture, rect.x, rect.y, size, glyph, ink_on(ground, ink, look))
