"""Positions that nobody has played, for tests: the plain data of one that was reached, changed in one to three places.

Some changes are nonsense (another type, a huge number, an entry gone). Others keep what a careless check counts: one
more here and one less there, two values swapped, a part of another position of the same game, a value that the schema
allows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Position
from tilehall.engine.core.schema import Schema

JUNK: tuple[Any, ...] = (None, True, False, -1, 0, 1, 99, 256, 10**30, -(10**30), 0.5, "", "x", "\x1b[2J", [], {})
"""Values that fit nowhere, or only by chance."""
DEEP = 400
"""So many lists around one another, which is more than anybody should take apart by functions that call themselves."""
STEPS = (1, 1, 1, -1, -1, -1, 2, -2, 7, -7, 256)
TWISTS = 40
"""So often another change is tried if one had nothing to work on."""

PlacePath = tuple[Any, Any]
"""A list or a dictionary, and the index or key of something in it."""


def mutate_position(data: Position, other: Position, rng: Rng, schema: Schema) -> Position:
    """A copy with some changes. `other` is a position of the same game to take from, `schema` that of `data`."""
    twin, donor = copy_data(data), copy_data(other)
    if not rng.below(6):
        _resample(twin, schema, rng)
    for _ in range((1, 1, 1, 2, 2, 3)[rng.below(6)]):
        _change_once(twin, donor, rng)
    return twin


def copy_data(data: Position) -> Position:
    twin: Position = json.loads(json.dumps(data))
    return twin


def _change_once(data: Position, donor: Position, rng: Rng) -> None:
    """One change; some have nothing to work on at some places, then another is tried."""
    for _ in range(TWISTS):
        if CHANGES[rng.below(len(CHANGES))](data, donor, rng):
            return


# --- places ---------------------------------------------------------------------------------------------------------


def list_places(data: Any) -> Iterator[PlacePath]:
    """Everything in the data, on every level."""
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from list_places(data[key])


def _some_place(data: Position, rng: Rng) -> PlacePath:
    """A place by lot: the entries at the top are as likely as one another, however much they hold."""
    keys = list(data)
    inside: Any = data
    key: Any = keys[rng.below(len(keys))]
    while isinstance(inside[key], dict | list) and inside[key] and rng.below(4):
        inside = inside[key]
        key = _one(list(inside) if isinstance(inside, dict) else range(len(inside)), rng)
    return inside, key


def _one(things: Sequence[Any], rng: Rng) -> Any:
    return things[rng.below(len(things))]


def _similar_place(data: Position, here: PlacePath, rng: Rng) -> PlacePath | None:
    """Another place with the same type of thing in it; rather one of the same name."""
    inside, key = here
    found = [
        (other, name)
        for other, name in list_places(data)
        if type(other[name]) is type(inside[key]) and not (other is inside and name == key)
    ]
    namesakes = [place for place in found if place[1] == key]
    if namesakes and rng.below(2):
        return namesakes[rng.below(len(namesakes))]
    return found[rng.below(len(found))] if found else None


def list_leaves(data: Any, schema: Schema) -> Iterator[tuple[PlacePath, Schema]]:
    """The places whose schemas have samples, with these schemas. The data has to fit."""
    for key, inner in schema.items(data):
        if inner.samples():
            yield (data, key), inner
        yield from list_leaves(data[key], inner)


def _resample(data: Position, schema: Schema, rng: Rng) -> None:
    """Another value of one entry that its schema allows."""
    leaves = list(list_leaves(data, schema))
    if leaves:
        (inside, key), found = _one(leaves, rng)
        inside[key] = _one(found.samples(), rng)


# --- changes: each says whether there was something to change -------------------------------------------------------


def _number(data: Position, donor: Position, rng: Rng) -> bool:
    found = [(inside, key) for inside, key in list_places(data) if type(inside[key]) is int]
    if not found:
        return False
    inside, key = found[rng.below(len(found))]
    inside[key] += _one(STEPS, rng)
    return True


def _junk(data: Position, donor: Position, rng: Rng) -> bool:
    inside, key = _some_place(data, rng)
    inside[key] = copy_data({"": _one(JUNK, rng)})[""] if rng.below(40) else _nested()
    return True


def _nested() -> Any:
    nest: Any = []
    for _ in range(DEEP):
        nest = [nest]
    return nest


def _remove(data: Position, donor: Position, rng: Rng) -> bool:
    inside, key = _some_place(data, rng)
    del inside[key]
    return True


def _duplicate(data: Position, donor: Position, rng: Rng) -> bool:
    inside, key = _some_place(data, rng)
    if isinstance(inside, list):
        inside.insert(key, inside[key])
        return True
    name = _one(list(inside), rng) if rng.below(4) else f"{key}x"
    inside[name] = inside[key]
    return bool(name != key)


def _rename_key(data: Position, donor: Position, rng: Rng) -> bool:
    """What a key names now stands under a key that is used elsewhere."""
    inside, key = _some_place(data, rng)
    if not isinstance(inside, dict):
        return False
    names = sorted(
        {name for _, name in (*list_places(data), *list_places(donor)) if isinstance(name, str)} - set(inside)
    )
    if not names:
        return False
    inside[_one(names, rng)] = inside.pop(key)
    return True


def _swap(data: Position, donor: Position, rng: Rng) -> bool:
    """Two things of a type change places."""
    here = _some_place(data, rng)
    there = _similar_place(data, here, rng)
    if there is None:
        return False
    (inside, key), (other, name) = here, there
    old, new = inside[key], other[name]
    if old == new or _holds(old, other) or _holds(new, inside):
        return False
    inside[key], other[name] = new, old
    return True


def _holds(whole: Any, part: Any) -> bool:
    """Whether the part lies in the whole, at any depth, or is it."""
    if whole is part:
        return True
    return isinstance(whole, dict | list) and any(inside[key] is part for inside, key in list_places(whole))


def _shift(data: Position, donor: Position, rng: Rng) -> bool:
    """One more here, one less there: the sum stays."""
    found = [(inside, key) for inside, key in list_places(data) if type(inside[key]) is int]
    if len(found) < 2:
        return False
    here = found[rng.below(len(found))]
    there = _similar_place(data, here, rng)
    if there is None:
        return False
    here[0][here[1]] += 1
    there[0][there[1]] -= 1
    return True


def _move(data: Position, donor: Position, rng: Rng) -> bool:
    """Something goes from a list to another list, or to another place in its own."""
    lists = [inside[key] for inside, key in list_places(data) if isinstance(inside[key], list)]
    full = [each for each in lists if each]
    if not full:
        return False
    start, end = _one(full, rng), _one(lists, rng)
    thing = start[rng.below(len(start))]
    if _holds(thing, end):
        return False
    start.remove(thing)
    end.insert(rng.below(len(end) + 1), thing)
    return True


def _put(data: Position, donor: Position, rng: Rng) -> bool:
    """A thing from one dictionary goes to another under its name: a tile to another board."""
    tables = [inside[key] for inside, key in list_places(data) if isinstance(inside[key], dict)]
    full = [each for each in tables if each]
    if not full:
        return False
    start, end = _one(full, rng), _one(tables, rng)
    key = _one(list(start), rng)
    if start is end or _holds(start[key], end):
        return False
    end[key] = start.pop(key)
    return True


def _reverse(data: Position, donor: Position, rng: Rng) -> bool:
    found = [inside[key] for inside, key in list_places(data) if isinstance(inside[key], list) and len(inside[key]) > 1]
    if not found:
        return False
    _one(found, rng).reverse()
    return True


def _respell(data: Position, donor: Position, rng: Rng) -> bool:
    """A text becomes another one of the position, or has a letter more, less or changed about."""
    texts = [(inside, key) for inside, key in list_places(data) if isinstance(inside[key], str)]
    if not texts:
        return False
    inside, key = texts[rng.below(len(texts))]
    old = inside[key]
    other, name = texts[rng.below(len(texts))]
    at, letters = rng.below(len(old) + 1), other[name] or "x"
    letter = letters[rng.below(len(letters))]
    spellings = (other[name], old[:at] + letter + old[at:], old[:at] + old[at + 1 :], old[:at] + letter + old[at + 1 :])
    inside[key] = _one((*spellings, old[::-1]), rng)
    return bool(inside[key] != old)


def _take_over(data: Position, donor: Position, rng: Rng) -> bool:
    """A part of the other position stands here; at the same place, where it has one."""
    inside, key = _some_place(data, rng)
    way = _path_to(data, inside)
    there: Any = donor
    for step in way or ():
        there = _at(there, step)
    new = _at(there, key)
    if new is None or new == inside[key]:
        return False
    inside[key] = copy_data({"": new})[""]
    return True


def _path_to(data: Any, wanted: Any) -> tuple[Any, ...] | None:
    """The keys that lead to a part of the data."""
    if data is wanted:
        return ()
    for key in data if isinstance(data, dict) else range(len(data)):
        if isinstance(data[key], dict | list):
            rest = _path_to(data[key], wanted)
            if rest is not None:
                return (key, *rest)
    return None


def _at(data: Any, key: Any) -> Any:
    """What stands there, or None."""
    if isinstance(data, dict):
        return data.get(key)
    return data[key] if isinstance(data, list) and isinstance(key, int) and key < len(data) else None


CHANGES: tuple[Callable[[Position, Position, Rng], bool], ...] = (
    *(_number, _number, _junk, _remove, _duplicate, _rename_key, _swap, _swap, _shift, _shift, _move, _put),
    *(_reverse, _respell, _take_over, _take_over),
)
