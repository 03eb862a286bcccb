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
    SeatNo,
    Text,
    TextArgument,
    Who,
    join_commas,
    join_semicolons,
    literal_text,
    name_text,
    quote_text,
    render_text,
)

WORD = re.compile(r"[^\W\d_][a-z]+")
"""What is a word in some language: short names (FU, D4, a3) are none."""


def translate_word(word: str) -> Text:
    """A word of the data: a name that a language may have a word for, or what is the same in every language.

    >>> translate_word("oak"), translate_word("D4")
    (Text('oak'), Text('{word}', word='D4'))
    """
    return name_text(word) if WORD.search(word) else literal_text(word)


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    """Every entry on a line of its own; what a list says of each player goes by the name, and so does a `seat`.

    >>> position = {"seat": 0, "row": ["FU", "EM"], "hunters": [{"gems": 4, "cells": {"D4": "FU"}}]}
    >>> [render_text(line, ENGLISH, ["Aki"]) for line in describe(position, ["Aki"], None)]
    ['seat: Aki', 'row: FU, EM', 'hunters Aki: gems 4', 'hunters Aki cells: D4 FU']
    """
    return [line for key, value in position.items() for line in _entry_texts(key, value, len(names))]


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """The entries whose English words contain what was asked for."""
    wanted = what.strip().casefold()
    found = [line for line in describe(position, names, seat) if wanted in render_text(line, ENGLISH, names).casefold()]
    if not wanted or not found:
        raise RuleError(
            Text(
                "Nothing here is called {what}. Entries: {entries}.",
                what=quote_text(what, 30),
                entries=join_commas(position),
            )
        )
    return found


def describe_neighbours(position: Position, names: Sequence[str], seat: SeatNo | None, cell: str) -> list[Text]:
    return describe_thing(position, names, seat, cell)


def describe_line(position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
    return describe_thing(position, names, seat, line) if line.strip() else describe(position, names, seat)


def explain_action(action: Action) -> Text | None:
    return None


def _entry_texts(key: str, value: Any, players: int) -> Iterator[Text]:
    if key == "seat" and type(value) is int and 0 <= value < players:
        yield Text("{entry}: {what}", entry=translate_word(key), what=Who(value))
    else:
        yield from _lines(value, translate_word(key), players)


def _lines(value: Any, path: TextArgument, players: int) -> Iterator[Text]:
    """What is simple in an entry in one line, then what has parts of its own."""
    entries = list(_entries(value, players))
    simple = [Text("{entry} {what}", entry=key, what=_short_value(each)) for key, each in entries if _is_simple(each)]
    if not entries:
        yield Text("{entry}: {what}", entry=path, what=_short_value(value))
    elif simple:
        yield Text("{entry}: {what}", entry=path, what=join_semicolons(simple))
    for key, each in entries:
        if not _is_simple(each):
            yield from _lines(each, Text("{entry} {part}", entry=path, part=key), players)


def _entries(value: Any, players: int) -> Iterator[tuple[TextArgument, Any]]:
    """The parts of an entry with their names; those of a list go by numbers, or by players if there is one for each.

    Where only some parts of a list are to be told, it is a dictionary with these numbers or players as keys.
    """
    if isinstance(value, dict):
        yield from ((translate_word(key) if isinstance(key, str) else key, each) for key, each in value.items())
    elif not _is_simple(value):
        by_player = len(value) == players and all(isinstance(each, dict) for each in value)
        yield from ((Who(n) if by_player else n + 1, each) for n, each in enumerate(value))


def _is_simple(value: Any) -> bool:
    """Whether it is a single thing, a list of those, or nothing."""
    if isinstance(value, list):
        return not any(isinstance(each, dict | list) for each in value)
    return not (isinstance(value, dict) and value)


def _short_value(value: Any) -> TextArgument:
    if isinstance(value, list | dict):
        return join_commas(map(_short_value, value), Text("none"))
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if value is None or value == "":
        return Text("none")
    return value if isinstance(value, int | float) else translate_word(str(value))
