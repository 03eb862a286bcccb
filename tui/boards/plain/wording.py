"""The wording for any game without one of its own: reads the position's data entry by entry.

Names of entries, and words in them, stay English unless a catalogue of the game translates them.
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
"""Words that can be translated; short names (FU, D4, a3) are none."""


def translate_word(word: str) -> Text:
    """Makes a text of a word of the data: a translatable one, or one that is the same in every language.

    >>> translate_word("oak"), translate_word("D4")
    (Text('oak'), Text('{word}', word='D4'))
    """
    return name_text(word) if WORD.search(word) else literal_text(word)


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    """Describes every entry on a line of its own; lists with an entry per player, and `seat`, name the players.

    >>> position = {"seat": 0, "row": ["FU", "EM"], "hunters": [{"gems": 4, "cells": {"D4": "FU"}}]}
    >>> [render_text(line, ENGLISH, ["Aki"]) for line in describe(position, ["Aki"], None)]
    ['seat: Aki', 'row: FU, EM', 'hunters Aki: gems 4', 'hunters Aki cells: D4 FU']
    """
    return [line for key, value in position.items() for line in _entry_texts(key, value, len(names))]


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """Returns the entries whose English words contain `what`."""
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
    """Yields the simple values of an entry in one line, then those with parts of their own."""
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
    """Yields the parts of an entry with their names: numbers for a list, or players if it has an entry for each.

    A list of which only some parts are described is a dictionary with these numbers or players as keys.
    """
    if isinstance(value, dict):
        yield from ((translate_word(key) if isinstance(key, str) else key, each) for key, each in value.items())
    elif not _is_simple(value):
        by_player = len(value) == players and all(isinstance(each, dict) for each in value)
        yield from ((Who(n) if by_player else n + 1, each) for n, each in enumerate(value))


def _is_simple(value: Any) -> bool:
    """Returns whether a value is a single thing, a list of single things, or empty."""
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
