"""A position in plain words for any game: what its data says, entry by entry. For games without words of their own.

The names of entries, and words in them, are English until a catalogue of the game has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tilehall.engine import (
    ENGLISH,
    Action,
    Position,
    RuleError,
    Seat,
    Text,
    Value,
    Who,
    apart,
    listed,
    name,
    plain,
    quoted,
    said,
)

WORD = re.compile(r"[^\W\d_][a-z]+")
"""What is a word in some language: short names (FU, D4, a3) are none."""


def named(word: str) -> Text:
    """A word of the data: a name that a language may have a word for, or what is the same in every language.

    >>> named("oak"), named("D4")
    (Text('oak'), Text('{word}', word='D4'))
    """
    return name(word) if WORD.search(word) else plain(word)


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[Text]:
    """Every entry on a line of its own; what a list says of each player goes by the name, and so does a `seat`.

    >>> position = {"seat": 0, "row": ["FU", "EM"], "hunters": [{"gems": 4, "cells": {"D4": "FU"}}]}
    >>> [said(line, ENGLISH, ["Aki"]) for line in describe(position, ["Aki"], None)]
    ['seat: Aki', 'row: FU, EM', 'hunters Aki: gems 4', 'hunters Aki cells: D4 FU']
    """
    return [line for key, value in position.items() for line in _told(key, value, len(names))]


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[Text]:
    """The entries whose English words contain what was asked for."""
    wanted = what.strip().casefold()
    found = [line for line in describe(position, names, seat) if wanted in said(line, ENGLISH, names).casefold()]
    if not wanted or not found:
        raise RuleError(
            Text("Nothing here is called {what}. Entries: {entries}.", what=quoted(what, 30), entries=listed(position))
        )
    return found


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[Text]:
    return look(position, names, seat, cell)


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[Text]:
    return look(position, names, seat, line) if line.strip() else describe(position, names, seat)


def gloss(action: Action) -> Text | None:
    return None


def _told(key: str, value: Any, players: int) -> Iterator[Text]:
    if key == "seat" and type(value) is int and 0 <= value < players:
        yield Text("{entry}: {what}", entry=named(key), what=Who(value))
    else:
        yield from _lines(value, named(key), players)


def _lines(value: Any, path: Value, players: int) -> Iterator[Text]:
    """What is simple in an entry in one line, then what has parts of its own."""
    entries = list(_entries(value, players))
    simple = [Text("{entry} {what}", entry=key, what=_shown(each)) for key, each in entries if _is_simple(each)]
    if not entries:
        yield Text("{entry}: {what}", entry=path, what=_shown(value))
    elif simple:
        yield Text("{entry}: {what}", entry=path, what=apart(simple))
    for key, each in entries:
        if not _is_simple(each):
            yield from _lines(each, Text("{entry} {part}", entry=path, part=key), players)


def _entries(value: Any, players: int) -> Iterator[tuple[Value, Any]]:
    """The parts of an entry with their names; those of a list go by numbers, or by players if there is one for each.

    Where only some parts of a list are to be told, it is a dictionary with these numbers or players as keys.
    """
    if isinstance(value, dict):
        yield from ((named(key) if isinstance(key, str) else key, each) for key, each in value.items())
    elif not _is_simple(value):
        by_player = len(value) == players and all(isinstance(each, dict) for each in value)
        yield from ((Who(n) if by_player else n + 1, each) for n, each in enumerate(value))


def _is_simple(value: Any) -> bool:
    """Whether it is a single thing, a list of those, or nothing."""
    if isinstance(value, list):
        return not any(isinstance(each, dict | list) for each in value)
    return not (isinstance(value, dict) and value)


def _shown(value: Any) -> Value:
    if isinstance(value, list | dict):
        return listed(map(_shown, value), Text("none"))
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if value is None or value == "":
        return Text("none")
    return value if isinstance(value, int | float) else named(str(value))
