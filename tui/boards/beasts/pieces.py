"""Dice, fences and beasts of the hunt as they are drawn everywhere, empty sockets, and the marks on them.

Whose a thing is: the mark of the seat beside the symbol, on the colour of the hunter's dice.
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
"""Lines of a slot that has room for an outline, but for nothing in it."""
SEEN = 3.0
"""The least contrast of a line with what surrounds it."""


def die_hue(look: Look, colour: int) -> Hue:
    return look.palette.hue(COLOURS[colour])


def owner_mark(look: Look, colour: int) -> str:
    """The mark of whoever owns a colour; the black dice are nobody's."""
    return look.glyphs.nobody if colour == NEUTRAL else look.glyphs.seat(colour)


def face_icon(look: Look, face: int) -> str:
    """The picture on a face."""
    glyphs = look.glyphs
    return (glyphs.water, glyphs.thorns, glyphs.lightning, glyphs.bamboo, glyphs.wild, glyphs.beast)[face]


def beast_emblem(look: Look, kind: int) -> str:
    glyphs = look.glyphs
    return (glyphs.unicorn, glyphs.centaur, glyphs.chimera, glyphs.basilisk)[kind]


def die_signs(look: Look, colour: int, face: int, apart: str = "") -> str:
    """A face and whose it is, in two cells: the same on the board, in the tray and in sentences."""
    return face_icon(look, face) + apart + owner_mark(look, colour)


@lru_cache(1024)
def piece_chip(look: Look, piece: Piece) -> StyledLine:
    """A die or card with its signs and its name, a line in the colour of its fence; beasts have long names."""
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
    """A die by the letters of its colour and its face; a colour alone only in a table."""
    box = components()
    die = len(word) == 2 and word[1] in box.faces
    if not (die or (where == "table" and len(word) == 1)) or word[0] not in box.colours:
        return ()
    return ((word, look.face(die_hue(look, box.colours.index(word[0])))),)


def fence_style(look: Look, seat: SeatNo) -> Style:
    """What is written on a fence."""
    return look.face(die_hue(look, seat))


def rail_style(look: Look, seat: SeatNo) -> Style:
    """The rails of a fence: lines in its owner's colour, strong enough for the table."""
    return look.on_table(_visible_tone(die_hue(look, seat), look.palette.background), True)


@cache
def _visible_tone(hue: Hue, ground: str) -> str:
    """The tone of a colour that can be seen on a ground."""
    if DEFAULT in (ground, hue.face):
        return hue.face
    tones = (hue.face, hue.soft, hue.ink)
    return next((tone for tone in tones if contrast(tone, ground) >= SEEN), hue.ink)


def quiet_style(look: Look) -> Style:
    """What is written on the ground of a square, sockets too: as quiet as can still be seen."""
    palette = look.palette
    inks = (palette.grid, palette.muted, palette.text)
    if not is_hex(palette.lattice):
        return look.style(palette.grid, palette.lattice)
    ink = next((ink for ink in inks if is_hex(ink) and contrast(ink, palette.lattice) >= SEEN), palette.text)
    return look.style(ink, palette.lattice)


def ghost_style(look: Look, ground: str) -> Style:
    """A piece that is not there yet: drawn hollow."""
    return look.style(look.palette.ghost, ground, True)


def middle_line(rect: Rect) -> int:
    """The line that writing goes on."""
    return rect.y + rect.height // 2


def draw_centred(picture: Picture, rect: Rect, y: int, words: str, style: Style, look: Look) -> None:
    """Words in the middle of a line of a rectangle."""
    used = width(words)
    if used > rect.width:
        words, used = look.clip(words, rect.width), rect.width
    picture.put(rect.x + (rect.width - used + 1) // 2, y, words, style)


# --- dice and their sockets ---------------------------------------------------------------------------------------


def draw_die(picture: Picture, rect: Rect, look: Look, colour: int, face: int, soft: bool = False) -> None:
    """A die: what it shows, and whose it is."""
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
    """What a die shows and whose it is, in its middle."""
    apart = " " if rect.width > 5 else ""
    x = rect.x + (rect.width - 1 - len(apart)) // 2
    picture.put(x, rect.y + rect.height // 2, die_signs(look, colour, face, apart), style)


def draw_ghost_die(picture: Picture, rect: Rect, look: Look, colour: int, face: int) -> None:
    """Where a die would lie: hollow."""
    ground = ground_at(picture, rect.x, rect.y, look)
    style = ghost_style(look, ground)
    picture.fill(rect.x, rect.y, rect.width, rect.height, style)
    write_signs(picture, rect, look, colour, face, style)


def draw_socket(picture: Picture, rect: Rect, look: Look, style: Style) -> None:
    """An empty slot."""
    if rect.height == 1:
        picture.put(rect.x + (rect.width - 1) // 2, rect.y, look.glyphs.socket, style)
    else:
        draw_frame(picture, rect, look, style)
    if rect.height == LOW:
        # What it takes is written on its second line: there the outline has a gap.
        picture.fill(rect.x + 1, rect.y + 1, rect.width - 2, 1, style)


def draw_socket_rim(picture: Picture, rect: Rect, look: Look, style: Style) -> None:
    """The lower edge of an empty slot: enough to light it up, and a third of what its outline sends."""
    if rect.height == 1:
        draw_socket(picture, rect, look, style)
        return
    if rect.height == LOW:
        glyphs, gap = look.glyphs, " " * (rect.width - 2)
        picture.put(rect.x, rect.y + 1, glyphs.line_bl + gap + glyphs.line_br, style)
        return
    picture.put(rect.x + 1, rect.y + rect.height - 1, look.glyphs.line_h * (rect.width - 2), style)


def draw_slot_icon(picture: Picture, rect: Rect, only: str, style: Style) -> None:
    """In an empty slot the sign of the one icon that it takes."""
    picture.put(rect.x + (rect.width - 1) // 2 + 1, middle_line(rect), only, style)


# --- fences -------------------------------------------------------------------------------------------------------


def draw_line(picture: Picture, rect: Rect, look: Look, name: str, style: Style) -> None:
    """A line without a card, with its name in the middle."""
    if rect.height > rect.width:
        picture.fill(rect.x + (rect.width - 1) // 2, rect.y, 1, rect.height, style, look.glyphs.line_v)
    else:
        picture.fill(rect.x, rect.y, rect.width, 1, style, look.glyphs.line_h)
    x, y = line_name_position(rect)
    picture.put(x, y, name, style)


def line_name_position(rect: Rect) -> tuple[int, int]:
    """Where the name of a line without a card begins."""
    y = rect.y + (rect.height - 1) // 2 if rect.height > rect.width else rect.y
    return rect.x + (rect.width - 3) // 2, y


def draw_fence(
    picture: Picture, rect: Rect, look: Look, rails: Style, sign: tuple[str, Style], name: str, value: str
) -> None:
    """A fence: rails from hole to hole, and on them its name, its sign, and what it scored."""
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
    # On the line of the holes only: a second rail below hangs from nothing.
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
    """What a square lacks until it is enclosed: in words if there is room, else in the signs of the board."""
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
    """The same where there are lines below each other: there cards and dice each have room for a word."""
    cards, dice = missing_cards_and_dice(board, square)
    parts = [look.say(part) for part in (missing_pieces_text(cards, 0), missing_pieces_text(0, dice)) if part]
    whole = width(look.say(missing_pieces_text(cards, dice))) <= room.width - 1
    if len(parts) < 2 or whole or room.height < 2 or max(map(width, parts)) > room.width - 2:
        return [needs_text(look, board, square, room.width)]
    above = look.say(Text("still lacks"))
    return [above, *parts] if room.height > 3 and width(above) <= room.width - 2 else parts


def draw_beast(picture: Picture, rect: Rect, look: Look, kind: int, note: str, style: Style) -> None:
    """A beast in its square: its drawing where there is room, name, points, and what its pen lacks."""
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
    """The colour under a cell."""
    if not (0 <= x < picture.width and 0 <= y < picture.height):
        return look.palette.background
    ground = picture.style_at(x, y).bgcolor
    return ground.name if ground else look.palette.background


def draw_mark(picture: Picture, x: int, y: int, sign: str, ink: str, look: Look) -> None:
    """A sign in its own ink on the quiet parts of the board, in the piece's own ink on a piece."""
    ground = ground_at(picture, x, y, look)
    calm = (look.palette.lattice, look.palette.outside, look.palette.background)
    under = picture.style_at(x, y).color
    if ground not in calm and under is not None:
        ink = _readable(under.name, ground, look)
    picture.put(x, y, sign, look.style(ink, ground, True))


def _readable(ink: str, ground: str, look: Look) -> str:
    """The ink of a piece; on its lit or shaded edge, which has none, the darkest or lightest there is."""
    if not (is_hex(ink) and is_hex(ground)) or contrast(ink, ground) >= SEEN:
        return ink
    inks = [ink for ink in (look.palette.background, look.palette.text) if is_hex(ink)]
    return max(inks, key=lambda ink: contrast(ink, ground), default=look.palette.text)


def draw_cursor(picture: Picture, rect: Rect, look: Look, inside: bool = False) -> None:
    """Four corners; brackets beside what is one line high, or at its ends."""
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
