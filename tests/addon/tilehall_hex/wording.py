"""The board in sentences, from the data that `HEX.dump` makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilehall.engine import Action, Position, RuleError, SeatNo, Text, Who, join_commas, join_semicolons, quote_text
from tilehall_hex.board import LETTERS, NEIGHBOUR_OFFSETS
from tilehall_hex.distances import stones_lacking
from tilehall_hex.game import HEX
from tilehall_hex.state import EMPTY, NOBODY, State, winning_chain

EDGES = (Text("top and bottom"), Text("left and right"))
"""What each seat is to join."""
NEIGHBOUR_DIRECTIONS = (
    Text("upper left"),
    Text("upper right"),
    Text("right"),
    Text("lower right"),
    Text("lower left"),
    Text("left"),
)
"""Where the neighbours lie, in the order of `NEIGHBOUR_OFFSETS`."""
CHAIN_WORD = "chain"
"""What is typed to look at the chain that has won."""


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    s = HEX.load(position)
    rows = [line for row in range(s.size) if (line := _row(s, row))]
    return [_turn(s), *(_goal_text(s, each) for each in (0, 1)), *(rows or [Text("The board is empty.")])]


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """A cell, a player, or the chain that has won."""
    s, word = HEX.load(position), what.strip()
    if word.upper() in s.board.numbers:
        return [Text("{spot}.", spot=_spot(s, s.board.numbers[word.upper()]))]
    for each, name in enumerate(names):
        if word.casefold() == name.casefold():
            return [
                _goal_text(s, each),
                Text("{who}'s stones: {cells}.", who=Who(each), cells=_listed(_stones(s, each))),
            ]
    if word.casefold() == CHAIN_WORD and s.winner != NOBODY:
        cells = _listed(s.board.names[cell] for cell in sorted(winning_chain(s, s.winner)))
        return [Text("{who}'s chain: {cells}.", who=Who(s.winner), cells=cells)]
    raise RuleError(
        Text(
            "There is no {what} to look at. Name a cell (D4), a player, or {chain}.",
            what=quote_text(what, 30),
            chain=CHAIN_WORD,
        )
    )


def describe_neighbours(position: Position, names: Sequence[str], seat: SeatNo | None, cell: str) -> list[Text]:
    """A cell and its six neighbours."""
    s, centre = HEX.load(position), cell.strip().upper()
    if centre not in s.board.numbers:
        last = s.board.names[-1]
        raise RuleError(
            Text("{what} is no cell. The last cell of this board is {last}.", what=quote_text(cell), last=last)
        )
    column, row = s.board.column_and_row(s.board.numbers[centre])
    lines = [Text("{spot}.", spot=_spot(s, s.board.numbers[centre]))]
    for side, (right, down) in zip(NEIGHBOUR_DIRECTIONS, NEIGHBOUR_OFFSETS, strict=True):
        if 0 <= column + right < s.size and 0 <= row + down < s.size:
            spot = _spot(s, (row + down) * s.size + column + right)
            lines.append(Text("  {side}: {spot}.", side=side, spot=spot))
    return lines


def describe_line(position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
    """A row by its number, a column by its letter; without a name all rows."""
    s, word = HEX.load(position), line.strip().upper()
    if not word:
        return [_row(s, row) or _empty(row) for row in range(s.size)]
    if word.isdecimal() and 0 < int(word) <= s.size:
        return [_row(s, int(word) - 1) or _empty(int(word) - 1)]
    if word in LETTERS[: s.size]:
        cells = range(LETTERS.index(word), len(s.stones), s.size)
        return [Text("Column {column}: {cells}.", column=word, cells=join_semicolons(_spot(s, cell) for cell in cells))]
    raise RuleError(
        Text(
            "{what} is no row or column. Rows are 1 to {rows}, columns A to {columns}.",
            what=quote_text(line),
            rows=s.size,
            columns=LETTERS[s.size - 1],
        )
    )


def explain_action(action: Action) -> Text | None:
    return Text("the first stone becomes yours") if action.verb == "swap" else None


def _turn(s: State) -> Text:
    return (
        Text("Turn: {who}.", who=Who(s.seat_on_turn))
        if s.winner == NOBODY
        else Text("{who} has won.", who=Who(s.winner))
    )


def _goal_text(s: State, seat: SeatNo) -> Text:
    need = stones_lacking(s, seat)
    rest = Text("{n} stone lacking", "{n} stones lacking", n=need)
    if not need:
        rest = Text("joined")
    elif need > len(s.stones):
        rest = Text("cut off")
    return Text("{who} joins {edges}: {rest}.", who=Who(seat), edges=EDGES[seat], rest=rest)


def _row(s: State, row: int) -> Text:
    """What lies in a row: `Row 3: B3 Aki, D3 Bo.`; nothing for an empty one."""
    cells = [cell for cell in range(row * s.size, (row + 1) * s.size) if s.stones[cell] != EMPTY]
    if not cells:
        return Text("")
    return Text("Row {row}: {stones}.", row=row + 1, stones=join_commas(_spot(s, cell) for cell in cells))


def _empty(row: int) -> Text:
    return Text("Row {row} is empty.", row=row + 1)


def _spot(s: State, cell: int) -> Text:
    stone = s.stones[cell]
    if stone == EMPTY:
        return Text("{cell} empty", cell=s.board.names[cell])
    return Text("{cell} {who}", cell=s.board.names[cell], who=Who(stone))


def _stones(s: State, seat: SeatNo) -> list[str]:
    return [s.board.names[cell] for cell, stone in enumerate(s.stones) if stone == seat]


def _listed(cells: Iterable[str]) -> Text:
    return join_commas(cells, Text("none"))
