"""The board of the hunt: fields, dice in their corners, cards on the lines, beasts; and on it what may be done."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tilehall.engine import Text
from tilehall.engine.beasts import NONE, Board, State, bits, components, worth
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.beasts import pieces
from tilehall.tui.scenes.beasts.layout import Cut
from tilehall.tui.scenes.beasts.tally import EDGE, SLOT, SQUARE, Held, held, strong


def still(board: Board, look: Look, cut: Cut, fresh: frozenset[str]) -> Picture:
    """The board as it lies, without anything that a cursor changes."""
    picture = Picture(cut.width + 6, cut.height + 2, look.table)
    box = components()
    for number, square in enumerate(box.squares):
        _field(picture, board, number, cut.square(square.id), look)
        if board.beasts[number] != NONE:
            note = look.say(Text("locked")) if board.enclosed >> number & 1 else ""
            pieces.token(picture, place_rect(cut, square.id), look, board.beasts[number], note)
    for hole in box.holes:
        picture.put(*cut.hole(hole.id), hole.id, look.grid)
    for slot, name in enumerate(box.slots):
        rect = place_rect(cut, name)
        if board.filled >> slot & 1:
            pieces.die(picture, rect, look, board.colour(slot), board.face(slot))
        else:
            pieces.socket(picture, rect, look, _wanted(board, slot))
    for number in bits(board.carded):
        rect = place_rect(cut, box.edges[number].id)
        pieces.bar(picture, rect, look, board.owner(number), board.kind(number), _value(board, number))
    if look.ansi:
        _lines(picture, board, look, cut)
    for name in fresh:
        _last(picture, name, look, cut)
    return picture


def _field(picture: Picture, board: Board, number: int, rect: Rect, look: Look) -> None:
    palette, square = look.palette, components().squares[number]
    shut = board.enclosed >> number & 1
    ground = look.style(palette.grid, palette.lattice)
    picture.fill(rect.x, rect.y, rect.width, rect.height, ground, look.glyphs.enclosed if shut else " ")
    name = f" {square.id} " if shut else square.id
    pieces.centred(picture, rect, rect.y, name, look.style(palette.grid, palette.lattice), look)


def _wanted(board: Board, slot: int) -> str:
    """The icon that an empty slot takes, if only one: of its hole, or what a card demands of the first die."""
    if not board.reach >> slot & 1:
        return ""
    kinds = [kind for kind, takes in enumerate(board.takes) if takes >> slot & 1]
    return components().icons[kinds[0]].lower() if len(kinds) == 1 else ""


def _value(board: Board, number: int) -> str:
    """What a fence scored, or with a plus what it is about to score."""
    if board.done >> number & 1:
        return str(board.scored[number])
    return f"+{worth(board, number).points}" if board.complete >> number & 1 else ""


def _lines(picture: Picture, board: Board, look: Look, cut: Cut) -> None:
    """Where colours are few the empty lines are drawn."""
    box, glyphs = components(), look.glyphs
    for edge in box.edges:
        if board.carded & edge.bit:
            continue
        rect = cut.edge(edge.id)
        if edge.id[0] == "V":
            picture.fill(rect.x + (rect.width - 1) // 2, rect.y, 1, rect.height, look.line, glyphs.line_v)
        else:
            picture.fill(rect.x, rect.y + (rect.height - 1) // 2, rect.width, 1, look.line, glyphs.line_h)


def _last(picture: Picture, name: str, look: Look, cut: Cut) -> None:
    """The mark of what came since this player's last turn: beside a die, on a card, beside a beast."""
    rect = place_rect(cut, name)
    x, y = rect.x, rect.y + rect.height - 1
    if len(name) == 4 and rect.height == 1:
        x = rect.x - 1 if name[3] == "w" else rect.x + rect.width
    pieces.mark(picture, x, y, look.glyphs.last, look.palette.last, look)


def place_rect(cut: Cut, name: str) -> Rect:
    """Where a slot, a line, or the beast of a square is."""
    return _rects(cut)[name]


@cache
def _rects(cut: Cut) -> Mapping[str, Rect]:
    """All of them: they are asked for at every key."""
    box = components()
    return {
        **{slot: cut.slot(slot) for slot in box.slots},
        **{edge.id: cut.edge(edge.id) for edge in box.edges},
        **{square.id: cut.middle(square.id) for square in box.squares},
    }


# --- what may be done ---------------------------------------------------------------------------------------------


def places(drawing: Drawing, view: View[State], cut: Cut) -> None:
    """Where slots, lines and squares are. With a piece in hand only those that it may look for, so arrows are quick."""
    box, piece, rects = components(), held(view), _rects(cut)
    picked = view.picker is not None and bool(view.picker.picks) and not view.picker.exact
    paying = piece.face > 3 and piece.face != NONE
    if not picked or (piece.card == NONE and piece.beast == NONE):
        for slot in box.slots:
            drawing.places[SLOT, slot] = rects[slot]
    if not picked or piece.card != NONE:
        for edge in box.edges:
            drawing.places[EDGE, edge.id] = rects[edge.id]
    if not picked or paying or piece.beast != NONE:
        for square in box.squares:
            drawing.places[SQUARE, square.id] = rects[square.id]
    for place in view.targets:
        if place[0] in (SLOT, EDGE, SQUARE) and place not in drawing.places:
            drawing.places[place] = rects[place[1]]


def marked(still: Picture, view: View[State], cut: Cut, legal: frozenset[Place]) -> Picture:
    """The board with its legal spots and the hint on it."""
    picture, look, board = still.copy(), view.look, view.state.board
    best = strong(board) if legal else frozenset()
    for place in legal:
        if place != view.cursor and place[0] in (SLOT, EDGE, SQUARE):
            _legal(picture, place_rect(cut, place[1]), place, place in best, view)
    for place in view.hint:
        if place[0] in (SLOT, EDGE, SQUARE):
            _sign(picture, place_rect(cut, place[1]), place, look.glyphs.play, look.palette.accent, view)
    return picture


def pointed(picture: Picture, view: View[State], cut: Cut) -> None:
    """The ghost and the cursor."""
    if view.cursor and view.cursor[0] in (SLOT, EDGE, SQUARE):
        _here(picture, view, cut, view.cursor)


def _legal(picture: Picture, rect: Rect, place: Place, best: bool, view: View[State]) -> None:
    look = view.look
    glyph = look.glyphs.legal_strong if best else look.glyphs.legal
    _sign(picture, rect, place, glyph, look.palette.accent if best else look.palette.legal, view)


def _sign(picture: Picture, rect: Rect, place: Place, sign: str, ink: str, view: View[State]) -> None:
    """A sign in the middle of a place; on a slot before the letter that it takes, beside the name of a beast."""
    x = rect.x + (rect.width - 1) // 2
    if place[0] == SLOT:
        x = rect.x + (rect.width > 2)
    elif place[0] == SQUARE and view.state.board.homes >> components().square_numbers[place[1]] & 1:
        x = rect.x + rect.width - 1
    pieces.mark(picture, x, pieces.inner(rect), sign, ink, view.look)


def _here(picture: Picture, view: View[State], cut: Cut, place: Place) -> None:
    look, rect, piece = view.look, place_rect(cut, place[1]), held(view)
    fits = place in view.targets
    if fits:
        _ghost(picture, view, rect, place, piece)
    elif view.picker and view.picker.picks and place not in view.picker.picks:
        _sign(picture, rect, place, look.glyphs.cross, look.palette.bad, view)
    pieces.cursor(picture, rect, look)


def _ghost(picture: Picture, view: View[State], rect: Rect, place: Place, piece: Held) -> None:
    look = view.look
    if place[0] == SLOT and piece.face <= 4:
        pieces.die(picture, rect, look, piece.colour, piece.face, soft=True)
    elif place[0] == EDGE and piece.card != NONE:
        pieces.bar(picture, rect, look, view.seat, piece.card, "?", soft=True)
    elif place[0] == SQUARE and piece.beast != NONE:
        pieces.token(picture, rect, look, piece.beast, soft=True)
    else:
        _sign(picture, rect, place, look.glyphs.legal, look.palette.legal, view)
