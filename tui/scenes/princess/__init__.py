"""The princess' game on screen: the manor, the tiles of every hunter, the display and the runes. No rules.

Zones: own (cells of the own tableau), victim (cells of the robbed one), display (kinds), rune (cards), side (a, b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilehall.engine.princess import HOLE, LATTICE, State, Tableau, components, value, victim_seat
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.princess import panels
from tilehall.tui.scenes.princess.board import Lattice, track
from tilehall.tui.scenes.princess.pieces import DISPLAY, OWN, RUNE, SIDE, VICTIM, ZONES, Memory, kind_words
from tilehall.tui.scenes.scene import BaseScene
from tilehall.tui.scenes.tiles import MEDIUM, SMALL, fitting

RIGHT = 36
"""Columns of the panels beside the tableau."""


class PrincessScene(BaseScene[State]):
    """Draws `tilehall.engine.princess` positions."""

    passing = frozenset({"RUNE", "RECALL", "SPRITE"})
    news = frozenset({"hold", "remove", "lay", "declare", "move", "carrier", "goal", "steal", "passages", "theft"})
    traces = frozenset({"lay", "gem", "steal", "shift", "move"})

    def __init__(self) -> None:
        self._memory = Memory()
        self._lattice = Lattice(self._memory)
        self._panel: tuple[object, Drawing] | None = None

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return ((ZONES.get((verb, field), OWN), word),)

    def numbered(self, view: Glance[State]) -> Sequence[Place]:
        kinds = components().kinds
        return [(DISPLAY, kinds[kind]) for kind in dict.fromkeys(view.state.display)]

    def choice(self, view: Glance[State], text: str) -> str:
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

    def describe(self, view: Glance[State], place: Place) -> str:
        zone, name = place
        if zone in (OWN, VICTIM):
            return self._describe_cell(view, zone, name)
        if zone == DISPLAY:
            return f"{name}: {kind_words(components().kind_numbers[name])}, in the display."
        if zone == RUNE:
            return self._describe_card(view, name)
        return f"Side {name} of your board." if zone == SIDE else name

    def _describe_cell(self, view: Glance[State], zone: str, name: str) -> str:
        s, cell = view.state, LATTICE.numbers[name]
        seat = victim_seat(s, view.seat) if zone == VICTIM else view.seat
        tableau: Tableau = s.hunters[seat].tableau
        layers = tableau.layers(cell) if tableau.tops else ()
        if not layers:
            inside = tableau.room >> cell & 1 if tableau.tops else True
            return f"{name}: empty" + ("." if inside else ", beyond your 5x5 frame.")
        gem = ", with a gem" if tableau.gems >> cell & 1 else ""
        below = f"; below it {', '.join(components().kinds[kind] for kind in layers[-2::-1])}" if layers[1:] else ""
        return f"{name}: {components().kinds[layers[-1]]}, {kind_words(layers[-1])}{gem}{below}."

    def _describe_card(self, view: Glance[State], name: str) -> str:
        number = components().card_numbers[name]
        card = components().cards[number]
        worth = f"{card.value} or {card.lower} steps" if card.lower else f"{card.value} steps"
        near = self._memory.near(view.state.hunters[view.seat].tableau, number)
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

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        track(drawing, view, (width - 79) // 2, 0)
        size = fitting(8, 8, width - RIGHT - 5, height - 3, view.size)
        top = 3 if height >= 8 * size.height + 4 and height >= 24 else 2
        self._lattice.paint(drawing, view, size, 0, top)
        left = 8 * size.pitch + 2
        self._beside(drawing, view, Rect(left, top, width - left - 1, height - top))
        return drawing

    def _beside(self, drawing: Drawing, view: View[State], area: Rect) -> None:
        """The panels, painted anew only if something in them changed: a cursor on the tableau does not."""
        inside = view.cursor if view.cursor and view.cursor[0] in (DISPLAY, RUNE) else None
        key = (view.state, view.seat, inside, view.targets, view.hint, view.look, view.size, area, len(view.log))
        if self._panel is None or self._panel[0] != key:
            fresh = Drawing(Picture(area.width, area.height, view.look.table))
            panels.panels(fresh, view, self._memory, Rect(0, 0, area.width, area.height))
            self._panel = (key, fresh)
        panel = self._panel[1]
        drawing.picture.paste(area.x, area.y, panel.picture)
        for place, rect in panel.places.items():
            drawing.places[place] = Rect(rect.x + area.x, rect.y + area.y, rect.width, rect.height)

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
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
            panels.big_card(drawing, view, self._memory, number, x, y, number == hunter.held)
        below = 2 + -(-len(cards) // per_row) * 8
        if height >= below + 3:
            panels.display(drawing, view, 1, below, width - 2, MEDIUM if height >= below + 4 else SMALL)
        return drawing
