"""The princess' game on screen: the manor, the tiles of every hunter, the display and the runes. No rules.

Zones: own (cells of the own tableau), victim (cells of the robbed one), display (kinds), rune (cards), side (a, b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tilehall.engine import Action, Piece, Seat, Text, Value, plain
from tilehall.engine.games.princess import (
    HOLE,
    LATTICE,
    Lead,
    State,
    components,
    dearest,
    gem_serves,
    in_play,
    lead,
    promising,
    value,
)
from tilehall.engine.games.princess.actions import Cell, Declare, Hold, Recall, Remove, Set, Shift, Steal, Take, Word
from tilehall.engine.games.princess.names import rune, symbol, tile
from tilehall.tui.boards.layers import Layers, cursor_in
from tilehall.tui.boards.princess import panels
from tilehall.tui.boards.princess.descriptions import COMBO_TOLD, RUNES_TOLD, TOLL_TOLD, describe, passages_told, which
from tilehall.tui.boards.princess.layout import Layout, laid_out
from tilehall.tui.boards.princess.manor import track
from tilehall.tui.boards.princess.pieces import (
    DISPLAY,
    OWN,
    RUNE,
    STOCK,
    VICTIM,
    WAY,
    ZONES,
    Memory,
    action_at,
    chip,
    in_hand,
    spelled,
)
from tilehall.tui.boards.princess.rune_cards import gems_of
from tilehall.tui.boards.princess.tableau import Lattice
from tilehall.tui.boards.renderer import BaseScene, Where
from tilehall.tui.boards.short_names import roomy
from tilehall.tui.boards.tiles import MEDIUM, SMALL
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import Glance, View
from tilehall.tui.terminal.output.cache import Kept
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import Styled

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

GEMS = ("GEM", "EXTRA_GEM")
"""The decisions whether a gem goes on the tile just laid, and the answer that it does."""
GEM_ON_IT = "gem yes"
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
    """Draws `tilehall.engine.games.princess` positions."""

    passing = frozenset({"RUNE", "RECALL", "SPRITE"})
    news = frozenset(
        {"hold", "remove", "extra", "lay", "declare", "move", "carrier", "goal", "steal", "passages", "theft"}
    )
    traces = frozenset({"lay", "gem", "steal", "shift", "move"})
    moments = frozenset({"declare", "carrier", "goal", "steal", "witch"})

    def __init__(self) -> None:
        self._memory = Memory()
        self._lattice = Lattice(self._memory)
        self._layers = Layers()
        self._plans = Kept[Layout]()
        self._leads = Kept[Lead | None]()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return ((ZONES.get((verb, field), OWN), word),)

    def numbered(self, view: Glance[State]) -> Sequence[Place]:
        kinds = components().kinds
        return [(DISPLAY, kinds[kind]) for kind in dict.fromkeys(view.state.display)]

    def promising(self, view: Glance[State], places: Sequence[Place]) -> Sequence[Place]:
        """Where the tile in hand completes most, else where the nearest rune lacks it.

        Of gems one that completes a rune, of tiles to steal one that is missed.
        """
        if view.picker and view.picker.decision.kind in GEMS and gem_serves(view.state, view.seat):
            return [place for place in places if place == (MENU, GEM_ON_IT)] or places
        if view.picker and view.picker.decision.kind == "STEAL_PICK":
            cells = dearest(view.state)
            return [place for place in places if cells >> LATTICE.numbers[place[1]] & 1] or places
        kind, hunter = in_hand(view), view.state.hunters[view.seat]
        if kind is None:
            return places
        runes = (self._memory.near(hunter.tableau, card) for card in in_play(view.state, hunter))
        cell = promising(hunter.tableau, kind, self._lattice.strong(view), runes)
        return [place for place in places if cell is not None and place == (OWN, LATTICE.name(cell))] or places

    def deed(self, verb: str) -> Text:
        return DEEDS[verb] if verb in DEEDS else plain(verb)

    def choice(self, view: Glance[State], action: Action) -> Text:
        """`declare R01 F3` as `Line with gem F3: 2 steps`; other choices in plain words."""
        match action:
            case Declare(card, gem):
                worth = value(view.state.hunters[view.seat].tableau, components().cards[card], gem)
                return Text(
                    "{rune} with gem {cell}: {n} step",
                    "{rune} with gem {cell}: {n} steps",
                    n=worth,
                    rune=which(view, card),
                    cell=LATTICE.name(gem),
                )
            case Hold(card):
                return Text("hold {rune}", rune=which(view, card))
            case Remove(card):
                return Text("remove {rune}", rune=which(view, card))
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
            case "extra", _:
                return Text("extra tile, blind from the stack")
            case "side", side:
                return Text("side {side}", side=side)
        return self.deed(verb)

    def spot_name(self, place: Place) -> Text:
        """Cells by their coordinates, tiles and cards as they are called."""
        zone, word = place
        if zone == RUNE:
            return Text("{rune}", rune=rune(components().card_numbers[word]))
        if zone == DISPLAY:
            return Text("{tile}", tile=tile(components().kind_numbers[word]))
        return super().spot_name(place) if zone in (OWN, VICTIM) else plain("")

    def describe(self, view: Glance[State], place: Place) -> Text:
        if action := action_at(view, place):
            return self.choice(view, action)
        return describe(self._memory, view, place)

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs, box = look.glyphs, components()
        start, end = next(iter(box.passages.items()))
        skies = zip((glyphs.moon, glyphs.star, glyphs.sun), box.skies, strict=True)
        return {
            **{box.attributes[n]: symbol(n) for n in box.elements},
            "": RUNES_TOLD,
            **{sign: Text("{sky} ({letter})", sky=symbol(n), letter=box.attributes[n]) for sign, n in skies},
            glyphs.gem: Text("a gem: a rune is declared with one of yours on a tile of it, and each takes its own"),
            glyphs.gem_small: Text("a gem that is not in your supply: it lies on a tile"),
            glyphs.height(2): Text("tiles on each other"),
            glyphs.legal: Text("may be chosen"),
            glyphs.legal_strong: Text("may be chosen, and completes the most steps of runes"),
            glyphs.last: Text("laid last"),
            glyphs.pattern_missing: Text("a tile that the rune under the cursor lacks"),
            glyphs.princess: Text("the princess, and whoever carries her"),
            glyphs.passage: Text("a passage"),
            f"{start}{glyphs.arrow_right}{end}": passages_told(),
            "+1": COMBO_TOLD,
            "-2": TOLL_TOLD,
            "6/4": Text("the steps of a rune; the second number if one of its tiles does not match"),
        }

    def thing(self, view: Glance[State], place: Place) -> Thing | None:
        from tilehall.tui.boards.princess.things import thing

        return thing(view, place)

    def chip(self, look: Look, piece: Piece) -> Styled:
        return chip(look, piece)

    def spelled(self, look: Look, word: str, where: Where) -> Styled:
        return spelled(look, word, where)

    def badges(self, look: Look, state: State, seat: Seat) -> Styled:
        """The space, the crown of whoever carries the princess, and who would win now; in the end the points."""
        if state.ending:
            return ()
        hunter = state.hunters[seat]
        space = look.say(Text("GOAL")) if hunter.rank else f"{hunter.space}"
        crown = f" {look.glyphs.princess}" if state.carrier == seat else ""
        known = ((f"{look.glyphs.arrow_right}{space}{crown}", look.strong),)
        ahead = self._leads.get("", state, lambda: lead(state))
        if ahead is None or ahead.seat != seat:
            return known
        return (*known, (" " + look.say(Text("leads by {n} point", "leads by {n} points", n=ahead.points)), look.text))

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        drawing, s = Drawing(Picture(width, height, view.look.table)), view.state
        room = (width, height, s.rulings.players - 1, view.size)
        plan = self._plans.get("", room, lambda: laid_out(*room))
        self._lattice.paint(drawing, view, plan.size, plan.board, plan.titled)
        pawns = [hunter.space for hunter in s.hunters]
        shown = (pawns, view.seat, s.carrier, s.princess, s.ways, s.finished, view.names, cursor_in(view, WAY))
        self._layers.lay(drawing, "manor", plan.manor, view.look, shown, partial(_track, view))
        panels.panels(self._layers, drawing, view, self._memory, plan)
        return drawing

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
        """Gems, sprites, and every rune in play in large with what it needs."""
        drawing = Drawing(Picture(width, height, view.look.table))
        picture, look, hunter = drawing.picture, view.look, view.state.hunters[view.seat]
        stock: dict[str, Value] = {"gems": gems_of(look, hunter), "extra": hunter.extra, "gem": hunter.gem}
        texts = (
            Text(
                "Gems {gems} in supply    Sprites: {extra} for an extra tile, {gem} for a gem    Space {space}",
                space=hunter.space,
                **stock,
            ),
            Text("Gems {gems}  Sprites: {extra} tile, {gem} gem  Space {space}", space=hunter.space, **stock),
        )
        end = picture.put(1, 0, roomy(look, width - 2, *texts), look.strong)
        drawing.sights[STOCK, ""] = Rect(1, 0, end - 1, 1)
        numbers = [card for card in (*view.state.row, hunter.held) if card != HOLE]
        across = max(1, (width - 1) // (panels.BIG.width + 1))
        for n, number in enumerate(numbers):
            x, y = 1 + n % across * (panels.BIG.width + 1), 2 + n // across * panels.BIG.height
            panels.big_card(drawing, view, self._memory, number, x, y)
        below = 2 + -(-len(numbers) // across) * panels.BIG.height
        if height >= below + 3:
            area = Rect(1, below, width - 2, height - below)
            inside = panels.panel(picture, area, False, look, Text("Display"))
            panels.display(drawing, view, inside, MEDIUM if height >= below + 4 else SMALL)
        return drawing


def _track(view: View[State], drawing: Drawing, area: Rect) -> None:
    track(drawing, view, area)
