"""Cubes, tiles and rooms as sentences name them. Each is made once.

>>> str(cube(0)), str(hand((0, 4), True))
("Piece(kind='cube', id='R', name=Text('red'))", 'R red, C clear and the disk')
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tilehall.engine.kaguya.components import KINDS, YELLOW, components
from tilehall.engine.text import Piece, Text, Value, both, name, spaced


@cache
def cube(kind: int) -> Piece:
    """`R red`."""
    box = components()
    return Piece("cube", box.kinds[kind], name(box.kind_names[kind]))


@cache
def mark(kind: int) -> Piece:
    """A cube in a row of counts, where its letter is enough: `R`."""
    return Piece("cube", components().kinds[kind])


@cache
def room(colour: int) -> Text:
    """`R kitchen`."""
    return Text("{cube} {room}", cube=mark(colour), room=name(components().rooms[colour]))


@cache
def tile(number: int) -> Piece:
    """`N10 red-green with 3 hearts`."""
    each = components().tiles[number]
    return Piece("tile", each.id, _tile_name(*each.halves, each.hearts, each.plant))


def _tile_name(first: int, second: int, hearts: int, plant: bool) -> Text:
    if plant:
        return Text("houseplant")
    if first == second:
        return Text("large {colour} room", colour=_colour(first))
    colours = {"first": _colour(first), "second": _colour(second)}
    return Text("{first}-{second} with {n} heart", "{first}-{second} with {n} hearts", n=hearts, **colours)


def _colour(half: int) -> Text:
    return Text("yellow") if half == YELLOW else name(components().kind_names[half])


@cache
def hand(cubes: tuple[int, ...], disk: bool) -> Text:
    """What a fist holds: `two R red`, `R red, C clear and the disk`, `nothing`."""
    if not cubes:
        return Text("the disk alone") if disk else Text("nothing")
    held: list[Value] = [cube(kind) for kind in cubes]
    if len(cubes) == 2 and cubes[0] == cubes[1]:
        held = [Text("two {cube}", cube=cube(cubes[0]))]
    return both([*held, Text("the disk")] if disk else held)


@cache
def count(kind: int, number: int) -> Text:
    """`R4`."""
    return Text("{cube}{n}", cube=mark(kind), n=number)


def counts(numbers: Iterable[int]) -> Text:
    """Numbers of the kinds, in their order: `R4 B2 G3 P1 C0`."""
    return spaced(map(count, KINDS, numbers))
