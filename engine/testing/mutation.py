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
"""Values that fit hardly anywhere."""
DEEP = 400
"""The depth of nested lists: more than recursive functions should be given."""
STEPS = (1, 1, 1, -1, -1, -1, 2, -2, 7, -7, 256)
TWISTS = 40
"""The number of tries to find a change that applies."""

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
    """Make one change; not every change applies to every place."""
    for _ in range(TWISTS):
        if CHANGES[rng.below(len(CHANGES))](data, donor, rng):
            return


# --- places ---------------------------------------------------------------------------------------------------------


def list_places(data: Any) -> Iterator[PlacePath]:
    """Yield all places in the data, at every depth."""
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from list_places(data[key])


def _some_place(data: Position, rng: Rng) -> PlacePath:
    """Return a random place; the entries at the top have equal chances, whatever their size."""
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
    """Return another place with a value of the same type, preferably one of the same name."""
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
    """Yield the places whose schemas have samples, with these schemas. The data has to fit."""
    for key, inner in schema.items(data):
        if inner.samples():
            yield (data, key), inner
        yield from list_leaves(data[key], inner)


def _resample(data: Position, schema: Schema, rng: Rng) -> None:
    """Replace a value by another one that its schema allows."""
    leaves = list(list_leaves(data, schema))
    if leaves:
        (inside, key), found = _one(leaves, rng)
        inside[key] = _one(found.samples(), rng)


# --- changes: each returns whether it applied ------------------------------------------------------------------------


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
    """Move a value to a key that is used elsewhere."""
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
    """Swap two values of the same type."""
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
    """Whether the whole is the part or contains it."""
    if whole is part:
        return True
    return isinstance(whole, dict | list) and any(inside[key] is part for inside, key in list_places(whole))


def _shift(data: Position, donor: Position, rng: Rng) -> bool:
    """Add one here and subtract one there: the sum stays."""
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
    """Move an item to another list, or to another place in its own."""
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
    """Move an entry of a dictionary to another one: a tile to another board."""
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
    """Replace a text by another one of the position, or insert, remove or change a letter."""
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
    """Replace a value by that of the other position at the same place."""
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
    """Return the keys that lead to a part of the data."""
    if data is wanted:
        return ()
    for key in data if isinstance(data, dict) else range(len(data)):
        if isinstance(data[key], dict | list):
            rest = _path_to(data[key], wanted)
            if rest is not None:
                return (key, *rest)
    return None


def _at(data: Any, key: Any) -> Any:
    """Return the value under a key or index, or None."""
    if isinstance(data, dict):
        return data.get(key)
    return data[key] if isinstance(data, list) and isinstance(key, int) and key < len(data) else None


CHANGES: tuple[Callable[[Position, Position, Rng], bool], ...] = (
    *(_number, _number, _junk, _remove, _duplicate, _rename_key, _swap, _swap, _shift, _shift, _move, _put),
    *(_reverse, _respell, _take_over, _take_over),
)
