"""Tiles, cards and players as sentences name them. Each name is made once.

>>> from tilehall.engine import Text
>>> print(Text("{tile} or {rune}?", tile=tile(8), rune=rune(6)))
FU fire sun or R07 Wedge?
"""

from __future__ import annotations

from functools import cache

from tilehall.engine.core.text import Piece, Text, Who, join_and, name_text
from tilehall.engine.games.princess.components import components

TILE, RUNE, BONUS = "tile", "rune", "bonus"
"""Kinds of pieces."""
WHO = tuple(map(Who, range(4)))
"""The players by seat number."""


@cache
def tile(kind: int) -> Piece:
    """A tile, by its two symbols."""
    element, sky = components().marks[kind]
    return Piece(TILE, components().kinds[kind], Text("{element} {sky}", element=symbol(element), sky=symbol(sky)))


@cache
def rune(card: int) -> Piece:
    """A card of the rune deck, which includes the Steal cards."""
    printed = components().cards[card]
    return Piece(RUNE, printed.id, name_text(printed.name))


@cache
def bonus(card: int) -> Piece:
    """A bonus card, by its element and whether the most or the fewest of it score."""
    return Piece(BONUS, components().bonuses[card])


@cache
def passages() -> Text:
    """Where the passages lead.

    >>> print(passages())
    8 to 12 and 10 to 14
    """
    return join_and(Text("{start} to {end}", start=start, end=end) for start, end in components().passages.items())


@cache
def symbol(attribute: int) -> Text:
    """An element or a sign of the sky."""
    return name_text(components().attribute_names[attribute])
