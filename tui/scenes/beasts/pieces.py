"""Dice, cards and beasts of the hunt as solid faces with letters, and the marks on them."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import Piece, Seat
from tilehall.engine.beasts import components
from tilehall.engine.beasts.pieces import likeness
from tilehall.themes import Hue
from tilehall.tui.kernel.cells import width
from tilehall.tui.kernel.drawing import Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look

COLOURS = ("purple", "green", "orange", "yellow", "black")
"""The hues of the seats' dice and cards, then of the neutral dice."""
BEASTS = ("white", "clear", "red", "blue")


def colour_of(look: Look, colour: int) -> Hue:
    return look.palette.hue(COLOURS[colour])


def owner(colour: int) -> str:
    """The small letter of a colour."""
    return components().colours[colour].lower()


def icon(look: Look, face: int) -> str:
    """The picture on a face."""
    glyphs = look.glyphs
    return (glyphs.water, glyphs.thorns, glyphs.lightning, glyphs.bamboo, glyphs.wild, glyphs.beast)[face]


def emblem(look: Look, kind: int) -> str:
    glyphs = look.glyphs
    return (glyphs.unicorn, glyphs.centaur, glyphs.chimera, glyphs.basilisk)[kind]


def chip(look: Look, piece: Piece) -> Styled:
    """A die as on the small board, a card as in the hand, a line in the colour of its fence; beasts have long names."""
    like, box = likeness(piece), components()
    if like is None:
        return ()
    match like.part:
        case "die":
            return ((box.faces[like.face] + owner(like.colour), look.face(colour_of(look, like.colour))),)
        case "card":
            return ((box.icons[like.face] + icon(look, like.face), look.face(colour_of(look, like.colour))),)
        case "fence":
            return ((piece.id, fence_style(look, like.colour)),)
        case _:
            return ()


def fence_style(look: Look, seat: Seat, ghost: bool = False) -> Style:
    """A card on its line: a quieter tone of its owner's colour."""
    hue = colour_of(look, seat)
    return look.style(hue.ink, look.palette.lattice if ghost and not look.ansi else hue.soft, not ghost)


def beast_style(look: Look, kind: int, ghost: bool = False) -> Style:
    hue = look.palette.hue(BEASTS[kind])
    return look.style(hue.ink, look.palette.lattice if ghost and not look.ansi else hue.soft, not ghost)


def inner(rect: Rect) -> int:
    """The line that writing goes on."""
    return rect.y + rect.height // 2


def centred(picture: Picture, rect: Rect, y: int, words: str, style: Style, look: Look) -> None:
    """Words in the middle of a line of a rectangle."""
    words = look.clip(words, rect.width)
    picture.put(rect.x + (rect.width - width(words)) // 2, y, words, style)


def die(picture: Picture, rect: Rect, look: Look, colour: int, face: int, soft: bool = False) -> Style:
    """A die with the letters of its face and its colour: `Wp`, on large dice with the picture."""
    hue = colour_of(look, colour)
    style = look.soft(hue) if soft else look.face(hue)
    picture.fill(rect.x, rect.y, rect.width, rect.height, style)
    letter = components().faces[face]
    if rect.height == 1:
        centred(picture, rect, rect.y, letter + owner(colour), style, look)
        return style
    top = rect.y + (rect.height - 1) // 2
    centred(picture, rect, top, letter + icon(look, face), style, look)
    quiet = look.style(hue.ink, style.bgcolor.name if style.bgcolor else "")
    centred(picture, rect, top + 1, owner(colour) + " ", quiet, look)
    return style


def socket(picture: Picture, rect: Rect, look: Look, text: str = "") -> Style:
    """An empty slot; a small letter says which icon it takes."""
    style = look.style(look.palette.grid, look.palette.outside)
    picture.fill(rect.x, rect.y, rect.width, rect.height, style)
    if look.ansi or text:
        centred(picture, rect, inner(rect), text or look.glyphs.dot, style, look)
    return style


def bar(picture: Picture, rect: Rect, look: Look, seat: Seat, kind: int, value: str, soft: bool = False) -> Style:
    """A card on its line: a bar in a quieter tone of its owner's colour, with type, owner and what it scored."""
    style, upright = fence_style(look, seat, soft), rect.height > rect.width
    texture = (look.glyphs.fence_v if upright else look.glyphs.fence_h) if look.ansi else " "
    picture.fill(rect.x, rect.y, rect.width, rect.height, style, texture)
    name = components().icons[kind] + owner(seat)
    if upright:
        middle = rect.y + (rect.height - 1) // 2
        if rect.height > 6:
            centred(picture, rect, middle - 1, icon(look, kind), style, look)
        centred(picture, rect, middle, name, style, look)
        if value:
            centred(picture, rect, middle + 1, value, style, look)
        return style
    if rect.height > 1:
        called = look.clip(look.say(components().face_names[kind]), rect.width - 4)
        centred(picture, rect, rect.y, f" {icon(look, kind)} {called} ", style, look)
        centred(picture, rect, rect.y + 1, f" {name} {value} " if value else f" {name} ", style, look)
        return style
    words = [icon(look, kind)] if rect.width > 12 else []
    centred(picture, rect, rect.y, " ".join(["", *words, name, *([value] if value else []), ""]), style, look)
    return style


def token(picture: Picture, rect: Rect, look: Look, kind: int, note: str = "", soft: bool = False) -> Style:
    """A beast in the middle of its square: its name, its points, and on large boards its emblem."""
    beast, style = components().beasts[kind], beast_style(look, kind, soft)
    inset = max(1, (rect.width - (12 if rect.width < 20 else 16)) // 2)
    high = min(rect.height, 5)
    face = Rect(rect.x + inset, rect.y + (rect.height - high) // 2, rect.width - 2 * inset, high)
    picture.fill(face.x, face.y, face.width, face.height, style)
    lines = [look.say(beast.name), note or str(beast.points)]
    if high >= 5:
        lines = [emblem(look, kind), "", *lines]
    top = face.y + (high - len(lines) + 1) // 2
    for n, text in enumerate(lines):
        centred(picture, face, top + n, text, style, look)
    return style


def ground_at(picture: Picture, x: int, y: int, look: Look) -> str:
    """The colour under a cell."""
    if not (0 <= x < picture.width and 0 <= y < picture.height):
        return look.palette.background
    ground = picture.style_at(x, y).bgcolor
    return ground.name if ground else look.palette.background


def mark(picture: Picture, x: int, y: int, sign: str, ink: str, look: Look) -> None:
    """A sign in its own ink on the quiet parts of the board, in the piece's own ink on a piece."""
    ground = ground_at(picture, x, y, look)
    quiet = (look.palette.lattice, look.palette.outside, look.palette.background)
    under = picture.style_at(x, y).color
    picture.put(x, y, sign, look.style(ink if ground in quiet or under is None else under.name, ground, True))


def cursor(picture: Picture, rect: Rect, look: Look) -> None:
    """Four corners; brackets beside what is one line high."""
    glyphs, ink = look.glyphs, look.palette.cursor
    right, bottom = rect.x + rect.width - 1, rect.y + rect.height - 1
    if rect.height == 1:
        mark(picture, rect.x - 1, rect.y, glyphs.cursor_l, ink, look)
        mark(picture, right + 1, rect.y, glyphs.cursor_r, ink, look)
        return
    mark(picture, rect.x, rect.y, glyphs.cursor_tl, ink, look)
    mark(picture, right, rect.y, glyphs.cursor_tr, ink, look)
    mark(picture, rect.x, bottom, glyphs.cursor_bl, ink, look)
    mark(picture, right, bottom, glyphs.cursor_br, ink, look)
