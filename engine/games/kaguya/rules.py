"""The rules of Kaguyahime (K-2 to K-5) as a state machine.

`todo` holds the steps to come (K-3). `apply` copies the position, does the action and runs automatic steps up to the
next decision of a player or of the dealer. A presentation is kept in the state until the last fist is closed; then all
are revealed in seat order, so that the order of choosing leaves no trace (K-4.4).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tilehall.engine.core.game import (
    CHANCE,
    Action,
    ChanceDraw,
    Event,
    Option,
    RuleError,
    SeatNo,
    Setup,
    settle_options,
)
from tilehall.engine.core.piles import add_piece, remove_piece
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.games.kaguya import events as event_texts
from tilehall.engine.games.kaguya.actions import (
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    DealCube,
    DealDesignTile,
    DealMeepleRow,
    DealValue,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
    break_choices,
    give_choices,
    plant_choices,
    presentations,
    vocabulary,
)
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, components, open_cells
from tilehall.engine.games.kaguya.rooms import UNPLANTED
from tilehall.engine.games.kaguya.scoring import RoomContest, room_contests
from tilehall.engine.games.kaguya.state import (
    EMPTY,
    NONE,
    KaguyaBoard,
    KaguyaRulings,
    KaguyaState,
    KaguyaTodo,
    Merchant,
    colour_values,
    combination_total,
)

Events = list[Event] | None

OPTIONS: tuple[Option, ...] = (
    Option(
        "clear_fate",
        ("storage", "box"),
        Text("Clear cubes that were held"),
        (
            Text("they go to the storage like all others"),
            Text("they leave the game and cannot be given in an exchange"),
        ),
        "K-6.1",
    ),
    Option(
        "break_revalue",
        ("off", "on"),
        Text("Values after the break"),
        (Text("they stay until the next update"), Text("they are worked out again at once")),
        "K-6.9",
    ),
    Option(
        "floor_zero",
        ("off", "on"),
        Text("Moving back"),
        (Text("the whole way, below 0 if need be"), Text("at most back to 0")),
        "K-6.14",
    ),
    Option(
        "final_tie",
        ("tiebreak", "shared"),
        Text("Equal final favour"),
        (Text("the tie-break decides"), Text("the place is shared")),
        "K-6.19",
    ),
)

DRAWS = {"VALUE": "value", "CUBE": "cube", "LAY": "tile", "ROW": "row"}
"""The points that the dealer decides, and the pile that each draws from (K-3.7)."""


# --- set-up -------------------------------------------------------------------------------------------------------


def start(setup: Setup) -> KaguyaState:
    """The table before the first draw: boards, favour, and one cube of each kind for everybody (K-2.1 to K-2.4)."""
    box, rulings, n = components(), _rulings(setup), setup.players
    s = KaguyaState()
    s.rulings = rulings
    s.round = 1
    s.box = bytes([*[box.per_colour[n] - 1 - n] * len(COLOURS), 0])
    s.storage = bytes(len(box.kinds))
    s.values = (0, 0, 0, 0)
    s.table, s.rows, s.order = b"", (), ()
    s.merchants = tuple(_merchant(side) for side in box.seats[n])
    s.palace, s.princess = KaguyaBoard.empty(0), box.princess
    s.tile = s.row = s.cell = s.rot = NONE
    s.ending = ""
    s.todo = (
        *(("VALUE", CHANCE),) * len(COLOURS),
        *[("CUBE", seat) for seat in range(n) for _ in range(box.random)],
        *(("LAY", CHANCE),) * (box.columns * rulings.rows),
        *[("ROW", seat) for seat in (*range(n), CHANCE)],
        ("PRESENT", CHANCE),
    )
    return s


def _rulings(setup: Setup) -> KaguyaRulings:
    chosen = settle_options(OPTIONS, setup, BUILT_IN_GAMES["kaguya"].player_counts)
    return KaguyaRulings(
        players=setup.players,
        rows=setup.players + 1,
        clear_stays=chosen["clear_fate"] == "storage",
        break_revalue=chosen["break_revalue"] == "on",
        floor_zero=chosen["floor_zero"] == "on",
        shared=chosen["final_tie"] == "shared",
        chosen=tuple(sorted(dict(setup.options).items())),
    )


def _merchant(side: int) -> Merchant:
    merchant = Merchant()
    merchant.purse = merchant.sure = bytes([1]) * len(components().kinds)
    merchant.hidden = 0
    merchant.disk, merchant.ready, merchant.penalised = True, False, False
    merchant.pledge = merchant.held = None
    merchant.favour = components().favour
    merchant.board = KaguyaBoard.empty(side)
    return merchant


@cache
def design_steps(order: tuple[SeatNo, ...]) -> tuple[KaguyaTodo, ...]:
    """The steps of the design: the first player lays for the princess and takes the last tile (K-4.25 to K-4.29)."""
    seats = (*order, order[0])
    return (*[(point, seat) for seat in seats for point in ("TILE", "CELL", "ROT")], ("DEDICATE", CHANCE))


# --- legal actions ------------------------------------------------------------------------------------------------


def actors(s: KaguyaState) -> tuple[SeatNo, ...]:
    """Who has to decide: one seat, all whose fists are still open, the dealer, or nobody once the game is over."""
    if not s.todo:
        return ()
    point, seat = s.todo[0]
    if point == "PRESENT":
        return tuple([n for n, merchant in enumerate(s.merchants) if not merchant.ready])
    return (CHANCE,) if point in DRAWS else (seat,)


def legal_actions(s: KaguyaState, seat: SeatNo) -> Sequence[Action]:
    """All choices at the present point (K-3.1). In a view there are none where they depend on an unknown purse."""
    if not s.todo:
        return ()
    point, owner = s.todo[0]
    if point == "PRESENT":
        return _presentations(s, seat)
    if point in DRAWS:
        return chance(s).outcomes if seat == CHANCE else ()
    return _CHOICES[point](s, s.merchants[seat]) if seat == owner else ()


def _presentations(s: KaguyaState, seat: SeatNo) -> Sequence[Action]:
    """K-4.5, K-4.6: every combination of up to two cubes, with or without the disk."""
    if not 0 <= seat < s.rulings.players:
        return ()
    merchant = s.merchants[seat]
    if merchant.ready or merchant.purse is None:
        return ()
    return presentations(merchant.purse, merchant.disk)


def _takes(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.8: the kinds in the storage."""
    storage = s.storage
    return [take for take in vocabulary().take if storage[take.kind]]


def _gives(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.8, K-6.1: the kinds behind the screen."""
    return () if merchant.purse is None else give_choices(merchant.purse, s.rulings.clear_stays)


def _tiles(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.25, K-4.28: the tiles left in the round's column."""
    picks = vocabulary().tile[1:]
    return [pick for pick, left in zip(picks, s.column(s.round), strict=False) if pick and left != EMPTY]


def _cells(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.26: the coloured cell first, then cells beside a tile of the same board."""
    board = s.palace if s.is_princess_tile() else merchant.board
    return _cell_actions(board.side, board.occupied)


@cache
def _cell_actions(side: int, occupied: int) -> tuple[ChooseTileCell, ...]:
    return tuple(vocabulary().cell[cell] for cell in open_cells(side, occupied))


def _rots(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.27, K-1.5: a tile that looks the same either way is not turned."""
    return vocabulary().rot[: components().tiles[s.tile].rotation_count]


def _plants(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.34, K-4.35: the colours behind the screen, or none."""
    return () if merchant.purse is None else plant_choices(merchant.purse)


def _breaks(s: KaguyaState, merchant: Merchant) -> Sequence[Action]:
    """K-4.42, K-4.43: two different kinds of the storage, or the only one."""
    return break_choices(bytes([count > 0 for count in s.storage]))


_CHOICES: dict[str, Callable[[KaguyaState, Merchant], Sequence[Action]]] = {
    "TAKE": _takes,
    "GIVE": _gives,
    "TILE": _tiles,
    "CELL": _cells,
    "ROT": _rots,
    "PLANT": _plants,
    "BREAK": _breaks,
}


# --- chance -------------------------------------------------------------------------------------------------------


def chance(s: KaguyaState) -> ChanceDraw:
    """What the dealer draws from, with the number of equally likely ways (K-3.7)."""
    words, point = vocabulary(), s.todo[0][0]
    outcomes: Sequence[Any]
    if point == "CUBE":
        colours = [colour for colour in COLOURS if s.box[colour]]
        return ChanceDraw("cube", [words.cube[colour] for colour in colours], [s.box[colour] for colour in colours])
    if point == "VALUE":
        outcomes = [words.value[colour] for colour in COLOURS if not s.values[colour]]
    elif point == "LAY":
        table = s.table
        outcomes = [lay for number, lay in enumerate(words.lay) if number not in table]
    else:
        outcomes = [words.row[row] for row in range(1, s.rulings.rows + 1) if row not in s.rows]
    return ChanceDraw(DRAWS[point], outcomes, (1,) * len(outcomes), uniform=True)


# --- effects of actions -------------------------------------------------------------------------------------------


def apply(s: KaguyaState, seat: SeatNo, a: Action, events: Events = None) -> KaguyaState:
    """The position after a legal action; the old position stays unchanged.

    Raises RuleError for a view in which the consequences depend on what is hidden.
    """
    new = s.copy()
    _HANDLERS[a.verb](new, seat, a, events)
    rooms = None if events is None else _tell_rooms(s, new, events)
    while new.todo and (step := _AUTOMATIC.get(new.todo[0][0])) is not None:
        before = new if events is None else new.copy()
        new.todo = new.todo[1:]
        step(new, events)
        if events is not None:
            rooms = _tell_rooms(before, new, events, rooms)
    return new


def _tell_rooms(
    before: KaguyaState, after: KaguyaState, events: list[Event], known: tuple[RoomContest, ...] | None = None
) -> tuple[RoomContest, ...] | None:
    """Adds the event about room points that changed with the storage, or with a tile and its meeple.

    `known` is what the rooms paid before, if that is known already. Returns what they pay now, if that is known.
    """
    laid = before.tile != NONE and after.tile == NONE
    if not laid and before.storage == after.storage:
        return known
    found = room_contests(after)
    if event := event_texts.rooms_event(known or room_contests(before), found):
        events.append(event)
    return found


def _present(s: KaguyaState, seat: SeatNo, a: Present, events: Events) -> None:
    """K-4.4: a closed fist shows nothing; the last one opens all."""
    merchant = s.edit(seat)
    merchant.ready, merchant.pledge = True, a
    if all(each.ready for each in s.merchants):
        if any(each.pledge is None for each in s.merchants):
            raise RuleError(Text("What the others hold is not known in this view."), "K-4.4")
        _reveal(s, events)


def _reveal(s: KaguyaState, events: Events) -> None:
    """K-4.4, K-4.6, K-4.31: fists open together, shown disks are spent, equal combinations are penalised."""
    fists = [merchant.pledge for merchant in s.merchants]
    for seat, fist in enumerate(fists):
        merchant = s.edit(seat)
        assert fist is not None
        merchant.ready, merchant.pledge, merchant.held = False, None, fist
        merchant.penalised = fists.count(fist) > 1
        for kind in fist.cubes:
            s.lose(merchant, kind)
        if fist.disk:
            merchant.disk = False
    exchange = exchange_steps(s)
    s.todo = (*exchange, ("VALUES", CHANCE), ("ORDER", CHANCE)) if exchange else (("ORDER", CHANCE),)
    if events is not None:
        _tell_reveal(s, events)


def exchange_steps(s: KaguyaState) -> tuple[KaguyaTodo, ...]:
    """The steps of the exchange: every disk user in tie-break order (K-4.9)."""
    users = [seat for seat in s.tie_break_order() if (held := s.merchants[seat].held) is not None and held.disk]
    return tuple((point, seat) for seat in users for point in ("TAKE", "GIVE"))


def _tell_reveal(s: KaguyaState, events: list[Event]) -> None:
    """Adds the events of a revelation, with penalties."""
    same: dict[str, list[SeatNo]] = {}
    for seat, merchant in enumerate(s.merchants):
        held = merchant.held
        assert held is not None
        shown = held.combination
        same.setdefault(shown, []).append(seat)
        events.append(event_texts.reveal_event(seat, held.cubes, held.disk, shown))
    for shown, seats in same.items():
        held = s.merchants[seats[0]].held
        if len(seats) > 1 and held is not None:
            events.append(event_texts.penalty_event(held.cubes, held.disk, shown, tuple(seats)))


def _take(s: KaguyaState, seat: SeatNo, a: TakeCube, events: Events) -> None:
    """K-4.8: a cube comes out of the storage."""
    s.storage = remove_piece(s.storage, a.kind)
    s.gain(s.edit(seat), a.kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.take_event(seat, a.kind))


def _give(s: KaguyaState, seat: SeatNo, a: GiveCube, events: Events) -> None:
    """K-4.8: a cube goes to the storage."""
    s.lose(s.edit(seat), a.kind)
    s.storage = add_piece(s.storage, a.kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.give_event(seat, a.kind))


def _pick(s: KaguyaState, seat: SeatNo, a: ChooseTile, events: Events) -> None:
    """K-4.25, K-4.28: the tile leaves the table; its meeple follows when it lies."""
    place = (s.round - 1) * s.rulings.rows + a.row - 1
    s.tile, s.row = s.table[place], a.row
    s.table = s.table[:place] + _GAP + s.table[place + 1 :]
    s.todo = s.todo[1:]
    if events is not None:
        pick = event_texts.princess_pick_event if s.is_princess_tile() else event_texts.pick_event
        events.append(pick(seat, s.tile, a.row))


_GAP = bytes([EMPTY])


def _cell(s: KaguyaState, seat: SeatNo, a: ChooseTileCell, events: Events) -> None:
    """K-4.26: the cell is chosen."""
    s.cell = a.cell
    s.todo = s.todo[1:]


def _rot(s: KaguyaState, seat: SeatNo, a: ChooseTileRotation, events: Events) -> None:
    """K-4.27: the rotation is chosen; a houseplant still needs a cube."""
    s.rot = a.rot
    if components().tiles[s.tile].plant:
        s.todo = (("PLANT", seat), *s.todo[1:])
        return
    s.todo = s.todo[1:]
    _place(s, seat, UNPLANTED, events)


def _plant(s: KaguyaState, seat: SeatNo, a: ChoosePlantCube, events: Events) -> None:
    """K-4.34, K-4.35: a cube goes on the houseplant, or there is none."""
    s.todo = s.todo[1:]
    if a.kind != UNPLANTED:
        s.lose(s.edit(seat), a.kind)
    if events is not None:
        if a.kind != UNPLANTED:
            events.append(event_texts.plant_event(seat, a.kind, s.cell))
        else:
            events.append(event_texts.no_plant_event(seat, s.cell))
    _place(s, seat, a.kind, events)


def _place(s: KaguyaState, seat: SeatNo, plant: int, events: Events) -> None:
    """K-4.25, K-4.28, K-4.32: the tile lies, its meeple goes to its row, and its hearts count."""
    hearts, before = components().tiles[s.tile].hearts, s.merchants[seat].favour
    if s.is_princess_tile():
        s.palace = s.palace.with_tile(s.cell, s.tile, s.rot, plant)
        s.princess += hearts
        s.rows = (*s.rows[:-1], s.row)
    else:
        merchant = s.edit(seat)
        merchant.board = merchant.board.with_tile(s.cell, s.tile, s.rot, plant)
        merchant.favour = favour_after(s, merchant, hearts)
        s.rows = (*s.rows[:seat], s.row, *s.rows[seat + 1 :])
    if events is not None:
        events.append(_lay_event(s, seat, hearts, before))
    s.tile = s.row = s.cell = s.rot = NONE


def favour_after(s: KaguyaState, merchant: Merchant, hearts: int) -> int:
    """The favour after a tile with so many hearts; backwards under the penalty (K-4.32, K-6.14)."""
    if not merchant.penalised:
        return merchant.favour + hearts
    back = merchant.favour - hearts
    return max(back, 0) if s.rulings.floor_zero else back


def _lay_event(s: KaguyaState, seat: SeatNo, hearts: int, before: int) -> Event:
    if s.palace.tile_at(s.cell):
        return event_texts.princess_lay_event(seat, s.tile, s.cell, hearts, s.princess)
    merchant = s.merchants[seat]
    return event_texts.lay_event(seat, s.tile, s.cell, before, merchant.favour, merchant.penalised)


def _break(s: KaguyaState, seat: SeatNo, a: TakeBreakCubes, events: Events) -> None:
    """K-4.42: cubes come out of the storage."""
    merchant = s.edit(seat)
    for kind in a.kinds:
        s.storage = remove_piece(s.storage, kind)
        s.gain(merchant, kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.break_event(seat, a.kinds))


def _value(s: KaguyaState, seat: SeatNo, a: DealValue, events: Events) -> None:
    """K-2.3: a colour receives the next value, and cubes of it go to the storage."""
    stars = 1 + sum(1 for value in s.values if value)
    cubes = components().storage[stars - 1]
    s.values = tuple(stars if colour == a.kind else s.values[colour] for colour in COLOURS)
    s.storage = s.storage[: a.kind] + bytes([cubes]) + s.storage[a.kind + 1 :]
    s.box = s.box[: a.kind] + bytes([s.box[a.kind] - cubes]) + s.box[a.kind + 1 :]
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.value_event(a.kind, stars, cubes))


def _cube(s: KaguyaState, seat: SeatNo, a: DealCube, events: Events) -> None:
    """K-2.4: a cube is drawn in secret; only its owner learns which."""
    owner = s.todo[0][1]
    merchant = s.edit(owner)
    merchant.hidden += 1
    if merchant.purse is not None:
        merchant.purse = add_piece(merchant.purse, a.kind)
        s.box = remove_piece(s.box, a.kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.draw_event(owner, a.kind))


def _lay(s: KaguyaState, seat: SeatNo, a: DealDesignTile, events: Events) -> None:
    """K-2.5: a tile is laid on the table."""
    column, row = divmod(len(s.table), s.rulings.rows)
    s.table += bytes((a.tile,))
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.table_tile_event(a.tile, column + 1, row + 1))


def _row(s: KaguyaState, seat: SeatNo, a: DealMeepleRow, events: Events) -> None:
    """K-2.6: a meeple is put on a row."""
    owner = s.todo[0][1]
    s.rows = (*s.rows, a.row)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.meeple_event(owner, a.row))


_HANDLERS: dict[str, Callable[[KaguyaState, SeatNo, Any, Events], None]] = {
    "present": _present,
    "take": _take,
    "give": _give,
    "tile": _pick,
    "cell": _cell,
    "rot": _rot,
    "plant": _plant,
    "break": _break,
    "value": _value,
    "cube": _cube,
    "lay": _lay,
    "row": _row,
}


# --- automatic steps ----------------------------------------------------------------------------------------------


def _revalue(s: KaguyaState, events: Events, rule: str) -> None:
    """K-4.1: all values are worked out anew."""
    s.values = colour_values(s.storage)
    if events is not None:
        events.append(event_texts.values_event(s.values, rule))


def _values(s: KaguyaState, events: Events) -> None:
    """K-4.11: after the exchange."""
    _revalue(s, events, "K-4.11")


def order_by_total(s: KaguyaState, line: tuple[SeatNo, ...]) -> tuple[SeatNo, ...]:
    """The seats by the total of what they hold, equal ones in tie-break order (K-4.21)."""
    totals = [combination_total(merchant.held.cubes, s.values) if merchant.held else 0 for merchant in s.merchants]
    return tuple(sorted(line, key=lambda seat: -totals[seat]))


def _order(s: KaguyaState, events: Events) -> None:
    """K-4.20, K-4.21: the order of the round."""
    s.order = order_by_total(s, s.tie_break_order())
    s.todo = design_steps(s.order)
    if events is not None:
        totals = [combination_total(merchant.held.cubes, s.values) if merchant.held else 0 for merchant in s.merchants]
        events.append(event_texts.order_event(s.order, totals))


def _dedicate(s: KaguyaState, events: Events) -> None:
    """K-4.38, K-4.39, K-6.1: held cubes go to the storage, values are worked out, and the end is checked."""
    for seat, merchant in enumerate(s.merchants):
        merchant = s.edit(seat)
        cubes, merchant.held, merchant.penalised = merchant.held.cubes if merchant.held else (), None, False
        for kind in cubes:
            if kind == CLEAR and not s.rulings.clear_stays:
                s.box = add_piece(s.box, kind)
            else:
                s.storage = add_piece(s.storage, kind)
    if events is not None:
        events.append(event_texts.dedication_event(s.storage))
    _revalue(s, events, "K-4.39")
    _check_end(s, events)


def _check_end(s: KaguyaState, events: Events) -> None:
    """K-5.1, K-4.42: the game ends, or goes on with a break after round 4."""
    box = components()
    if s.princess >= box.track or s.round == box.columns:
        s.ending = "princess" if s.princess >= box.track else "boards"
        s.todo = ()
        if events is not None:
            events.append(event_texts.end_event(s.ending))
        return
    pauses = [("BREAK", seat) for seat in s.tie_break_order()] if s.round == box.break_after else []
    s.todo = (*pauses, ("NEXT", CHANCE))


def _next(s: KaguyaState, events: Events) -> None:
    """The next round begins with the presentation (K-6.9)."""
    if s.rulings.break_revalue and s.round == components().break_after:
        _revalue(s, events, "K-6.9")
    s.round += 1
    s.todo = (("PRESENT", CHANCE),)
    if events is not None:
        events.append(event_texts.new_round_event(s.round))


_AUTOMATIC: dict[str, Callable[[KaguyaState, Events], None]] = {
    "VALUES": _values,
    "ORDER": _order,
    "DEDICATE": _dedicate,
    "NEXT": _next,
}
