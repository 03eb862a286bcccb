"""The princess' game on screen: the manor, the tiles of every hunter, the display and the runes. No rules.

Zones: own (cells of the own tableau), victim (cells of the robbed one), display (kinds), rune (cards), side (a, b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tilehall.engine import Action, Piece, Text, listed, plain
from tilehall.engine import name as named
from tilehall.engine.princess import (
    FAR,
    HOLE,
    LATTICE,
    Nearness,
    State,
    Tableau,
    components,
    value,
    victim_seat,
)
from tilehall.engine.princess.actions import Cell, Declare, Hold, Recall, Remove, Set, Shift, Steal, Take, Word
from tilehall.engine.princess.pieces import RUNE as CARD
from tilehall.engine.princess.pieces import TILE, rune, symbol, tile
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.layers import Layers
from tilehall.tui.scenes.princess import panels
from tilehall.tui.scenes.princess.board import Lattice, track
from tilehall.tui.scenes.princess.pieces import (
    DISPLAY,
    OWN,
    RUNE,
    SIDE,
    VICTIM,
    ZONES,
    Memory,
    action_at,
    chip,
    kind_words,
)
from tilehall.tui.scenes.scene import BaseScene
from tilehall.tui.scenes.tiles import MEDIUM, SMALL, fitting

RIGHT = 36
"""Columns of the panels beside the tableau."""
DEEDS = {
    "pass": Text("pass"),
    "side": Text("choose it"),
    "hold": Text("hold"),
    "remove": Text("remove"),
    "recall": Text("recall"),
    "extra": Text("extra tile"),
    "set": Text("set a gem"),
    "shift": Text("move the gem"),
    "take": Text("take"),
    "cell": Text("lay"),
    "gem": Text("gem"),
    "declare": Text("declare"),
    "stop": Text("declare no more"),
    "steal": Text("steal"),
}
"""What each verb does, in a word or two."""


class PrincessScene(BaseScene[State]):
    """Draws `tilehall.engine.princess` positions."""

    passing = frozenset({"RUNE", "RECALL", "SPRITE"})
    news = frozenset({"hold", "remove", "lay", "declare", "move", "carrier", "goal", "steal", "passages", "theft"})
    traces = frozenset({"lay", "gem", "steal", "shift", "move"})

    def __init__(self) -> None:
        self._memory = Memory()
        self._lattice = Lattice(self._memory)
        self._layers = Layers()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return ((ZONES.get((verb, field), OWN), word),)

    def numbered(self, view: Glance[State]) -> Sequence[Place]:
        kinds = components().kinds
        return [(DISPLAY, kinds[kind]) for kind in dict.fromkeys(view.state.display)]

    def deed(self, verb: str) -> Text:
        return DEEDS[verb] if verb in DEEDS else plain(verb)

    def choice(self, view: Glance[State], action: Action) -> Text:
        """`declare R01 F3` as `Line for 2, gem F3`; other choices in plain words."""
        match action:
            case Declare(card, gem):
                worth = value(view.state.hunters[view.seat].tableau, components().cards[card], gem)
                return Text("{rune} for {worth}, gem {cell}", rune=rune(card), worth=worth, cell=LATTICE.name(gem))
            case Hold(card):
                return Text("hold {rune}", rune=rune(card))
            case Remove(card):
                return Text("remove {rune}", rune=rune(card))
            case Take(kind):
                return Text("take {tile}", tile=tile(kind))
            case Shift(start, end):
                return Text("move the gem {start} to {end}", start=LATTICE.name(start), end=LATTICE.name(end))
            case Set(cell):
                return Text("set a gem on {cell}", cell=LATTICE.name(cell))
            case Recall(cell):
                return Text("recall the gem {cell}", cell=LATTICE.name(cell))
            case Cell(cell):
                return Text("lay it on {cell}", cell=LATTICE.name(cell))
            case Steal(cell):
                return Text("steal from {cell}", cell=LATTICE.name(cell))
            case Word(verb, answer):
                return self._word(view, verb, answer)
        return plain(str(action))

    def _word(self, view: Glance[State], verb: str, answer: str) -> Text:
        match verb, answer:
            case "gem", "yes":
                return Text("gem on it ({n} left)", "gem on it ({n} left)", n=view.state.hunters[view.seat].supply)
            case "gem", _:
                return Text("no gem")
            case "stop", _:
                return Text("declare no more")
            case "side", side:
                return Text("side {side}", side=side)
        return self.deed(verb)

    def describe(self, view: Glance[State], place: Place) -> Text:
        zone, name = place
        if action := action_at(view, place):
            return self.choice(view, action)
        if zone in (OWN, VICTIM):
            return self._describe_cell(view, zone, name)
        if zone == DISPLAY:
            symbols = kind_words(components().kind_numbers[name])
            return Text("{tile}: {symbols}, in the display.", tile=Piece(TILE, name), symbols=symbols)
        if zone == RUNE:
            return self._describe_card(view, name)
        return Text("Side {side} of your board.", side=name) if zone == SIDE else plain(name)

    def _describe_cell(self, view: Glance[State], zone: str, name: str) -> Text:
        s, cell = view.state, LATTICE.numbers[name]
        seat = victim_seat(s, view.seat) if zone == VICTIM else view.seat
        tableau: Tableau = s.hunters[seat].tableau
        layers = tableau.layers(cell) if tableau.tops else ()
        if not layers:
            inside = tableau.room >> cell & 1 if tableau.tops else True
            return Text("{cell}: empty." if inside else "{cell}: empty, beyond your 5x5 frame.", cell=name)
        top = Text(
            "{cell}: {tile}, {symbols}, with a gem" if tableau.gems >> cell & 1 else "{cell}: {tile}, {symbols}",
            cell=name,
            tile=short(layers[-1]),
            symbols=kind_words(layers[-1]),
        )
        if not layers[1:]:
            return Text("{tile}.", tile=top)
        return Text("{tile}; below it {tiles}.", tile=top, tiles=listed(map(short, layers[-2::-1])))

    def _describe_card(self, view: Glance[State], name: str) -> Text:
        number = components().card_numbers[name]
        card = components().cards[number]
        title = Text("{rune} {name}", rune=Piece(CARD, name), name=named(card.name))
        steps = Text("{n} step", "{n} steps", n=card.value)
        if card.lower:
            steps = Text("{steps} or {lower} steps", steps=card.value, lower=card.lower)
        near = self._memory.near(view.state.hunters[view.seat].tableau, number)
        if near.missing >= FAR:
            return Text("{rune}, {steps}: no room for it.", rune=title, steps=steps)
        return Text(
            "{rune}, {steps}: nearest in {attribute}, {state}.",
            rune=title,
            steps=steps,
            attribute=symbol(near.attribute),
            state=_state(near),
        )

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs, box = look.glyphs, components()
        skies = zip((glyphs.moon, glyphs.star, glyphs.sun), box.skies, strict=True)
        return {
            **{box.attributes[n]: symbol(n) for n in box.elements},
            **{sign: Text("{sky} ({letter})", sky=symbol(n), letter=box.attributes[n]) for sign, n in skies},
            glyphs.gem: Text("a gem"),
            glyphs.height(2): Text("tiles on each other"),
            glyphs.legal: Text("may be chosen"),
            glyphs.legal_strong: Text("may be chosen, and completes a rune"),
            glyphs.last: Text("laid last"),
            glyphs.princess: Text("the princess"),
            glyphs.passage: Text("a passage"),
        }

    def chip(self, look: Look, piece: Piece) -> Styled:
        return chip(look, piece)

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        drawing, s = Drawing(Picture(width, height, view.look.table)), view.state
        size = fitting(8, 8, width - RIGHT - 5, height - 3, view.size)
        top = 3 if height >= 8 * size.height + 4 and height >= 24 else 2
        self._lattice.paint(drawing, view, size, 0, top)
        standing = ([hunter.space for hunter in s.hunters], s.carrier, s.princess, s.ways, s.finished, view.names)
        manor = Rect((width - 79) // 2, 0, width - (width - 79) // 2, 2)
        self._layers.lay(drawing, "track", manor, view.look, standing, partial(_track, view))
        left = 8 * size.pitch + 2
        panels.panels(self._layers, drawing, view, self._memory, Rect(left, top, width - left - 1, height - top))
        return drawing

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
        """Gems, sprites, and every rune in play in large with what it needs."""
        drawing = Drawing(Picture(width, height, view.look.table))
        picture, look, hunter = drawing.picture, view.look, view.state.hunters[view.seat]
        stock = Text(
            "Gems {gems} in supply    Sprites: extra tile {extra}, gem {gem}    Space {space}",
            gems=panels.gems_of(look, hunter),
            extra=hunter.extra,
            gem=hunter.gem,
            space=hunter.space,
        )
        picture.put(1, 0, look.clip(view.say(stock), width - 2), look.strong)
        cards = [card for card in (*view.state.row, hunter.held) if card != HOLE]
        per_row = max(1, (width - 1) // 26)
        for n, number in enumerate(cards):
            x, y = 1 + n % per_row * 26, 2 + n // per_row * 8
            panels.big_card(drawing, view, self._memory, number, x, y, number == hunter.held)
        below = 2 + -(-len(cards) // per_row) * 8
        if height >= below + 3:
            panels.display(drawing, view, 1, below, width - 2, MEDIUM if height >= below + 4 else SMALL)
        return drawing


def _track(view: View[State], drawing: Drawing, area: Rect) -> None:
    track(drawing, view, area.x, area.y)


def short(kind: int) -> Piece:
    """A tile of which its symbols are told beside it."""
    return Piece(TILE, components().kinds[kind])


def _state(near: Nearness) -> Text:
    """What a rune lacks at its nearest place."""
    if near.missing:
        return Text("{missing} missing" if near.gem else "{missing} missing, no gem in it", missing=near.missing)
    return Text("complete") if near.gem else Text("complete, no gem in it")
