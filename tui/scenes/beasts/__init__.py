"""The beast hunt on screen: the board, the dice of the turn, the cards and the hunters. No rules.

Zones: die (of the turn, by number), card (of the hand: W, W2), slot, edge, square, beast (types in the supply).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style

from tilehall.engine import Seat
from tilehall.engine.beasts import (
    NONE,
    Board,
    State,
    bits,
    bounds,
    catchable,
    components,
    fitting_edges,
    lacking,
    placeable,
)
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.picking import MENU
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.beasts import board as painter
from tilehall.tui.scenes.beasts import panels
from tilehall.tui.scenes.beasts.layout import MARGIN, Cut, fitting
from tilehall.tui.scenes.beasts.tally import (
    BEAST,
    CARD,
    DIE,
    EDGE,
    SLOT,
    SQUARE,
    cards,
    fresh,
    twin,
    under_cursor,
)
from tilehall.tui.scenes.scene import BaseScene
from tilehall.tui.scenes.text import Lines, log, write

FIELDS = {
    "slot": SLOT,
    "edge": EDGE,
    "kind": CARD,
    "square": SQUARE,
    "start": SQUARE,
    "end": SQUARE,
    "beast": BEAST,
}


class BeastsScene(BaseScene[State]):
    """Draws `tilehall.engine.beasts` positions."""

    sets = frozenset({"KEEP", "DISCARD"})
    pointed = frozenset({"SETUP_BEAST", "PLACE"})
    traces = frozenset({"move"})
    news = frozenset({"setup", "add", "move", "fence", "capture", "locked", "enclosed", "idle", "final"})

    def __init__(self) -> None:
        self._board: tuple[object, Picture] | None = None
        self._panels: tuple[object, Drawing, list[int]] | None = None
        self._fresh: tuple[object, frozenset[str]] | None = None
        self._outlook: tuple[object, Lines] | None = None

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """One place for most words; `keep 14` is two dice, `discard WLL` three cards."""
        if field == "cards":
            return tuple((CARD, name) for name in _named(word))
        if field in ("dice", "die"):
            return tuple((DIE, number) for number in word)
        return ((FIELDS[field], word),)

    def aim(self, view: Glance[State], place: Place) -> tuple[Place, ...]:
        """Of pieces that are alike the one that an action names."""
        zone, name = place
        if zone == DIE and view.state.point == "PLACE":
            return ((DIE, twin(view.state, view.seat, name)),)
        if zone == CARD and view.state.point == "PLACE":
            return ((CARD, name[0]),)
        if zone == CARD and view.picker and view.picker.exact:
            marked = sum(pick[1][0] == name[0] for pick in view.picker.picks)
            nth = int(name[1:] or 1)
            wanted = marked if nth <= marked else marked + 1
            return ((CARD, name[0] + (str(wanted) if wanted > 1 else "")),)
        return (place,)

    def numbered(self, view: Glance[State]) -> Sequence[Place]:
        s: State = view.state
        if s.seat != view.seat:
            return []
        dice = [(DIE, str(n + 1)) for n in range(len(s.faces))]
        hand = [(CARD, name) for name in cards(s.hunters[view.seat])]
        return {"KEEP": dice, "PLACE": [*dice, *hand], "DISCARD": hand}.get(s.point, [])

    def choice(self, view: Glance[State], text: str) -> str:
        """`die 2 10se` as `water die on 10se`; other choices in plain words."""
        verb, *words = text.split(" ")
        box, s = components(), view.state
        if verb == "die" and int(words[0]) <= len(s.faces):
            number = int(words[0]) - 1
            colour = box.colour_names[s.hunters[view.seat].dice[number]]
            return f"{colour} {_face(s.faces[number])} on {words[1]}"
        if verb == "keep" and s.faces:
            faces = " ".join(box.faces[s.faces[int(number) - 1]] for number in words[0])
            return f"keep {faces} for good"
        if verb == "card":
            return f"{box.icon_names[box.icons.index(words[0])]} card on {words[1]}"
        if verb == "discard":
            return "discard nothing" if words[0] == "-" else f"discard {' '.join(words[0])}"
        named = {"setup": "{0} on {1}", "add": "add a {1} on {2}", "move": "move from {1} to {2}", "end": "end turn"}
        return named[verb].format(*words) if verb in named else text

    def describe(self, view: Glance[State], place: Place) -> str:
        zone, name = place
        telling = {
            DIE: _describe_die,
            CARD: _describe_card,
            SLOT: _describe_slot,
            EDGE: _describe_edge,
            SQUARE: _describe_square,
            BEAST: _describe_beast,
        }
        return telling[zone](view, name) if zone in telling else name

    def legend(self, look: Look) -> Mapping[str, str]:
        glyphs, box = look.glyphs, components()
        signs = (glyphs.water, glyphs.thorns, glyphs.lightning, glyphs.bamboo)
        faces = {f"{letter} {sign}": name for letter, sign, name in zip(box.icons, signs, box.icon_names, strict=True)}
        colours = {letter.lower(): f"{name}" for letter, name in zip(box.colours, box.colour_names, strict=True)}
        beasts = {
            sign: f"{beast.id}: {beast.points} points, {panels.CONDITIONS[beast.condition]}"
            for sign, beast in zip(
                (glyphs.unicorn, glyphs.centaur, glyphs.chimera, glyphs.basilisk), box.beasts, strict=True
            )
        }
        return {
            **faces,
            f"* {glyphs.wild}": "wild: any icon of a hole with dice, or a beast; one a turn",
            f"! {glyphs.beast}": "a beast face: adds or moves a beast; also: captured beasts",
            **colours,
            "Wp": "a purple die that shows water; on a bar a purple water card",
            "w": "an empty slot that takes water only",
            "5": "what a fence has scored; +5: what it will score at the end of the turn",
            glyphs.enclosed: "an enclosed square",
            **beasts,
            glyphs.legal: "may be chosen",
            glyphs.legal_strong: "may be chosen, and completes a fence",
            glyphs.last: "new since your last turn",
            glyphs.check: "a die that you keep",
            glyphs.cross: "a card that you throw away; a place that does not fit",
        }

    def seat_style(self, look: Look, seat: Seat) -> Style:
        """On the colour of the hunter's dice."""
        return look.face(look.palette.hue(components().colour_names[seat]))

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        cut = fitting(width, height, view.size)
        picture = drawing.picture
        picture.paste(0, 0, self._still(view, cut))
        painter.places(drawing, view, cut)
        painter.overlay(picture, view, cut, self._legal(view))
        left = cut.width + 2 * MARGIN[0] + 1
        area = Rect(left, 0, width - left - 1, height)
        starts = self._beside(drawing, view, area)
        self._below(picture, view, area, starts)
        return drawing

    def _still(self, view: View[State], cut: Cut) -> Picture:
        """The board as it lies, painted anew only when something on it changed."""
        steps = view.log[-1].step if view.log else 0
        if self._fresh is None or self._fresh[0] != (steps, view.seat):
            self._fresh = ((steps, view.seat), fresh(view))
        key = (view.state.board, view.look, cut, self._fresh[1])
        if self._board is None or self._board[0] != key:
            self._board = (key, painter.still(view.state.board, view.look, cut, self._fresh[1]))
        return self._board[1]

    def _legal(self, view: View[State]) -> frozenset[Place]:
        """What may be chosen: all of it, or what fits the piece under the cursor."""
        if view.picker is None or view.cursor is None:
            return view.targets
        zone, name = view.cursor
        if view.picker.exact:
            if zone == DIE:
                return _placeable(view.state, int(name) - 1)
            return _fitting(view.state, name) if zone == CARD else frozenset()
        if zone not in (DIE, CARD, BEAST):
            return view.targets
        found = view.picker.matching(*self.aim(view, view.cursor))
        return frozenset(place for choice in found for place in choice.places)

    def _beside(self, drawing: Drawing, view: View[State], area: Rect) -> list[int]:
        """The panels, painted anew only if something in them changed: a cursor on the board does not."""
        inside = view.cursor if view.cursor and view.cursor[0] in (DIE, CARD, BEAST) else None
        picks = tuple(view.picker.picks) if view.picker else ()
        beasts = frozenset(place for place in view.targets if place[0] == BEAST)
        key = (view.state, view.seat, inside, picks, beasts, view.hint, view.look, area)
        if self._panels is None or self._panels[0] != key:
            new = Drawing(Picture(area.width, area.height, view.look.table))
            starts = panels.still(new, view, Rect(0, 0, area.width, area.height))
            self._panels = (key, new, starts)
        _, panel, starts = self._panels
        drawing.picture.paste(area.x, area.y, panel.picture)
        for place, rect in panel.places.items():
            drawing.places[place] = Rect(rect.x + area.x, rect.y + area.y, rect.width, rect.height)
        return starts

    def _below(self, picture: Picture, view: View[State], beside: Rect, starts: list[int]) -> None:
        """What the choice under the cursor would bring, and where there is room the log."""
        lines = self._bringing(view, beside.width)
        top, height = starts[-1], beside.height
        if lines:
            # A long outlook covers the beasts, and before the end of a turn the hunters if it must.
            highest = 2 if view.cursor and view.cursor[0] == MENU else 3
            top = next((start for start in starts[: highest - 1 : -1] if height - start > len(lines)), starts[highest])
        picture.fill(beside.x, top, beside.width, height - top, view.look.table)
        area = Rect(beside.x, top, beside.width, height - top)
        if lines:
            room = area.height if area.height < 16 else max(area.height // 2, len(lines) + 2)
            write(picture, Rect(area.x, top, area.width, room), "Outlook", lines, view.look)
            area = Rect(area.x, top + room, area.width, area.height - room)
        if area.height > 2:
            log(picture, view, area)

    def _bringing(self, view: View[State], width: int) -> Lines:
        """The lines of the outlook, made anew when the cursor means something else."""
        found = under_cursor(view, self.aim(view, view.cursor) if view.cursor else ())
        if not found or view.cursor is None:
            return []
        picks = tuple(view.picker.picks) if view.picker else ()
        key = (view.state, view.seat, view.cursor, picks, width, view.look)
        if self._outlook is None or self._outlook[0] != key:
            label = self.choice(view, found[0].text) if len(found) == 1 else self.describe(view, view.cursor)
            self._outlook = (key, panels.outlook(view, found, width, label))
        return self._outlook[1]

    # --- the hand in large ----------------------------------------------------------------------------------------

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        panels.large(drawing, view)
        return drawing


# --- small pieces -------------------------------------------------------------------------------------------------


def _named(word: str) -> list[str]:
    """The cards that a word means: `WLL` is W, L and the second L."""
    return [
        letter + (str(n + 1) if (n := word[:at].count(letter)) else "")
        for at, letter in enumerate(word)
        if letter != "-"
    ]


def _face(face: int) -> str:
    return (*components().icon_names, "wild", "beast")[face]


def _placeable(s: State, number: int) -> frozenset[Place]:
    """Where a face would fit now."""
    if number >= len(s.faces):
        return frozenset()
    box = components()
    return frozenset((SLOT, box.slots[slot]) for slot in bits(placeable(s.board, s.faces[number], s.wild)))


def _fitting(s: State, name: str) -> frozenset[Place]:
    """The lines that a card would fit now."""
    box = components()
    kind = box.icons.index(name[0])
    return frozenset((EDGE, box.edges[edge].id) for edge in bits(fitting_edges(s.board, kind)))


def _describe_die(view: Glance[State], name: str) -> str:
    s, number, box = view.state, int(name) - 1, components()
    dice = s.hunters[view.seat].dice
    if number >= len(dice):
        return f"Die {name}: not in this turn."
    colour = box.colour_names[dice[number]]
    if number >= len(s.faces) or s.seat != view.seat:
        return f"Die {name}: {colour}, not rolled yet."
    status = "on the board" if s.placed >> number & 1 else "" if s.free >> number & 1 else "used for a beast"
    status = status or f"fits {_count(len(_placeable(s, number)), 'slot')} now"
    return f"Die {name}: {colour} {_face(s.faces[number])}, {status}."


def _describe_card(view: Glance[State], name: str) -> str:
    kind = components().icons.index(name[0])
    fits = fitting_edges(view.state.board, kind).bit_count()
    return f"A {components().icon_names[kind]} card in your hand; it fits {_count(fits, 'line')} now."


def _describe_slot(view: Glance[State], name: str) -> str:
    box, board = components(), view.state.board
    slot = box.slot_numbers[name]
    if board.filled >> slot & 1:
        colour = box.colour_names[board.colour(slot)]
        return f"{name}: a {colour} {_face(board.face(slot))} die in hole {name[:2]}, {_hole(board, slot)}."
    return f"{name}: empty; hole {name[:2]} {_hole(board, slot)}."


def _hole(board: Board, slot: int) -> str:
    box = components()
    icon = board.icons[box.hole_of[slot]]
    if icon != NONE:
        return f"shows {box.icon_names[icon]}"
    if not board.reach >> slot & 1 and board.filled:
        return "is not reached yet"
    kinds = [name for kind, name in enumerate(box.icon_names) if board.takes[kind] >> slot & 1]
    return "takes any icon first" if len(kinds) == len(box.icons) else f"must start with {' or '.join(kinds)}"


def _describe_edge(view: Glance[State], name: str) -> str:
    box, board = components(), view.state.board
    number = box.edge_numbers[name]
    one, other = (box.squares[square].id for square in box.edges[number].squares)
    dice = (box.edges[number].four & board.filled).bit_count()
    if not board.carded >> number & 1:
        return f"{name} between {one} and {other}: no card, {dice} of 4 dice."
    owner, kind = view.names[board.owner(number)], box.icon_names[board.kind(number)]
    if board.done >> number & 1:
        return f"{name} between {one} and {other}: {kind} fence of {owner}, scored {board.scored[number]}."
    low, high = bounds(board, number)
    worth = f"{low}" if low == high else f"{low} to {high}"
    return f"{name} between {one} and {other}: {kind} card of {owner}, {dice} of 4 dice, worth {worth}."


def _describe_square(view: Glance[State], name: str) -> str:
    box, board = components(), view.state.board
    number = box.square_numbers[name]
    square, kind = box.squares[number], board.beasts[number]
    where = {"corner": "corner", "edge": "edge square", "centre": "centre square"}[square.kind]
    beast = f"a {box.beasts[kind].id} ({box.beasts[kind].points} points)" if kind != NONE else "no beast"
    if board.enclosed >> number & 1:
        return f"{name}, {where}: enclosed, {beast + ' locked in' if kind != NONE else beast}."
    cards_missing, dice_missing = lacking(board, number)
    short = f"lacks {_count(cards_missing, 'card')} and {_count(dice_missing, 'die', 'dice')}"
    never = ", which cannot be captured here" if kind != NONE and not catchable(board, kind, number) else ""
    return f"{name}, {where}: {beast}{never}; {short}."


def _describe_beast(view: Glance[State], name: str) -> str:
    beast = components().beasts[components().beast_numbers[name]]
    left = view.state.board.supply[components().beast_numbers[name]]
    asks = panels.CONDITIONS[beast.condition]
    return f"{name}: {beast.points} points, {asks}; {left} left in the supply."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
