"""The renderer of the princess' game: the manor, the hunters' tiles, the display and the runes. No rules.

Zones: own (cells of the viewer's tableau), victim (of the robbed hunter's), display (kinds), rune (cards), side (a, b).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tilehall.engine import Action, Piece, SeatNo, Text, TextArgument, literal_text
from tilehall.engine.games.princess import (
    HOLE,
    LATTICE,
    PrincessState,
    ScoreLead,
    components,
    gem_extends_combo,
    most_missed_cells,
    rune_value,
    runes_in_play,
    score_lead,
    suggest_cell,
)
from tilehall.engine.games.princess.actions import (
    EXTRA,
    PASS,
    STOP,
    AnswerGem,
    ChooseSide,
    DeclareRune,
    HoldRune,
    LayTile,
    RecallGem,
    RemoveRune,
    SetGem,
    ShiftGem,
    StealTile,
    TakeFromDisplay,
)
from tilehall.engine.games.princess.names import rune, symbol, tile
from tilehall.tui.boards.layers import Layers, cursor_within
from tilehall.tui.boards.princess import panels
from tilehall.tui.boards.princess.descriptions import (
    COMBO_TOLD,
    RUNES_TOLD,
    TOLL_TOLD,
    describe,
    passages_text,
    rune_title,
)
from tilehall.tui.boards.princess.layout import PrincessLayout, fit_layout
from tilehall.tui.boards.princess.manor import draw_track
from tilehall.tui.boards.princess.pieces import (
    DISPLAY,
    OWN,
    RUNE,
    STOCK,
    VICTIM,
    WAY,
    ZONES,
    RuneCache,
    menu_action_at,
    piece_chip,
    style_word,
    tile_in_hand,
)
from tilehall.tui.boards.princess.rune_cards import gem_signs
from tilehall.tui.boards.princess.tableau import TableauPainter
from tilehall.tui.boards.renderer import BaseRenderer, WordContext
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.boards.tiles import MEDIUM, SMALL
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

GEMS = ("GEM", "EXTRA_GEM")
"""The decisions whether a gem goes on the tile just laid."""
GEM_ON_IT = "gem yes"
VERB_TEXTS = {
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
"""The text of each verb."""


class PrincessRenderer(BaseRenderer[PrincessState]):
    """Draws `tilehall.engine.games.princess` positions."""

    passable_decisions = frozenset({"RUNE", "RECALL", "SPRITE"})
    recap_events = frozenset(
        {"hold", "remove", "extra", "lay", "declare", "move", "carrier", "goal", "steal", "passages", "theft"}
    )
    marked_events = frozenset({"lay", "gem", "steal", "shift", "move"})
    highlight_events = frozenset({"declare", "carrier", "goal", "steal", "witch"})

    def __init__(self) -> None:
        self._rune_cache = RuneCache()
        self._tableau = TableauPainter(self._rune_cache)
        self._layers = Layers()
        self._layouts = SourceCache[PrincessLayout]()
        self._leaders = SourceCache[ScoreLead | None]()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return ((ZONES.get((verb, field), OWN), word),)

    def digit_places(self, view: CursorContext[PrincessState]) -> Sequence[Place]:
        kinds = components().kinds
        return [(DISPLAY, kinds[kind]) for kind in dict.fromkeys(view.state.display)]

    def preferred_places(self, view: CursorContext[PrincessState], places: Sequence[Place]) -> Sequence[Place]:
        """For a tile in hand the cells where it completes most, otherwise where the nearest rune lacks it.

        For gems the cells that complete a rune, for stealing the tiles that the viewer lacks.
        """
        if view.selection and view.selection.decision.kind in GEMS and gem_extends_combo(view.state, view.seat):
            return [place for place in places if place == (MENU, GEM_ON_IT)] or places
        if view.selection and view.selection.decision.kind == "STEAL_PICK":
            cells = most_missed_cells(view.state)
            return [place for place in places if cells >> LATTICE.numbers[place[1]] & 1] or places
        kind, hunter = tile_in_hand(view), view.state.hunters[view.seat]
        if kind is None:
            return places
        runes = (self._rune_cache.nearness(hunter.tableau, card) for card in runes_in_play(view.state, hunter))
        cell = suggest_cell(hunter.tableau, kind, self._tableau.best_cells(view), runes)
        return [place for place in places if cell is not None and place == (OWN, LATTICE.name(cell))] or places

    def describe_verb(self, verb: str) -> Text:
        return VERB_TEXTS[verb] if verb in VERB_TEXTS else literal_text(verb)

    def describe_action(self, view: CursorContext[PrincessState], action: Action) -> Text:
        """`declare R01 F3` as `Line with gem F3: 2 steps`; other choices in plain words."""
        match action:
            case DeclareRune(card, gem):
                worth = rune_value(view.state.hunters[view.seat].tableau, components().cards[card], gem)
                return Text(
                    "{rune} with gem {cell}: {n} step",
                    "{rune} with gem {cell}: {n} steps",
                    n=worth,
                    rune=rune_title(view, card),
                    cell=LATTICE.name(gem),
                )
            case HoldRune(card):
                return Text("hold {rune}", rune=rune_title(view, card))
            case RemoveRune(card):
                return Text("remove {rune}", rune=rune_title(view, card))
            case TakeFromDisplay(kind):
                return Text("take {tile}", tile=tile(kind))
            case ShiftGem(start, end):
                return Text("move the gem {start} to {end}", start=LATTICE.name(start), end=LATTICE.name(end))
            case SetGem(cell):
                return Text("set a gem on {cell}", cell=LATTICE.name(cell))
            case RecallGem(cell):
                return Text("recall the gem {cell}", cell=LATTICE.name(cell))
            case LayTile(cell):
                return Text("lay it on {cell}", cell=LATTICE.name(cell))
            case StealTile(cell):
                return Text("steal from {cell}", cell=LATTICE.name(cell))
            case AnswerGem("yes"):
                return Text("gem on it ({n} left)", "gem on it ({n} left)", n=view.state.hunters[view.seat].supply)
            case AnswerGem():
                return Text("no gem")
            case ChooseSide(side):
                return Text("side {side}", side=side)
        if action == STOP:
            return Text("declare no more")
        if action == EXTRA:
            return Text("extra tile, blind from the stack")
        return self.describe_verb(action.verb) if action == PASS else literal_text(str(action))

    def place_name(self, place: Place) -> Text:
        """Returns coordinates for cells, names for tiles and cards."""
        zone, word = place
        if zone == RUNE:
            return Text("{rune}", rune=rune(components().card_numbers[word]))
        if zone == DISPLAY:
            return Text("{tile}", tile=tile(components().kind_numbers[word]))
        return super().place_name(place) if zone in (OWN, VICTIM) else literal_text("")

    def describe(self, view: CursorContext[PrincessState], place: Place) -> Text:
        if action := menu_action_at(view, place):
            return self.describe_action(view, action)
        return describe(self._rune_cache, view, place)

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
            f"{start}{glyphs.arrow_right}{end}": passages_text(),
            "+1": COMBO_TOLD,
            "-2": TOLL_TOLD,
            "6/4": Text("the steps of a rune; the second number if one of its tiles does not match"),
        }

    def thing_at(self, view: CursorContext[PrincessState], place: Place) -> Thing | None:
        from tilehall.tui.boards.princess.things import thing_at

        return thing_at(view, place)

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return piece_chip(look, piece)

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        return style_word(look, word, where)

    def badges(self, look: Look, state: PrincessState, seat: SeatNo) -> StyledLine:
        """Returns the space, the carrier's crown, and who would win now; nothing after the end."""
        if state.ending:
            return ()
        hunter = state.hunters[seat]
        space = look.say(Text("GOAL")) if hunter.rank else f"{hunter.space}"
        crown = f" {look.glyphs.princess}" if state.carrier == seat else ""
        known = ((f"{look.glyphs.arrow_right}{space}{crown}", look.strong),)
        ahead = self._leaders.get("", state, lambda: score_lead(state))
        if ahead is None or ahead.seat != seat:
            return known
        return (*known, (" " + look.say(Text("leads by {n} point", "leads by {n} points", n=ahead.points)), look.text))

    def paint(self, view: View[PrincessState], width: int, height: int) -> Drawing:
        drawing, s = Drawing(Picture(width, height, view.look.table)), view.state
        room = (width, height, s.rulings.players - 1, view.size)
        plan = self._layouts.get("", room, lambda: fit_layout(*room))
        self._tableau.paint(drawing, view, plan.size, plan.board, plan.titled)
        pawns = [hunter.space for hunter in s.hunters]
        shown = (
            pawns,
            view.seat,
            s.carrier,
            s.princess,
            s.passages_open,
            s.finished,
            view.names,
            cursor_within(view, WAY),
        )
        self._layers.paint_part(drawing, "manor", plan.manor, view.look, shown, partial(_track, view))
        panels.draw_panels(self._layers, drawing, view, self._rune_cache, plan)
        return drawing

    def paint_hand(self, view: View[PrincessState], width: int, height: int) -> Drawing:
        """Draws gems, sprites, and every rune in play enlarged with what it needs."""
        drawing = Drawing(Picture(width, height, view.look.table))
        picture, look, hunter = drawing.picture, view.look, view.state.hunters[view.seat]
        stock: dict[str, TextArgument] = {"gems": gem_signs(look, hunter), "extra": hunter.extra, "gem": hunter.gem}
        texts = (
            Text(
                "Gems {gems} in supply    Sprites: {extra} for an extra tile, {gem} for a gem    Space {space}",
                space=hunter.space,
                **stock,
            ),
            Text("Gems {gems}  Sprites: {extra} tile, {gem} gem  Space {space}", space=hunter.space, **stock),
        )
        end = picture.put(1, 0, fit_text(look, width - 2, *texts), look.strong)
        drawing.sight_areas[STOCK, ""] = Rect(1, 0, end - 1, 1)
        numbers = [card for card in (*view.state.row, hunter.held) if card != HOLE]
        across = max(1, (width - 1) // (panels.BIG.width + 1))
        for n, number in enumerate(numbers):
            x, y = 1 + n % across * (panels.BIG.width + 1), 2 + n // across * panels.BIG.height
            panels.draw_big_card(drawing, view, self._rune_cache, number, x, y)
        below = 2 + -(-len(numbers) // across) * panels.BIG.height
        if height >= below + 3:
            area = Rect(1, below, width - 2, height - below)
            inside = panels.draw_noted_panel(picture, area, False, look, Text("Display"))
            panels.draw_display(drawing, view, inside, MEDIUM if height >= below + 4 else SMALL)
        return drawing


def _track(view: View[PrincessState], drawing: Drawing, area: Rect) -> None:
    draw_track(drawing, view, area)
