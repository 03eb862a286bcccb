"""The components as sentences name them. Each name is made once.

A tile is named by its pattern, a building by its name, a square or disk by its element. In a row of squares or disks
the letters of their elements stand for them.

>>> from tilehall.engine.core.text import join_commas
>>> str(join_commas([tile(13), card(0), disk(4)]))
'T14 GG over R, 1aG Stele, M Golden Moon'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

from tilehall.engine.core.text import Piece, Text, join_commas, join_spaces, literal_text, name_text
from tilehall.engine.games.sand.actions import element_letters
from tilehall.engine.games.sand.components import components

TILE: Final = "tile"
CARD: Final = "card"
SQUARE: Final = "square"
DISK: Final = "disk"
ELEMENT: Final = "element"
"""What a pattern asks for: a square or a disk of an element."""

Kind = Literal["square", "disk", "element"]


@cache
def tile(number: int) -> Piece:
    each = components().tiles[number]
    top, *below = each.pattern.replace(".", "").split("/")
    return Piece(TILE, each.id, Text("{top} over {below}", top=top, below=below[0]) if below else literal_text(top))


@cache
def card(number: int) -> Piece:
    each = components().cards[number]
    return Piece(CARD, each.id, name_text(each.name))


@cache
def square(element: int) -> Piece:
    return Piece(SQUARE, components().letters[element], name_text(components().element_names[element]))


@cache
def disk(element: int) -> Piece:
    return Piece(DISK, components().letters[element], name_text(components().element_names[element]))


@cache
def piece_letters(kind: Kind, letters: str) -> Text:
    """Several pieces of a kind, by their letters.

    >>> str(piece_letters("element", "GGS"))
    'G G S'
    """
    return join_spaces(Piece(kind, letter) for letter in letters)


def tile_squares(laid: int) -> Text:
    """The squares of a tile as they lie, in the order of their boxes."""
    return piece_letters(SQUARE, element_letters(laid))


@cache
def piece_at(kind: Kind, element: int, box: str) -> Text:
    """A piece, by its letter and its box.

    >>> str(piece_at("disk", 3, "D2"))
    'S D2'
    """
    return Text("{piece} {box}", piece=Piece(kind, components().letters[element]), box=box)


@cache
def stars(n: int) -> Text:
    return Text("{n} star", "{n} stars", n=n)


@cache
def hourglasses(n: int) -> Text:
    return Text("{n} hourglass", "{n} hourglasses", n=n)


@cache
def building_rewards(number: int) -> Text:
    """The rewards of a building.

    >>> str(building_rewards(16)), str(building_rewards(0)), str(building_rewards(3))
    ('3 stars, 1 hourglass', '1 star, 1 hourglass, disk R', '1 star, disk G, level +1')
    """
    each = components().cards[number]
    parts = [stars(each.stars)]
    if each.hourglasses:
        parts.append(hourglasses(each.hourglasses))
    if each.disks:
        parts.append(
            Text("disk {disks}", "disks {disks}", n=len(each.disks), disks=piece_letters(DISK, _letters(each.disks)))
        )
    if each.steps:
        parts.append(Text("level {steps:+}", steps=each.steps))
    return join_commas(parts)


def _letters(elements: Iterable[int]) -> str:
    return "".join(components().letters[element] for element in elements)


POWERS: Final = (Text("red"), Text("purple"), Text("yellow"), Text("green"), Text("orange"), Text("blue"))
"""The colours of the boards in the order of components.toml. Options and verbs spell them in English."""
