"""Draws the board of the hunt: squares, dice in their corners, cards on the lines, beasts, and all marks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from tilehall.engine import SeatNo, Text
from tilehall.engine.games.beasts import (
    NONE,
    WILD,
    BeastsBoard,
    BeastsState,
    bits,
    can_be_caught,
    components,
    fence_worth,
)
from tilehall.tui.boards.beasts import pieces
from tilehall.tui.boards.beasts.facts import (
    DIE,
    EDGE,
    SLOT,
    SQUARE,
    HeldPiece,
    completing_places,
    held_piece,
    most_useful_slot,
)
from tilehall.tui.boards.beasts.layout import BoardSize
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture

LOW = 2
"""Lines of a square's middle that is too low for an empty line above its text."""
ROOM_FOR_WORDS = 22
"""Columns of a line from which on its fence names its type in words."""


def draw_empty_board(look: Look, board_size: BoardSize) -> Picture:
    """Draws the board before the first die: walls, squares, named lines, holes with empty sockets."""
    picture, box = Picture(board_size.width + 6, board_size.height + 2, look.table), components()
    draw_frame(picture, board_size.wall, look, look.grid)
    quiet = pieces.quiet_style(look)
    for square in box.squares:
        rect = board_size.square(square.id)
        picture.fill(rect.x, rect.y, rect.width, rect.height, quiet)
        pieces.draw_centred(picture, rect, rect.y, square.id, quiet, look)
    for hole in box.holes:
        picture.put(*board_size.hole(hole.id), hole.id, look.grid)
    for name in box.slots:
        pieces.draw_socket(picture, place_rect(board_size, name), look, quiet)
    for edge in box.edges:
        pieces.draw_line(picture, place_rect(board_size, edge.id), look, edge.id, look.grid)
    return picture


def draw_board(bare: Picture, board: BeastsBoard, look: Look, board_size: BoardSize, fresh: frozenset[str]) -> Picture:
    """Draws the board without anything that depends on the cursor."""
    picture, box = bare.copy(), components()
    quiet = pieces.quiet_style(look)
    for number in range(len(box.squares)):
        _field(picture, board, number, board_size, look)
    for slot in bits(board.filled):
        pieces.draw_die(picture, place_rect(board_size, box.slots[slot]), look, board.colour(slot), board.face(slot))
    for slot in bits(board.reach & ~board.filled):
        if only := _wanted(board, slot, look):
            pieces.draw_slot_icon(picture, place_rect(board_size, box.slots[slot]), only, quiet)
    for number in bits(board.carded):
        _fence(picture, board, number, place_rect(board_size, box.edges[number].id), look)
    for name in fresh:
        _last(picture, name, look, board_size)
    return picture


def _field(picture: Picture, board: BeastsBoard, number: int, board_size: BoardSize, look: Look) -> None:
    """Draws a square: its beast, and what it lacks to be a pen."""
    square = components().squares[number]
    kind, middle = board.beasts[number], place_rect(board_size, square.id)
    ground = pieces.quiet_style(look)
    shut = board.enclosed >> number & 1
    if shut:
        rect = board_size.square(square.id)
        picture.fill(rect.x, rect.y, rect.width, rect.height, ground, look.glyphs.enclosed)
        pieces.draw_centred(picture, rect, rect.y, f" {square.id} ", ground, look)
    if kind != NONE:
        pieces.draw_beast(
            picture, middle, look, kind, _needs_text(board, number, middle.width, look), pieces.beast_style(look, kind)
        )
    elif not shut and square.sides & board.carded:
        lines = pieces.needs_lines(look, board, number, middle)
        for y, words in enumerate(lines, middle.y + (middle.height - len(lines) + 1) // 2):
            pieces.draw_centred(picture, middle, y, words, ground, look)


def _needs_text(board: BeastsBoard, number: int, room: int, look: Look) -> str:
    """Returns what the pen of a beast lacks, or that it cannot be captured there."""
    if board.enclosed >> number & 1:
        return look.say(Text("locked"))
    if not can_be_caught(board, board.beasts[number], number):
        # A line of its own below the name says that the basilisk is safe.
        return fit_text(look, room - 1, Text("can never be captured here"), Text("never captured"), Text("is safe"))
    return pieces.needs_text(look, board, number, room)


def _wanted(board: BeastsBoard, slot: int, look: Look) -> str:
    """Returns the only icon that an empty slot takes, set by its hole or by a card; empty if it takes several."""
    kinds = [kind for kind, takes in enumerate(board.takes) if takes >> slot & 1]
    return pieces.face_icon(look, kinds[0]) if len(kinds) == 1 else ""


def _fence(picture: Picture, board: BeastsBoard, number: int, rect: Rect, look: Look) -> None:
    name, value = components().edges[number].id, _value(board, number)
    seat, kind = board.owner(number), board.kind(number)
    picture.paste(rect.x, rect.y, _fence_alone(look, rect.width, rect.height, seat, kind, name, value))


@lru_cache(256)
def _fence_alone(look: Look, columns: int, lines: int, seat: SeatNo, kind: int, name: str, value: str) -> Picture:
    words = pieces.die_signs(look, seat, kind)
    if columns >= ROOM_FOR_WORDS:
        words += f" {look.say(components().face_names[kind])}"
    picture, sign = Picture(columns, lines, look.table), (words, pieces.fence_style(look, seat))
    pieces.draw_fence(picture, Rect(0, 0, columns, lines), look, pieces.rail_style(look, seat), sign, name, value)
    return picture


def _value(board: BeastsBoard, number: int) -> str:
    """Returns what a fence scored, or with a plus what it is about to score."""
    if board.done >> number & 1:
        return str(board.scored[number])
    return f"+{fence_worth(board, number).points}" if board.complete_edges >> number & 1 else ""


def _last(picture: Picture, name: str, look: Look, board_size: BoardSize) -> None:
    """Marks a die, card or beast as new since this player's last turn."""
    rect = place_rect(board_size, name)
    x, y = rect.x, rect.y + rect.height - 1
    if len(name) == 2:
        x = rect.x + rect.width - 1
    elif len(name) == 3 and rect.width > rect.height:
        x, y = rect.x + rect.width - 1, rect.y
    elif len(name) == 4:
        y = pieces.middle_line(rect)
    pieces.draw_mark(picture, x, y, look.glyphs.last, look.palette.last, look)


def place_rect(board_size: BoardSize, name: str) -> Rect:
    """Returns the area of a slot, a line, or the beast of a square."""
    return _rects(board_size)[name]


@cache
def _rects(board_size: BoardSize) -> Mapping[str, Rect]:
    """Returns the areas of all names; cached, because they are needed at every key press."""
    box = components()
    return {
        **{slot: board_size.slot(slot) for slot in box.slots},
        **{edge.id: board_size.edge(edge.id) for edge in box.edges},
        **{square.id: board_size.middle(square.id) for square in box.squares},
    }


# --- what may be done ---------------------------------------------------------------------------------------------


def set_places(drawing: Drawing, view: View[BeastsState], board_size: BoardSize) -> None:
    """Sets the places of slots, lines and squares; with a piece in hand only those it could go to."""
    box, piece, rects = components(), held_piece(view), _rects(board_size)
    picked = view.selection is not None and bool(view.selection.picks) and not view.selection.exact
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


def draw_marks(still: Picture, view: View[BeastsState], board_size: BoardSize, legal: frozenset[Place]) -> Picture:
    """Returns the board with the marks of legal places and of the hint."""
    picture, look, board = still.copy(), view.look, view.state.board
    best = completing_places(board, view.seat) if legal else frozenset()
    for place in legal:
        if place == view.cursor or place[0] not in (SLOT, EDGE, SQUARE):
            continue
        rect = place_rect(board_size, place[1])
        if has_piece_in_hand(view):
            _light(picture, rect, place, view)
        _sign(picture, rect, place, legal_sign(look, place in best), look.palette.accent, view)
    for place in view.hint_places:
        if place[0] in (SLOT, EDGE, SQUARE):
            _sign(picture, place_rect(board_size, place[1]), place, look.glyphs.hint, look.palette.accent, view)
    return picture


def draw_cursor_and_ghost(picture: Picture, view: View[BeastsState], board_size: BoardSize) -> None:
    """Draws the ghost and the cursor, and the names of the lines that meet there."""
    if view.cursor and view.cursor[0] == DIE:
        _best(picture, view, board_size, int(view.cursor[1]) - 1)
    if not view.cursor or view.cursor[0] not in (SLOT, EDGE, SQUARE):
        return
    for edge in _around(view.cursor):
        if not view.state.board.carded >> components().edge_numbers[edge] & 1:
            picture.put(*pieces.line_name_position(place_rect(board_size, edge)), edge, view.look.strong)
    if view.cursor[0] == SQUARE:
        _missing(picture, view, board_size, components().square_numbers[view.cursor[1]])
    _draw_cursor(picture, view, board_size, view.cursor)


def _missing(picture: Picture, view: View[BeastsState], board_size: BoardSize, square: int) -> None:
    """Highlights the empty slots of a square, some of which lie in other squares."""
    for slot in bits(components().squares[square].slots & ~view.state.board.filled):
        _light_slot(picture, view, board_size, slot)


def _best(picture: Picture, view: View[BeastsState], board_size: BoardSize, number: int) -> None:
    """Highlights the slot on which a die is worth most, which the description names."""
    s = view.state
    if s.seat != view.seat or number >= len(s.faces) or s.faces[number] > WILD:
        return
    if s.point != "KEEP" and not s.free >> number & 1:
        return
    if use := most_useful_slot(s, view.seat, s.hunters[view.seat].dice[number], s.faces[number]):
        _light_slot(picture, view, board_size, use.slot)


def _light_slot(picture: Picture, view: View[BeastsState], board_size: BoardSize, slot: int) -> None:
    """Highlights an empty slot in the colour of the cursor."""
    look, rect = view.look, place_rect(board_size, components().slots[slot])
    ink = look.style(look.palette.cursor, pieces.ground_at(picture, rect.x, rect.y, look), True)
    pieces.draw_socket_rim(picture, rect, look, ink)
    pieces.draw_slot_icon(picture, rect, _wanted(view.state.board, slot, look), ink)


@cache
def _around(place: Place) -> tuple[str, ...]:
    """Returns the lines at a slot, or around a square."""
    box, (zone, name) = components(), place
    if zone == SLOT:
        return tuple(box.edges[bit.bit_length() - 1].id for bit, _, _ in box.stands[box.slot_numbers[name]])
    if zone == SQUARE:
        return tuple(box.edges[edge].id for edge in bits(box.squares[box.square_numbers[name]].sides))
    return ()


def has_piece_in_hand(view: View[BeastsState]) -> bool:
    """Returns whether a piece was picked; while it is only under the cursor, its places are marked but not lit."""
    return view.selection is not None and bool(view.selection.picks) and not view.selection.exact


def legal_sign(look: Look, best: bool) -> str:
    """Returns the mark of a legal place."""
    return look.glyphs.legal_strong if best else look.glyphs.legal


def _light(picture: Picture, rect: Rect, place: Place, view: View[BeastsState]) -> None:
    """Highlights the outline of a place, with what it takes."""
    look, board, (zone, name) = view.look, view.state.board, place
    ground = pieces.ground_at(picture, rect.x, rect.y, look)
    lit = look.style(look.palette.accent, ground, True)
    if zone == SLOT:
        pieces.draw_socket(picture, rect, look, lit)
        pieces.draw_slot_icon(picture, rect, _wanted(board, components().slot_numbers[name], look), lit)
    elif zone == EDGE:
        pieces.draw_line(picture, rect, look, name, lit)


def _sign(picture: Picture, rect: Rect, place: Place, sign: str, ink: str, view: View[BeastsState]) -> None:
    """Draws a sign on a place: in the middle of a slot, beside the name of a line or a beast."""
    zone, name = place
    x, y = rect.x + (rect.width - 1) // 2, pieces.middle_line(rect)
    if zone == EDGE:
        x, y = pieces.line_name_position(rect)
        x, y = (x + 1, y + 1) if rect.height > rect.width else (x + 3, y)
    elif zone == SQUARE:
        # The text in the middle stays readable.
        y = rect.y
        if rect.height == LOW or view.state.board.homes >> components().square_numbers[name] & 1:
            x = rect.x + rect.width - 1
    pieces.draw_mark(picture, x, y, sign, ink, view.look)


def _draw_cursor(picture: Picture, view: View[BeastsState], board_size: BoardSize, place: Place) -> None:
    look, rect, piece = view.look, place_rect(board_size, place[1]), held_piece(view)
    if place in view.targets:
        _ghost(picture, view, rect, place, piece)
    elif view.selection and view.selection.picks and place not in view.selection.picks:
        _sign(picture, rect, place, look.glyphs.cross, look.palette.bad, view)
    if place[0] == SLOT and rect.height == 1:
        # The first column is free; the name of the square is outside of it.
        rect = rect._replace(x=rect.x + 1, width=rect.width - 1)
    pieces.draw_cursor(picture, rect, look, place[0] == EDGE)


def _ghost(picture: Picture, view: View[BeastsState], rect: Rect, place: Place, piece: HeldPiece) -> None:
    look, (zone, name) = view.look, place
    ground = pieces.ground_at(picture, rect.x, rect.y, look)
    style = pieces.ghost_style(look, ground)
    if zone == SLOT and piece.face <= WILD:
        pieces.draw_ghost_die(picture, rect, look, piece.colour, piece.face)
    elif zone == EDGE and piece.card != NONE:
        sign = (pieces.die_signs(look, view.seat, piece.card), style)
        pieces.draw_fence(picture, rect, look, style, sign, name, "?")
    elif zone == SQUARE and piece.beast != NONE:
        pieces.draw_beast(picture, rect, look, piece.beast, "?", style)
    else:
        _sign(picture, rect, place, look.glyphs.legal, look.palette.accent, view)
