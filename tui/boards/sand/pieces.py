"""Draws squares, disks, tiles and patterns in any size, and as chips in sentences."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache, lru_cache

from rich.style import Style

from tilehall.engine import Piece, Text
from tilehall.engine.games.sand import (
    CARD,
    DISK,
    ELEMENT,
    ELEMENTS,
    SQUARE,
    TILE,
    BuildingCard,
    PatternForm,
    coloured_boxes,
    components,
)
from tilehall.engine.games.sand import card as card_piece
from tilehall.themes import Hue
from tilehall.tui.boards.renderer import WordContext
from tilehall.tui.boards.tiles import TileSize, draw_face, draw_label, draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import width as cells_of
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

PATTERN = re.compile(r"[GRKSM./]+")
HUES = ("green", "red", "black", "blue", "yellow")
"""The colours of wood, sand, obsidian, sapphire and moon."""


def dark_box_style(look: Look) -> Style:
    """Returns the style of an empty dark box, with a darker ground than light boxes."""
    return look.style(look.palette.grid, look.palette.outside)


def element_hue(look: Look, element: int) -> Hue:
    return look.palette.hue(HUES[element])


@lru_cache(8)
def element_styles(look: Look) -> tuple[tuple[Style, Style], ...]:
    """Returns for each element the style of its full and of its dimmed face."""
    hues = [element_hue(look, element) for element in range(ELEMENTS)]
    return tuple((look.face(each), look.soft(each)) for each in hues)


def element_letter(element: int) -> str:
    return components().letters[element]


def ink_on(ground: Style, ink: str, look: Look) -> Style:
    """Returns the style of a mark: its own colour on the board, the piece's text colour on a piece."""
    name = ground.bgcolor.name if ground.bgcolor else look.palette.background
    quiet = (look.palette.lattice, look.palette.outside, look.palette.background)
    return look.style(ink, name, True) if name in quiet else ground


def draw_piece(
    picture: Picture, x: int, y: int, size: TileSize, element: int, disk: bool, look: Look, ground: str
) -> Style:
    """Draws a square that fills its box, or a disk with round corners and brackets around its letter."""
    colours = element_hue(look, element)
    style = look.face(colours)
    draw_face(picture, x, y, size, style, look)
    if not disk:
        draw_label(picture, x, y, size, element_letter(element), style)
        return style
    picture.fill(x, y, size.width, 1, style)
    draw_rounded(picture, x, y, size, colours.face, ground, look)
    draw_label(
        picture, x, y, size, f"({element_letter(element)})" if size.width > 4 else element_letter(element), style
    )
    return style


def draw_rounded(picture: Picture, x: int, y: int, size: TileSize, ink: str, ground: str, look: Look) -> None:
    glyphs, style = look.glyphs, look.style(ink, ground, True)
    right, bottom = x + size.width - 1, y + size.height - 1
    for column, row, glyph in (
        (x, y, glyphs.round_tl),
        (right, y, glyphs.round_tr),
        (x, bottom, glyphs.round_bl),
        (right, bottom, glyphs.round_br),
    ):
        picture.put(column, row, glyph, style)


def draw_flat_disk(picture: Picture, x: int, y: int, element: int, look: Look, soft: bool = False) -> int:
    """Draws a disk in one line: `(G)`."""
    colours = element_hue(look, element)
    return picture.put(x, y, f"({element_letter(element)})", look.soft(colours) if soft else look.face(colours))


def piece_chip(look: Look, piece: Piece) -> StyledLine:
    """Returns a square by its letter, a disk in brackets, a tile by its pattern, a card by its name and colour."""
    if piece.kind == TILE:
        return _tile_chip(look, components().tiles[components().tile_numbers[piece.id]].pattern)
    if piece.kind == CARD:
        return _card_chip(look, card_of(piece.id))
    if piece.kind not in (SQUARE, DISK, ELEMENT):
        return ()
    style = look.face(element_hue(look, components().letters.index(piece.id)))
    return ((f"({piece.id})" if piece.kind == DISK else piece.id, style),)


def _card_chip(look: Look, card: BuildingCard) -> StyledLine:
    """Returns `Stele G`: the name, and the letter of the first colour, as several cards share a name."""
    element = components().letters.index(card.id[-1])
    name = look.say(card_piece(components().card_numbers[card.id]).name or Text(""))
    quiet = look.style(look.palette.text, look.palette.lattice, bold=True)
    return [(f"{name} ", quiet), (element_letter(element), look.face(element_hue(look, element)))]


def style_word(look: Look, word: str, where: WordContext) -> StyledLine:
    """Styles the letters of squares, alone or in a pattern, and those of tiles and buildings."""
    box = components()
    if word in box.tile_numbers or word in box.card_numbers:
        quiet = (word, look.style(look.palette.text, look.palette.lattice, bold=True))
        return (quiet,) if word in box.tile_numbers else ((word[:-1], quiet[1]), *_letters(look, word[-1]))
    pattern = len(word) > 2 and PATTERN.fullmatch(word)
    return tuple(_letters(look, word)) if pattern or (where != "text" and word in box.letters) else ()


def _letters(look: Look, word: str) -> StyledLine:
    """Styles each letter with its colour."""
    return [
        (
            mark,
            look.face(element_hue(look, components().letters.index(mark)))
            if mark in components().letters
            else look.muted,
        )
        for mark in word
    ]


def _tile_chip(look: Look, pattern: str) -> StyledLine:
    """`GGR`, or `GG/R` around a corner."""
    return [
        (mark, look.muted if mark == "/" else look.face(element_hue(look, components().letters.index(mark))))
        for mark in pattern.replace(".", "")
    ]


def draw_small_piece(
    picture: Picture, x: int, y: int, width: int, height: int, element: int, disk: bool, look: Look
) -> None:
    """Draws a piece of a small board; `G` is a square and `G)` a disk."""
    style = look.face(element_hue(look, element))
    picture.fill(x, y, width, height, style)
    text = (
        f"({element_letter(element)})"
        if disk and width > 2
        else element_letter(element) + ")"
        if disk
        else element_letter(element)
    )
    picture.put(x + (width - cells_of(text)) // 2, y + height // 2, text, style)


def draw_pattern(
    picture: Picture,
    x: int,
    y: int,
    form: PatternForm,
    cell: tuple[int, int],
    look: Look,
    bright: Container[tuple[int, int]] | None = None,
) -> None:
    """Draws the boxes of a form with their letters; those not in `bright` are dimmed.

    Where colours do not show which are bright, a bright box is filled beside its letter.
    """
    (wide, high), letters = cell, components().letters
    for r, c, element in form:
        lit = bright is None or (r, c) in bright
        style = element_styles(look)[element][not lit]
        at, top = x + wide * c, y + high * r
        if high > 1:
            draw_plate(picture, at, top, wide, high, style, look)
        elif wide > 1:
            picture.fill(at, top, wide, 1, style)
        if bright is not None and lit and look.dotted and wide > 1:
            picture.fill(at, top, wide, high, style, look.glyphs.full)
        picture.put(at + (wide - 1) // 2, top + high // 2, letters[element], style)


@cache
def tile_form(tile: int) -> PatternForm:
    return coloured_boxes(components().tiles[tile].pattern, components().letters)


def card_of(name: str) -> BuildingCard:
    return components().cards[components().card_numbers[name]]


def disk_chips(card: BuildingCard, look: Look, columns: int) -> StyledLine:
    """Returns the disks that a building brings: `(G)(R)`, or shorter `G)R)`."""
    shape = "({})" if 3 * len(card.disks) <= columns else "{})"
    return [(shape.format(element_letter(e)), look.face(element_hue(look, e))) for e in card.disks]


def gain_chips(card: BuildingCard, look: Look, columns: int) -> StyledLine:
    """Returns what a building brings beside stars and hourglasses: disks and raised levels."""
    steps = [(f"{look.glyphs.arrow_up}{card.steps}", look.strong)] if card.steps else []
    return [*disk_chips(card, look, columns - 2 * len(steps)), *steps]


def stars_text(card: BuildingCard, look: Look) -> str:
    return f"{look.glyphs.star}{card.stars}"


def hourglasses_text(card: BuildingCard, look: Look) -> str:
    """Returns the hourglasses of a building, an empty string if there are none."""
    return f"{look.glyphs.hourglass}{card.hourglasses}" if card.hourglasses else ""


def worth_text(card: BuildingCard, look: Look) -> str:
    """Returns stars and hourglasses: `★4 ⧗1`."""
    return f"{stars_text(card, look)} {hourglasses_text(card, look)}".rstrip()


def stock_text(counts: bytes) -> str:
    """Returns a player's disks: `G2 S1`; `-` for none."""
    return "".join(f"{element_letter(e)}{counts[e]}" for e in range(ELEMENTS) if counts[e]) or "-"
