"""A position as plain data and back,.

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

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import CHANCE, Action, Position, PositionError, Setup, quote_text
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.position_reader import (
    BaseEncoder,
    check_position,
    load_position,
    position_schema,
    read_setup,
)
from tilehall.engine.core.schema import (
    BoolSchema,
    CombinedEncoder,
    CountsSchema,
    EncodedSchema,
    IntSchema,
    ItemEncoder,
    ListSchema,
    MapSchema,
    NullableSchema,
    ObjectSchema,
    PerSeatSchema,
    RankEncoder,
    Schema,
    SeatSchema,
    TraitsEncoder,
    TupleSchema,
    WordSchema,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya import actions
from tilehall.engine.games.kaguya.actions import LETTERS, parse_combination, vocabulary
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, NAMES, PLANT, YELLOW, components
from tilehall.engine.games.kaguya.decision_points import POINTS
from tilehall.engine.games.kaguya.invariants import AUTOMATIC, faults
from tilehall.engine.games.kaguya.rooms import UNPLANTED
from tilehall.engine.games.kaguya.rules import DRAWS, start
from tilehall.engine.games.kaguya.state import EMPTY, NONE, KaguyaBoard, KaguyaState, Merchant
from tilehall.engine.games.kaguya.viewpoint import sample_state, viewing_seat

READY = "ready"
FARTHEST = 999
"""Further than nine tiles of five hearts lead, forwards or backwards."""
FIRST_STEPS = 4
HALVES = {**dict(zip(COLOURS, LETTERS, strict=False)), YELLOW: "yellow", PLANT: "plant"}
ROTATION = EncodedSchema(IntSchema(0, 3), WordSchema(range(4)))


def dump(s: KaguyaState) -> Position:
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


def _columns(s: KaguyaState) -> range:
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


def _board(board: KaguyaBoard) -> dict[str, list[Any]]:
    return {
        NAMES[cell]: [_tile(tile), rot, None if plant == UNPLANTED else LETTERS[plant]]
        for cell, tile, rot, plant in sorted(board.placed)
    }


# --- reading ------------------------------------------------------------------------------------------------------


def load(data: Position) -> KaguyaState:
    """The position, or PositionError with what is wrong about it."""
    return load_position(data, _load, _all_faults)


def _all_faults(s: KaguyaState) -> Sequence[Text]:
    """Of a view those as well of what may be behind it: only the cubes themselves can be dealt otherwise."""
    found = faults(s)
    if found or viewing_seat(s) == CHANCE:
        return found
    return faults(sample_state(s, Rng(0)))


def _load(data: Mapping[str, Any]) -> KaguyaState:
    s = start(read_setup(data, "kaguya", 1))
    box, players = components(), s.rulings.players
    check_position(schema(players), data)
    s.todo = tuple((point, seat) for point, seat in data["todo"])
    s.round, s.princess, s.ending = data["round"], data["princess"], data["ending"]
    s.values = tuple(data["values"][LETTERS[colour]] for colour in COLOURS)
    s.storage, s.box = _load_bag(data["storage"]), _load_bag(data["box"])
    if any(len(column) < s.rulings.rows for column in data["table"][:-1]):
        raise PositionError(Text("A column of the table has {rows} places.", rows=s.rulings.rows), "K-1.7")
    s.table = bytes(EMPTY if tile is None else box.tile_numbers[tile] for column in data["table"] for tile in column)
    s.rows = tuple(data["rows"])
    seats = zip(data["merchants"], box.seats[players], strict=True)
    s.merchants = tuple(_load_merchant(entry, side) for entry, side in seats)
    s.palace = _load_board(data["palace"], 0)
    s.order = tuple(data["order"])
    s.tile = NONE if data["tile"] is None else box.tile_numbers[data["tile"]]
    s.row, s.rot = (NONE if data[key] is None else data[key] for key in ("row", "rot"))
    s.cell = NONE if data["cell"] is None else NAMES.index(data["cell"])
    return s


@cache
def schema(players: int) -> ObjectSchema:
    """Tiles are encoded by what is on them. Not encoded are steps after `FIRST_STEPS`."""
    box, rows = components(), players + 1
    bag, tile, row = CountsSchema(LETTERS, box.per_colour[players]), _tile_schema(), IntSchema(0, rows)
    step = TupleSchema({"step": WordSchema((*POINTS, *DRAWS, *AUTOMATIC)), "whose": SeatSchema(players, CHANCE)})
    meeples = CombinedEncoder({"seats": PerSeatSchema([row] * players), "princess": ItemEncoder(players, row)})
    seats = tuple(range(players))
    return position_schema(
        "kaguya",
        1,
        players,
        {
            "todo": ListSchema(step, 0, len(start(Setup(players)).todo), first=FIRST_STEPS),
            "round": IntSchema(1, box.columns),
            "values": CountsSchema(LETTERS[:CLEAR], len(COLOURS)),
            "storage": bag,
            "box": bag,
            "table": ListSchema(ListSchema(NullableSchema(tile), 1, rows), 0, box.columns),
            "rows": EncodedSchema(ListSchema(IntSchema(1, rows), 0, rows), meeples),
            "merchants": PerSeatSchema([_merchant_schema(bag, side) for side in box.seats[players]]),
            "palace": _board_schema(0),
            "princess": IntSchema(box.princess, FARTHEST),
            "order": EncodedSchema(ListSchema(SeatSchema(players), 0, players), RankEncoder(seats, seats=True)),
            "tile": NullableSchema(tile),
            "row": NullableSchema(IntSchema(1, rows)),
            "cell": NullableSchema(WordSchema(NAMES)),
            "rot": NullableSchema(ROTATION),
            "ending": WordSchema(("", "princess", "boards")),
        },
    )


def _merchant_schema(bag: Schema, side: int) -> ObjectSchema:
    combinations = tuple(present.combination for present in vocabulary().present)
    return ObjectSchema(
        {
            "purse": NullableSchema(bag, presence=True),
            "sure": bag,
            "hidden": IntSchema(0, components().random),
            "disk": BoolSchema(),
            "present": NullableSchema(WordSchema((*combinations, READY))),
            "held": NullableSchema(WordSchema(combinations)),
            "penalised": BoolSchema(),
            "favour": IntSchema(-FARTHEST, FARTHEST),
            "board": _board_schema(side),
        }
    )


def _board_schema(side: int) -> MapSchema:
    plant = NullableSchema(WordSchema(LETTERS[:CLEAR]))
    laid = TupleSchema({"tile": _tile_schema(), "rot": ROTATION, "plant": plant})
    return MapSchema(NAMES, laid, [NAMES[cell] for cell in bits(components().sides[side].cells)])


@cache
def _tile_schema() -> Schema:
    """A tile, encoded by what is on its halves, and its hearts."""
    tiles = components().tiles
    halves = [(n, what) for n in range(2) for what in HALVES if any(tile.halves[n] == what for tile in tiles)]
    names = ("there", *(f"{('first', 'second')[n]}.{HALVES[what]}" for n, what in halves), "hearts")
    rows = {tile.id: (1, *(int(tile.halves[n] == what) for n, what in halves), tile.hearts) for tile in tiles}
    return EncodedSchema(WordSchema(components().tile_numbers), TraitsEncoder(names, rows))


def _load_bag(counts: Mapping[str, int]) -> Bag:
    return bytes(counts[letter] for letter in LETTERS)


def _load_merchant(entry: Mapping[str, Any], side: int) -> Merchant:
    merchant = Merchant()
    merchant.purse = None if entry["purse"] is None else _load_bag(entry["purse"])
    merchant.sure, merchant.hidden = _load_bag(entry["sure"]), entry["hidden"]
    merchant.disk, merchant.penalised = entry["disk"], entry["penalised"]
    merchant.ready = entry["present"] is not None
    merchant.pledge = parse_combination(entry["present"]) if merchant.ready and entry["present"] != READY else None
    merchant.held = None if entry["held"] is None else parse_combination(entry["held"])
    merchant.favour = entry["favour"]
    merchant.board = _load_board(entry["board"], side)
    return merchant


def _load_board(entry: Mapping[str, Any], side: int) -> KaguyaBoard:
    board = KaguyaBoard.empty(side)
    for name, (tile, rot, plant) in entry.items():
        number, cell = components().tile_numbers[tile], NAMES.index(name)
        shown = components().tiles[number]
        if rot >= shown.rotation_count:
            raise PositionError(Text("{tile} cannot be turned by {rot}.", tile=tile, rot=rot), "K-1.5")
        if plant is not None and not shown.plant:
            raise PositionError(Text("There is no {cube} on {tile}.", cube=quote_text(plant), tile=tile), "K-4.34")
        board = board.with_tile(cell, number, rot, UNPLANTED if plant is None else LETTERS.index(plant))
    return board


class KaguyaEncoder(BaseEncoder[KaguyaState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        return schema(setup.players)
