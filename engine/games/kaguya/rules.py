"""The round of Kaguyahime as a state machine: what may be done, what it does, and what then happens by itself.

`todo` holds the steps still to come (K-3). `apply` copies the position, does the action, and settles: it walks over
automatic steps until somebody or the dealer has to decide. A commitment is kept in the state until the last one is
in; then all are revealed in the order of the seats, so that the order of committing leaves no trace (K-4.4).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tilehall.engine.core.catalog import BUILT_IN
from tilehall.engine.core.game import CHANCE, Action, Draw, Event, Option, RuleError, Seat, Setup, settle_options
from tilehall.engine.core.piles import less, more
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya import events as event_texts
from tilehall.engine.games.kaguya.actions import (
    Break,
    Cell,
    Cube,
    Give,
    Lay,
    Pick,
    Plant,
    Present,
    Rot,
    Row,
    Take,
    Value,
    breaks,
    gifts,
    plantings,
    presentations,
    vocabulary,
)
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, components, open_cells
from tilehall.engine.games.kaguya.rooms import UNPLANTED
from tilehall.engine.games.kaguya.scoring import Contest, contests
from tilehall.engine.games.kaguya.state import EMPTY, NONE, Board, Merchant, Rulings, State, Step, total, worth

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
"""The points that the dealer decides, and the pile each draws from (K-3.7)."""


# --- set-up -------------------------------------------------------------------------------------------------------


def start(setup: Setup) -> State:
    """The table before the first draw: boards, favour, and one cube of each kind for everybody (K-2.1 to K-2.4)."""
    box, rulings, n = components(), _rulings(setup), setup.players
    s = State()
    s.rulings = rulings
    s.round = 1
    s.box = bytes([*[box.per_colour[n] - 1 - n] * len(COLOURS), 0])
    s.storage = bytes(len(box.kinds))
    s.values = (0, 0, 0, 0)
    s.table, s.rows, s.order = b"", (), ()
    s.merchants = tuple(_merchant(side) for side in box.seats[n])
    s.palace, s.princess = Board.bare(0), box.princess
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


def _rulings(setup: Setup) -> Rulings:
    chosen = settle_options(OPTIONS, setup, BUILT_IN["kaguya"].seats)
    return Rulings(
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
    merchant.board = Board.bare(side)
    return merchant


@cache
def design(order: tuple[Seat, ...]) -> tuple[Step, ...]:
    """The steps of a round once the order is known: the first player lays for the princess and takes the last tile."""
    seats = (*order, order[0])
    return (*[(point, seat) for seat in seats for point in ("TILE", "CELL", "ROT")], ("DEDICATE", CHANCE))


# --- what may be done ---------------------------------------------------------------------------------------------


def actors(s: State) -> tuple[Seat, ...]:
    """Nobody, the dealer, one seat, or all who have not committed yet."""
    if not s.todo:
        return ()
    point, seat = s.todo[0]
    if point == "PRESENT":
        return tuple([n for n, merchant in enumerate(s.merchants) if not merchant.ready])
    return (CHANCE,) if point in DRAWS else (seat,)


def legal(s: State, seat: Seat) -> Sequence[Action]:
    """All choices at the present point (K-3). In a view: nothing where it takes another seat's purse to know."""
    if not s.todo:
        return ()
    point, owner = s.todo[0]
    if point == "PRESENT":
        return _presentations(s, seat)
    if point in DRAWS:
        return chance(s).outcomes if seat == CHANCE else ()
    return _CHOICES[point](s, s.merchants[seat]) if seat == owner else ()


def _presentations(s: State, seat: Seat) -> Sequence[Action]:
    """K-4.5, K-4.6."""
    if not 0 <= seat < s.rulings.players:
        return ()
    merchant = s.merchants[seat]
    if merchant.ready or merchant.purse is None:
        return ()
    return presentations(merchant.purse, merchant.disk)


def _takes(s: State, merchant: Merchant) -> Sequence[Action]:
    storage = s.storage
    return [take for take in vocabulary().take if storage[take.kind]]


def _gives(s: State, merchant: Merchant) -> Sequence[Action]:
    """K-4.8, K-6.1."""
    return () if merchant.purse is None else gifts(merchant.purse, s.rulings.clear_stays)


def _tiles(s: State, merchant: Merchant) -> Sequence[Action]:
    picks = vocabulary().tile[1:]
    return [pick for pick, left in zip(picks, s.column(s.round), strict=False) if pick and left != EMPTY]


def _cells(s: State, merchant: Merchant) -> Sequence[Action]:
    """K-4.26."""
    board = s.palace if s.princely() else merchant.board
    return _cell_actions(board.side, board.occupied)


@cache
def _cell_actions(side: int, occupied: int) -> tuple[Cell, ...]:
    return tuple(vocabulary().cell[cell] for cell in open_cells(side, occupied))


def _rots(s: State, merchant: Merchant) -> Sequence[Action]:
    """K-1.5: a tile that looks the same either way is not turned."""
    return vocabulary().rot[: components().tiles[s.tile].turns]


def _plants(s: State, merchant: Merchant) -> Sequence[Action]:
    return () if merchant.purse is None else plantings(merchant.purse)


def _breaks(s: State, merchant: Merchant) -> Sequence[Action]:
    return breaks(bytes([count > 0 for count in s.storage]))


_CHOICES: dict[str, Callable[[State, Merchant], Sequence[Action]]] = {
    "TAKE": _takes,
    "GIVE": _gives,
    "TILE": _tiles,
    "CELL": _cells,
    "ROT": _rots,
    "PLANT": _plants,
    "BREAK": _breaks,
}


# --- chance -------------------------------------------------------------------------------------------------------


def chance(s: State) -> Draw:
    """What the dealer draws from, with the number of equally likely ways (K-3.7)."""
    words, point = vocabulary(), s.todo[0][0]
    outcomes: Sequence[Any]
    if point == "CUBE":
        colours = [colour for colour in COLOURS if s.box[colour]]
        return Draw("cube", [words.cube[colour] for colour in colours], [s.box[colour] for colour in colours])
    if point == "VALUE":
        outcomes = [words.value[colour] for colour in COLOURS if not s.values[colour]]
    elif point == "LAY":
        table = s.table
        outcomes = [lay for number, lay in enumerate(words.lay) if number not in table]
    else:
        outcomes = [words.row[row] for row in range(1, s.rulings.rows + 1) if row not in s.rows]
    return Draw(DRAWS[point], outcomes, (1,) * len(outcomes), even=True)


# --- what it does -------------------------------------------------------------------------------------------------


def apply(s: State, seat: Seat, a: Action, events: Events = None) -> State:
    """The position after a legal action; the old one stays as it was."""
    new = s.copy()
    _DEEDS[type(a)](new, seat, a, events)
    rooms = None if events is None else _tell_rooms(s, new, events)
    while new.todo and (deed := _AUTOMATIC.get(new.todo[0][0])) is not None:
        before = new if events is None else new.copy()
        new.todo = new.todo[1:]
        deed(new, events)
        if events is not None:
            rooms = _tell_rooms(before, new, events, rooms)
    return new


def _tell_rooms(
    before: State, after: State, events: list[Event], known: tuple[Contest, ...] | None = None
) -> tuple[Contest, ...] | None:
    """Points for rooms change with the storage, and with a tile laid and its meeple in the line that breaks ties.

    What the rooms paid before may be known; what they pay now is returned, if that is known.
    """
    laid = before.tile != NONE and after.tile == NONE
    if not laid and before.storage == after.storage:
        return known
    found = contests(after)
    if told := event_texts.rooms(known or contests(before), found):
        events.append(told)
    return found


def _present(s: State, seat: Seat, a: Present, events: Events) -> None:
    """A closed fist tells nothing; the last one opens all (K-4.4)."""
    merchant = s.edit(seat)
    merchant.ready, merchant.pledge = True, a
    if all(each.ready for each in s.merchants):
        if any(each.pledge is None for each in s.merchants):
            raise RuleError(Text("What the others hold is not known in this view."), "K-4.4")
        _reveal(s, events)


def _reveal(s: State, events: Events) -> None:
    """All fists open together; disks shown are spent; equal combinations are penalised (K-4.31)."""
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
    exchange = swaps(s)
    s.todo = (*exchange, ("VALUES", CHANCE), ("ORDER", CHANCE)) if exchange else (("ORDER", CHANCE),)
    if events is not None:
        _tell_reveal(s, events)


def swaps(s: State) -> tuple[Step, ...]:
    """The steps of the exchange: every disk user in tie-break order (K-4.9)."""
    users = [seat for seat in s.line() if (held := s.merchants[seat].held) is not None and held.disk]
    return tuple((point, seat) for seat in users for point in ("TAKE", "GIVE"))


def _tell_reveal(s: State, events: list[Event]) -> None:
    same: dict[str, list[Seat]] = {}
    for seat, merchant in enumerate(s.merchants):
        held = merchant.held
        assert held is not None
        shown = held.combination
        same.setdefault(shown, []).append(seat)
        events.append(event_texts.holds(seat, held.cubes, held.disk, shown))
    for shown, seats in same.items():
        held = s.merchants[seats[0]].held
        if len(seats) > 1 and held is not None:
            events.append(event_texts.same(held.cubes, held.disk, shown, tuple(seats)))


def _take(s: State, seat: Seat, a: Take, events: Events) -> None:
    s.storage = less(s.storage, a.kind)
    s.gain(s.edit(seat), a.kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.takes(seat, a.kind))


def _give(s: State, seat: Seat, a: Give, events: Events) -> None:
    s.lose(s.edit(seat), a.kind)
    s.storage = more(s.storage, a.kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.gives(seat, a.kind))


def _pick(s: State, seat: Seat, a: Pick, events: Events) -> None:
    """The tile leaves the table at once; the meeple follows when it lies (K-3)."""
    place = (s.round - 1) * s.rulings.rows + a.row - 1
    s.tile, s.row = s.table[place], a.row
    s.table = s.table[:place] + _GAP + s.table[place + 1 :]
    s.todo = s.todo[1:]
    if events is not None:
        told = event_texts.picks_for_princess if s.princely() else event_texts.picks
        events.append(told(seat, s.tile, a.row))


_GAP = bytes([EMPTY])


def _cell(s: State, seat: Seat, a: Cell, events: Events) -> None:
    s.cell = a.cell
    s.todo = s.todo[1:]


def _rot(s: State, seat: Seat, a: Rot, events: Events) -> None:
    s.rot = a.rot
    if components().tiles[s.tile].plant:
        s.todo = (("PLANT", seat), *s.todo[1:])
        return
    s.todo = s.todo[1:]
    _place(s, seat, UNPLANTED, events)


def _plant(s: State, seat: Seat, a: Plant, events: Events) -> None:
    """K-4.34, K-4.35."""
    s.todo = s.todo[1:]
    if a.kind != UNPLANTED:
        s.lose(s.edit(seat), a.kind)
    if events is not None:
        if a.kind != UNPLANTED:
            events.append(event_texts.plants(seat, a.kind, s.cell))
        else:
            events.append(event_texts.plants_nothing(seat, s.cell))
    _place(s, seat, a.kind, events)


def _place(s: State, seat: Seat, plant: int, events: Events) -> None:
    """The tile lies: its meeple goes to its row, and the hearts count (K-4.25, K-4.28, K-4.32)."""
    hearts, before = components().tiles[s.tile].hearts, s.merchants[seat].favour
    if s.princely():
        s.palace = s.palace.lay(s.cell, s.tile, s.rot, plant)
        s.princess += hearts
        s.rows = (*s.rows[:-1], s.row)
    else:
        merchant = s.edit(seat)
        merchant.board = merchant.board.lay(s.cell, s.tile, s.rot, plant)
        merchant.favour = moved(s, merchant, hearts)
        s.rows = (*s.rows[:seat], s.row, *s.rows[seat + 1 :])
    if events is not None:
        events.append(_placed(s, seat, hearts, before))
    s.tile = s.row = s.cell = s.rot = NONE


def moved(s: State, merchant: Merchant, hearts: int) -> int:
    """The favour after a tile with so many hearts: backwards under the penalty (K-4.32, K-6.14)."""
    if not merchant.penalised:
        return merchant.favour + hearts
    back = merchant.favour - hearts
    return max(back, 0) if s.rulings.floor_zero else back


def _placed(s: State, seat: Seat, hearts: int, before: int) -> Event:
    if s.palace.at(s.cell):
        return event_texts.lays_for_princess(seat, s.tile, s.cell, hearts, s.princess)
    merchant = s.merchants[seat]
    return event_texts.lays(seat, s.tile, s.cell, before, merchant.favour, merchant.penalised)


def _break(s: State, seat: Seat, a: Break, events: Events) -> None:
    merchant = s.edit(seat)
    for kind in a.kinds:
        s.storage = less(s.storage, kind)
        s.gain(merchant, kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.takes_in_break(seat, a.kinds))


def _value(s: State, seat: Seat, a: Value, events: Events) -> None:
    stars = 1 + sum(1 for value in s.values if value)
    cubes = components().storage[stars - 1]
    s.values = tuple(stars if colour == a.kind else s.values[colour] for colour in COLOURS)
    s.storage = s.storage[: a.kind] + bytes([cubes]) + s.storage[a.kind + 1 :]
    s.box = s.box[: a.kind] + bytes([s.box[a.kind] - cubes]) + s.box[a.kind + 1 :]
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.value(a.kind, stars, cubes))


def _cube(s: State, seat: Seat, a: Cube, events: Events) -> None:
    """A secret draw: only its owner is told what it was (K-2.4)."""
    owner = s.todo[0][1]
    merchant = s.edit(owner)
    merchant.hidden += 1
    if merchant.purse is not None:
        merchant.purse = more(merchant.purse, a.kind)
        s.box = less(s.box, a.kind)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.drawn(owner, a.kind))


def _lay(s: State, seat: Seat, a: Lay, events: Events) -> None:
    column, row = divmod(len(s.table), s.rulings.rows)
    s.table += bytes((a.tile,))
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.laid_out(a.tile, column + 1, row + 1))


def _row(s: State, seat: Seat, a: Row, events: Events) -> None:
    owner = s.todo[0][1]
    s.rows = (*s.rows, a.row)
    s.todo = s.todo[1:]
    if events is not None:
        events.append(event_texts.stands(owner, a.row))


_DEEDS: dict[type, Callable[[State, Seat, Any, Events], None]] = {
    Present: _present,
    Take: _take,
    Give: _give,
    Pick: _pick,
    Cell: _cell,
    Rot: _rot,
    Plant: _plant,
    Break: _break,
    Value: _value,
    Cube: _cube,
    Lay: _lay,
    Row: _row,
}


# --- what then happens by itself ----------------------------------------------------------------------------------


def _revalue(s: State, events: Events, rule: str) -> None:
    s.values = worth(s.storage)
    if events is not None:
        events.append(event_texts.values(s.values, rule))


def _values(s: State, events: Events) -> None:
    _revalue(s, events, "K-4.11")


def standing_in_line(s: State, line: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats by the total value of what they hold, equal ones in tie-break order (K-4.21)."""
    totals = [total(merchant.held.cubes, s.values) if merchant.held else 0 for merchant in s.merchants]
    return tuple(sorted(line, key=lambda seat: -totals[seat]))


def _order(s: State, events: Events) -> None:
    s.order = standing_in_line(s, s.line())
    s.todo = design(s.order)
    if events is not None:
        totals = [total(merchant.held.cubes, s.values) if merchant.held else 0 for merchant in s.merchants]
        events.append(event_texts.order(s.order, totals))


def _dedicate(s: State, events: Events) -> None:
    """K-4.38, K-4.39, then the end check (K-5.1)."""
    for seat, merchant in enumerate(s.merchants):
        merchant = s.edit(seat)
        cubes, merchant.held, merchant.penalised = merchant.held.cubes if merchant.held else (), None, False
        for kind in cubes:
            if kind == CLEAR and not s.rulings.clear_stays:
                s.box = more(s.box, kind)
            else:
                s.storage = more(s.storage, kind)
    if events is not None:
        events.append(event_texts.dedicated(s.storage))
    _revalue(s, events, "K-4.39")
    _check_end(s, events)


def _check_end(s: State, events: Events) -> None:
    """K-5.1; the break comes only if the game goes on (K-4.42)."""
    box = components()
    if s.princess >= box.track or s.round == box.columns:
        s.ending = "princess" if s.princess >= box.track else "boards"
        s.todo = ()
        if events is not None:
            events.append(event_texts.over(s.ending))
        return
    pauses = [("BREAK", seat) for seat in s.line()] if s.round == box.break_after else []
    s.todo = (*pauses, ("NEXT", CHANCE))


def _next(s: State, events: Events) -> None:
    if s.rulings.break_revalue and s.round == components().break_after:
        _revalue(s, events, "K-6.9")
    s.round += 1
    s.todo = (("PRESENT", CHANCE),)
    if events is not None:
        events.append(event_texts.begins(s.round))


_AUTOMATIC: dict[str, Callable[[State, Events], None]] = {
    "VALUES": _values,
    "ORDER": _order,
    "DEDICATE": _dedicate,
    "NEXT": _next,
}
