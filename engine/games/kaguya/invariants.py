"""Checks that a position can be reached, so that every position that is loaded can be played on."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

from tilehall.engine.core.game import CHANCE, SeatNo, Setup, sanitize_text
from tilehall.engine.core.piles import Bag, add_piece, remove_piece
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.actions import LETTERS, presentations
from tilehall.engine.games.kaguya.components import CELLS, CLEAR, COLOURS, KINDS, NAMES, components, open_cells
from tilehall.engine.games.kaguya.decision_points import POINTS
from tilehall.engine.games.kaguya.rules import DRAWS, design_steps, exchange_steps, order_by_total, start
from tilehall.engine.games.kaguya.state import (
    EMPTY,
    NONE,
    KaguyaBoard,
    KaguyaState,
    KaguyaTodo,
    Merchant,
    colour_values,
    tie_break,
)

AUTOMATIC = ("VALUES", "ORDER", "DEDICATE", "NEXT")
DESIGN = ("TILE", "CELL", "ROT", "PLANT")
EXCHANGE = ("TAKE", "GIVE")


def faults(s: KaguyaState) -> tuple[Text, ...]:
    """The invariants that this position breaks, one sentence each."""
    if found := _shape_faults(s) or _course_faults(s) or _table_faults(s):  # the other checks rely on these
        return tuple(found)
    groups = (_cube_faults, _purse_faults, _hand_faults, _board_faults, _favour_faults, _order_faults)
    return tuple(fault for group in (*groups, _value_faults) for fault in group(s))


def _set_up(s: KaguyaState) -> bool:
    return s.point not in DRAWS


def _boards(s: KaguyaState) -> list[KaguyaBoard]:
    return [s.palace, *(merchant.board for merchant in s.merchants)]


def _done(s: KaguyaState) -> int:
    """The rounds in which every board has received its tile."""
    return s.round if s.point == "BREAK" or s.ending else s.round - 1


# --- the present step -----------------------------------------------------------------------------------------------


def _shape_faults(s: KaguyaState) -> list[Text]:
    """Steps, sizes and whose step it is, which all other checks rely on."""
    players, known = s.rulings.players, {*POINTS, *DRAWS, *AUTOMATIC}
    found = [
        Text("'{step}' is no step of the game.", step=sanitize_text(f"{point}", 40))
        for point, seat in s.todo
        if point not in known
    ]
    found += [
        Text("there is no seat {seat}.", seat=seat)
        for seat in (*(seat for _, seat in s.todo), *s.order)
        if not CHANCE <= seat < players
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


def _laying_faults(s: KaguyaState, seat: SeatNo) -> list[Text]:
    """The tile being laid: its row, a legal cell, and its rotation."""
    found, tile = [], components().tiles[s.tile]
    board = s.palace if s.is_princess_tile() else s.merchants[seat].board
    if not 1 <= s.row <= s.rulings.rows:
        found.append(Text("the table has no row {row}.", row=s.row))
    if s.cell != NONE and s.cell not in open_cells(board.side, board.occupied):
        found.append(Text("{tile} may not lie on {cell}.", tile=tile.id, cell=NAMES[s.cell]))
    if s.rot != NONE and not (0 <= s.rot < tile.rotation_count and tile.plant):
        found.append(Text("{tile} waits for a cube, turned by {rot}.", tile=tile.id, rot=s.rot))
    return found


def _course_faults(s: KaguyaState) -> list[Text]:
    """The steps to come are the rest of the present part of the game."""
    if not s.todo:
        return []
    rest = s.todo[1:] if s.point == "PLANT" else s.todo
    course: tuple[KaguyaTodo, ...] = (("PRESENT", CHANCE),)
    if not _set_up(s):
        course = start(Setup(s.rulings.players)).todo
    elif s.point in DESIGN:
        course = design_steps(s.order) if sorted(s.order) == list(range(s.rulings.players)) else ()
    elif s.point == "BREAK":
        course = (*(("BREAK", seat) for seat in s.tie_break_order()), ("NEXT", CHANCE))
    elif s.point in EXCHANGE:
        course = (*exchange_steps(s), ("VALUES", CHANCE), ("ORDER", CHANCE))
    if course[len(course) - len(rest) :] != rest:
        return [Text("the steps to come are not those of this part of the round.")]
    if s.point == "BREAK" and s.round != components().break_after:
        return [Text("the break comes after round {round}.", round=components().break_after)]
    if s.point in DESIGN:
        return _turn_faults(s)
    return _setup_faults(s) if not _set_up(s) else []


def _laid(s: KaguyaState) -> int:
    """The number of tiles laid in this round: the princess' first, the first player's last."""
    return s.rulings.rows - sum(1 for point, _ in s.todo if point == "TILE") - (s.tile != NONE)


def _layers(s: KaguyaState) -> tuple[SeatNo, ...]:
    """Who lays a tile, in order."""
    return (*s.order, s.order[0])


def _moved(s: KaguyaState) -> list[int]:
    """The meeples that have followed their tiles in this round, by their index in `rows`."""
    if s.point not in DESIGN:
        return []
    laid = _laid(s)
    return [s.rulings.players] * (laid > 0) + list(_layers(s)[1:laid])


def _turn_faults(s: KaguyaState) -> list[Text]:
    """Every tile laid in this round is on its board, and the next seat in order has its turn."""
    laid, players = _laid(s), s.rulings.players
    sizes = [s.round - 1 + (place in _moved(s)) for place in (players, *range(players))]
    if sizes != [len(board.placed) for board in _boards(s)] or s.todo[0][1] != _layers(s)[laid]:
        return [Text("the steps to come are not those of this part of the round.")]
    return []


def _setup_faults(s: KaguyaState) -> list[Text]:
    """During the set-up exactly those things lie there that the steps to come do not place (K-2)."""
    box, points = components(), [point for point, _ in s.todo]
    valued = len(COLOURS) - points.count("VALUE")
    due = [box.storage[value - 1] if value else 0 for value in s.values]
    lying = (len(s.table), len(s.rows))
    if lying != (box.columns * s.rulings.rows - points.count("LAY"), s.rulings.rows - points.count("ROW")):
        return [Text("the set-up has not got as far as its steps say.")]
    if sorted(value for value in s.values if value) != list(range(1, valued + 1)):
        return [Text("the values placed are 1, 2, 3, 4 in a row.")]
    if list(s.storage) != [*due, 0]:
        return [Text("the storage begins with the cubes of the values placed.")]
    if s.round != 1 or s.order or s.palace.placed or len(set(s.rows)) < len(s.rows):
        return [Text("nothing has been done yet while the table is being laid.")]
    for seat, merchant in enumerate(s.merchants):
        if merchant.hidden != box.random - s.todo.count(("CUBE", seat)) or set(merchant.sure) != {1}:
            return [Text("seat {seat} has other cubes than were drawn.", seat=seat)]
        if not merchant.disk or merchant.board.placed or merchant.favour != box.favour:
            return [Text("nothing has been done yet while the table is being laid.")]
    return []


def _table_faults(s: KaguyaState) -> list[Text]:
    """Invariants 3 and 5: the tiles of the rounds played are gone, and meeples followed them."""
    rows, done = s.rulings.rows, _done(s)
    columns = [s.column(number) for number in range(1, 1 + -(-len(s.table) // rows))]
    taken: set[int] = set()
    if s.point in DESIGN:
        taken = {s.rows[place] for place in _moved(s)} | ({s.row} if s.tile != NONE else set())
    for number, column in enumerate(columns, 1):
        gone = {row for row, tile in enumerate(column, 1) if tile == EMPTY}
        due = set(range(1, rows + 1)) if _set_up(s) and number <= done else taken if number == s.round else set()
        if gone != due:
            return [Text("the tiles taken from the table are not those of the rounds played.")]
    if not _set_up(s):
        return []
    moved = _moved(s)
    if len(taken) < len(moved) + (s.tile != NONE):
        return [Text("two meeples stand where only one tile was taken.")]
    waiting = [row for place, row in enumerate(s.rows) if place not in moved]
    if len(set(waiting)) < len(waiting):
        return [Text("between rounds every row has one meeple.")]
    return []


# --- cubes ----------------------------------------------------------------------------------------------------------


def _cube_faults(s: KaguyaState) -> list[Text]:
    """Invariants 1, 2 and 8: every cube is somewhere, and the storage is never empty."""
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


def _purse_faults(s: KaguyaState) -> list[Text]:
    """Section 9: what is known agrees with what is there, and a view shows what one seat may know."""
    found = []
    for seat, merchant in enumerate(s.merchants):
        if not 0 <= merchant.hidden <= components().random:
            found.append(Text("seat {seat} has {cubes} unknown cubes.", seat=seat, cubes=merchant.hidden))
        if merchant.purse is not None:
            found += _known_faults(seat, merchant)
        elif merchant.pledge is not None:
            found.append(Text("a view does not show what is in the fist of seat {seat}.", seat=seat))
    if sum(merchant.purse is not None for merchant in s.merchants) not in (0, 1, s.rulings.players):
        found.append(Text("a view shows the cubes of one seat, or of none."))
    return found


def _known_faults(seat: SeatNo, merchant: Merchant) -> list[Text]:
    purse, sure, found = merchant.purse, merchant.sure, []
    assert purse is not None
    secret = [purse[kind] - sure[kind] for kind in range(len(LETTERS))]
    if min(secret) < 0 or secret[CLEAR] or sum(secret) != merchant.hidden:
        found.append(Text("the cubes of seat {seat} do not fit what is known of them.", seat=seat))
    if merchant.ready and merchant.pledge not in presentations(purse, merchant.disk):
        found.append(Text("the fist of seat {seat} holds what it cannot.", seat=seat))
    return found


def _hand_faults(s: KaguyaState) -> list[Text]:
    """Invariant 9: fists are closed and open when they should be; nobody is penalised alone."""
    found, first = [], s.round == 1 and not s.ending and s.point != "BREAK"
    for seat, merchant in enumerate(s.merchants):
        if merchant.ready and s.point != "PRESENT":
            found.append(Text("the fist of seat {seat} is closed outside the presentation.", seat=seat))
        if merchant.held is not None and merchant.held.disk and merchant.disk:
            found.append(Text("seat {seat} holds a disk and has it too.", seat=seat))
        elif first and not merchant.disk and not (merchant.held and merchant.held.disk):
            found.append(Text("seat {seat} has not had an opportunity to use its disk.", seat=seat))
        if (merchant.held is not None) != (s.point in (*DESIGN, *EXCHANGE)):
            found.append(Text("the hand of seat {seat} does not fit the step {step}.", seat=seat, step=s.point))
    hands = [merchant.held for merchant in s.merchants]
    if any(each.penalised != (each.held is not None and hands.count(each.held) > 1) for each in s.merchants):
        found.append(Text("those are penalised who hold the same as another one."))
    if s.point == "PRESENT" and all(merchant.ready for merchant in s.merchants):
        found.append(Text("all fists are closed and nobody opens them."))
    return found


# --- boards and favour ----------------------------------------------------------------------------------------------


def _board_faults(s: KaguyaState) -> list[Text]:
    """Invariants 3 and 4."""
    found, tiles = [], [tile for tile in s.table if tile != EMPTY] + ([s.tile] if s.tile != NONE else [])
    done = _done(s)
    for board in _boards(s):
        side, cells = components().sides[board.side], [placed[0] for placed in board.placed]
        tiles += [placed[1] for placed in board.placed]
        if s.point not in DESIGN and len(cells) != done:
            found.append(
                Text(
                    "board {board} has {tiles} tiles in round {round}.", board=side.id, tiles=len(cells), round=s.round
                )
            )
        whole = CELLS.flood_fill(1 << side.start, board.occupied)
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
    return found


def _favour_faults(s: KaguyaState) -> list[Text]:
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
    latest = _hearts(s.palace)[-1:] if s.ending or len(s.palace.placed) > _done(s) else ()
    if s.princess - sum(latest) >= box.track:
        found.append(Text("the game is over once a round ends with the princess above 29."))
    if s.ending and (s.princess >= box.track) != (s.ending == "princess"):
        found.append(Text("the game cannot have ended by '{ending}'.", ending=s.ending))
    if s.ending == "boards" and s.round != box.columns:
        found.append(Text("the boards are full after round 9."))
    for seat, merchant in enumerate(s.merchants):
        laid = s.point in DESIGN and len(merchant.board.placed) == s.round
        if merchant.favour not in _favours(_hearts(merchant.board), s.rulings.floor_zero, merchant.penalised, laid):
            stands = {"seat": seat, "space": merchant.favour, "hearts": merchant.board.hearts}
            found.append(Text("seat {seat} cannot stand on {space} with {hearts} hearts.", **stands))
    return found


def _hearts(board: KaguyaBoard) -> tuple[int, ...]:
    """The hearts of the tiles, fewest first."""
    return tuple(sorted(components().tiles[placed[1]].hearts for placed in board.placed))


def _favours(hearts: tuple[int, ...], floor: bool, penalised: bool, laid: bool) -> frozenset[int]:
    """Where a disk can stand after such tiles; a tile of this round counted in a known direction."""
    if not laid:
        return _walks(hearts, floor)
    ways = {
        _step(space, -each if penalised else each, floor)
        for n, each in enumerate(hearts)
        for space in _walks(hearts[:n] + hearts[n + 1 :], floor)
    }
    return frozenset(ways)


@lru_cache(maxsize=4096)
def _walks(hearts: tuple[int, ...], floor: bool) -> frozenset[int]:
    """The spaces reached by moving forwards or backwards for each tile, in any order."""
    if not hearts:
        return frozenset((components().favour,))
    last = range(len(hearts)) if floor else range(1)  # without a floor at 0 the order does not matter
    return frozenset(
        _step(space, by, floor)
        for n in last
        for space in _walks(hearts[:n] + hearts[n + 1 :], floor)
        for by in (hearts[n], -hearts[n])
    )


def _step(space: int, by: int, floor: bool) -> int:
    return max(space + by, 0) if floor and by < 0 else space + by


def _order_faults(s: KaguyaState) -> list[Text]:
    """K-4.21: the higher total goes first; equal ones by tie-break, as far as that is still known."""
    if s.point not in DESIGN:
        begun = s.round > 1 or s.point == "BREAK" or s.ending != ""
        if sorted(s.order) != (list(range(s.rulings.players)) if begun else []):
            return [Text("the order area shows every seat once, from the first design on.")]
        return []
    moved = _moved(s)
    free = sorted(set(range(1, s.rulings.rows + 1)) - {row for n, row in enumerate(s.rows) if n not in moved})
    for earlier in permutations(free):
        back = dict(zip(moved, earlier, strict=True))
        line = tie_break(tuple(back.get(place, row) for place, row in enumerate(s.rows)))
        if order_by_total(s, line) == s.order:
            return []
    return [Text("the order is not that of what everybody holds.")]


# --- values ---------------------------------------------------------------------------------------------------------


def _value_faults(s: KaguyaState) -> list[Text]:
    """Invariant 7: values agree with the storage of the last update."""
    if not _set_up(s) or s.values in _valuations(s.storage, *_since(s)):
        return []
    if not all(1 <= value <= len(COLOURS) for value in s.values) or 1 not in s.values:
        return [Text("values are 1 to 4, and some colour is worth 1.")]
    return [Text("the values do not fit the storage.")]


def _since(s: KaguyaState) -> tuple[int, int, int]:
    """How many exchanges took and gave a cube, and how many break picks came, since the last update of values."""
    players, taken, given, breaks = s.rulings.players, 0, 0, 0
    users = sum(merchant.held is not None and merchant.held.disk for merchant in s.merchants)
    if s.point in EXCHANGE:
        points = [point for point, _ in s.todo]
        taken, given = users - points.count("TAKE"), users - points.count("GIVE")
    if s.point == "BREAK":
        breaks = players - sum(1 for point, _ in s.todo if point == "BREAK")
    revalued = s.rulings.break_revalue or s.ending != "" or (s.point in DESIGN and users > 0)
    if s.round == components().break_after + 1 and not revalued:
        breaks = players
    return taken, given, breaks


@lru_cache(maxsize=512)
def _valuations(storage: Bag, taken: int, given: int, breaks: int) -> frozenset[tuple[int, ...]]:
    """The values of every storage that those exchanges and picks may have turned into this one."""
    found = {storage}
    for _ in range(given):
        found = {remove_piece(bag, kind) for bag in found for kind in KINDS if bag[kind]}
    for _ in range(taken):
        found = {add_piece(bag, kind) for bag in found for kind in KINDS}
    for _ in range(breaks):
        pairs = {add_piece(add_piece(bag, one), other) for bag in found for one, other in combinations(KINDS, 2)}
        found = pairs | {add_piece(bag, kind) for bag in found for kind in KINDS}
    return frozenset(map(colour_values, found))
