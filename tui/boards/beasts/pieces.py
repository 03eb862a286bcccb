"""Draws dice, fences and beasts of the hunt, empty sockets, and the marks on them.

The owner of a piece is shown by the mark of the seat beside the symbol, and by the colour of the hunter's dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from rich.style import Style

from tilehall.engine import Piece, SeatNo, Text, join_spaces
from tilehall.engine.games.beasts import NEUTRAL, BeastsBoard, components, missing_cards_and_dice
from tilehall.engine.games.beasts.names import missing_pieces_text, piece_look
from tilehall.themes import Hue
from tilehall.themes.colour import DEFAULT, contrast, is_hex
from tilehall.tui.boards.beasts import art
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.boards.renderer import WordContext
from tilehall.tui.boards.tiles import draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

COLOURS = ("purple", "green", "orange", "yellow", "black")
"""The hues of the seats' dice and cards, then of the neutral dice."""
BEASTS = ("white", "clear", "red", "blue")
LOW = 2
"""Lines of a slot that has room for an outline, but for nothing inside."""
SEEN = 3.0
"""The least contrast of a line with its surroundings."""


def die_hue(look: Look, colour: int) -> Hue:
    return look.palette.hue(COLOURS[colour])


def owner_mark(look: Look, colour: int) -> str:
    """Returns the mark of a colour's owner; the black dice have the mark of nobody."""
    return look.glyphs.nobody if colour == NEUTRAL else look.glyphs.seat(colour)


def face_icon(look: Look, face: int) -> str:
    """Returns the sign of a face."""
    glyphs = look.glyphs
    return (glyphs.water, glyphs.thorns, glyphs.lightning, glyphs.bamboo, glyphs.wild, glyphs.beast)[face]


def beast_emblem(look: Look, kind: int) -> str:
    glyphs = look.glyphs
    return (glyphs.unicorn, glyphs.centaur, glyphs.chimera, glyphs.basilisk)[kind]


def die_signs(look: Look, colour: int, face: int, apart: str = "") -> str:
    """Returns a face and its owner in two cells, the same on the board, in panels and in sentences."""
    return face_icon(look, face) + apart + owner_mark(look, colour)


@lru_cache(1024)
def piece_chip(look: Look, piece: Piece) -> StyledLine:
    """Returns a die or card with its signs and name, a line in its fence's colour; nothing for beasts."""
    like, box = piece_look(piece), components()
    if like is None:
        return ()
    match like.part:
        case "die" | "card":
            words = f"{die_signs(look, like.colour, like.face)} {look.say(box.face_names[like.face])}"
            return ((words, look.face(die_hue(look, like.colour))),)
        case "fence":
            return ((piece.id, fence_style(look, like.colour)),)
        case _:
            return ()


def style_word(look: Look, word: str, where: WordContext) -> StyledLine:
    """Styles a die by the letters of its colour and face; a colour alone only in a table."""
    box = components()
    die = len(word) == 2 and word[1] in box.faces
    if not (die or (where == "table" and len(word) == 1)) or word[0] not in box.colours:
        return ()
    return ((word, look.face(die_hue(look, box.colours.index(word[0])))),)


def fence_style(look: Look, seat: SeatNo) -> Style:
    """Returns the style of the text on a fence."""
    return look.face(die_hue(look, seat))


def rail_style(look: Look, seat: SeatNo) -> Style:
    """Returns the style of a fence's rails: the owner's colour, with enough contrast."""
    return look.on_table(_visible_tone(die_hue(look, seat), look.palette.background), True)


@cache
def _visible_tone(hue: Hue, ground: str) -> str:
    """Returns a tone of a colour that is visible on a ground."""
    if DEFAULT in (ground, hue.face):
        return hue.face
    tones = (hue.face, hue.soft, hue.ink)
    return next((tone for tone in tones if contrast(tone, ground) >= SEEN), hue.ink)


def quiet_style(look: Look) -> Style:
    """Returns the style of muted text and sockets on a square, as faint as is still visible."""
    palette = look.palette
    inks = (palette.grid, palette.muted, palette.text)
    if not is_hex(palette.lattice):
        return look.style(palette.grid, palette.lattice)
    ink = next((ink for ink in inks if is_hex(ink) and contrast(ink, palette.lattice) >= SEEN), palette.text)
    return look.style(ink, palette.lattice)


def ghost_style(look: Look, ground: str) -> Style:
    """Returns the style of a piece that would be laid, which is drawn hollow."""
    return look.style(look.palette.ghost, ground, True)


def middle_line(rect: Rect) -> int:
    """Returns the line for text."""
    return rect.y + rect.height // 2


def draw_centred(picture: Picture, rect: Rect, y: int, words: str, style: Style, look: Look) -> None:
    """Draws words in the middle of a line of a rectangle."""
    used = width(words)
    if used > rect.width:
        words, used = look.clip(words, rect.width), rect.width
    picture.put(rect.x + (rect.width - used + 1) // 2, y, words, style)


# --- dice and their sockets ---------------------------------------------------------------------------------------


def draw_die(picture: Picture, rect: Rect, look: Look, colour: int, face: int, soft: bool = False) -> None:
    """Draws a die with its face and owner."""
    picture.paste(rect.x, rect.y, _die(look, rect.width, rect.height, colour, face, soft))


@lru_cache(256)
def _die(look: Look, columns: int, lines: int, colour: int, face: int, soft: bool) -> Picture:
    hue = die_hue(look, colour)
    style = look.soft(hue) if soft else look.face(hue)
    picture = Picture(columns, lines, style)
    draw_plate(picture, 0, 0, columns, lines, style, look)
    write_signs(picture, Rect(0, 0, columns, lines), look, colour, face, style)
    return picture


def write_signs(picture: Picture, rect: Rect, look: Look, colour: int, face: int, style: Style) -> None:
    """Draws face and owner in the middle of a die."""
    apart = " " if rect.width > 5 else ""
    x = rect.x + (rect.width - 1 - len(apart)) // 2
    picture.put(x, rect.y + rect.height // 2, die_signs(look, colour, face, apart), style)


def draw_ghost_die(picture: Picture, rect: Rect, look: Look, colour: int, face: int) -> None:
    """Draws a die that would be laid, hollow."""
    ground = ground_at(picture, rect.x, rect.y, look)
    style = ghost_style(look, ground)
    picture.fill(rect.x, rect.y, rect.width, rect.height, style)
    write_signs(picture, rect, look, colour, face, style)


def draw_socket(picture: Picture, rect: Rect, look: Look, style: Style) -> None:
    """Draws an empty slot."""
    if rect.height == 1:
        picture.put(rect.x + (rect.width - 1) // 2, rect.y, look.glyphs.socket, style)
    else:
        draw_frame(picture, rect, look, style)
    if rect.height == LOW:
        # The outline has a gap in its second line, where the icon it takes is written.
        picture.fill(rect.x + 1, rect.y + 1, rect.width - 2, 1, style)


def draw_socket_rim(picture: Picture, rect: Rect, look: Look, style: Style) -> None:
    """Draws only the lower edge of an empty slot as a highlight: a third of the bytes of its outline."""
    if rect.height == 1:
        draw_socket(picture, rect, look, style)
        return
    if rect.height == LOW:
        glyphs, gap = look.glyphs, " " * (rect.width - 2)
        picture.put(rect.x, rect.y + 1, glyphs.line_bl + gap + glyphs.line_br, style)
        return
    picture.put(rect.x + 1, rect.y + rect.height - 1, look.glyphs.line_h * (rect.width - 2), style)


def draw_slot_icon(picture: Picture, rect: Rect, only: str, style: Style) -> None:
    """Draws in an empty slot the sign of the only icon that it takes."""
    picture.put(rect.x + (rect.width - 1) // 2 + 1, middle_line(rect), only, style)


# --- fences -------------------------------------------------------------------------------------------------------


def draw_line(picture: Picture, rect: Rect, look: Look, name: str, style: Style) -> None:
    """Draws a line without a card, with its name in the middle."""
    if rect.height > rect.width:
        picture.fill(rect.x + (rect.width - 1) // 2, rect.y, 1, rect.height, style, look.glyphs.line_v)
    else:
        picture.fill(rect.x, rect.y, rect.width, 1, style, look.glyphs.line_h)
    x, y = line_name_position(rect)
    picture.put(x, y, name, style)


def line_name_position(rect: Rect) -> tuple[int, int]:
    """Returns where the name of a line without a card begins."""
    y = rect.y + (rect.height - 1) // 2 if rect.height > rect.width else rect.y
    return rect.x + (rect.width - 3) // 2, y


def draw_fence(
    picture: Picture, rect: Rect, look: Look, rails: Style, sign: tuple[str, Style], name: str, value: str
) -> None:
    """Draws a fence: rails from hole to hole, with its name, its sign, and what it scored."""
    glyphs = look.glyphs
    words, style = sign
    if rect.height > rect.width:
        wide = 1 + (rect.width > 3)
        picture.fill(rect.x + (rect.width - wide) // 2, rect.y, wide, rect.height, rails, glyphs.fence_v)
        middle = rect.y + (rect.height - 1) // 2
        draw_centred(picture, rect, middle - 1, name, rails, look)
        picture.fill(rect.x, middle, rect.width, 1, style)
        draw_centred(picture, rect, middle, words, style, look)
        if value:
            picture.fill(rect.x, middle + 1, rect.width, 1, style)
            draw_centred(picture, rect, middle + 1, value, style, look)
        return
    # Only on the line of the holes: a second rail below would connect to nothing.
    picture.fill(rect.x, rect.y, rect.width, 1, rails, glyphs.fence_h)
    gap = " " if rect.width > 12 else ""
    parts = [(name, rails), (gap + words + gap, style), (value + gap if value else "", style)]
    used = sum(width(part) for part, _ in parts)
    x = rect.x + (rect.width - used) // 2
    for part, its in parts:
        x = picture.put(x, rect.y, part, its)


# --- beasts -------------------------------------------------------------------------------------------------------


def beast_style(look: Look, kind: int) -> Style:
    return look.face(look.palette.hue(BEASTS[kind]))


def needs_text(look: Look, board: BeastsBoard, square: int, room: int) -> str:
    """Returns what a square lacks until it is enclosed: in words if they fit, else in the signs of the board."""
    return _needs(look, *missing_cards_and_dice(board, square), room)


@lru_cache(256)
def _needs(look: Look, cards: int, dice: int, room: int) -> str:
    if not cards + dice:
        return look.say(Text("closed"))
    missing = missing_pieces_text(cards, dice)
    apart = join_spaces(part for part in (missing_pieces_text(cards, 0), missing_pieces_text(0, dice)) if part)
    for words in (look.say(Text("lacks {missing}", missing=missing)), look.say(missing), look.say(apart)):
        if width(words) <= room - 1:
            return words
    parts = ((look.glyphs.fence_v, cards), (look.glyphs.socket, dice))
    return " ".join(f"{sign}{count}" for sign, count in parts if count)


def needs_lines(look: Look, board: BeastsBoard, square: int, room: Rect) -> Sequence[str]:
    """Returns the same in several lines, which leave cards and dice room for a word each."""
    cards, dice = missing_cards_and_dice(board, square)
    parts = [look.say(part) for part in (missing_pieces_text(cards, 0), missing_pieces_text(0, dice)) if part]
    whole = width(look.say(missing_pieces_text(cards, dice))) <= room.width - 1
    if len(parts) < 2 or whole or room.height < 2 or max(map(width, parts)) > room.width - 2:
        return [needs_text(look, board, square, room.width)]
    above = look.say(Text("still lacks"))
    return [above, *parts] if room.height > 3 and width(above) <= room.width - 2 else parts


def draw_beast(picture: Picture, rect: Rect, look: Look, kind: int, note: str, style: Style) -> None:
    """Draws a beast in its square: its drawing if there is room, name, points, and what its pen lacks."""
    beast = components().beasts[kind]
    name, sign = look.say(beast.name), beast_emblem(look, kind)
    draw_plate(picture, rect.x, rect.y, rect.width, rect.height, style, look)
    room = rect.width - 1
    size = next((size for size in art.art_sizes(look) if size.lines + 2 <= rect.height and size.columns <= room), None)
    lines: Sequence[str]
    if size:
        lines = [*art.beast_art(kind, size), _fits(room, f"{name} {beast.points}", name), note]
    elif rect.height < 3:
        lines = [_fits(room, f"{sign} {name} {beast.points}", f"{sign} {name}"), note]
    else:
        points = look.say(Text("{n} point", "{n} points", n=beast.points))
        lines = [_fits(room, f"{sign} {points}", f"{sign} {beast.points}"), name, note]
    top = rect.y + (rect.height - len(lines)) // 2
    for n, text in enumerate(lines):
        draw_centred(picture, Rect(rect.x, top + n, room, 1), top + n, text, style, look)


def _fits(room: int, words: str, shorter: str) -> str:
    return words if width(words) <= room else shorter


# --- marks --------------------------------------------------------------------------------------------------------


def ground_at(picture: Picture, x: int, y: int, look: Look) -> str:
    """Returns the ground colour of a cell."""
    if not (0 <= x < picture.width and 0 <= y < picture.height):
        return look.palette.background
    ground = picture.style_at(x, y).bgcolor
    return ground.name if ground else look.palette.background


def draw_mark(picture: Picture, x: int, y: int, sign: str, ink: str, look: Look) -> None:
    """Draws a sign in its own colour on the board, in the piece's text colour on a piece."""
    ground = ground_at(picture, x, y, look)
    calm = (look.palette.lattice, look.palette.outside, look.palette.background)
    under = picture.style_at(x, y).color
    if ground not in calm and under is not None:
        ink = _readable(under.name, ground, look)
    picture.put(x, y, sign, look.style(ink, ground, True))


def _readable(ink: str, ground: str, look: Look) -> str:
    """Returns the text colour of a piece; on lit or shaded edges black or white, whichever is readable."""
    if not (is_hex(ink) and is_hex(ground)) or contrast(ink, ground) >= SEEN:
        return ink
    inks = [ink for ink in (look.palette.background, look.palette.text) if is_hex(ink)]
    return max(inks, key=lambda ink: contrast(ink, ground), default=look.palette.text)


def draw_cursor(picture: Picture, rect: Rect, look: Look, inside: bool = False) -> None:
    """Draws the cursor: four corners, or brackets beside (or inside) an area of one line."""
    glyphs, ink = look.glyphs, look.palette.cursor
    right, bottom = rect.x + rect.width - 1, rect.y + rect.height - 1
    if rect.height == 1:
        draw_mark(picture, rect.x - (not inside), rect.y, glyphs.cursor_l, ink, look)
        draw_mark(picture, right + (not inside), rect.y, glyphs.cursor_r, ink, look)
        return
    draw_mark(picture, rect.x, rect.y, glyphs.cursor_tl, ink, look)
    draw_mark(picture, right, rect.y, glyphs.cursor_tr, ink, look)
    draw_mark(picture, rect.x, bottom, glyphs.cursor_bl, ink, look)
    draw_mark(picture, right, bottom, glyphs.cursor_br, ink, look)
