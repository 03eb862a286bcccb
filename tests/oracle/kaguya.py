"""Kaguyahime once more: slow, plain, by coordinates, written from the rule text only.

It exists to be compared with the engine, so it shares no code and no idea with it: the floor is a dictionary from
quarters of cells to colours, a room is found by flood filling it, the round is a list of steps still to do.

    >>> game = Oracle(2)
    >>> game.point(), game.actors(), sorted(game.legal(-1))
    ('VALUE', (-1,), ['value B', 'value G', 'value P', 'value R'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any

Quarter = tuple[int, int]  # column and row in half cells: a1 has the quarters (0, 0), (1, 0), (0, 1), (1, 1)
Floor = dict[Quarter, str]

COLOURS = "RBGP"
KINDS = "RBGPC"
CHANCE = -1
PRINCESS = "princess"  # her meeple
ROUNDS = 9
BREAK_ROUND = 4
LIMIT = 29

CUBES_PER_COLOUR = {2: 10, 3: 12, 4: 14}
THRESHOLDS = {2: (5, 8), 3: (7, 10), 4: (9, 12)}  # cubes from which the rate is 2, and 3
SIDES = {2: "SN", 3: "SWE", 4: "SWNE"}
FIRST_COLUMN_AND_ROW = {"M": ("d", 4), "N": ("d", 1), "W": ("a", 4), "E": ("g", 4), "S": ("d", 7)}
COLOURED_CELL = {"M": "e5", "N": "e1", "W": "a5", "E": "i5", "S": "e9"}

OPTIONS = {
    "clear_fate": ("storage", "box"),
    "break_revalue": ("off", "on"),
    "floor_zero": ("off", "on"),
    "final_tie": ("tiebreak", "shared"),
}


@dataclass(frozen=True)
class Tile:
    first: str
    second: str
    hearts: int
    kind: str  # normal, large, storing or plant


def all_tiles() -> dict[str, Tile]:
    """K-1.4.

    >>> all_tiles()["N10"], len(all_tiles()), sum(tile.hearts for tile in all_tiles().values())
    (Tile(first='R', second='G', hearts=3, kind='normal'), 48, 110)
    """
    tiles = {}
    pairs = ("RB", "RG", "RP", "BG", "BP", "GP")
    for number in range(36):
        pair = pairs[number // 6]
        tiles[f"N{number + 1:02}"] = Tile(pair[0], pair[1], (1, 2, 2, 3, 3, 4)[number % 6], "normal")
    for number, colour in enumerate(COLOURS, 1):
        tiles[f"L{number}"] = Tile(colour, colour, 0, "large")
        tiles[f"S{number}"] = Tile(colour, "Y", 5, "storing")
        tiles[f"H{number}"] = Tile("", "", 0, "plant")
    return tiles


TILES = all_tiles()


# Floor plans ---------------------------------------------------------------------------------------------------------


def cells_of(board: str) -> set[str]:
    """
    >>> sorted(cells_of("S"))
    ['d7', 'd8', 'd9', 'e7', 'e8', 'e9', 'f7', 'f8', 'f9']
    """
    column, row = FIRST_COLUMN_AND_ROW[board]
    return {chr(ord(column) + c) + str(row + r) for c in range(3) for r in range(3)}


def board_of(cell: str) -> str:
    (board,) = [board for board in "MNWES" if cell in cells_of(board)]
    return board


def beside(cell: str) -> set[str]:
    column, row = ord(cell[0]), int(cell[1])
    return {f"{chr(column + c)}{row + r}" for c, r in ((0, 1), (0, -1), (1, 0), (-1, 0))}


def free_cells(board: str, laid: Iterable[str]) -> set[str]:
    """K-4.26."""
    taken = cells_of(board) & set(laid)
    if not taken:
        return {COLOURED_CELL[board]}
    return {cell for cell in cells_of(board) - taken if beside(cell) & taken}


def halves(rot: int) -> tuple[set[Quarter], set[Quarter]]:
    """K-1.5: the quarters of the first and of the second half."""
    left, right, top, bottom = {(0, 0), (0, 1)}, {(1, 0), (1, 1)}, {(0, 0), (1, 0)}, {(0, 1), (1, 1)}
    return [(left, right), (top, bottom), (right, left), (bottom, top)][rot]


@dataclass(frozen=True)
class Laid:
    tile: str
    rot: int
    plant: str | None = None


def floor_of(laid: Mapping[str, Laid]) -> Floor:
    """Every covered quarter with what one sees there: a colour, Y, or `-` for a houseplant without a cube."""
    floor: Floor = {}
    for cell, each in laid.items():
        tile = TILES[each.tile]
        colours = (tile.first, tile.second) if tile.kind != "plant" else (each.plant or "-", each.plant or "-")
        x, y = 2 * (ord(cell[0]) - ord("a")), 2 * (int(cell[1]) - 1)
        for half, colour in zip(halves(each.rot), colours, strict=True):
            for dx, dy in half:
                floor[x + dx, y + dy] = colour
    return floor


def room_size(floor: Floor, colour: str) -> int:
    """K-4.52: the mats of the largest lump."""
    unseen = {quarter for quarter, seen in floor.items() if seen == colour}
    best = 0
    while unseen:
        lump = 0
        border = [unseen.pop()]
        while border:
            x, y = border.pop()
            lump += 1
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in unseen:
                    unseen.remove(near)
                    border.append(near)
        best = max(best, lump)
    return best // 2


def area(laid: Mapping[str, Laid], board: str) -> dict[str, Laid]:
    """K-4.50."""
    return {cell: each for cell, each in laid.items() if board_of(cell) in ("M", board)}


# Cubes ---------------------------------------------------------------------------------------------------------------


def values_of(storage: Mapping[str, int]) -> dict[str, int]:
    """K-4.1.

    >>> values_of({"R": 6, "B": 3, "G": 3, "P": 3})
    {'R': 1, 'B': 2, 'G': 2, 'P': 2}
    """
    return {x: 1 + sum(storage.get(y, 0) > storage.get(x, 0) for y in COLOURS) for x in COLOURS}


def total(cubes: str, values: Mapping[str, int]) -> int:
    """K-4.20."""
    coloured = [cube for cube in cubes if cube != "C"]
    if not coloured:
        return 0
    return sum(values[coloured[0] if cube == "C" else cube] for cube in cubes)


def rate(cubes: int, players: int) -> int:
    """K-5.2."""
    return 1 + sum(cubes >= threshold for threshold in THRESHOLDS[players])


def combinations_of(purse: Counter[str]) -> set[str]:
    """Every multiset of 0, 1 or 2 cubes, in the letters of K-3.2."""
    found = {"-"} | {kind for kind in KINDS if purse[kind]}
    for pair in combinations_with_replacement(KINDS, 2):
        if not Counter(pair) - purse:
            found.add("".join(pair))
    return found


def tie_break(rows: Mapping[str, int]) -> list[str]:
    """K-4.23: everybody but the princess, the highest priority first.

    >>> tie_break({"0": 1, "1": 2, "princess": 3, "2": 4, "3": 5})
    ['1', '0', '3', '2']
    """
    start = rows[PRINCESS]
    walk = [*range(start - 1, 0, -1), *range(len(rows), start, -1)]
    return [next(who for who, row in rows.items() if row == wanted) for wanted in walk]


# The game ------------------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    board: str
    favour: int = 5
    purse: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)  # what everybody can tell to be in the purse
    disk: bool = True
    secret: str | None = None  # the locked choice nobody else knows yet
    held: str = ""  # the cubes of the revealed combination
    combination: str | None = None
    penalised: bool = False

    def gain(self, kind: str) -> None:
        """A cube goes behind the screen before all eyes."""
        self.purse[kind] += 1
        self.known[kind] += 1

    def lose(self, kind: str) -> None:
        """Section 9: a cube shown is one that was known to be there, or else one nobody knew of."""
        self.purse[kind] -= 1
        self.known[kind] = max(self.known[kind] - 1, 0)


@dataclass(frozen=True)
class Step:
    """Something still to be done; `board` is a letter of K-1.6."""

    name: str
    seat: int = CHANCE
    board: str = ""


AUTOMATIC = {"PREPARE", "ROUND", "REVEAL", "EXCHANGED", "ORDER", "COMPLETE", "DEDICATION", "AFTER_BREAK"}
DRAWS = {"VALUE", "CUBE", "LAY", "ROW"}


class Oracle:
    """One game. Ask `actors`, `point`, `legal`, `weights`; tell it with `apply`; compare `position` and `result`."""

    def __init__(self, players: int, options: Mapping[str, str] | None = None) -> None:
        for name, value in (options or {}).items():
            if value not in OPTIONS.get(name, ()):
                raise ValueError(f"Option {name} cannot be {value!r}.")
        self.players = players
        self.options = {name: (options or {}).get(name, allowed[0]) for name, allowed in OPTIONS.items()}
        self.seats = [Seat(board) for board in SIDES[players]]
        self.box = Counter(dict.fromkeys(COLOURS, CUBES_PER_COLOUR[players]))
        self.storage: Counter[str] = Counter()
        self.values: dict[str, int] = {}
        self.table: dict[tuple[int, int], str] = {}  # (column, row)
        self.rows: dict[str, int] = {}  # "0", "1", ... and PRINCESS
        self.laid: dict[str, Laid] = {}
        self.princess = 11
        self.round = 0
        self.order: list[int] = []
        self.moving: tuple[str, int] | None = None  # the tile in hand and the row it came from
        self.cell = ""
        self.rot = 0
        self.outcome: dict[str, Any] | None = None
        self.todo = [
            *[Step("VALUE")] * 4,
            Step("PREPARE"),
            *[Step("CUBE", seat) for seat in range(players) for _ in range(5)],
            *[Step("LAY")] * (ROUNDS * (players + 1)),
            *[Step("ROW", seat) for seat in range(players)],
            Step("ROW"),
            Step("ROUND"),
        ]

    # What one may ask ------------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        if not self.todo:
            return ()
        step = self.todo[0]
        if step.name in DRAWS:
            return (CHANCE,)
        if step.name == "PRESENT":
            return tuple(number for number, seat in enumerate(self.seats) if seat.secret is None)
        return (step.seat,)

    def point(self) -> str:
        return self.todo[0].name if self.todo else "OVER"

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        if seat == CHANCE:
            return set(self.weights())
        step = self.todo[0]
        word = step.name.lower()
        return {f"{word} {argument}" for argument in self._arguments(step, self.seats[seat])}

    def _arguments(self, step: Step, seat: Seat) -> Iterable[object]:
        match step.name:
            case "PRESENT":
                plain = combinations_of(seat.purse)
                return plain | {text + "*" for text in plain if seat.disk}
            case "TAKE":
                return [kind for kind in KINDS if self.storage[kind]]
            case "GIVE":
                never = "C" if self.options["clear_fate"] == "box" else ""
                return [kind for kind in KINDS if seat.purse[kind] and kind != never]
            case "TILE":
                return [row for (column, row) in self.table if column == self.round]
            case "CELL":
                return free_cells(step.board, self.laid)
            case "ROT":
                return range(4) if self._tile_in_hand().kind in ("normal", "storing") else [0]
            case "PLANT":
                return [colour for colour in COLOURS if seat.purse[colour]] or ["none"]
            case "BREAK":
                present = [kind for kind in KINDS if self.storage[kind]]
                return ["".join(pair) for pair in combinations(present, 2)] or present
        raise AssertionError(step)

    def weights(self) -> dict[str, int]:
        """The outcomes of the draw now due, each with the number of equally likely ways to it."""
        match self.point():
            case "VALUE":
                return {f"value {colour}": 1 for colour in COLOURS if colour not in self.values}
            case "CUBE":
                return {f"cube {colour}": self.box[colour] for colour in COLOURS if self.box[colour]}
            case "LAY":
                return {f"lay {tile}": 1 for tile in TILES if tile not in self.table.values()}
            case "ROW":
                rows = range(1, self.players + 2)
                return {f"row {row}": 1 for row in rows if row not in self.rows.values()}
        return {}

    def apply(self, seat: int, text: str) -> None:
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not legal for {seat} at {self.point()}.")
        argument = text.split()[1]
        if self.point() == "PRESENT":
            self.seats[seat].secret = argument
            if not self.actors():
                self.todo.pop(0)
        elif seat == CHANCE:
            self._draw(self.todo.pop(0), argument)
        else:
            self._do(self.todo.pop(0), self.seats[seat], argument)
        while self.todo and self.todo[0].name in AUTOMATIC:
            self._run(self.todo.pop(0))

    def result(self) -> dict[str, Any] | None:
        return self.outcome

    def sizes(self) -> dict[str, list[int]]:
        """Per colour the room size of every seat."""
        floors = [floor_of(area(self.laid, seat.board)) for seat in self.seats]
        return {colour: [room_size(floor, colour) for floor in floors] for colour in COLOURS}

    def public(self) -> list[tuple[dict[str, int], int]]:
        """Section 9: what everybody can tell of each seat's cubes, and how many more, all coloured, there are."""
        return [
            ({kind: seat.known[kind] for kind in KINDS}, seat.purse.total() - seat.known.total()) for seat in self.seats
        ]

    def unplaced(self, viewer: int | None) -> dict[str, int]:
        """Section 9: the coloured cubes in the box or behind a screen of somebody else, as far as nobody knows them."""
        others = [seat for number, seat in enumerate(self.seats) if number != viewer]
        return {
            colour: self.box[colour] + sum(seat.purse[colour] - seat.known[colour] for seat in others)
            for colour in COLOURS
        }

    def position(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "purses": [{kind: seat.purse[kind] for kind in KINDS if seat.purse[kind]} for seat in self.seats],
            "held": [seat.combination for seat in self.seats],
            "penalised": [seat.penalised for seat in self.seats],
            "disks": [seat.disk for seat in self.seats],
            "favours": [seat.favour for seat in self.seats],
            "princess": self.princess,
            "storage": {kind: self.storage[kind] for kind in KINDS if self.storage[kind]},
            "values": dict(self.values),
            "box": {colour: self.box[colour] for colour in COLOURS if self.box[colour]},
            "rows": dict(self.rows),
            "order": list(self.order),
            "table": dict(self.table),
            "moving": self.moving,
            "laid": {cell: (each.tile, each.rot, each.plant) for cell, each in self.laid.items()},
            "quarters": floor_of(self.laid),
        }

    # Chance ----------------------------------------------------------------------------------------------------------

    def _draw(self, step: Step, what: str) -> None:
        match step.name:
            case "VALUE":
                self.values[what] = len(self.values) + 1
            case "CUBE":
                self.box[what] -= 1
                self.seats[step.seat].purse[what] += 1
            case "LAY":
                done = len(self.table)
                per_column = self.players + 1
                self.table[done // per_column + 1, done % per_column + 1] = what
            case "ROW":
                self.rows[PRINCESS if step.seat == CHANCE else str(step.seat)] = int(what)

    # Decisions -------------------------------------------------------------------------------------------------------

    def _tile_in_hand(self) -> Tile:
        assert self.moving is not None
        return TILES[self.moving[0]]

    def _do(self, step: Step, seat: Seat, what: str) -> None:
        match step.name:
            case "TAKE":
                self.storage[what] -= 1
                seat.gain(what)
            case "GIVE":
                seat.lose(what)
                self.storage[what] += 1
            case "TILE":
                row = int(what)
                self.moving = (self.table.pop((self.round, row)), row)
            case "CELL":
                self.cell = what
            case "ROT":
                self.rot = int(what)
                plant = self._tile_in_hand().kind == "plant"
                self.todo.insert(0, Step("PLANT" if plant else "COMPLETE", step.seat, step.board))
            case "PLANT":
                if what != "none":
                    seat.lose(what)
                self._complete(step, None if what == "none" else what)
            case "BREAK":
                for kind in what:
                    self.storage[kind] -= 1
                    seat.gain(kind)

    def _complete(self, step: Step, plant: str | None) -> None:
        """A placement is complete: now the meeple and the favour disk move."""
        assert self.moving is not None
        tile, row = self.moving
        hearts = TILES[tile].hearts
        self.laid[self.cell] = Laid(tile, self.rot, plant)
        self.moving = None
        if step.board == "M":
            self.rows[PRINCESS] = row
            self.princess += hearts
            return
        self.rows[str(step.seat)] = row
        seat = self.seats[step.seat]
        seat.favour += -hearts if seat.penalised else hearts
        if self.options["floor_zero"] == "on":
            seat.favour = max(seat.favour, 0)

    # What happens by itself ------------------------------------------------------------------------------------------

    def _run(self, step: Step) -> None:
        match step.name:
            case "PREPARE":
                self._prepare_cubes()
            case "ROUND":
                self.round += 1
                self.todo = [Step("PRESENT"), Step("REVEAL")]
            case "REVEAL":
                self._reveal()
            case "EXCHANGED" | "AFTER_BREAK":
                self.values = values_of(self.storage)
            case "ORDER":
                self._put_in_order()
            case "COMPLETE":
                self._complete(step, None)
            case "DEDICATION":
                self._dedicate()

    def _prepare_cubes(self) -> None:
        """K-2.3 and the fixed cubes of K-2.4."""
        for colour, value in self.values.items():
            self.storage[colour] = 5 - value
            self.box[colour] -= 1 + self.storage[colour] + self.players  # 1: the marker
        for seat in self.seats:
            seat.purse.update(KINDS)
            seat.known.update(KINDS)

    def _priority(self) -> list[int]:
        return [int(who) for who in tie_break(self.rows)]

    def _reveal(self) -> None:
        for seat in self.seats:
            assert seat.secret is not None
            seat.combination, seat.secret = seat.secret, None
            seat.held = seat.combination.strip("*-")
            for kind in seat.held:
                seat.lose(kind)
            seat.disk = seat.disk and "*" not in seat.combination
        shown = [seat.combination for seat in self.seats]
        for seat in self.seats:
            seat.penalised = shown.count(seat.combination) > 1
        users = [number for number in self._priority() if "*" in (self.seats[number].combination or "")]
        self.todo = [Step(name, user) for user in users for name in ("TAKE", "GIVE")]
        if users:
            self.todo.append(Step("EXCHANGED"))
        self.todo.append(Step("ORDER"))

    def _put_in_order(self) -> None:
        """K-4.21; a sort keeps equal ones in the tie-break order."""
        self.order = sorted(self._priority(), key=lambda number: -total(self.seats[number].held, self.values))
        first, *others = self.order
        places = [(first, "M"), *((number, self.seats[number].board) for number in [*others, first])]
        self.todo = [Step(name, number, board) for number, board in places for name in ("TILE", "CELL", "ROT")]
        self.todo.append(Step("DEDICATION"))

    def _dedicate(self) -> None:
        for seat in self.seats:
            self.storage.update(seat.held if self.options["clear_fate"] == "storage" else seat.held.replace("C", ""))
            seat.held, seat.combination, seat.penalised = "", None, False
        self.order = []
        self.values = values_of(self.storage)
        if self.princess > LIMIT or self.round == ROUNDS:
            self._score()
            return
        if self.round == BREAK_ROUND:
            self.todo = [Step("BREAK", number) for number in self._priority()]
            if self.options["break_revalue"] == "on":
                self.todo.append(Step("AFTER_BREAK"))
        self.todo.append(Step("ROUND"))

    # The end ---------------------------------------------------------------------------------------------------------

    def _score(self) -> None:
        priority = self._priority()
        sizes = self.sizes()
        bonuses = {
            colour: room_bonuses(sizes[colour], rate(self.storage[colour], self.players), priority)
            for colour in COLOURS
        }
        finals = [
            seat.favour + sum(bonuses[colour][number] for colour in COLOURS) for number, seat in enumerate(self.seats)
        ]
        self.outcome = {
            "ending": PRINCESS if self.princess > LIMIT else "rounds",
            "sizes": sizes,
            "bonuses": bonuses,
            "finals": finals,
            "places": places_of(finals, priority, shared=self.options["final_tie"] == "shared"),
        }


def room_bonuses(sizes: Sequence[int], times: int, priority: Sequence[int]) -> list[int]:
    """K-5.3 for one colour, per seat."""
    first, second = sorted(priority, key=lambda number: -sizes[number])[:2]
    bonuses = [0] * len(sizes)
    bonuses[first] = sizes[first] * times
    bonuses[second] = sizes[second] * times // 2
    return bonuses


def places_of(finals: Sequence[int], priority: Sequence[int], *, shared: bool) -> list[int]:
    """K-5.5, per seat."""
    if shared:
        return [1 + sum(other > final for other in finals) for final in finals]
    ranking = sorted(priority, key=lambda number: -finals[number])
    return [1 + ranking.index(number) for number in range(len(finals))]
