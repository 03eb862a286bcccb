"""The board in sentences, from the data that `HEX.dump` makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilehall.engine import Position, RuleError, Seat
from tilehall_hex.board import AROUND, LETTERS
from tilehall_hex.game import HEX
from tilehall_hex.state import EMPTY, NOBODY, State, chain
from tilehall_hex.ways import lacking

EDGES = ("top and bottom", "left and right")
"""What each seat is to join."""
SIDES = ("upper left", "upper right", "right", "lower right", "lower left", "left")
"""Where the neighbours lie, in the order of `AROUND`."""
LOOKS = "a cell (D4), a player, or chain"


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    s = HEX.load(position)
    rows = [line for row in range(s.size) if (line := _row(s, names, row))]
    return [_turn(s, names), *(_aim(s, names, each) for each in (0, 1)), *(rows or ["The board is empty."])]


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
    """A cell, a player, or the chain that has won."""
    s, word = HEX.load(position), what.strip()
    if word.upper() in s.board.numbers:
        return [f"{_spot(s, names, s.board.numbers[word.upper()])}."]
    for each, name in enumerate(names):
        if word.casefold() == name.casefold():
            return [_aim(s, names, each), f"{name}'s stones: {_listed(_stones(s, each))}."]
    if word.casefold() == "chain" and s.winner != NOBODY:
        return [f"{names[s.winner]}'s chain: {_listed(s.board.names[cell] for cell in sorted(chain(s, s.winner)))}."]
    raise RuleError(f"There is no '{what[:30]}' to look at. Name {LOOKS}.")


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
    """A cell and its six neighbours."""
    s, centre = HEX.load(position), cell.strip().upper()
    if centre not in s.board.numbers:
        raise RuleError(f"'{cell[:30]}' is no cell. The last cell of this board is {s.board.names[-1]}.")
    column, row = s.board.where(s.board.numbers[centre])
    lines = [f"{_spot(s, names, s.board.numbers[centre])}."]
    for side, (right, down) in zip(SIDES, AROUND, strict=True):
        if 0 <= column + right < s.size and 0 <= row + down < s.size:
            lines.append(f"  {side}: {_spot(s, names, (row + down) * s.size + column + right)}.")
    return lines


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
    """A row by its number, a column by its letter; without a name all rows."""
    s, word = HEX.load(position), line.strip().upper()
    if not word:
        return [_row(s, names, row) or f"Row {row + 1} is empty." for row in range(s.size)]
    if word.isdecimal() and 0 < int(word) <= s.size:
        return [_row(s, names, int(word) - 1) or f"Row {int(word)} is empty."]
    if word in LETTERS[: s.size]:
        cells = range(LETTERS.index(word), len(s.stones), s.size)
        return [f"Column {word}: {'; '.join(_spot(s, names, cell) for cell in cells)}."]
    raise RuleError(f"'{line[:30]}' is no row or column. Rows are 1 to {s.size}, columns A to {LETTERS[s.size - 1]}.")


def gloss(action: str) -> str:
    return "the first stone becomes yours" if action == "swap" else ""


def _turn(s: State, names: Sequence[str]) -> str:
    return f"Turn: {names[s.due]}." if s.winner == NOBODY else f"{names[s.winner]} has won."


def _aim(s: State, names: Sequence[str], seat: Seat) -> str:
    need = lacking(s, seat)
    lacks = f"{need} {'stone' if need == 1 else 'stones'} lacking"
    rest = "joined" if not need else lacks if need <= len(s.stones) else "cut off"
    return f"{names[seat]} joins {EDGES[seat]}: {rest}."


def _row(s: State, names: Sequence[str], row: int) -> str:
    """What lies in a row: `Row 3: B3 Aki, D3 Bo.`; nothing for an empty one."""
    cells = [cell for cell in range(row * s.size, (row + 1) * s.size) if s.stones[cell] != EMPTY]
    return f"Row {row + 1}: {', '.join(_spot(s, names, cell) for cell in cells)}." if cells else ""


def _spot(s: State, names: Sequence[str], cell: int) -> str:
    stone = s.stones[cell]
    return f"{s.board.names[cell]} {'empty' if stone == EMPTY else names[stone]}"


def _stones(s: State, seat: Seat) -> list[str]:
    return [s.board.names[cell] for cell, stone in enumerate(s.stones) if stone == seat]


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things) or "none"
