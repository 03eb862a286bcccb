"""Describes the table of Kaguyahime in sentences, from the data that `KAGUYA.dump` returns for a viewpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from tilehall.engine import (
    Action,
    Piece,
    Position,
    RuleError,
    SeatNo,
    Text,
    Who,
    join_and,
    join_commas,
    join_semicolons,
    join_spaces,
)
from tilehall.engine.games.kaguya import (
    CELLS,
    KAGUYA,
    LETTERS,
    NAMES,
    UNPLANTED,
    ChoosePlantCube,
    ChooseTileRotation,
    DealCube,
    DealDesignTile,
    DealValue,
    GiveCube,
    KaguyaState,
    Merchant,
    Present,
    RoomContest,
    TakeBreakCubes,
    TakeCube,
    bonus_rate,
    combination_total,
    components,
    cube,
    fist_contents,
    laid_tile,
    room,
    room_contests,
    room_name,
    short_tile,
    tile,
    tile_name,
)
from tilehall.tui.boards.wording_parts import seats_from

COLUMNS, ROWS = "abcdefghi", "123456789"
COMPASS = ((Text("north"), 0, -1), (Text("west"), -1, 0), (Text("east"), 1, 0), (Text("south"), 0, 1))


# --- small words --------------------------------------------------------------------------------------------------


def number_of(id: str) -> int:
    """Returns the number of a tile."""
    return components().tile_numbers[id]


def placed_tile_text(placed: Sequence[Any]) -> Text:
    """`N10 R red left, G green right`."""
    id, rot, plant = placed
    return laid_tile(number_of(id), rot, UNPLANTED if plant is None else LETTERS.index(plant))


def count_cubes(bag: Mapping[str, int]) -> Text:
    """Returns `R red 2, G green 1`, without kinds that are missing."""
    there = [Text("{cube} {n}", cube=cube(LETTERS.index(letter)), n=count) for letter, count in bag.items() if count]
    return join_commas(there, Text("none"))


def explain_action(action: Action) -> Text | None:
    """Spells out the short names in an action; None if there are none."""
    match action:
        case Present(cubes, disk):
            return Text("hold {held}", held=fist_contents(cubes, disk))
        case ChooseTileRotation(rot):
            return _first_half(rot)
        case ChoosePlantCube(kind) if kind == UNPLANTED:
            return Text("show that you have no coloured cube")
        case TakeCube(kind) | GiveCube(kind) | ChoosePlantCube(kind) | DealValue(kind) | DealCube(kind):
            return cube(kind).name
        case TakeBreakCubes(kinds):
            return join_and([named for kind in kinds if (named := cube(kind).name)])
        case DealDesignTile(number):
            return tile_name(number)
    return None


def _first_half(rot: int) -> Text:
    """Returns on which side the first half of a tile lies."""
    match rot:
        case 0:
            return Text("first half left")
        case 1:
            return Text("first half top")
        case 2:
            return Text("first half right")
        case _:
            return Text("first half bottom")


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: SeatNo | None) -> list[Text]:
    lines = [*_turn(position), _princess(position), *_kinds(position)]
    lines += [*_table(position), _line(position)]
    lines += _revealed(position)
    for other in seats_from(len(names), seat):
        lines += _merchant(position, other)
    lines += [Text("The princess' board (middle):"), *_board(position["palace"])]
    return [*lines, *_rooms(position)]


def _turn(position: Position) -> list[Text]:
    if position["ending"]:
        return [Text("The game is over.")]
    point, owner = position["todo"][0]
    lines = [Text("Round {round} of {last}.", round=position["round"], last=components().columns)]
    if point == "PRESENT":
        choosing = [Who(seat) for seat, each in enumerate(position["merchants"]) if each["present"] is None]
        waiting = join_commas(choosing, Text("none"))
        lines.append(
            Text("Everybody chooses in secret what to hold; still choosing: {waiting}.", waiting=waiting),
        )
    elif owner >= 0 and point != "CUBE":
        lines.append(Text("Turn: {who}.", who=Who(owner)))
    if position["tile"]:
        lines.append(_being_laid(tile(number_of(position["tile"])), position["cell"]))
    return lines


def _being_laid(piece: Piece, cell: str | None) -> Text:
    if cell is None:
        return Text("Being laid: {tile}.", tile=piece)
    return Text("Being laid on {cell}: {tile}.", cell=cell, tile=piece)


def _princess(position: Position) -> Text:
    return Text(
        "The princess has {favour} favour; the game ends when she has {track}, or after round {last}.",
        favour=position["princess"],
        track=components().track,
        last=components().columns,
    )


def _kinds(position: Position) -> list[Text]:
    """Describes value, storage and rate of each colour, and the next rate."""
    return [_kind(position, kind) for kind in LETTERS]


def _kind(position: Position, letter: str) -> Text:
    kind, count, players = LETTERS.index(letter), position["storage"][letter], position["players"]
    if letter not in position["values"]:
        return Text("{cube}: {count} in the storage; copies the cube it is held with.", cube=cube(kind), count=count)
    worth = Text("{cube}: worth {stars}", cube=cube(kind), stars=position["values"][letter])
    pays = Text("{room} x{rate}", room=room_name(kind), rate=bonus_rate(players, count))
    steps = [step for step in components().rates[players] if step > count]
    if not steps:
        return Text("{worth}; {count} in the storage; {pays}.", worth=worth, count=count, pays=pays)
    return Text(
        "{worth}; {count} in the storage; {pays}, x{then} with {step}.",
        worth=worth,
        count=count,
        pays=pays,
        then=bonus_rate(players, steps[0]),
        step=steps[0],
    )


def _table(position: Position) -> list[Text]:
    """Describes the column in use in full, the later ones briefly."""
    lines = []
    for number, column in enumerate(position["table"], 1):
        if number == position["round"]:
            lines.append(Text("Column {number}, in use:", number=number))
            lines += [_row(row, id) for row, id in enumerate(column, 1)]
        elif number > position["round"]:
            tiles = join_commas([short_tile(number_of(id)) for id in column if id], Text("none"))
            lines.append(Text("Column {number}: {tiles}.", number=number, tiles=tiles))
    return lines


def _row(row: int, id: str | None) -> Text:
    if id is None:
        return Text("  tile {row}: taken.", row=row)
    return Text("  tile {row}: {tile}.", row=row, tile=tile(number_of(id)))


def _line(position: Position) -> Text:
    """Describes the meeples by rows and the tie-break order."""
    rows = sorted((row, owner) for owner, row in enumerate(position["rows"]))
    standing = join_commas([_row_text(row, owner, position["players"]) for row, owner in rows], Text("none"))
    first, *others = map(Who, _state(position).tie_break_order())
    ties = reduce(
        lambda so_far, who: Text("{so_far}, then {who}", so_far=so_far, who=who),
        others,
        Text("{who}", who=first),
    )
    return Text("Meeples: {standing}. Ties go to: {ties}.", standing=standing, ties=ties)


def _row_text(row: int, owner: int, players: int) -> Text:
    if owner == players:
        return Text("tile {row} the princess", row=row)
    return Text("tile {row} {who}", row=row, who=Who(owner))


def _state(position: Position) -> KaguyaState:
    return KAGUYA.load(position)


def _revealed(position: Position) -> list[Text]:
    """Describes the open hands, a line for each player: cubes, total, place, penalty."""
    s = _state(position)
    if any(merchant.held is None for merchant in s.merchants):
        return []
    settled = s.point not in ("TAKE", "GIVE")
    order = s.order if settled else s.tie_break_order()
    return [Text("Held in this round:"), *(_held_text(s, seat, settled) for seat in order)]


def _held_text(s: KaguyaState, seat: SeatNo, settled: bool) -> Text:
    merchant = s.merchants[seat]
    assert merchant.held is not None
    held = Text(
        "{who}: {held}, total {total}",
        who=Who(seat),
        held=fist_contents(merchant.held.cubes, merchant.held.disk),
        total=combination_total(merchant.held.cubes, s.values),
    )
    if settled:
        held = Text("{held}, place {place}", held=held, place=s.order.index(seat) + 1)
    if merchant.penalised:
        return Text("  {held}; penalised, hearts count backwards.", held=held)
    return Text("  {held}.", held=held)


def _merchant(position: Position, seat: SeatNo) -> list[Text]:
    merchant: Merchant = _state(position).merchants[seat]
    lines = [_open_text(seat, merchant)]
    entry = position["merchants"][seat]
    if merchant.purse_without_fist is not None:
        # The cubes in the closed fist are described with it.
        lines.append(
            Text("  Cubes: {cubes}.", cubes=count_cubes(dict(zip(LETTERS, merchant.purse_without_fist, strict=True))))
        )
    else:
        lines.append(
            Text(
                "  Everybody knows of {cubes}; {n} colour unknown.",
                "  Everybody knows of {cubes}; {n} colours unknown.",
                cubes=count_cubes(entry["sure"]),
                n=merchant.hidden,
            )
        )
    if merchant.pledge is not None:
        held = fist_contents(merchant.pledge.cubes, merchant.pledge.disk)
        lines.append(Text("  The fist is closed: {held}.", held=held))
    elif merchant.ready:
        lines.append(Text("  The fist is closed."))
    return lines + _board(entry["board"])


def _open_text(seat: SeatNo, merchant: Merchant) -> Text:
    """Describes what everybody may see of a player."""
    who, favour, n = Who(seat), merchant.favour, merchant.cube_count
    if merchant.disk:
        return Text(
            "{who}: favour {favour}, {n} cube behind the screen, disk unused.",
            "{who}: favour {favour}, {n} cubes behind the screen, disk unused.",
            who=who,
            favour=favour,
            n=n,
        )
    return Text(
        "{who}: favour {favour}, {n} cube behind the screen, disk spent.",
        "{who}: favour {favour}, {n} cubes behind the screen, disk spent.",
        who=who,
        favour=favour,
        n=n,
    )


def _board(board: Mapping[str, Sequence[Any]]) -> list[Text]:
    if not board:
        return [Text("  No tiles yet.")]
    by_rows = sorted(board.items(), key=lambda each: each[0][::-1])
    return [Text("  {cell}: {tile}.", cell=cell, tile=placed_tile_text(placed)) for cell, placed in by_rows]


def _rooms(position: Position) -> list[Text]:
    """Describes what the rooms pay now, colour by colour."""
    if not position["palace"]:
        return []
    head = Text("Rooms:") if position["ending"] else Text("Rooms, if the game ended now:")
    return [head, *map(_contest, room_contests(_state(position)))]


def _contest(each: RoomContest) -> Text:
    paid = [seat for seat in each.order[:2] if each.bonuses[seat]]
    line = Text(
        "{room} x{rate}: {sizes}; pays {paid}.",
        room=room(each.colour),
        rate=each.rate,
        sizes=_points(each.order, each.sizes),
        paid=_points(paid, each.bonuses) if paid else Text("nobody"),
    )
    if len({*each.sizes} - {0}) < sum(size > 0 for size in each.sizes):
        return Text("  {line} Equal sizes go by the tie-break.", line=line)
    return Text("  {line}", line=line)


def _points(seats: Sequence[SeatNo], numbers: Sequence[int]) -> Text:
    """`Aki 9, Bo 4`."""
    return join_commas(Text("{who} {n}", who=Who(seat), n=numbers[seat]) for seat in seats)


# --- one thing ----------------------------------------------------------------------------------------------------


def describe_thing(position: Position, names: Sequence[str], seat: SeatNo | None, what: str) -> list[Text]:
    """Describes one thing by its name. Raises RuleError for an unknown name."""
    word = what.strip()
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _merchant(position, other)
    if word in components().tile_numbers:  # `H4` is a tile, `h4` a cell
        return [_tile(position, word)]
    if word.lower() in NAMES:
        return [_cell(position, word.lower())]
    if word.upper() in components().tile_numbers:
        return [_tile(position, word.upper())]
    if len(word) == 1 and word.upper() in LETTERS:
        return [_kind(position, word.upper())]
    place = _PLACES.get(word.casefold())
    if place is None:
        raise RuleError(
            Text(
                "There is no '{what}' to look at. Name a cell (e5), a tile (N07), a kind (R), a player, or: {places}.",
                what=what[:30],
                places=join_commas(_PLACES),
            )
        )
    return place(position)


_PLACES: dict[str, Callable[[Position], list[Text]]] = {
    "values": lambda position: _kinds(position),
    "storage": lambda position: _kinds(position),
    "rates": lambda position: _kinds(position),
    "table": lambda position: _table(position),
    "order": lambda position: [_line(position), *_revealed(position)],
    "meeples": lambda position: [_line(position)],
    "rooms": lambda position: _rooms(position) or [Text("No rooms yet.")],
    "princess": lambda position: [_princess(position), *_board(position["palace"])],
}


def _boards(position: Position) -> list[tuple[Who | Text, int, Mapping[str, Sequence[Any]]]]:
    """Returns the owner, the number and the tiles of each board."""
    sides = components().seats[position["players"]]
    merchants = enumerate(zip(sides, position["merchants"], strict=True))
    own = [(Who(seat), side, each["board"]) for seat, (side, each) in merchants]
    return [(Text("The princess"), 0, position["palace"]), *own]


def _cell(position: Position, cell: str) -> Text:
    for whose, side, board in _boards(position):
        if components().sides[side].cells >> NAMES.index(cell) & 1:
            return Text("{cell}, {whose}: {what}.", cell=cell, whose=whose, what=_on_cell(cell, side, board))
    return Text("{cell}: no board lies there.", cell=cell)


def _on_cell(cell: str, side: int, board: Mapping[str, Sequence[Any]]) -> Text:
    if cell in board:
        return placed_tile_text(board[cell])
    first = NAMES[components().sides[side].start] == cell
    return Text("empty, the coloured cell") if first else Text("empty")


def _tile(position: Position, id: str) -> Text:
    number = number_of(id)
    each = components().tiles[number]
    what = [Text("{tile}.", tile=tile(number))]
    if each.plant:
        what.append(Text("Its cube gives the colour."))
    if not each.hearts:
        what.append(Text("No hearts."))
    return join_spaces([*what, _where(position, id)])


def _where(position: Position, id: str) -> Text:
    """Describes where a tile is."""
    for whose, _, board in _boards(position):
        for cell, placed in board.items():
            if placed[0] == id:
                return Text("It lies on {cell}, {whose}.", cell=cell, whose=whose)
    for number, column in enumerate(position["table"], 1):
        if id in column:
            return Text("It is in column {column}, row {row}.", column=number, row=column.index(id) + 1)
    return Text("It is being laid.") if position["tile"] == id else Text("It is not in this game.")


# --- places around a place ----------------------------------------------------------------------------------------


def describe_neighbours(position: Position, names: Sequence[str], seat: SeatNo | None, cell: str) -> list[Text]:
    centre = cell.strip().lower()
    if centre not in NAMES:
        raise RuleError(
            Text(
                "'{cell}' is no cell. Cells are named by column a to i and row 1 to 9, such as e5.",
                cell=cell[:30],
            )
        )
    row, column = CELLS.row_and_column(NAMES.index(centre))
    lines = [_cell(position, centre)]
    for side, right, down in COMPASS:
        if 0 <= column + right < len(COLUMNS) and 0 <= row + down < len(ROWS):
            beside = _cell(position, COLUMNS[column + right] + ROWS[row + down])
            lines.append(Text("  {side}: {cell}", side=side, cell=beside))
    return lines


def describe_line(position: Position, names: Sequence[str], seat: SeatNo | None, line: str) -> list[Text]:
    """Describes a row or column of the princess' and the seat's board; all rows for an empty name. Raises RuleError."""
    word = line.strip().lower()
    cells = _area(position, seat)
    if not word:
        rows = sorted({cell[1] for cell in cells})
        return [Text("Row {row}: {cells}.", row=row, cells=_describe_cells(position, row, cells)) for row in rows]
    if len(word) == 1 and word in ROWS:
        return [Text("Row {row}: {cells}.", row=word, cells=_describe_cells(position, word, cells))]
    if len(word) == 1 and word in COLUMNS:
        return [Text("Column {column}: {cells}.", column=word, cells=_describe_cells(position, word, cells))]
    raise RuleError(Text("'{line}' is no row or column. Rows are 1 to 9, columns a to i.", line=line[:30]))


def _area(position: Position, seat: SeatNo | None) -> list[str]:
    """Returns the cells of the princess' board and of this seat's."""
    sides = [0, components().seats[position["players"]][seat or 0]]
    mask = sum(components().sides[side].cells for side in sides)
    return [name for number, name in enumerate(NAMES) if mask >> number & 1]


def _describe_cells(position: Position, line: str, cells: Sequence[str]) -> Text:
    """Describes the cells of a row or column."""
    tiles = {cell: placed for _, _, board in _boards(position) for cell, placed in board.items()}
    found = [_cell_text(cell, tiles.get(cell)) for cell in cells if line in cell]
    return join_semicolons(found, Text("not on these boards"))


def _cell_text(cell: str, placed: Sequence[Any] | None) -> Text:
    if placed is None:
        return Text("{cell} empty", cell=cell)
    return Text("{cell} {tile}", cell=cell, tile=placed_tile_text(placed))


__all__ = ["describe", "describe_line", "describe_neighbours", "describe_thing", "explain_action"]
