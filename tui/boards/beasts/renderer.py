"""The renderer of the beast hunt: the board, the dice of the turn, the cards and the hunters. No rules.

Zones: die (of the turn, by number), card (of the hand: W, W2), slot, edge, square, beast (types in the supply).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.style import Style

from tilehall.engine import Action, Piece, Refusal, SeatNo, Text, Who, join_commas, join_or, literal_text
from tilehall.engine.games.beasts import BEAST as BEAST_FACE
from tilehall.engine.games.beasts import (
    NEUTRAL,
    NONE,
    WILD,
    BeastsBoard,
    BeastsState,
    bits,
    can_be_caught,
    components,
    fence_bounds,
    fitting_edges,
    format_range,
    missing_cards_and_dice,
    nearest_squares,
    open_slots_for,
    placed_dice_text,
    slots_by_promise,
    why_beasts_unplayable,
    why_card_unplayable,
    why_die_unplayable,
)
from tilehall.engine.games.beasts import names as named
from tilehall.engine.games.beasts.actions import (
    AddBeast,
    DiscardFenceCards,
    EndTurn,
    KeepDice,
    MoveBeast,
    PlaceDie,
    PlaceFenceCard,
    SetUpBeast,
)
from tilehall.tui.boards.beasts import board as painter
from tilehall.tui.boards.beasts import panels, pieces
from tilehall.tui.boards.beasts import wording as words
from tilehall.tui.boards.beasts.facts import (
    BEAST,
    CARD,
    DIE,
    EDGE,
    SLOT,
    SOON,
    SQUARE,
    card_names,
    changed_places,
    choices_under_cursor,
    completing_places,
    first_equal_die,
    held_piece,
    most_useful_slot,
    pending_points,
    points_of,
)
from tilehall.tui.boards.beasts.layout import MARGIN, BoardSize, fit_board_size
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.log_panel import latest_lines
from tilehall.tui.boards.panel import ROOMY, draw_titled_panel
from tilehall.tui.boards.renderer import BaseRenderer, WordContext
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, cut_line, limit_lines, put_line

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

FIELDS = {
    "slot": SLOT,
    "edge": EDGE,
    "kind": CARD,
    "square": SQUARE,
    "start": SQUARE,
    "end": SQUARE,
    "beast": BEAST,
}
ZONES = (DIE, CARD, SLOT, EDGE, BEAST, SQUARE)
"""All zones, in the order of Tab and the cursor."""
VERB_TEXTS = {
    "setup": Text("put a beast"),
    "keep": Text("keep"),
    "die": Text("place a die"),
    "card": Text("lay a card"),
    "add": Text("add a beast"),
    "move": Text("move the beast"),
    "end": Text("end turn"),
    "discard": Text("discard"),
}
"""The text of each verb."""


class BeastsRenderer(BaseRenderer[BeastsState]):
    """Draws `tilehall.engine.games.beasts` positions."""

    set_decisions = frozenset({"KEEP", "DISCARD"})
    board_decisions = frozenset({"SETUP_BEAST", "PLACE"})
    marked_events = frozenset({"move"})
    highlight_events = frozenset({"fence", "capture", "final"})
    recap_events = frozenset(
        {"setup", "die", "card", "add", "move", "fence", "capture", "locked", "enclosed", "idle", "final"}
    )

    def __init__(self) -> None:
        self._board: tuple[object, Picture] | None = None
        self._panel_layouts = SourceCache[panels.PanelLayout]()
        self._changed: tuple[object, frozenset[str]] | None = None
        self._outlook: tuple[object, list[StyledLine]] | None = None
        self._layers = Layers()
        self._marked_board = SourceCache[Picture]()
        self._empty_board = SourceCache[Picture]()

    def summarize_events(self, state: BeastsState, key: str, seat: SeatNo, marks: Sequence[str]) -> Text | None:
        """Summarizes the dice of a turn, of which there are up to four."""
        return placed_dice_text(state.board, seat, marks) if key == "die" else None

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """Returns one place for most words; `keep 14` is two dice, `discard WLL` three cards."""
        if field == "cards":
            return tuple([(CARD, name) for name in _named(word)])
        if field in ("dice", "die"):
            return tuple([(DIE, number) for number in word])
        return ((FIELDS[field], word),)

    def targets_at(self, view: CursorContext[BeastsState], place: Place) -> tuple[Place, ...]:
        """Returns of equal pieces the one that actions name."""
        zone, name = place
        if zone == DIE and view.state.point == "PLACE":
            return ((DIE, first_equal_die(view.state, view.seat, name)),)
        if zone == CARD and view.state.point == "PLACE":
            return ((CARD, name[0]),)
        if zone == CARD and view.selection and view.selection.exact:
            marked = sum(pick[1][0] == name[0] for pick in view.selection.picks)
            nth = int(name[1:] or 1)
            wanted = marked if nth <= marked else marked + 1
            return ((CARD, name[0] + (str(wanted) if wanted > 1 else "")),)
        return (place,)

    def digit_places(self, view: CursorContext[BeastsState]) -> Sequence[Place]:
        s: BeastsState = view.state
        if s.seat != view.seat:
            return []
        dice = [(DIE, str(n + 1)) for n in range(len(s.faces))]
        hand = [(CARD, name) for name in card_names(s.hunters[view.seat])]
        # Each type of card has a fixed digit, so that none changes when a card is laid.
        types = [(CARD, icon) for icon in components().icons]
        return {"KEEP": dice, "PLACE": [*dice, *types], "DISCARD": hand}.get(s.point, [])

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """Sorts slots, lines, beasts from the least to the most valuable, then squares."""
        zone, name = place
        rank = str(ZONES.index(zone)) if zone in ZONES else ""
        if zone == BEAST:
            return (rank, str(components().beast_numbers[name]), "")
        return (rank, *super().sort_key(place))

    def preferred_places(self, view: CursorContext[BeastsState], places: Sequence[Place]) -> Sequence[Place]:
        """For a die in hand the slot where it is worth most, otherwise slots that do not only help another player.

        Of the rolled dice the one that is worth most if kept; of the squares for a beast those that lack least to
        capture it; of the beasts the first.
        """
        if view.state.point == "KEEP":
            return _best_dice(view.state, view.seat, places)
        holds = held_piece(view)
        if holds.beast != NONE:
            return _best_squares(view.state.board, holds.beast, places)
        board, found = view.state.board, frozenset(places)
        box = components()
        if holds.face <= WILD and (use := most_useful_slot(view.state, view.seat, holds.colour, holds.face)):
            best = [place for place in places if place == (SLOT, box.slots[use.slot])]
            if best:
                return best
        for slots in slots_by_promise(board, view.seat):
            if best := [place for slot in bits(slots) if (place := (SLOT, box.slots[slot])) in found]:
                return best
        best = [place for place in places if place[0] == EDGE and place in completing_places(board, view.seat)]
        beasts = sorted((place for place in places if place[0] == BEAST), key=self.sort_key)
        return best or beasts[:1] or places

    def badges(self, look: Look, state: BeastsState, seat: SeatNo) -> StyledLine:
        """Returns the points and what the end of the turn adds, captured beasts, and the dice if few are left."""
        known = [(f"{points_of(state, seat)}", look.strong)]
        if soon := pending_points(state, seat):
            known.append((f"+{soon}", look.good))
        if caught := sum(state.hunters[seat].captured):
            known.append((f" {caught}{look.glyphs.beast}", look.good))
        if state.point not in ("FIRST", "HANDS") and (left := state.own_left(seat)) <= SOON and not state.ending:
            known.append((" " + look.say(Text("{n} die", "{n} dice", n=left)), look.warn))
        return known

    def describe_verb(self, verb: str) -> Text:
        return VERB_TEXTS[verb] if verb in VERB_TEXTS else literal_text(verb)

    def describe_action(self, view: CursorContext[BeastsState], action: Action) -> Text:
        """`die 2 10se` as `purple water on 10se`; other choices in plain words."""
        box, s = components(), view.state
        match action:
            case PlaceDie(die, slot) if die < len(s.faces):
                piece = named.die(s.hunters[view.seat].dice[die], s.faces[die])
                return Text("{die} on {slot}", die=piece, slot=box.slots[slot])
            case KeepDice(dice) if s.faces:
                return Text("keep {dice} for good", dice=_chosen(s, view.seat, dice))
            case PlaceFenceCard(kind, edge):
                return Text("{card} card on {line}", card=named.card(view.seat, kind), line=box.edges[edge].id)
            case DiscardFenceCards(cards) if any(cards):
                return Text("discard {cards}", cards=named.cards(view.seat, cards))
            case DiscardFenceCards():
                return Text("discard nothing")
            case SetUpBeast(beast, square):
                return Text("{beast} on {square}", beast=named.beast(beast), square=box.squares[square].id)
            case AddBeast(_, beast, square):
                return Text("add a {beast} on {square}", beast=named.beast(beast), square=box.squares[square].id)
            case MoveBeast(_, start, end):
                return Text("move from {start} to {end}", start=box.squares[start].id, end=box.squares[end].id)
            case EndTurn():
                return Text("end turn")
        return literal_text(str(action))

    def place_name(self, place: Place) -> Text:
        zone, name = place
        match zone:
            case "beast":
                return _beast_named(name)
            case "die":
                return Text("die {die}", die=name)
            case "card":
                return Text("{card} card", card=components().face_names[components().icons.index(name[0])])
        return super().place_name(place)

    def describe_pick(self, view: CursorContext[BeastsState], place: Place) -> Text:
        """Returns dice and cards as chips."""
        (zone, name), s = place, view.state
        if zone == DIE and int(name) <= len(s.faces):
            number = int(name) - 1
            return Text("{die}", die=named.rolled_face(s.hunters[view.seat].dice[number], s.faces[number]))
        if zone == CARD:
            return Text("{card}", card=named.card(view.seat, components().icons.index(name[0])))
        return super().describe_pick(view, place)

    def describe(self, view: CursorContext[BeastsState], place: Place) -> Text:
        zone, name = place
        telling = {
            DIE: _describe_die,
            CARD: _describe_card,
            SLOT: _describe_slot,
            EDGE: _describe_edge,
            SQUARE: _describe_square,
            BEAST: _describe_beast,
        }
        return telling[zone](view, name) if zone in telling else literal_text(name)

    def refusal_at(self, view: CursorContext[BeastsState], place: Place) -> Refusal | None:
        """Explains why a die or card fits nowhere, or no beast can be added."""
        (zone, name), s = place, view.state
        if s.seat != view.seat or s.point not in ("KEEP", "PLACE"):
            return None
        if zone == DIE:
            return why_die_unplayable(s, view.seat, int(name) - 1) if s.point == "PLACE" else None
        if zone == CARD:
            return why_card_unplayable(s, view.seat, components().icons.index(name[0]))
        return why_beasts_unplayable(s) if zone in (BEAST, SQUARE) else None

    def thing_at(self, view: CursorContext[BeastsState], place: Place) -> Thing | None:
        from tilehall.tui.boards.beasts.things import thing_at

        return thing_at(view, place)

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return pieces.piece_chip(look, piece)

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        return pieces.style_word(look, word, where)

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs, box = look.glyphs, components()
        faces = {pieces.face_icon(look, face): _face_told(face) for face in range(len(box.faces))}
        seats = {
            pieces.owner_mark(look, seat): Text("belongs to the {colour} hunter", colour=box.colour_names[seat])
            for seat in range(NEUTRAL)
        }
        beasts = {
            pieces.beast_emblem(look, kind): Text(
                "{beast}: {points} points, {condition}",
                beast=named.beast(kind),
                points=beast.points,
                condition=panels.capture_condition(beast),
            )
            for kind, beast in enumerate(box.beasts)
        }
        return {
            "": panels.GOAL,
            **faces,
            **seats,
            glyphs.nobody: Text(
                "a black die, for when your own are used up: it is nobody's and wins no bonus; "
                "your pool is your own dice to come"
            ),
            pieces.die_signs(look, 0, 0): Text("a die or card: first what it shows, then whose it is"),
            glyphs.socket: Text("an empty slot for a die; with a sign behind it: it takes only this"),
            f"{glyphs.fence_v} {glyphs.fence_h}": Text(
                "a fence, in its owner's colour: worth {base} with four dice, {reinforced} more if reinforced "
                "(both holes show its sign), up to {most} more for the owner's dice; "
                "a die at its ends supports it, whoever lays it",
                base=box.values.base,
                reinforced=box.values.reinforced,
                most=box.values.most_for_dice,
            ),
            f"{glyphs.fence_v}1 {glyphs.socket}2": Text(
                "a square that lacks one card and two dice to be closed: "
                "all its lines fenced, all holes at its corners full"
            ),
            "5": Text("what a fence has scored; +5: what it will score at the end of the turn"),
            "9+3": Text("points so far, and what the end of the turn adds to them"),
            "V12": Text("a line between two squares; 12: a hole, whose slots are 12nw, 12ne, 12sw and 12se"),
            glyphs.enclosed: Text("an enclosed square"),
            **beasts,
            glyphs.legal: Text("may be chosen"),
            glyphs.legal_strong: Text("may be chosen, and completes a fence of yours"),
            glyphs.last: Text("new since your last turn"),
            glyphs.check: Text("a die that you keep, a piece that you have picked"),
            glyphs.cross: Text("a card that you discard; a place that does not fit"),
        }

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        """Returns the colour of the hunter's dice as the ground."""
        return look.face(pieces.die_hue(look, seat))

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[BeastsState], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        size = fit_board_size(width, height, view.size)
        picture = drawing.picture
        still, legal = self._board_as_it_lies(view, size), self._legal(view)
        here = view.cursor if view.cursor in legal else None
        source = (still, view.look, size, legal, view.hint_places, here, painter.has_piece_in_hand(view))
        picture.paste(0, 0, self._marked_board.get("", source, lambda: painter.draw_marks(still, view, size, legal)))
        painter.set_places(drawing, view, size)
        painter.draw_cursor_and_ghost(picture, view, size)
        left, framed = size.width + 2 * MARGIN[0] + 1, width >= ROOMY
        # Without frames an empty column is left at the edge of the window.
        shape = self._panel_layout(view, Rect(left, 0, width - left - (not framed), height), framed)
        panels.draw_panels(self._layers, drawing, view, shape)
        self._paint_log_and_outlook(drawing, view, shape)
        return drawing

    def _panel_layout(self, view: View[BeastsState], area: Rect, framed: bool) -> panels.PanelLayout:
        """Returns the layout of the panels, cached because it depends on the position, not on the cursor."""
        source = (view.state, view.look, view.names, area, framed)
        return self._panel_layouts.get("", source, lambda: panels.plan_panels(view, area, framed))

    def _board_as_it_lies(self, view: View[BeastsState], board_size: BoardSize) -> Picture:
        """Returns the board without cursor and marks, repainted only when something on it changed."""
        steps = view.log[-1].step if view.log else 0
        if self._changed is None or self._changed[0] != (steps, view.seat):
            self._changed = ((steps, view.seat), changed_places(view))
        key = (view.state.board, view.look, board_size, self._changed[1])
        if self._board is None or self._board[0] != key:
            bare = self._empty_board.get(
                "", (view.look, board_size), lambda: painter.draw_empty_board(view.look, board_size)
            )
            self._board = (key, painter.draw_board(bare, view.state.board, view.look, board_size, self._changed[1]))
        return self._board[1]

    def _legal(self, view: View[BeastsState]) -> frozenset[Place]:
        """Returns the legal places: all, or those of the piece under the cursor."""
        if view.selection is None or view.cursor is None:
            return view.targets
        zone, name = view.cursor
        if view.selection.exact:
            if zone == DIE:
                return _placeable(view.state, int(name) - 1)
            return _fitting(view.state, name) if zone == CARD else frozenset()
        if zone not in (DIE, CARD, BEAST):
            return view.targets
        found: set[Place] = set()
        for choice in view.selection.matching(*self.targets_at(view, view.cursor)):
            found.update(choice.places)
        return frozenset(found)

    def _paint_log_and_outlook(self, drawing: Drawing, view: View[BeastsState], shape: panels.PanelLayout) -> None:
        """Draws the log and the outlook on the choice under the cursor: below it, or in its place."""
        spot, own = shape.spots["log"], shape.spots["outlook"]
        lines = self._outlook_lines(view, spot.width - 4 * shape.framed)
        wanted = len(lines) + 1 + shape.framed
        if own.height and not lines:
            # Without an outlook the log takes both areas.
            spot = Rect(own.x, own.y, own.width, own.height + spot.height)
        elif own.height and wanted > own.height:
            own, spot = self._outlook_room(view, shape, wanted)
        drawing.log = spot
        self._layers.paint_part(
            drawing,
            f"log of {spot.height}",
            spot,
            view.look,
            (view.log, view.names, not view.state.board.filled),
            partial(_log, view, shape.framed),
        )
        if own.height and not lines:
            return
        if not own.height and (len(lines) < 2 or (view.cursor and view.cursor[0] != MENU)):
            # The line below the board says the same about the place under the cursor, so the log stays.
            return
        if not own.height and not view.state.board.filled:
            # The outlook covers the log with the goal, so the goal follows in brief.
            lines = [*lines, *panels.goal_lines(view, spot.width - 4 * shape.framed, panels.GOAL_IN_BRIEF)]
        if not own.height:
            own, _ = self._outlook_room(view, shape, len(lines) + 1 + shape.framed)
        self._layers.paint_part(drawing, "outlook", own, view.look, lines, partial(_outlook, view, shape.framed, lines))

    def _outlook_room(self, view: View[BeastsState], shape: panels.PanelLayout, wanted: int) -> tuple[Rect, Rect]:
        """Returns the areas of outlook and log; a long outlook takes those of the log, the beasts and the hunters.

        The log is either drawn as a whole panel in what is left, or not at all, so that no partial frame shows.
        """
        own, log = shape.spots["outlook"], shape.spots["log"]
        bottom = log.y + log.height
        above = ("beasts", "hunters") if view.cursor and view.cursor[0] == MENU else ("beasts",)
        tops = [own.y, *(shape.spots[name].y for name in above)]
        top = next((top for top in tops if bottom - top >= wanted), tops[-1])
        left = bottom - top - wanted
        if own.height and left >= panels.LOGGED_AT_LEAST:
            return Rect(log.x, top, log.width, wanted), Rect(log.x, top + wanted, log.width, left)
        return Rect(log.x, top, log.width, bottom - top), log

    def _outlook_lines(self, view: View[BeastsState], width: int) -> list[StyledLine]:
        """Returns the lines of the outlook, cached until the choice under the cursor changes."""
        found = choices_under_cursor(view, self.targets_at(view, view.cursor) if view.cursor else ())
        if not found or view.cursor is None:
            return []
        picks = tuple(view.selection.picks) if view.selection else ()
        key = (view.state, view.seat, view.cursor, picks, width, view.look)
        if self._outlook is None or self._outlook[0] != key:
            label = self.describe_action(view, found[0].action) if len(found) == 1 else self.describe(view, view.cursor)
            self._outlook = (key, panels.outlook_lines(view, found, width, label))
        return self._outlook[1]

    # --- the hand in large ----------------------------------------------------------------------------------------

    def paint_hand(self, view: View[BeastsState], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        panels.draw_hunters_in_full(drawing, view)
        return drawing


def _log(view: View[BeastsState], framed: bool, drawing: Drawing, area: Rect) -> None:
    """Draws the log, the latest event at the bottom."""
    if area.height < 2:
        return
    begins = not view.state.board.filled
    title = Text("Goal") if begins else Text("Log")
    inside = draw_titled_panel(drawing.picture, area, view.say(title), view.look, "", framed)
    if begins:
        whole = panels.goal_lines(view, inside.width)
        brief = panels.goal_lines(view, inside.width, panels.GOAL_IN_BRIEF)
        told = whole if len(whole) <= inside.height else brief
        goal = limit_lines(told, inside.height, inside.width, view.look.glyphs.ellipsis)
        for line in goal:
            put_line(drawing.picture, inside.x, inside.y, line)
            inside = inside._replace(y=inside.y + 1, height=inside.height - 1)
    if not inside.height:
        return
    for n, line in enumerate(latest_lines(view, inside.width, inside.height)):
        put_line(drawing.picture, inside.x, inside.y + n, line)


def _outlook(view: View[BeastsState], framed: bool, lines: list[StyledLine], drawing: Drawing, area: Rect) -> None:
    inside = draw_titled_panel(drawing.picture, area, view.say(Text("What it brings")), view.look, "", framed)
    for n, line in enumerate(lines[: inside.height]):
        if n == inside.height - 1 and len(lines) > inside.height:
            line = [*line, (f" {view.look.glyphs.ellipsis}", view.look.muted)]
        put_line(drawing.picture, inside.x, inside.y + n, cut_line(line, inside.width, view.look.glyphs.ellipsis))


# --- small pieces -------------------------------------------------------------------------------------------------


def _face_told(face: int) -> Text:
    """Returns what a face of a die is, for the legend."""
    if face == WILD:
        return Text("wild: any icon of a hole with dice, or a beast; one a turn")
    if face == BEAST_FACE:
        return Text("a beast face: adds or moves a beast; also: captured beasts")
    return components().face_names[face]


def _named(word: str) -> list[str]:
    """Returns the cards that a word means: `WLL` is W, L and the second L."""
    return [
        letter + (str(n + 1) if (n := word[:at].count(letter)) else "")
        for at, letter in enumerate(word)
        if letter != "-"
    ]


def _beast_named(name: str) -> Text:
    return Text("{beast}", beast=named.beast(components().beast_numbers[name]))


def _chosen(s: BeastsState, seat: SeatNo, mask: int) -> Text:
    """Describes the dice of a mask."""
    chosen, colours = bits(mask), s.hunters[seat].dice
    return named.dice(bytes(colours[n] for n in chosen), bytes(s.faces[n] for n in chosen))


def _placeable(s: BeastsState, number: int) -> frozenset[Place]:
    """Returns the slots where a die would fit now."""
    if number >= len(s.faces):
        return frozenset()
    box = components()
    return frozenset([(SLOT, box.slots[slot]) for slot in bits(open_slots_for(s.board, s.faces[number], s.wild))])


def _fitting(s: BeastsState, name: str) -> frozenset[Place]:
    """Returns the lines that a card would fit now."""
    box = components()
    kind = box.icons.index(name[0])
    return frozenset([(EDGE, box.edges[edge].id) for edge in bits(fitting_edges(s.board, kind))])


def _describe_die(view: CursorContext[BeastsState], name: str) -> Text:
    s, number = view.state, int(name) - 1
    dice = s.hunters[view.seat].dice
    if number >= len(dice):
        return Text("Die {number}: not in this turn.", number=name)
    if number >= len(s.faces) or s.seat != view.seat:
        colour = components().colour_names[dice[number]]
        return Text("Die {number}: {colour}, not rolled yet.", number=name, colour=colour)
    if s.point == "PLACE" and not s.free >> number & 1 and (gone := why_die_unplayable(s, view.seat, number)):
        return gone.text
    die = named.die(dice[number], s.faces[number])
    if s.faces[number] == BEAST_FACE and s.free >> number & 1:
        return Text("Die {number}: a {die} face, adds or moves a beast.", number=name, die=die)
    told = Text("Die {number}: a {die} die.", number=name, die=die)
    if idle := why_die_unplayable(s, view.seat, number):
        return Text("{told} {reason}", told=told, reason=idle.text)
    return Text("{told} {worth}", told=told, worth=_worth_most(s, view.seat, number))


def _best_dice(s: BeastsState, seat: SeatNo, places: Sequence[Place]) -> Sequence[Place]:
    """Returns the die whose best slot is worth most; all dice if none is worth anything."""
    dice = zip(s.hunters[seat].dice, s.faces, strict=False)
    best = {(DIE, str(n)): most_useful_slot(s, seat, *die) for n, die in enumerate(dice, 1) if die[1] <= WILD}
    uses = [(use.worth, place) for place in places if (use := best.get(place))]
    most = max((worth for worth, _ in uses), default=0)
    return [place for worth, place in uses if worth == most] or places


def _best_squares(board: BeastsBoard, kind: int, places: Sequence[Place]) -> Sequence[Place]:
    """Returns the squares that lack least to capture a beast; all squares if it can be captured in none."""
    box = components()
    wanted = sum(box.squares[box.square_numbers[name]].bit for zone, name in places if zone == SQUARE)
    return [(SQUARE, box.squares[square].id) for square in bits(nearest_squares(board, kind, wanted))] or places


def _worth_most(s: BeastsState, seat: SeatNo, number: int) -> Text:
    """Describes where a die is worth most, or how many slots it has if none is worth anything."""
    if use := most_useful_slot(s, seat, s.hunters[seat].dice[number], s.faces[number]):
        return Text("It is worth most on {slot}: {why}.", slot=components().slots[use.slot], why=use.why)
    if not s.board.filled:
        return Text("It fits anywhere.")
    n = open_slots_for(s.board, s.faces[number], s.wild).bit_count()
    return Text("It fits {n} slot, at no fence of yours.", "It fits {n} slots, none at a fence of yours.", n=n)


def _describe_card(view: CursorContext[BeastsState], name: str) -> Text:
    s, kind = view.state, components().icons.index(name[0])
    card = named.card(view.seat, kind)
    if idle := why_card_unplayable(s, view.seat, kind):
        return Text("A {card} card in your hand. {reason}", card=card, reason=idle.text)
    fits = fitting_edges(s.board, kind).bit_count()
    return Text(
        "A {card} card in your hand; it fits {n} line now.",
        "A {card} card in your hand; it fits {n} lines now.",
        card=card,
        n=fits,
    )


NAMED = 4
"""Up to so many missing cards and dice of a square are named one by one."""
QUADRANTS = {
    "nw": Text("north-west"),
    "ne": Text("north-east"),
    "sw": Text("south-west"),
    "se": Text("south-east"),
}


def _describe_slot(view: CursorContext[BeastsState], name: str) -> Text:
    box, board = components(), view.state.board
    slot = box.slot_numbers[name]
    quadrant = QUADRANTS[name[2:]]
    spot = Text("{slot}, {quadrant} in hole {hole}, where lines meet", slot=name, quadrant=quadrant, hole=name[:2])
    lines = [box.edges[bit.bit_length() - 1].id for bit, _, _ in box.stands[slot]]
    holds = join_commas(_between(line) for line in lines)
    if not board.filled >> slot & 1:
        told = Text("{spot}: empty; {hole}.", spot=spot, hole=_hole(board, slot))
        return Text("{told} A die there supports {lines}.", told=told, lines=holds) if lines else told
    colour = board.colour(slot)
    die = named.die(colour, board.face(slot))
    what = Text("a {die} die of {who}", die=die, who=Who(colour))
    if colour == NEUTRAL:
        what = Text("a {die} die, which is nobody's", die=die)
    told = Text("{spot}: {what}.", spot=spot, what=what)
    return Text("{told} It supports {lines}.", told=told, lines=holds) if lines else told


def _between(line: str) -> Text:
    """Returns a line by its name and the squares beside it."""
    box = components()
    one, other = (box.squares[square].id for square in box.edges[box.edge_numbers[line]].squares)
    return Text("{line} between {one} and {other}", line=line, one=one, other=other)


def _hole(board: BeastsBoard, slot: int) -> Text:
    """Describes what the hole of an empty slot shows or takes."""
    box = components()
    number = box.hole_of[slot]
    icon = board.icons[number]
    if icon != NONE:
        return Text("the hole shows {icon}", icon=box.face_names[icon])
    if not board.reach >> slot & 1 and board.filled:
        return Text("no card reaches the hole yet")
    kinds = board.allowed_icons(number)
    if len(kinds) == len(box.icons):
        return Text("the hole takes any icon first")
    return Text("the hole must start with {icon}", icon=join_or(box.face_names[kind] for kind in kinds))


def _describe_edge(view: CursorContext[BeastsState], name: str) -> Text:
    box, board = components(), view.state.board
    number, between = box.edge_numbers[name], _between(name)
    dice = (box.edges[number].four & board.filled).bit_count()
    if not board.carded >> number & 1:
        if board.supported >> number & 1:
            return Text("{line}: no card, {dice} of 4 dice; a card can stand there.", line=between, dice=dice)
        return Text("{line}: no card, {dice} of 4 dice; a card needs both dice at one end.", line=between, dice=dice)
    owner = board.owner(number)
    card, who = named.card(owner, board.kind(number)), Who(owner)
    if board.done >> number & 1:
        points = board.scored[number]
        return Text("{line}: {card} fence of {who}, scored {points}.", line=between, card=card, who=who, points=points)
    return Text(
        "{line}: {card} card of {who}, {dice} of 4 dice, worth {worth}.",
        line=between,
        card=card,
        who=who,
        dice=dice,
        worth=format_range(*fence_bounds(board, number)),
    )


def _describe_square(view: CursorContext[BeastsState], name: str) -> Text:
    box, board = components(), view.state.board
    number = box.square_numbers[name]
    kind, where = board.beasts[number], _where(box.squares[number].kind)
    what = _beast_on(board, number)
    if board.enclosed >> number & 1:
        if kind == NONE:
            return Text("{square}, {where}: enclosed, no beast.", square=name, where=where)
        return Text("{square}, {where}: enclosed, {beast} locked in.", square=name, where=where, beast=what)
    cards, dice = missing_cards_and_dice(board, number)
    told = Text("{square}, {where}: {beast}", square=name, where=where, beast=what)
    told = Text("{told}; to be closed it lacks {missing}", told=told, missing=named.missing_pieces_text(cards, dice))
    if cards + dice <= NAMED:
        square = box.squares[number]
        lines = (box.edges[edge].id for edge in bits(square.sides & ~board.carded))
        slots = (box.slots[slot] for slot in bits(square.slots & ~board.filled))
        told = Text("{told}: {names}", told=told, names=join_commas((*lines, *slots)))
    if kind == NONE or not can_be_caught(board, kind, number):
        return Text("{told}.", told=told)
    return Text("{told}. Whoever closes it captures the {beast}.", told=told, beast=named.beast(kind))


def _where(kind: str) -> Text:
    match kind:
        case "corner":
            return Text("corner")
        case "edge":
            return Text("edge square")
        case _:
            return Text("centre square")


def _beast_on(board: BeastsBoard, number: int) -> Text:
    """Describes the beast of a square, and whether it can never be captured there."""
    kind = board.beasts[number]
    if kind == NONE:
        return Text("no beast")
    beast, points = named.beast(kind), components().beasts[kind].points
    if board.enclosed >> number & 1 or can_be_caught(board, kind, number):
        return Text("a {beast} ({points} points)", beast=beast, points=points)
    return Text("a {beast} ({points} points), which can never be captured here", beast=beast, points=points)


def _describe_beast(view: CursorContext[BeastsState], name: str) -> Text:
    number = components().beast_numbers[name]
    beast, left = components().beasts[number], view.state.board.supply[number]
    return Text(
        "{beast}: {points} points for whoever captures it {how}; {left} left in the supply.",
        beast=named.beast(number),
        points=beast.points,
        how=words.capture_condition(beast),
        left=left,
    )
