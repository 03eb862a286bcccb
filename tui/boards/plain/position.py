"""Reads a position's data by its form alone: what is on which cell, who owns it, and what remains to be described.

A dictionary with cells as keys tells what is on them; a list of cells marks them; a list of rows is a grid. Seat
numbers as values, and lists with an entry for each player, tell who owns something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilehall.engine import Position, SeatNo, Text, Who
from tilehall.tui.boards.plain.cells import LETTERS, GridExtent, is_cell
from tilehall.tui.boards.plain.wording import translate_word

LEAST = 3
"""The fewest rows and columns of a grid; less is read as a list of lists."""
SHORT = 6
"""The most characters of a word in a pile."""
NOTHING: tuple[object, ...] = (None, "", ".", "-", " ")
HEAD = ("game", "rules", "players", "options")
"""Entries that are known without looking at the table."""


Path = tuple[str | int, ...]
"""The path to an entry: keys of dictionaries and indices of lists."""
REMOVED = object()


@dataclass(frozen=True, slots=True)
class Mark:
    """What is on a cell: a short text, or the seat that owns the stone there."""

    text: str
    seat: SeatNo | None = None


@dataclass(frozen=True, slots=True)
class CellGroup:
    """The cells of one entry of the position and the marks on them; `owner` is the player they belong to, if any."""

    path: Path
    cells: Mapping[str, Mark]
    owner: SeatNo | None
    named: bool = True
    """Whether the entry says what is on the cells; a list of words might be anything."""


def find_cell_groups(position: Position, players: int, extent: GridExtent) -> list[CellGroup]:
    """Finds all cells in a position; rows are read only if no entry names cells.

    A list of words that look like cells counts only if most are on the known grid. (A card may be called R12.)

    >>> [found] = find_cell_groups({"players": 2, "stones": {"A1": 0, "B2": 1}, "cards": ["R12"]}, 2, GridExtent(3, 3))
    >>> found.path, found.cells["B2"].seat
    (('stones',), 1)
    >>> [found] = find_cell_groups({"rows": ["x..", ".o.", "..."]}, 2, GridExtent())
    >>> {cell: mark.text for cell, mark in found.cells.items() if mark.text}
    {'A1': 'x', 'B2': 'o'}
    """
    named = [ground for ground in _named(position, (), None, players) if _is_on_grid(extent, ground)]
    return named or list(_rows(position, (), extent))


def _is_on_grid(extent: GridExtent, ground: CellGroup) -> bool:
    if not extent:
        return ground.named
    return 2 * sum(map(extent.contains, ground.cells)) >= len(ground.cells)


@dataclass(frozen=True, slots=True)
class PositionPile:
    """A few things that lie together, each a short word: an open row, a hand, the sizes of heaps."""

    path: Path
    name: Text
    things: tuple[str, ...]


def find_piles(position: Position, players: int) -> list[PositionPile]:
    """Finds the lists of short words in a position.

    >>> [(str(pile.name), pile.things) for pile in find_piles({"heaps": [3, 4], "hands": [{"held": ["R07"]}]}, 1)]
    [('heaps', ('3', '4')), ('hands #1 held', ('R07',))]
    """
    return [pile for key, value in position.items() for pile in _piles(value, (key,), translate_word(key), players)]


def _piles(value: Any, path: Path, name: Text, players: int) -> Iterator[PositionPile]:
    if isinstance(value, list) and value and all(_is_short(each) for each in value):
        yield PositionPile(path, name, tuple(map(str, value)))
        return
    for key, part, each in _parts(value, players):
        label = translate_word(part) if isinstance(part, str) else part
        yield from _piles(each, (*path, key), Text("{entry} {part}", entry=name, part=label), players)


Part = str | int | Who
"""The name of a part of an entry."""


def _parts(value: Any, players: int) -> Iterator[tuple[str | int, Part, Any]]:
    """Yields the parts of an entry with key and name: list entries are named by numbers from 1, or by players."""
    if isinstance(value, dict):
        yield from ((key, key, each) for key, each in value.items())
    elif isinstance(value, list):
        by_player = len(value) == players and all(isinstance(each, dict) for each in value)
        yield from ((n, Who(n) if by_player else n + 1, each) for n, each in enumerate(value))


def _is_short(value: Any) -> bool:
    return (type(value) is int or isinstance(value, str)) and 0 < len(str(value)) <= SHORT


def without_drawn(position: Position, drawn: Sequence[CellGroup | PositionPile], players: int) -> Position:
    """Returns the position without the entries that are drawn or known anyway."""
    paths = {each.path for each in drawn}
    left = {key: value for key, value in position.items() if key not in HEAD}
    found = _without(left, (), paths, players)
    return found if isinstance(found, dict) else {}


def _without(value: Any, path: Path, paths: Collection[Path], players: int) -> Any:
    """Removes these paths from an entry; returns GONE if nothing is left. Entries of lists keep their numbers."""
    if path in paths:
        return REMOVED
    parts = list(_parts(value, players))
    left = [(part, _without(each, (*path, key), paths, players)) for key, part, each in parts]
    kept = {part: each for part, each in left if each is not REMOVED}
    if parts and not kept:
        return REMOVED
    if isinstance(value, dict) or len(kept) < len(parts):
        return kept
    return [each for _, each in left] if isinstance(value, list) else value


def _named(value: Any, path: Path, owner: SeatNo | None, players: int) -> Iterator[CellGroup]:
    if isinstance(value, dict):
        if value and all(map(is_cell, value)):
            yield CellGroup(path, _marks(value, owner, players), owner)
            return
        for key, each in value.items():
            yield from _named(each, (*path, key), owner, players)
    elif isinstance(value, list):
        if value and all(isinstance(each, str) and is_cell(each) for each in value):
            text = str(path[-1])[:1] if path and isinstance(path[-1], str) else ""
            mark = Mark(text) if text else Mark("+", owner)
            yield CellGroup(path, dict.fromkeys(value, mark), owner if text else None, named=False)
            return
        for n, each in enumerate(value):
            yield from _named(each, (*path, n), n if len(value) == players and owner is None else owner, players)


def _marks(value: Mapping[str, Any], owner: SeatNo | None, players: int) -> dict[str, Mark]:
    """Returns the mark of each cell; if all values are seat numbers, the stones of those seats."""
    seats = owner is None and all(type(each) is int and 0 <= each < players for each in value.values())
    return {cell: Mark("", each) if seats else Mark(short_mark(each)) for cell, each in value.items()}


def _rows(value: Any, path: Path, extent: GridExtent) -> Iterator[CellGroup]:
    if isinstance(value, list) and _is_grid(value):
        blank = 0 if not any(each in NOTHING for row in value for each in row) else None
        cells = {
            extent.name(column, row): Mark("" if each == blank else short_mark(each))
            for row, line in enumerate(value)
            for column, each in enumerate(line)
        }
        yield CellGroup(path, cells, None)
        return
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in entries:
        yield from _rows(each, (*path, key), extent)


def _is_grid(rows: Sequence[Any]) -> bool:
    """Returns whether rows have the same length and a single sign or number per cell; texts need gaps as well."""
    if not LEAST <= len(rows) <= len(LETTERS) or not all(isinstance(row, list | str) for row in rows):
        return False
    wide = len(rows[0])
    if not LEAST <= wide <= len(LETTERS) or any(len(row) != wide for row in rows):
        return False
    if all(isinstance(row, str) for row in rows):
        return any(each in NOTHING for row in rows for each in row)
    return all(isinstance(row, list) and not any(isinstance(each, list | dict) for each in row) for row in rows)


def short_mark(value: Any) -> str:
    """Shortens a value to a mark: the last of a list of names, otherwise the first entry with a text.

    >>> short_mark(["EM", "FU"]), short_mark(["N14", 1, None]), short_mark({"kind": "oak",
    ...     "turn": 0}), short_mark(None), short_mark(True)
    ('FU', 'N14', 'oak', '', '+')
    """
    if isinstance(value, list):
        pile = reversed(value) if all(isinstance(each, str) for each in value) else value
        return next((text for each in pile if (text := short_mark(each))), "")
    if isinstance(value, dict):
        return next((text for each in value.values() if (text := short_mark(each))), "")
    if value in NOTHING or value is False:
        return ""
    return "+" if value is True else str(value)
