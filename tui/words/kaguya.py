"""The table of Kaguyahime in sentences, from the data that `KAGUYA.dump` makes of what a seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilehall.engine import Position, RuleError, Seat
from tilehall.engine.kaguya import (
    CELLS,
    KAGUYA,
    LETTERS,
    NAMES,
    PLANT,
    YELLOW,
    Contest,
    State,
    bonus_rate,
    components,
    contests,
    total,
)

TURNS = ("left", "top", "right", "bottom")
"""Where the first half of a tile comes to lie by rotation."""
COLUMNS, ROWS = "abcdefghi", "123456789"
COMPASS = (("north", 0, -1), ("west", -1, 0), ("east", 1, 0), ("south", 0, 1))
LOOKS = "a cell (e5), a tile (N07), a kind (R), a player, values, storage, table, order, rooms or princess"


# --- small words --------------------------------------------------------------------------------------------------


def half(colour: int) -> str:
    return "Y" if colour == YELLOW else LETTERS[colour]


def tile(name: str) -> str:
    """`R and B, 3 hearts`, `large room G`, `houseplant`."""
    each = components().tiles[components().tile_numbers[name]]
    first, second = each.halves
    if first == PLANT:
        return "houseplant, its cube gives the colour, no hearts"
    if first == second:
        return f"large room {half(first)}, no hearts"
    return f"{half(first)} and {half(second)}, {many(each.hearts, 'heart')}"


def many(count: int, thing: str) -> str:
    """`1 heart`, `3 hearts`."""
    return f"{count} {thing}" + ("" if count == 1 else "s")


def listed(things: Sequence[str], none: str = "none") -> str:
    return ", ".join(things) if things else none


def counted(bag: Mapping[str, int]) -> str:
    """`R 2, G 1`; kinds that are missing are left out."""
    return listed([f"{kind} {count}" for kind, count in bag.items() if count])


def held(combination: str) -> str:
    """`RC*` as `R+C and the disk`."""
    cubes = "+".join(combination.strip("-*"))
    if combination.endswith("*"):
        return f"{cubes} and the disk" if cubes else "the disk alone"
    return cubes or "nothing"


def lies(placed: Sequence[Any]) -> str:
    """`N10 R left, G right`."""
    name, rot, cube = placed
    each = components().tiles[components().tile_numbers[name]]
    first, second = each.halves
    if first == PLANT:
        return f"{name} houseplant " + (f"in {cube}" if cube else "without a cube, no room")
    if first == second:
        return f"{name} large room {half(first)}"
    return f"{name} {half(first)} {TURNS[rot]}, {half(second)} {TURNS[rot ^ 2]}"


def gloss(action: str) -> str:
    """What the short names in an action mean."""
    verb, _, word = action.partition(" ")
    box = components()
    if verb == "present":
        return f"hold {held(word)}"
    if verb == "rot":
        return f"first half {TURNS[int(word)]}"
    if verb in ("take", "give", "plant", "break", "value", "cube"):
        names = [box.kind_names[LETTERS.index(kind)] for kind in word if kind in LETTERS]
        return " and ".join(names) if word != "none" else "show that you have no coloured cube"
    return tile(word) if verb == "lay" else ""


# --- the whole table ----------------------------------------------------------------------------------------------


def describe(position: Position, names: Sequence[str], seat: Seat | None) -> list[str]:
    lines = [*_turn(position, names), _princess(position), *_kinds(position)]
    lines += [*_table(position), _line(position, names)]
    lines += _revealed(position, names)
    for other in _around_from(len(names), seat):
        lines += _merchant(position, names, other)
    lines += ["The princess' board (middle):", *_board(position["palace"])]
    return [*lines, *_rooms(position, names)]


def _around_from(players: int, seat: Seat | None) -> list[Seat]:
    """The seat itself first, then the others in their order."""
    return [((seat or 0) + n) % players for n in range(players)]


def _turn(position: Position, names: Sequence[str]) -> list[str]:
    if position["ending"]:
        return ["The game is over."]
    point, owner = position["todo"][0]
    lines = [f"Round {position['round']} of {components().columns}."]
    if point == "PRESENT":
        waiting = [name for name, each in zip(names, position["merchants"], strict=True) if each["present"] is None]
        lines.append(f"Everybody chooses in secret what to hold; still choosing: {listed(waiting)}.")
    elif owner >= 0 and point != "CUBE":
        lines.append(f"Turn: {names[owner]}.")
    if position["tile"]:
        where = f" on {position['cell']}" if position["cell"] else ""
        lines.append(f"Being laid{where}: {position['tile']}, {tile(position['tile'])}.")
    return lines


def _princess(position: Position) -> str:
    return f"The princess has {position['princess']} favour; the game ends when she has 30, or after round 9."


def _kinds(position: Position) -> list[str]:
    """Value, storage and rate of each colour, and the next rate."""
    return [_kind(position, kind) for kind in LETTERS]


def _kind(position: Position, kind: str) -> str:
    number, count = LETTERS.index(kind), position["storage"][kind]
    name = components().kind_names[number]
    if kind not in position["values"]:
        return f"{kind} {name}: {count} in the storage; copies the cube it is held with."
    room = components().rooms[number]
    rate = bonus_rate(position["players"], count)
    steps = [step for step in components().rates[position["players"]] if step > count]
    more = f", x{bonus_rate(position['players'], steps[0])} with {steps[0]}" if steps else ""
    return f"{kind} {name}: worth {position['values'][kind]}; {count} in the storage; {room} x{rate}{more}."


def _table(position: Position) -> list[str]:
    """The column in use in full, the later ones shortly."""
    lines = []
    for number, column in enumerate(position["table"], 1):
        if number < position["round"]:
            continue
        if number == position["round"]:
            lines.append(f"Column {number}, in use:")
            lines += [
                f"  row {row}: {name}, {tile(name)}." if name else f"  row {row}: taken."
                for row, name in enumerate(column, 1)
            ]
        else:
            lines.append(f"Column {number}: {listed([_short(name) for name in column if name])}.")
    return lines


def _short(name: str) -> str:
    """`N10 RG3`."""
    each = components().tiles[components().tile_numbers[name]]
    if each.plant:
        return f"{name} plant"
    first, second = each.halves
    return f"{name} {half(first)}{half(second)}{each.hearts or ''}"


def _line(position: Position, names: Sequence[str]) -> str:
    """The meeples by rows and the order for ties."""
    rows = dict(zip(position["rows"], [*names, "the princess"], strict=False))
    standing = [f"row {row} {rows[row]}" for row in sorted(rows)]
    ties = [names[seat] for seat in _state(position).line()]
    return f"Meeples: {listed(standing)}. Ties go to: {', then '.join(ties)}."


def _state(position: Position) -> State:
    return KAGUYA.load(position)


def _revealed(position: Position, names: Sequence[str]) -> list[str]:
    """One line a player once the hands are open: what was held, its total, the place, the penalty."""
    s = _state(position)
    if any(merchant.held is None for merchant in s.merchants):
        return []
    settled = s.point not in ("TAKE", "GIVE")
    lines = ["Held in this round:"]
    for seat in s.order if settled else s.line():
        merchant = s.merchants[seat]
        assert merchant.held is not None
        place = f", place {s.order.index(seat) + 1}" if settled else ""
        back = "; penalised, hearts count backwards" if merchant.penalised else ""
        words = f"  {names[seat]}: {held(merchant.held.combination)}, total {total(merchant.held.cubes, s.values)}"
        lines.append(f"{words}{place}{back}.")
    return lines


def _merchant(position: Position, names: Sequence[str], seat: Seat) -> list[str]:
    merchant = position["merchants"][seat]
    count = sum(merchant["sure"].values()) + merchant["hidden"]
    disk = "disk unused" if merchant["disk"] else "disk spent"
    lines = [f"{names[seat]}: favour {merchant['favour']}, {many(count, 'cube')} behind the screen, {disk}."]
    if merchant["purse"] is not None:
        lines.append(f"  Cubes: {counted(merchant['purse'])}.")
    else:
        sure = counted(merchant["sure"])
        lines.append(f"  Everybody knows of {sure}; {many(merchant['hidden'], 'colour')} unknown.")
    if merchant["present"] is not None:
        closed = merchant["present"]
        lines.append("  The fist is closed" + (f": {held(closed)}." if closed != "ready" else "."))
    return lines + _board(merchant["board"])


def _board(board: Mapping[str, Sequence[Any]]) -> list[str]:
    if not board:
        return ["  No tiles yet."]
    return [f"  {cell}: {lies(placed)}." for cell, placed in sorted(board.items(), key=lambda each: each[0][::-1])]


def _rooms(position: Position, names: Sequence[str]) -> list[str]:
    """What the rooms pay now, colour by colour."""
    if not position["palace"]:
        return []
    head = "Rooms:" if position["ending"] else "Rooms, if the game ended now:"
    return [head, *(f"  {_contest(each, names)}" for each in contests(_state(position)))]


def _contest(each: Contest, names: Sequence[str]) -> str:
    sizes = ", ".join(f"{names[seat]} {each.sizes[seat]}" for seat in each.order)
    first, second = each.order[:2]
    paid = [f"{names[seat]} {each.bonuses[seat]}" for seat in (first, second) if each.bonuses[seat]]
    room = components().rooms[each.colour]
    ties = " Equal sizes go by the tie-break." if len({*each.sizes} - {0}) < sum(s > 0 for s in each.sizes) else ""
    return f"{LETTERS[each.colour]} {room} x{each.rate}: {sizes}; pays {listed(paid, 'nobody')}.{ties}"


# --- one thing ----------------------------------------------------------------------------------------------------


def look(position: Position, names: Sequence[str], seat: Seat | None, what: str) -> list[str]:
    """One thing by its name."""
    word = what.strip()
    for other, name in enumerate(names):
        if word.casefold() == name.casefold():
            return _merchant(position, names, other)
    if word.lower() in NAMES:
        return [_cell(position, names, word.lower())]
    if word.upper() in components().tile_numbers:
        return [_tile(position, names, word.upper())]
    if len(word) == 1 and word.upper() in LETTERS:
        return [_kind(position, word.upper())]
    place = _PLACES.get(word.casefold())
    if place is None:
        raise RuleError(f"There is no '{what[:30]}' to look at. Name {LOOKS}.")
    return place(position, names)


_PLACES: dict[str, Callable[[Position, Sequence[str]], list[str]]] = {
    "values": lambda position, names: _kinds(position),
    "storage": lambda position, names: _kinds(position),
    "rates": lambda position, names: _kinds(position),
    "table": lambda position, names: _table(position),
    "order": lambda position, names: [_line(position, names), *_revealed(position, names)],
    "meeples": lambda position, names: [_line(position, names)],
    "rooms": lambda position, names: _rooms(position, names) or ["No rooms yet."],
    "princess": lambda position, names: [_princess(position), *_board(position["palace"])],
}


def _boards(position: Position, names: Sequence[str]) -> list[tuple[str, int, Mapping[str, Sequence[Any]]]]:
    """Whose it is, its number, and its tiles."""
    sides = components().seats[position["players"]]
    merchants = zip(names, sides, position["merchants"], strict=True)
    return [("The princess", 0, position["palace"]), *((name, side, each["board"]) for name, side, each in merchants)]


def _cell(position: Position, names: Sequence[str], cell: str) -> str:
    for whose, side, board in _boards(position, names):
        if components().sides[side].cells >> NAMES.index(cell) & 1:
            first = ", the coloured cell" if NAMES[components().sides[side].start] == cell else ""
            return f"{cell}, {whose}: {lies(board[cell]) if cell in board else 'empty' + first}."
    return f"{cell}: no board lies there."


def _tile(position: Position, names: Sequence[str], name: str) -> str:
    for whose, _, board in _boards(position, names):
        for cell, placed in board.items():
            if placed[0] == name:
                return f"{name}: {tile(name)}. It lies on {cell}, {whose}."
    for number, column in enumerate(position["table"], 1):
        if name in column:
            return f"{name}: {tile(name)}. It is in column {number}, row {column.index(name) + 1}."
    where = "It is being laid." if position["tile"] == name else "It is not in this game."
    return f"{name}: {tile(name)}. {where}"


# --- places around a place ----------------------------------------------------------------------------------------


def around(position: Position, names: Sequence[str], seat: Seat | None, cell: str) -> list[str]:
    centre = cell.strip().lower()
    if centre not in NAMES:
        raise RuleError(f"'{cell[:30]}' is no cell. Cells are named by column a to i and row 1 to 9, such as e5.")
    row, column = CELLS.where(NAMES.index(centre))
    lines = [_cell(position, names, centre)]
    for side, right, down in COMPASS:
        if 0 <= column + right < len(COLUMNS) and 0 <= row + down < len(ROWS):
            lines.append(f"  {side}: {_cell(position, names, COLUMNS[column + right] + ROWS[row + down])}")
    return lines


def scan(position: Position, names: Sequence[str], seat: Seat | None, line: str) -> list[str]:
    """A row by its number or a column by its letter on the princess' and the own board; without a name all rows."""
    word = line.strip().lower()
    cells = _area(position, seat)
    if not word:
        rows = sorted({cell[1] for cell in cells})
        return [_scanned(position, names, f"Row {row}", [c for c in cells if c[1] == row]) for row in rows]
    if len(word) == 1 and word in ROWS + COLUMNS:
        title = f"{'Row' if word in ROWS else 'Column'} {word}"
        return [_scanned(position, names, title, [cell for cell in cells if word in cell])]
    raise RuleError(f"'{line[:30]}' is no row or column. Rows are 1 to 9, columns a to i.")


def _area(position: Position, seat: Seat | None) -> list[str]:
    """The cells of the princess' board and of this seat's."""
    sides = [0, components().seats[position["players"]][seat or 0]]
    mask = sum(components().sides[side].cells for side in sides)
    return [name for number, name in enumerate(NAMES) if mask >> number & 1]


def _scanned(position: Position, names: Sequence[str], title: str, cells: Sequence[str]) -> str:
    tiles = {cell: placed for _, _, board in _boards(position, names) for cell, placed in board.items()}
    parts = [f"{cell} {lies(tiles[cell])}" if cell in tiles else f"{cell} empty" for cell in cells]
    return f"{title}: {'; '.join(parts) or 'not on these boards'}."


__all__ = ["around", "describe", "gloss", "look", "scan"]
