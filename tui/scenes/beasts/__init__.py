"""The beast hunt on screen: the board, the dice of the turn, the cards and the hunters. No rules.

Zones: die (of the turn, by number), card (of the hand: W, W2), slot, edge, square, beast (types in the supply).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rich.style import Style

from tilehall.engine import Action, Piece, Seat, Text, Who, either, plain
from tilehall.engine.beasts import BEAST as BEAST_FACE
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
    span,
)
from tilehall.engine.beasts import pieces as named
from tilehall.engine.beasts.actions import Add, Card, Die, Discard, End, Keep, Move, Prepare
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.kept import Kept
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.play.picking import MENU
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.beasts import board as painter
from tilehall.tui.scenes.beasts import panels, pieces
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
from tilehall.tui.scenes.layers import Layers
from tilehall.tui.scenes.scene import BaseScene
from tilehall.tui.scenes.text import log, write

FIELDS = {
    "slot": SLOT,
    "edge": EDGE,
    "kind": CARD,
    "square": SQUARE,
    "start": SQUARE,
    "end": SQUARE,
    "beast": BEAST,
}
DEEDS = {
    "setup": Text("put a beast"),
    "keep": Text("keep"),
    "die": Text("place a die"),
    "card": Text("lay a card"),
    "add": Text("add a beast"),
    "move": Text("move the beast"),
    "end": Text("end turn"),
    "discard": Text("discard"),
}
"""What each verb does, in a word or two."""


class BeastsScene(BaseScene[State]):
    """Draws `tilehall.engine.beasts` positions."""

    sets = frozenset({"KEEP", "DISCARD"})
    pointed = frozenset({"SETUP_BEAST", "PLACE"})
    traces = frozenset({"move"})
    news = frozenset({"setup", "add", "move", "fence", "capture", "locked", "enclosed", "idle", "final"})

    def __init__(self) -> None:
        self._board: tuple[object, Picture] | None = None
        self._starts = Kept[list[int]]()
        self._fresh: tuple[object, frozenset[str]] | None = None
        self._outlook: tuple[object, list[Styled]] | None = None
        self._layers = Layers()
        self._marked = Kept[Picture]()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """One place for most words; `keep 14` is two dice, `discard WLL` three cards."""
        if field == "cards":
            return tuple([(CARD, name) for name in _named(word)])
        if field in ("dice", "die"):
            return tuple([(DIE, number) for number in word])
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

    def deed(self, verb: str) -> Text:
        return DEEDS[verb] if verb in DEEDS else plain(verb)

    def choice(self, view: Glance[State], action: Action) -> Text:
        """`die 2 10se` as `purple water on 10se`; other choices in plain words."""
        box, s = components(), view.state
        match action:
            case Die(die, slot) if die < len(s.faces):
                piece = named.die(s.hunters[view.seat].dice[die], s.faces[die])
                return Text("{die} on {slot}", die=piece, slot=box.slots[slot])
            case Keep(dice) if s.faces:
                return Text("keep {dice} for good", dice=_chosen(s, view.seat, dice))
            case Card(kind, edge):
                return Text("{card} card on {line}", card=named.card(view.seat, kind), line=box.edges[edge].id)
            case Discard(cards) if any(cards):
                return Text("discard {cards}", cards=named.cards(view.seat, cards))
            case Discard():
                return Text("discard nothing")
            case Prepare(beast, square):
                return Text("{beast} on {square}", beast=named.beast(beast), square=box.squares[square].id)
            case Add(_, beast, square):
                return Text("add a {beast} on {square}", beast=named.beast(beast), square=box.squares[square].id)
            case Move(_, start, end):
                return Text("move from {start} to {end}", start=box.squares[start].id, end=box.squares[end].id)
            case End():
                return Text("end turn")
        return plain(str(action))

    def spot_name(self, place: Place) -> Text:
        zone, name = place
        return _beast_named(name) if zone == BEAST else super().spot_name(place)

    def describe(self, view: Glance[State], place: Place) -> Text:
        zone, name = place
        telling = {
            DIE: _describe_die,
            CARD: _describe_card,
            SLOT: _describe_slot,
            EDGE: _describe_edge,
            SQUARE: _describe_square,
            BEAST: _describe_beast,
        }
        return telling[zone](view, name) if zone in telling else plain(name)

    def chip(self, look: Look, piece: Piece) -> Styled:
        return pieces.chip(look, piece)

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs, box = look.glyphs, components()
        icons = enumerate(box.icons)
        faces = {f"{letter} {pieces.icon(look, face)}": box.face_names[face] for face, letter in icons}
        colours = {letter.lower(): name for letter, name in zip(box.colours, box.colour_names, strict=True)}
        beasts = {
            pieces.emblem(look, kind): Text(
                "{beast}: {points} points, {condition}",
                beast=named.beast(kind),
                points=beast.points,
                condition=panels.wanted(beast),
            )
            for kind, beast in enumerate(box.beasts)
        }
        return {
            **faces,
            f"* {glyphs.wild}": Text("wild: any icon of a hole with dice, or a beast; one a turn"),
            f"! {glyphs.beast}": Text("a beast face: adds or moves a beast; also: captured beasts"),
            **colours,
            "Wp": Text("a purple die that shows water; on a bar a purple water card"),
            "w": Text("an empty slot that takes water only"),
            "5": Text("what a fence has scored; +5: what it will score at the end of the turn"),
            glyphs.enclosed: Text("an enclosed square"),
            **beasts,
            glyphs.legal: Text("may be chosen"),
            glyphs.legal_strong: Text("may be chosen, and completes a fence"),
            glyphs.last: Text("new since your last turn"),
            glyphs.check: Text("a die that you keep"),
            glyphs.cross: Text("a card that you throw away; a place that does not fit"),
        }

    def seat_style(self, look: Look, seat: Seat) -> Style:
        """On the colour of the hunter's dice."""
        return look.face(pieces.colour_of(look, seat))

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        cut = fitting(width, height, view.size)
        picture = drawing.picture
        still, legal = self._still(view, cut), self._legal(view)
        here = view.cursor if view.cursor in legal else None
        source = (still, view.look, cut, legal, view.hint, here)
        picture.paste(0, 0, self._marked.get("", source, lambda: painter.marked(still, view, cut, legal)))
        painter.places(drawing, view, cut)
        painter.pointed(picture, view, cut)
        left = cut.width + 2 * MARGIN[0] + 1
        area = Rect(left, 0, width - left - 1, height)
        starts = self._beside(drawing, view, area)
        self._below(drawing, view, area, starts)
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
        found: set[Place] = set()
        for choice in view.picker.matching(*self.aim(view, view.cursor)):
            found.update(choice.places)
        return frozenset(found)

    def _beside(self, drawing: Drawing, view: View[State], area: Rect) -> list[int]:
        """The panels; the rows where they begin, and the next one."""
        source = (view.state, view.look, view.names, area.width, area.height)
        rows = self._starts.get("", source, lambda: panels.starts(view, area))
        panels.still(self._layers, drawing, view, area, rows)
        return rows

    def _below(self, drawing: Drawing, view: View[State], beside: Rect, starts: list[int]) -> None:
        """The log, and over its upper lines what the choice under the cursor would bring: the rest stays as it is."""
        height = beside.height
        spot = Rect(beside.x, starts[-1], beside.width, height - starts[-1])
        self._layers.lay(drawing, "log", spot, view.look, (view.log, view.names), partial(_log, view))
        lines = self._bringing(view, beside.width)
        if not lines:
            return
        # A long outlook covers the beasts, and before the end of a turn the hunters if it must.
        highest = 2 if view.cursor and view.cursor[0] == MENU else 3
        top = next((start for start in starts[: highest - 1 : -1] if height - start > len(lines)), starts[highest])
        spot = Rect(beside.x, top, beside.width, min(len(lines) + 2, height - top))
        self._layers.lay(drawing, "outlook", spot, view.look, lines, partial(_outlook, view, lines))

    def _bringing(self, view: View[State], width: int) -> list[Styled]:
        """The lines of the outlook, made anew when the cursor means something else."""
        found = under_cursor(view, self.aim(view, view.cursor) if view.cursor else ())
        if not found or view.cursor is None:
            return []
        picks = tuple(view.picker.picks) if view.picker else ()
        key = (view.state, view.seat, view.cursor, picks, width, view.look)
        if self._outlook is None or self._outlook[0] != key:
            label = self.choice(view, found[0].action) if len(found) == 1 else self.describe(view, view.cursor)
            self._outlook = (key, panels.outlook(view, found, width, label))
        return self._outlook[1]

    # --- the hand in large ----------------------------------------------------------------------------------------

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        panels.large(drawing, view)
        return drawing


def _log(view: View[State], drawing: Drawing, area: Rect) -> None:
    log(drawing.picture, view, area)


def _outlook(view: View[State], lines: list[Styled], drawing: Drawing, area: Rect) -> None:
    write(drawing.picture, area, view.say(Text("Outlook")), lines, view.look)


# --- small pieces -------------------------------------------------------------------------------------------------


def _named(word: str) -> list[str]:
    """The cards that a word means: `WLL` is W, L and the second L."""
    return [
        letter + (str(n + 1) if (n := word[:at].count(letter)) else "")
        for at, letter in enumerate(word)
        if letter != "-"
    ]


def _beast_named(name: str) -> Text:
    return Text("{beast}", beast=named.beast(components().beast_numbers[name]))


def _chosen(s: State, seat: Seat, mask: int) -> Text:
    """The dice of a mask."""
    chosen, colours = bits(mask), s.hunters[seat].dice
    return named.dice(bytes(colours[n] for n in chosen), bytes(s.faces[n] for n in chosen))


def _placeable(s: State, number: int) -> frozenset[Place]:
    """Where a face would fit now."""
    if number >= len(s.faces):
        return frozenset()
    box = components()
    return frozenset([(SLOT, box.slots[slot]) for slot in bits(placeable(s.board, s.faces[number], s.wild))])


def _fitting(s: State, name: str) -> frozenset[Place]:
    """The lines that a card would fit now."""
    box = components()
    kind = box.icons.index(name[0])
    return frozenset([(EDGE, box.edges[edge].id) for edge in bits(fitting_edges(s.board, kind))])


def _describe_die(view: Glance[State], name: str) -> Text:
    s, number = view.state, int(name) - 1
    dice = s.hunters[view.seat].dice
    if number >= len(dice):
        return Text("Die {number}: not in this turn.", number=name)
    if number >= len(s.faces) or s.seat != view.seat:
        colour = components().colour_names[dice[number]]
        return Text("Die {number}: {colour}, not rolled yet.", number=name, colour=colour)
    die = named.die(dice[number], s.faces[number])
    if s.placed >> number & 1:
        return Text("Die {number}: {die}, on the board.", number=name, die=die)
    if not s.free >> number & 1:
        return Text("Die {number}: {die}, used for a beast.", number=name, die=die)
    if s.faces[number] == BEAST_FACE:
        return Text("Die {number}: {die}, adds or moves a beast.", number=name, die=die)
    fits = len(_placeable(s, number))
    return Text(
        "Die {number}: {die}, fits {n} slot now.",
        "Die {number}: {die}, fits {n} slots now.",
        number=name,
        die=die,
        n=fits,
    )


def _describe_card(view: Glance[State], name: str) -> Text:
    kind = components().icons.index(name[0])
    fits, card = fitting_edges(view.state.board, kind).bit_count(), named.card(view.seat, kind)
    return Text(
        "A {card} card in your hand; it fits {n} line now.",
        "A {card} card in your hand; it fits {n} lines now.",
        card=card,
        n=fits,
    )


def _describe_slot(view: Glance[State], name: str) -> Text:
    box, board = components(), view.state.board
    slot = box.slot_numbers[name]
    if board.filled >> slot & 1:
        hole = box.hole_of[slot]
        return Text(
            "{slot}: a {die} die in hole {hole}, which shows {icon}.",
            slot=name,
            die=named.die(board.colour(slot), board.face(slot)),
            hole=box.holes[hole].id,
            icon=box.face_names[board.icons[hole]],
        )
    return Text("{slot}: empty; {hole}.", slot=name, hole=_hole(board, slot))


def _hole(board: Board, slot: int) -> Text:
    """What the hole of an empty slot shows or takes."""
    box = components()
    number = box.hole_of[slot]
    name, icon = box.holes[number].id, board.icons[number]
    if icon != NONE:
        return Text("hole {hole} shows {icon}", hole=name, icon=box.face_names[icon])
    if not board.reach >> slot & 1 and board.filled:
        return Text("hole {hole} is not reached yet", hole=name)
    kinds = board.allowed(number)
    if len(kinds) == len(box.icons):
        return Text("hole {hole} takes any icon first", hole=name)
    return Text("hole {hole} must start with {icon}", hole=name, icon=either(box.face_names[kind] for kind in kinds))


def _describe_edge(view: Glance[State], name: str) -> Text:
    box, board = components(), view.state.board
    number = box.edge_numbers[name]
    one, other = (box.squares[square].id for square in box.edges[number].squares)
    between = Text("{line} between {one} and {other}", line=name, one=one, other=other)
    dice = (box.edges[number].four & board.filled).bit_count()
    if not board.carded >> number & 1:
        return Text("{line}: no card, {dice} of 4 dice.", line=between, dice=dice)
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
        worth=span(*bounds(board, number)),
    )


def _describe_square(view: Glance[State], name: str) -> Text:
    box, board = components(), view.state.board
    number = box.square_numbers[name]
    kind, where = board.beasts[number], _where(box.squares[number].kind)
    what = _beast_on(board, number)
    if board.enclosed >> number & 1:
        if kind == NONE:
            return Text("{square}, {where}: enclosed, no beast.", square=name, where=where)
        return Text("{square}, {where}: enclosed, {beast} locked in.", square=name, where=where, beast=what)
    cards, dice = lacking(board, number)
    return Text(
        "{square}, {where}: {beast}; lacks {cards} and {dice}.",
        square=name,
        where=where,
        beast=what,
        cards=Text("{n} card", "{n} cards", n=cards),
        dice=Text("{n} die", "{n} dice", n=dice),
    )


def _where(kind: str) -> Text:
    match kind:
        case "corner":
            return Text("corner")
        case "edge":
            return Text("edge square")
        case _:
            return Text("centre square")


def _beast_on(board: Board, number: int) -> Text:
    """The beast of a square, and whether it is safe there for ever."""
    kind = board.beasts[number]
    if kind == NONE:
        return Text("no beast")
    beast, points = named.beast(kind), components().beasts[kind].points
    if board.enclosed >> number & 1 or catchable(board, kind, number):
        return Text("a {beast} ({points} points)", beast=beast, points=points)
    return Text("a {beast} ({points} points), which cannot be captured here", beast=beast, points=points)


def _describe_beast(view: Glance[State], name: str) -> Text:
    number = components().beast_numbers[name]
    beast, left = components().beasts[number], view.state.board.supply[number]
    return Text(
        "{beast}: {points} points, {condition}; {left} left in the supply.",
        beast=named.beast(number),
        points=beast.points,
        condition=panels.wanted(beast),
        left=left,
    )
