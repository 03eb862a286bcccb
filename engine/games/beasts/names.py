"""Dice, cards, fences and beasts as sentences name them. Each name is made once.

>>> [str(Text("{piece}", piece=piece)) for piece in (die(0, 4), rolled_face(0, 4), card(1, 0), fence(1, 0), beasts(3,
...     2))]
['purple wild', 'wild', 'W water', 'V11', 'basilisks']
>>> piece_look(card(1, 0))
PieceLook(part='card', colour=1, face=0)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Piece, Text, join_and, join_commas
from tilehall.engine.games.beasts.components import FACES, ICONS, NEUTRAL, components


class PieceLook(NamedTuple):
    """What a piece looks like: a die, card, fence or beast, its colour, and its face, type or kind."""

    part: str
    colour: int
    face: int


@cache
def die(colour: int, face: int) -> Piece:
    """A die, by its colour and face."""
    box = components()
    return Piece("die", "", Text("{colour} {face}", colour=box.colour_names[colour], face=box.face_names[face]))


@cache
def rolled_face(colour: int, face: int) -> Piece:
    """A die by its face, where its owner is known."""
    box = components()
    return Piece(f"{box.colours[colour]} die", "", box.face_names[face])


@cache
def card(owner: SeatNo, kind: int) -> Piece:
    box = components()
    return Piece(f"{box.colours[owner]} card", box.icons[kind], box.face_names[kind])


@cache
def fence(owner: SeatNo, edge: int) -> Piece:
    """The card on a line, by the name of the line."""
    box = components()
    return Piece(f"{box.colours[owner]} fence", box.edges[edge].id)


@cache
def beast(kind: int) -> Piece:
    return Piece("beast", "", components().beasts[kind].name)


@cache
def beasts(kind: int, count: int) -> Piece:
    """Beasts of one kind, after a number."""
    return beast(kind) if count == 1 else Piece("beast", "", components().beasts[kind].names)


# --- several pieces -----------------------------------------------------------------------------------------------


def dice(colours: bytes, faces: bytes) -> Text:
    """Dice by their faces. Dice are rolled at every turn, so texts for up to two of them are cached.

    >>> str(dice(bytes((0, 0, 4)), bytes((0, 1, 5))))
    'water, thorns, beast'
    """
    if len(faces) < 3:
        return _few_dice(colours, faces)
    return _more_dice(colours, faces)


@cache
def _few_dice(colours: bytes, faces: bytes) -> Text:
    return join_commas(map(rolled_face, colours, faces))


@lru_cache(4096)
def _more_dice(colours: bytes, faces: bytes) -> Text:
    return join_commas((_few_dice(colours[:2], faces[:2]), dice(colours[2:], faces[2:])))


def cards(owner: SeatNo, bag: Bag) -> Text:
    """Cards one by one.

    >>> str(cards(0, bytes((2, 0, 1, 0))))
    'W water, W water, L lightning'
    """
    return join_commas(card(owner, kind) for kind, count in enumerate(bag) for _ in range(count))


def missing_pieces_text(cards: int, dice: int) -> Text:
    """How many cards and dice are missing; at least one of them is.

    >>> str(missing_pieces_text(1, 2)), str(missing_pieces_text(0, 1))
    ('1 card and 2 dice', '1 die')
    """
    found = [Text("{n} card", "{n} cards", n=cards)] if cards else []
    return join_and([*found, Text("{n} die", "{n} dice", n=dice)] if dice else found)


# --- looks of pieces ----------------------------------------------------------------------------------------------


def piece_look(piece: Piece) -> PieceLook | None:
    """What a piece looks like; None if it is no piece of this game."""
    return _piece_looks().get(piece)


@cache
def _piece_looks() -> Mapping[Piece, PieceLook]:
    box, found = components(), dict[Piece, PieceLook]()
    for colour in range(len(box.colours)):
        for face in range(FACES):
            found[die(colour, face)] = found[rolled_face(colour, face)] = PieceLook("die", colour, face)
    for owner in range(NEUTRAL):
        for kind in range(ICONS):
            found[card(owner, kind)] = PieceLook("card", owner, kind)
        for edge in range(len(box.edges)):
            found[fence(owner, edge)] = PieceLook("fence", owner, edge)
    for kind in range(len(box.beasts)):
        found[beast(kind)] = found[beasts(kind, 2)] = PieceLook("beast", NEUTRAL, kind)
    return found
