"""Cubes, tiles and rooms as sentences name them. Each name is made once.

>>> from tilehall.engine.core.text import Text
>>> print(Text("{tile} or {cube}?", tile=tile(9), cube=cube(4)))
N10 red-green with 3 hearts or C clear?
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tilehall.engine.core.text import Piece, Text, TextArgument, join_and, join_spaces, literal_text, name_text
from tilehall.engine.games.kaguya.components import KINDS, PLANT, YELLOW, components
from tilehall.engine.games.kaguya.rooms import UNPLANTED

CUBE, HALF, TILE = "cube", "half", "tile"
"""Kinds of pieces."""

# --- cubes --------------------------------------------------------------------------------------------------------


@cache
def cube(kind: int) -> Piece:
    """`R red`."""
    box = components()
    return Piece(CUBE, box.kinds[kind], name_text(box.kind_names[kind]))


@cache
def count(kind: int, number: int) -> Text:
    """`R4`."""
    return Text("{cube}{n}", cube=cube(kind)._replace(name=None), n=number)


def counts(numbers: Iterable[int]) -> Text:
    """Counts of all kinds, in their order: `R4 B2 G3 P1 C0`."""
    return join_spaces(map(count, KINDS, numbers))


@cache
def fist_contents(cubes: tuple[int, ...], disk: bool) -> Text:
    """What a fist holds: `two R red`, `R red, C clear and the disk`, `nothing`."""
    if not cubes:
        return Text("the disk alone") if disk else Text("nothing")
    held: list[TextArgument] = [cube(kind) for kind in cubes]
    if len(cubes) == 2 and cubes[0] == cubes[1]:
        held = [Text("two {cube}", cube=cube(cubes[0]))]
    return join_and([*held, Text("the disk")] if disk else held)


# --- rooms --------------------------------------------------------------------------------------------------------


@cache
def room_name(colour: int) -> Text:
    """`kitchen`."""
    return name_text(components().rooms[colour])


@cache
def room(colour: int) -> Text:
    """`R kitchen`."""
    return Text("{cube} {room}", cube=cube(colour)._replace(name=None), room=room_name(colour))


# --- tiles --------------------------------------------------------------------------------------------------------


@cache
def tile(number: int) -> Piece:
    """`N10 red-green with 3 hearts`."""
    return Piece(TILE, components().tiles[number].id, tile_name(number))


@cache
def tile_name(number: int) -> Text:
    """What a tile shows."""
    each = components().tiles[number]
    first, second = each.halves
    if each.plant:
        return Text("houseplant")
    if first == second:
        return Text("large {colour} room", colour=_colour(first))
    return Text(
        "{first}-{second} with {n} heart",
        "{first}-{second} with {n} hearts",
        n=each.hearts,
        first=_colour(first),
        second=_colour(second),
    )


@cache
def short_tile(number: int) -> Piece:
    """A tile in a long list: `N10 RG3`."""
    each = components().tiles[number]
    if each.plant:
        return Piece(TILE, each.id, Text("plant"))
    halves = "".join(half(colour).id for colour in each.halves)
    return Piece(TILE, each.id, literal_text(f"{halves}{each.hearts or ''}"))


@cache
def laid_tile(number: int, rot: int, plant: int) -> Text:
    """How a tile lies: `N10 R red left, G green right`, `L2 large blue room`, `H1 houseplant in P purple`."""
    each, bare = components().tiles[number], tile(number)._replace(name=None)
    first, second = each.halves
    if first == PLANT and plant == UNPLANTED:
        return Text("{tile} houseplant without a cube, no room", tile=bare)
    if first == PLANT:
        return Text("{tile} houseplant in {cube}", tile=bare, cube=cube(plant))
    if first == second:
        return Text("{tile} {what}", tile=bare, what=tile_name(number))
    return Text("{tile} {first}, {second}", tile=bare, first=_towards(first, rot), second=_towards(second, rot ^ 2))


@cache
def turned_tile(number: int, rot: int) -> Text:
    """A tile turned this way, by its first half: `R red left`; without a direction if both halves are alike."""
    first, second = components().tiles[number].halves
    return Text("as it is") if first == second else _towards(first, rot)


def half(colour: int) -> Piece:
    """Half a tile: `R red`, `Y yellow`."""
    return Piece(HALF, "Y", Text("yellow")) if colour == YELLOW else cube(colour)._replace(kind=HALF)


def _towards(colour: int, rot: int) -> Text:
    match rot:
        case 0:
            return Text("{half} left", half=half(colour))
        case 1:
            return Text("{half} top", half=half(colour))
        case 2:
            return Text("{half} right", half=half(colour))
        case _:
            return Text("{half} bottom", half=half(colour))


def _colour(colour: int) -> Text:
    return Text("yellow") if colour == YELLOW else name_text(components().kind_names[colour])
