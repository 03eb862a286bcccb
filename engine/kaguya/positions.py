"""A position as plain data and back, and the invariants that every reachable position keeps.

The format (`tilehall pipe`, commands `state`, `view` and `set`); a kind or colour is its letter R B G P C:

    game, rules       "kaguya", 1
    players, options  the set-up; only options that were asked for
    todo              the steps still to come, the present one first: [["TILE", 0], ["CELL", 0], ...]; seat -1 is the
                      dealer or, with PRESENT and automatic steps, nobody in particular
    round             1 to 9
    values            the stars of each colour, 0 while not placed: {"R": 2, ...}
    storage           the princess' cubes: {"R": 4, ..., "C": 0}
    box               the cubes left in the box; C counts clear cubes that went back to it. In a view: all coloured
                      cubes that its owner cannot place, in the box or behind other screens
    table             columns, each a list of tiles from row 1 on, null where one was taken
    rows              the row of each seat's meeple, then the princess'
    merchants         one object a seat:
        purse         the cubes behind the screen, the closed fist included, or null: not to be known
        sure, hidden  what everybody can tell of it: cubes certainly there, and how many unknown coloured ones
        disk          whether the disk is unused
        present       null, the combination in the closed fist ("RC*"), or "ready": not to be known
        held          the open combination of this round, or null; penalised: whether another one equals it
        favour        on the track, laps included
        board         {"e9": ["N03", 1, null], ...}: tile, rotation, cube on a houseplant
    palace, princess  the princess' board and favour
    order             seats from first to last, as the order area shows them
    tile, row         the tile being laid and the row it came from, or null; cell and rot once they are chosen
    ending            "", "princess" (she passed 29) or "boards" (nine rounds)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilehall.engine.game import CHANCE, Position, PositionError, Seat, Setup, brief
from tilehall.engine.kaguya.actions import LETTERS, combination, presentations
from tilehall.engine.kaguya.components import CELLS, CLEAR, COLOURS, NAMES, PLANT, components, open_cells
from tilehall.engine.kaguya.points import POINTS
from tilehall.engine.kaguya.rooms import UNPLANTED
from tilehall.engine.kaguya.rules import DRAWS, design, start, swaps
from tilehall.engine.kaguya.state import EMPTY, NONE, Board, Merchant, State, Step, worth
from tilehall.engine.piles import Bag
from tilehall.engine.reading import setup_of, sound, truth, whole, whole_or
from tilehall.engine.text import Text

AUTOMATIC = ("VALUES", "ORDER", "DEDICATE", "NEXT")
DESIGN = ("TILE", "CELL", "ROT", "PLANT")
READY = "ready"


def dump(s: State) -> Position:
    return {
        "game": "kaguya",
        "rules": 1,
        "players": s.rulings.players,
        "options": dict(s.rulings.chosen),
        "todo": [list(step) for step in s.todo],
        "round": s.round,
        "values": dict(zip(LETTERS, s.values, strict=False)),
        "storage": _bag(s.storage),
        "box": _bag(s.box),
        "table": [[_tile(tile) for tile in s.column(number)] for number in _columns(s)],
        "rows": list(s.rows),
        "merchants": [_merchant(merchant) for merchant in s.merchants],
        "palace": _board(s.palace),
        "princess": s.princess,
        "order": list(s.order),
        "tile": None if s.tile == NONE else _tile(s.tile),
        "row": None if s.row == NONE else s.row,
        "cell": None if s.cell == NONE else NAMES[s.cell],
        "rot": None if s.rot == NONE else s.rot,
        "ending": s.ending,
    }


def _columns(s: State) -> range:
    """The numbers of the columns that have been begun."""
    return range(1, 1 + -(-len(s.table) // s.rulings.rows))


def _bag(bag: Bag) -> dict[str, int]:
    return dict(zip(LETTERS, bag, strict=True))


def _tile(tile: int) -> str | None:
    return None if tile == EMPTY else components().tiles[tile].id


def _merchant(merchant: Merchant) -> dict[str, Any]:
    closed = merchant.pledge.combination if merchant.pledge else READY
    return {
        "purse": None if merchant.purse is None else _bag(merchant.purse),
        "sure": _bag(merchant.sure),
        "hidden": merchant.hidden,
        "disk": merchant.disk,
        "present": closed if merchant.ready else None,
        "held": merchant.held.combination if merchant.held else None,
        "penalised": merchant.penalised,
        "favour": merchant.favour,
        "board": _board(merchant.board),
    }


def _board(board: Board) -> dict[str, list[Any]]:
    return {
        NAMES[cell]: [_tile(tile), rot, None if plant == UNPLANTED else LETTERS[plant]]
        for cell, tile, rot, plant in sorted(board.placed)
    }


# --- reading ------------------------------------------------------------------------------------------------------


def load(data: Position) -> State:
    """The position, or PositionError with what is wrong about it."""
    return sound(data, _load, faults)


def _load(data: Mapping[str, Any]) -> State:
    s = start(setup_of(data, "kaguya", 1))
    box, seats = components(), components().seats[s.rulings.players]
    s.todo = tuple((str(point), whole(seat)) for point, seat in data["todo"])
    s.round, s.princess, s.ending = whole(data["round"]), whole(data["princess"]), str(data["ending"])
    s.values = tuple(whole(data["values"][LETTERS[colour]]) for colour in COLOURS)
    s.storage, s.box = _load_bag(data["storage"]), _load_bag(data["box"])
    s.table = bytes(EMPTY if tile is None else box.tile_numbers[tile] for column in data["table"] for tile in column)
    s.rows = tuple(map(whole, data["rows"]))
    if len(data["merchants"]) != s.rulings.players:
        raise PositionError(
            Text(
                "There are {merchants} merchants for {players} players.",
                merchants=len(data["merchants"]),
                players=s.rulings.players,
            )
        )
    s.merchants = tuple(_load_merchant(entry, side) for entry, side in zip(data["merchants"], seats, strict=True))
    s.palace = _load_board(data["palace"], 0)
    s.order = tuple(map(whole, data["order"]))
    s.tile = NONE if data["tile"] is None else box.tile_numbers[data["tile"]]
    s.row, s.rot = (whole_or(data[key], NONE) for key in ("row", "rot"))
    s.cell = NONE if data["cell"] is None else _cell(data["cell"])
    return s


def _cell(name: Any) -> int:
    found = CELLS.cell(str(name).upper())
    if found is None or NAMES[found] != name:
        raise PositionError(Text("There is no cell {cell}.", cell=f"{name!r:.20}"))
    return found


def _load_bag(counts: Mapping[str, Any]) -> Bag:
    return bytes(whole(counts[letter]) for letter in LETTERS)


def _load_merchant(entry: Mapping[str, Any], side: int) -> Merchant:
    merchant = Merchant()
    merchant.purse = None if entry["purse"] is None else _load_bag(entry["purse"])
    merchant.sure, merchant.hidden = _load_bag(entry["sure"]), whole(entry["hidden"])
    merchant.disk, merchant.penalised = truth(entry["disk"]), truth(entry["penalised"])
    merchant.ready = entry["present"] is not None
    merchant.pledge = combination(entry["present"]) if merchant.ready and entry["present"] != READY else None
    merchant.held = None if entry["held"] is None else combination(entry["held"])
    merchant.favour = whole(entry["favour"])
    merchant.board = _load_board(entry["board"], side)
    return merchant


def _load_board(entry: Mapping[str, Any], side: int) -> Board:
    board = Board.bare(side)
    for name, (tile, rot, plant) in entry.items():
        number, cell = components().tile_numbers[tile], _cell(name)
        shown = components().tiles[number]
        if not 0 <= whole(rot) < shown.turns:
            raise PositionError(Text("{tile} cannot be turned by {rot}.", tile=tile, rot=rot), "K-1.5")
        if plant is not None and (shown.halves[0] != PLANT or plant not in LETTERS[:CLEAR]):
            raise PositionError(Text("There is no {cube} on {tile}.", cube=f"{plant!r:.20}", tile=tile), "K-4.34")
        board = board.lay(cell, number, rot, UNPLANTED if plant is None else LETTERS.index(plant))
    return board


# --- invariants ---------------------------------------------------------------------------------------------------


def faults(s: State) -> tuple[Text, ...]:
    """The invariants of the specification that this position breaks, each in a sentence."""
    if found := _shape_faults(s):
        return tuple(found)
    return (
        *_course_faults(s),
        *_cube_faults(s),
        *_purse_faults(s),
        *_board_faults(s),
        *_favour_faults(s),
        *_value_faults(s),
    )


def _set_up(s: State) -> bool:
    return s.point not in DRAWS


def _shape_faults(s: State) -> list[Text]:
    """What everything else relies on: steps, sizes, whose step it is."""
    players, known = s.rulings.players, {*POINTS, *DRAWS, *AUTOMATIC}
    strange = (brief(f"{point}", 40) for point, _ in s.todo if point not in known)
    found = [Text("'{step}' is no step of the game.", step=step) for step in strange]
    found += [
        Text("there is no seat {seat}.", seat=seat)
        for seat in (*(seat for _, seat in s.todo), *s.order)
        if seat >= players
    ]
    if bool(s.ending) == bool(s.todo) or s.ending not in ("", "princess", "boards"):
        found.append(Text("either steps are to come or the game is over, not both."))
    elif s.todo and (s.point in AUTOMATIC or (s.todo[0][1] == CHANCE and s.point in POINTS) != (s.point == "PRESENT")):
        found.append(Text("nobody can do {step} now.", step=s.point))
    if not 1 <= s.round <= components().columns:
        found.append(Text("a game has 1 to 9 rounds."))
    if _set_up(s) and len(s.table) != components().columns * s.rulings.rows:
        found.append(Text("the table has {places} places.", places=len(s.table)))
    if _set_up(s) and (len(s.rows) != s.rulings.rows or not all(1 <= row <= s.rulings.rows for row in s.rows)):
        found.append(Text("every meeple stands in a row of the table."))
    laying = [s.tile != NONE, s.row != NONE, s.cell != NONE, s.rot != NONE]
    needed = {"CELL": [True, True, False, False], "ROT": [True, True, True, False], "PLANT": [True] * 4}
    if laying != needed.get(s.point, [False] * 4):
        found.append(Text("the tile being laid does not fit the step {step}.", step=s.point))
    elif s.tile != NONE and not found:
        found += _laying_faults(s, s.todo[0][1])
    return found


def _laying_faults(s: State, seat: Seat) -> list[Text]:
    """The tile being laid: its row, the cell where it may lie, and how it is turned."""
    found, tile = [], components().tiles[s.tile]
    board = s.palace if s.princely() else s.merchants[seat].board
    if not 1 <= s.row <= s.rulings.rows:
        found.append(Text("the table has no row {row}.", row=s.row))
    if s.cell != NONE and s.cell not in open_cells(board.side, board.occupied):
        found.append(Text("{tile} may not lie on {cell}.", tile=tile.id, cell=NAMES[s.cell]))
    if s.rot != NONE and not (0 <= s.rot < tile.turns and tile.plant):
        found.append(Text("{tile} waits for a cube, turned by {rot}.", tile=tile.id, rot=s.rot))
    return found


def _course_faults(s: State) -> list[Text]:
    """The steps to come are the rest of the present part of the game, as far as it has got."""
    if not s.todo:
        return []
    rest = s.todo[1:] if s.point == "PLANT" else s.todo
    course: tuple[Step, ...] = (("PRESENT", CHANCE),)
    if not _set_up(s):
        course = start(Setup(s.rulings.players)).todo
    elif s.point in DESIGN:
        course = design(s.order) if len(set(s.order)) == s.rulings.players else ()
    elif s.point == "BREAK":
        course = (*(("BREAK", seat) for seat in s.line()), ("NEXT", CHANCE))
    elif s.point in ("TAKE", "GIVE"):
        course = (*swaps(s), ("VALUES", CHANCE), ("ORDER", CHANCE))
    picked = sum(len(board.placed) for board in _boards(s)) - (s.round - 1) * s.rulings.rows + (s.tile != NONE)
    left = sum(1 for point, _ in rest if point == "TILE")
    if course[len(course) - len(rest) :] != rest or (s.point in DESIGN and left + picked != s.rulings.rows):
        return [Text("the steps to come are not those of this part of the round.")]
    done = [sum(1 for point, _ in rest if point == draw) for draw in ("LAY", "ROW")]
    if not _set_up(s) and done != [components().columns * s.rulings.rows - len(s.table), s.rulings.rows - len(s.rows)]:
        return [Text("the set-up has not got as far as its steps say.")]
    return []


def _cube_faults(s: State) -> list[Text]:
    """Invariants 1, 2 and 8: every cube is somewhere, and the storage never runs dry."""
    n, box, found = s.rulings.players, components(), []
    plants = [placed[3] for board in _boards(s) for placed in board.placed]
    held = [kind for merchant in s.merchants if merchant.held for kind in merchant.held.cubes]
    for kind, letter in enumerate(LETTERS):
        screens = sum((merchant.purse or merchant.sure)[kind] for merchant in s.merchants)
        count = s.storage[kind] + s.box[kind] + screens + held.count(kind) + plants.count(kind)
        expected = n if kind == CLEAR else box.per_colour[n] - 1
        if count != expected:
            found.append(_miscounted(count, letter, expected))
    if s.rulings.clear_stays and s.box[CLEAR]:
        found.append(Text("clear cubes do not go back to the box."))
    unknown = sum(merchant.hidden for merchant in s.merchants if merchant.purse is None)
    rest = sum(s.box[:CLEAR]) - unknown
    if _set_up(s) and rest != len(COLOURS) * (box.per_colour[n] - 1) - sum(box.storage) - n * (4 + box.random):
        found.append(Text("{rest} coloured cubes are left in the box.", rest=rest))
    if _set_up(s) and sum(s.storage) < (1 if s.point == "GIVE" else 2):
        found.append(Text("the storage is never so empty."))
    return found


def _miscounted(count: int, kind: str, expected: int) -> Text:
    return Text("there are {count} cubes {kind} instead of {expected}.", count=count, kind=kind, expected=expected)


def _boards(s: State) -> list[Board]:
    return [s.palace, *(merchant.board for merchant in s.merchants)]


def _purse_faults(s: State) -> list[Text]:
    """Section 9 and invariant 9: what is known fits what is there; fists are legal; nobody is penalised alone."""
    found = []
    for seat, merchant in enumerate(s.merchants):
        if not 0 <= merchant.hidden <= components().random:
            found.append(Text("seat {seat} has {cubes} unknown cubes.", seat=seat, cubes=merchant.hidden))
        if merchant.purse is not None:
            found += _known_faults(seat, merchant)
        if merchant.ready and s.point != "PRESENT":
            found.append(Text("the fist of seat {seat} is closed outside the presentation.", seat=seat))
        if merchant.held is not None and merchant.held.disk and merchant.disk:
            found.append(Text("seat {seat} holds a disk and has it too.", seat=seat))
        if (merchant.held is not None) != (s.point in (*DESIGN, "TAKE", "GIVE")):
            found.append(Text("the hand of seat {seat} does not fit the step {step}.", seat=seat, step=s.point))
    hands = [merchant.held for merchant in s.merchants]
    if any(each.penalised != (each.held is not None and hands.count(each.held) > 1) for each in s.merchants):
        found.append(Text("those are penalised who hold the same as another one."))
    if s.point == "PRESENT" and all(merchant.ready for merchant in s.merchants):
        found.append(Text("all fists are closed and nobody opens them."))
    return found


def _known_faults(seat: Seat, merchant: Merchant) -> list[Text]:
    purse, sure, found = merchant.purse, merchant.sure, []
    assert purse is not None
    secret = [purse[kind] - sure[kind] for kind in range(len(LETTERS))]
    if min(secret) < 0 or secret[CLEAR] or sum(secret) != merchant.hidden:
        found.append(Text("the cubes of seat {seat} do not fit what is known of them.", seat=seat))
    if merchant.ready and merchant.pledge not in presentations(purse, merchant.disk):
        found.append(Text("the fist of seat {seat} holds what it cannot.", seat=seat))
    return found


def _board_faults(s: State) -> list[Text]:
    """Invariants 3, 4 and 5."""
    found, tiles = [], [tile for tile in s.table if tile != EMPTY] + ([s.tile] if s.tile != NONE else [])
    between = s.point not in DESIGN
    done = s.round if s.point == "BREAK" or s.ending else s.round - 1
    for board in _boards(s):
        side, cells = components().sides[board.side], [placed[0] for placed in board.placed]
        tiles += [placed[1] for placed in board.placed]
        if len(cells) not in ({done} if between else {done, done + 1}):
            found.append(
                Text(
                    "board {board} has {tiles} tiles in round {round}.", board=side.id, tiles=len(cells), round=s.round
                )
            )
        whole = CELLS.flood(1 << side.start, board.occupied)
        if board.occupied & ~side.cells or whole != board.occupied:
            found.append(
                Text(
                    "the tiles of board {board} do not hang together from {cell} on.",
                    board=side.id,
                    cell=NAMES[side.start],
                )
            )
    if len(set(tiles)) < len(tiles):
        found.append(Text("a tile is in two places."))
    if not _set_up(s):
        return found
    gone = [s.column(number).count(EMPTY) for number in _columns(s)]
    fresh = sum(len(board.placed) for board in _boards(s)) - done * s.rulings.rows + (s.tile != NONE)
    full = [s.rulings.rows] * done + [fresh] * (done < len(gone)) + [0] * (len(gone) - done - 1)
    if gone != full:
        found.append(Text("the tiles taken from the table are not those of the rounds played."))
    if between and sorted(s.rows) != list(range(1, s.rulings.rows + 1)):
        found.append(Text("between rounds every row has one meeple."))
    return found


def _favour_faults(s: State) -> list[Text]:
    """Invariant 6."""
    box, found = components(), []
    if s.princess != box.princess + s.palace.hearts:
        found.append(
            Text(
                "the princess stands on {space} with {hearts} hearts on her board.",
                space=s.princess,
                hearts=s.palace.hearts,
            )
        )
    if s.princess >= box.track and s.point not in (*DESIGN, ""):
        found.append(Text("the game is over once a round ends with the princess above 29."))
    if s.ending and (s.princess >= box.track) != (s.ending == "princess"):
        found.append(Text("the game cannot have ended by '{ending}'.", ending=s.ending))
    if s.ending == "boards" and s.round != box.columns:
        found.append(Text("the boards are full after round 9."))
    for seat, merchant in enumerate(s.merchants):
        moved, hearts = merchant.favour - box.favour, merchant.board.hearts
        if s.rulings.floor_zero:
            if merchant.favour < 0 or moved > hearts:
                found.append(Text("seat {seat} cannot stand on {space}.", seat=seat, space=merchant.favour))
        elif abs(moved) > hearts or (moved - hearts) % 2:
            found.append(
                Text(
                    "seat {seat} cannot stand on {space} with {hearts} hearts.",
                    seat=seat,
                    space=merchant.favour,
                    hearts=hearts,
                )
            )
    return found


def _value_faults(s: State) -> list[Text]:
    """Invariant 7: values follow the storage, except while an exchange or the break has changed it."""
    if not _set_up(s):
        return []
    if not all(1 <= value <= len(COLOURS) for value in s.values) or 1 not in s.values:
        return [Text("values are 1 to 4, and some colour is worth 1.")]
    stale = s.round == components().break_after + 1 and not s.rulings.break_revalue
    if s.point in ("TAKE", "GIVE", "BREAK") or (stale and not s.ending):
        return []
    return [] if s.values == worth(s.storage) else [Text("the values do not fit the storage.")]
