"""A position in plain words for any game: what its data says, entry by entry. For games without words of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tilehall.engine import Position, RuleError, Seat


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    """Every entry on a line of its own; what a list says of each player goes by the name, and so does a `seat`.

    >>> describe({"seat": 0, "row": ["FU", "EM"], "hunters": [{"gems": 4, "cells": {"D4": "FU"}}]}, ("Aki",), None)
    ['seat: Aki', 'row: FU, EM', 'hunters Aki: gems 4', 'hunters Aki cells: D4 FU']
    """
    turn = position.get("seat")
    if type(turn) is int and 0 <= turn < len(names):
        position = position | {"seat": names[turn]}
    return [line for key, value in position.items() for line in _lines(value, key, names)]


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
    """The entries whose words contain what was asked for."""
    wanted = what.strip().casefold()
    found = [line for line in describe(position, names, seat) if wanted in line.casefold()]
    if not wanted or not found:
        raise RuleError(f"Nothing here is called '{what[:30]}'. Entries: {', '.join(position)}.")
    return found


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
    return look(position, names, seat, cell)


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
    return look(position, names, seat, line) if line.strip() else describe(position, names, seat)


def gloss(action: str) -> str:
    return ""


def _lines(value: Any, path: str, names: Sequence[str]) -> Iterator[str]:
    """What is simple in an entry in one line, then what has parts of its own."""
    entries = list(_entries(value, names))
    simple = [f"{key} {_shown(each)}" for key, each in entries if _is_simple(each)]
    if not entries:
        yield f"{path}: {_shown(value)}"
    elif simple:
        yield f"{path}: {'; '.join(simple)}"
    for key, each in entries:
        if not _is_simple(each):
            yield from _lines(each, f"{path} {key}", names)


def _entries(value: Any, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """The parts of an entry with their names; those of a list go by numbers, or by players if there is one for each."""
    if isinstance(value, dict):
        yield from value.items()
    elif not _is_simple(value):
        players = len(value) == len(names) and all(isinstance(each, dict) for each in value)
        yield from zip(names if players else map(str, range(1, len(value) + 1)), value, strict=True)


def _is_simple(value: Any) -> bool:
    """Whether it is a single thing, a list of those, or nothing."""
    if isinstance(value, list):
        return not any(isinstance(each, dict | list) for each in value)
    return not (isinstance(value, dict) and value)


def _shown(value: Any) -> str:
    if isinstance(value, list | dict):
        return ", ".join(map(_shown, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)
