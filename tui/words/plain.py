"""A position in plain words for any game: what its data says, entry by entry. For games without words of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tilehall.engine import Position, RuleError, Seat


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    """Every entry on a line of its own.

    >>> describe({"display": ["FU", "EM"], "hunters": [{"gems": 4}]}, ("Aki",), None)
    ['display: FU, EM', 'hunters 0 gems: 4']
    """
    return list(_lines(position, ""))


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


def _lines(value: Any, path: str) -> Iterator[str]:
    entries: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        entries = list(enumerate(value))
    if not entries:
        yield f"{path}: {_shown(value)}"
    for key, each in entries:
        yield from _lines(each, f"{path} {key}".strip())


def _shown(value: Any) -> str:
    if isinstance(value, list | dict):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == "" else str(value)
