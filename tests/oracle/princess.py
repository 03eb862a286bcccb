"""The Princess and Magic Tile once more: slow, plain, by coordinates, written from the rule text only.

It exists to be compared with the engine, so it shares no code and no idea with it: a tableau is a dictionary from
(column, row) to a pile of tile kinds, a pattern is a set of coordinates, the turn is a list of steps still to do.

    >>> game = Oracle(2, {"start_seat": "0"})
    >>> game.point(), game.actors(), sorted(game.legal())
    ('CHANCE', (-1,), ['board B1', 'board B2', 'board B3', 'board B4'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]  # column 0-7 is A-H, row 0-7 is 1-8
Tableau = dict[Cell, list[str]]  # every occupied cell with its pile, bottom first

ELEMENTS = "EWFA"
SKIES = "MSU"
ATTRIBUTES = ELEMENTS + SKIES
KINDS = [element + sky for element in ELEMENTS for sky in SKIES]
COPIES = 4
GEMS = 4
GOAL = 25
PRINCESS_START = 13
OPENING_SPACE = 20
RANK_POINTS = (10, 5, 3, 1)
CHANCE = -1
IDLE = {"pass", "gem no", "stop"}

PRINTED: tuple[Cell, ...] = ((3, 3), (4, 3), (3, 4), (4, 4))
BOARDS = {
    "B1a": ("EM", "WS", "FS", "AM"),
    "B1b": ("EM", "ES", "WU", "FM"),
    "B2a": ("WS", "FU", "AU", "ES"),
    "B2b": ("WS", "WU", "FM", "AS"),
    "B3a": ("FU", "AM", "EM", "WU"),
    "B3b": ("FU", "FM", "AS", "EU"),
    "B4a": ("AM", "ES", "WS", "FM"),
    "B4b": ("AM", "AS", "EU", "WM"),
}

STEAL_LEFT, STEAL_RIGHT = "T31", "T32"
STEALS = (STEAL_LEFT, STEAL_RIGHT)
RUNES: dict[str, tuple[str, int, int]] = {  # pattern, number, lower number (0: there is none)
    "R01": ("###", 2, 0),
    "R02": ("###", 2, 0),
    "R03": ("##/#.", 2, 0),
    "R04": ("##/#.", 2, 0),
    "R05": ("#../.#./..#", 2, 0),
    "R06": ("#../.#./..#", 2, 0),
    "R07": ("#.#/.#.", 2, 0),
    "R08": ("##./..#", 2, 0),
    "R09": (".##/#..", 2, 0),
    "R10": ("##/##", 3, 0),
    "R11": ("##/##", 3, 0),
    "R12": ("###/.#.", 3, 0),
    "R13": ("#./#./##", 3, 0),
    "R14": (".#/.#/##", 3, 0),
    "R15": (".##/##.", 3, 0),
    "R16": ("##./.##", 3, 0),
    "R17": (".#./#.#/.#.", 3, 0),
    "R18": ("#.#/.#./.#.", 3, 0),
    "R19": ("####", 3, 0),
    "R20": ("#.../.#../..#./...#", 4, 0),
    "R21": ("#.#./.#.#", 4, 0),
    "R22": (".#.#/#.#.", 4, 0),
    "R23": ("##/##/#.", 4, 0),
    "R24": ("##/##/.#", 4, 0),
    "R25": (".#./###/.#.", 5, 3),
    "R26": ("#../#../###", 5, 3),
    "R27": ("#.#/###", 5, 3),
    "R28": ("###/.#./.#.", 5, 3),
    "R29": ("#../##./.##", 5, 3),
    "R30": ("#.#/.#./#.#", 6, 4),
}
BONUSES = tuple(element + sign for element in ELEMENTS for sign in "+-")

OPTIONS = {
    "variant": ("full", "first_game"),
    "steal_tiles": ("on", "off"),
    "sky_points": ("on", "off"),
    "first_turn": ("short", "full"),
    "last_tile_runes": ("allowed", "forbidden"),
    "late_theft": ("on", "off"),
    "board_side": ("choose", "random"),
}

CHANCE_STEPS = {"START", "BOARD", "SIDE_DRAW", "FIRST_TILE", "FIRST_ROW", "REVEAL", "EXTRA_DRAW", "REFILL", "BONUS"}
AUTOMATIC_STEPS = {"TURN", "MOVE", "END", "THEFT", "THEFT_OVER", "NEXT", "SCORE"}
FULL_TURN = ("REVEAL", "RUNE", "RECALL", "SPRITE", "TAKE", "DECLARE", "MOVE", "END")
SHORT_TURN = ("REVEAL", "TAKE", "MOVE", "END")


def cell_name(cell: Cell) -> str:
    """
    >>> cell_name((3, 3))
    'D4'
    """
    return "ABCDEFGH"[cell[0]] + str(cell[1] + 1)


def cell_of(name: str) -> Cell:
    """
    >>> cell_of("D4")
    (3, 3)
    """
    return "ABCDEFGH".index(name[0]), int(name[1:]) - 1


# Tableaus ------------------------------------------------------------------------------------------------------------


def around(cell: Cell) -> set[Cell]:
    """The up to 8 cells of the lattice touching this one by side or corner."""
    column, row = cell
    found = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)}
    return {(c, r) for c, r in found if 0 <= c < 8 and 0 <= r < 8}


def frame_fits(cells: Iterable[Cell]) -> bool:
    cells = list(cells)
    columns = [column for column, _ in cells]
    rows = [row for _, row in cells]
    return max(columns) - min(columns) < 5 and max(rows) - min(rows) < 5


def laying_cells(piles: Tableau, gems: set[Cell]) -> set[Cell]:
    """P-4.1: occupied cells without a gem, and empty neighbour cells that keep the frame within 5x5."""
    covering = {cell for cell in piles if cell not in gems}
    fresh: set[Cell] = set()
    for cell in piles:
        for empty in around(cell):
            if empty not in piles and frame_fits([*piles, empty]):
                fresh.add(empty)
    return covering | fresh


def stealable_cells(piles: Tableau) -> set[Cell]:
    """P-4.21: cells whose top is one of the 48 tiles; at the bottom of the four printed cells lies the board."""
    return {cell for cell, pile in piles.items() if len(pile) > (1 if cell in PRINTED else 0)}


def count_tops(piles: Tableau, attribute: str) -> int:
    return sum(attribute in pile[-1] for pile in piles.values())


# Formations ----------------------------------------------------------------------------------------------------------


def pattern_rows(card: str) -> list[str]:
    return RUNES[card][0].split("/")


def turned_clockwise(rows: Sequence[str]) -> list[str]:
    height, width = len(rows), len(rows[0])
    turned = [["."] * height for _ in range(width)]
    for r in range(height):
        for c in range(width):
            turned[c][height - 1 - r] = rows[r][c]  # P-4.11: (r, c) -> (c, H-1-r)
    return ["".join(line) for line in turned]


def rotations(card: str) -> list[list[Cell]]:
    """The four turned patterns (equal ones are kept: it only costs time), each as (column, row) offsets."""
    rows = pattern_rows(card)
    found = []
    for _ in range(4):
        found.append([(c, r) for r, line in enumerate(rows) for c, mark in enumerate(line) if mark == "#"])
        rows = turned_clockwise(rows)
    return found


def placements_with(card: str, cell: Cell) -> list[list[Cell]]:
    """All placements in which one of the pattern's tiles lies on this cell."""
    found = []
    for offsets in rotations(card):
        for anchor_column, anchor_row in offsets:
            shift_column, shift_row = cell[0] - anchor_column, cell[1] - anchor_row
            found.append([(c + shift_column, r + shift_row) for c, r in offsets])
    return found


def declaration_value(piles: Tableau, card: str, gem: Cell) -> int:
    """P-4.12: the best number of this card with this gem, 0 if its formation does not lie there."""
    _, high, low = RUNES[card]
    best = 0
    for placement in placements_with(card, gem):
        if not all(cell in piles for cell in placement):
            continue
        for attribute in ATTRIBUTES:
            odd = sum(attribute not in piles[cell][-1] for cell in placement)
            if odd == 0:
                best = max(best, high)
            elif odd == 1:
                best = max(best, low)
    return best


# The race ------------------------------------------------------------------------------------------------------------


def advance(space: int, steps: int, passages: bool) -> int:
    """P-4.16: so many single steps; spaces beyond 25 count the leftover."""
    for _ in range(steps):
        if passages and space == 8:
            space = 12
        elif passages and space == 10:
            space = 14
        else:
            space += 1
    return space


def landing(space: int, total: int, princess: int | None, passages: bool) -> int:
    """P-4.17: where a combo of this total ends; `princess` is None once somebody has finished."""
    free = advance(space, total, passages)
    if princess is None or free < princess:
        return free
    return max(advance(space, max(total - 2, 1), passages), princess)


# Points --------------------------------------------------------------------------------------------------------------


def sky_points(counts: Sequence[int]) -> list[int]:
    """P-5.4 for one symbol, per seat."""
    first_points, second_points = (3, 0) if len(counts) == 2 else (5, 2)
    distinct = sorted(set(counts), reverse=True)
    points = []
    for count in counts:
        if count == 0:
            points.append(0)
        elif count == distinct[0]:
            points.append(first_points)
        elif count == distinct[1]:
            points.append(second_points)
        else:
            points.append(0)
    return points


def bonus_points(card: str, counts: Sequence[int]) -> list[int]:
    """P-5.4 for one bonus card, per seat; the counts are those of the card's element."""
    if card[1] == "-":
        return [3 if count == min(counts) else 0 for count in counts]
    return [3 if count == max(counts) and count >= 1 else 0 for count in counts]


# Seats and set-up ----------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    piles: Tableau = field(default_factory=dict)
    gems: set[Cell] = field(default_factory=set)
    supply: int = GEMS
    held: str | None = None
    uses: dict[str, int] = field(default_factory=lambda: {"X": 2, "G": 2})
    space: int = 0
    rank: int | None = None
    leftover: int | None = None
    board: str | None = None
    hand: str | None = None  # a tile drawn, taken or stolen and not laid yet
    turns: int = 0

    def lay(self, cell: Cell) -> None:
        assert self.hand is not None
        self.piles.setdefault(cell, []).append(self.hand)
        self.hand = None

    def lift(self, cell: Cell) -> str:
        """Takes the top tile away; a gem on it goes back to the supply."""
        kind = self.piles[cell].pop()
        if not self.piles[cell]:
            del self.piles[cell]
        if cell in self.gems:
            self.gems.remove(cell)
            self.supply += 1
        return kind


def seat_with(
    board: str = "B1a",
    tiles: Mapping[str, str] | None = None,
    gems: Iterable[str] = (),
    *,
    held: str | None = None,
    uses: tuple[int, int] = (2, 2),
    space: int = 0,
    rank: int | None = None,
    leftover: int | None = None,
) -> Seat:
    """A seat in the middle of a game: its board with side, and what lies on each cell (`FM WS`: a pile, bottom first).

    >>> seat_with("B4b", {"D5": "WS"}).piles[(3, 4)]
    ['EU', 'WS']
    """
    piles: Tableau = {cell: [kind] for cell, kind in zip(PRINTED, BOARDS[board], strict=True)}
    for name, pile in (tiles or {}).items():
        piles.setdefault(cell_of(name), []).extend(pile.split())
    cells = {cell_of(name) for name in gems}
    return Seat(
        piles=piles,
        gems=cells,
        supply=GEMS - len(cells),
        held=held,
        uses={"X": uses[0], "G": uses[1]},
        space=space,
        rank=rank,
        leftover=leftover,
        board=board[:2],
        turns=1,
    )


def resolved_options(players: int, given: Mapping[str, str]) -> dict[str, str]:
    """Section 2: defaults, then what the variant says, then what is said explicitly."""
    allowed = {**OPTIONS, "start_seat": ("random", *(str(seat) for seat in range(players)))}
    for name, value in given.items():
        if name not in allowed:
            raise ValueError(f"There is no option {name!r}.")
        if value not in allowed[name]:
            raise ValueError(f"Option {name} cannot be {value!r}; it is one of {', '.join(allowed[name])}.")
    chosen = {name: values[0] for name, values in allowed.items()}
    if given.get("variant") == "first_game":
        chosen["steal_tiles"] = "off"
        chosen["sky_points"] = "off"
    chosen.update(given)
    return chosen


@dataclass(frozen=True)
class Step:
    """Something still to be done: a choice of a seat, a draw, or a thing that happens by itself."""

    name: str
    seat: int = CHANCE
    victim: int = CHANCE
    card: str = ""


class Oracle:
    """One game. Ask `actors`, `point`, `legal`, `weights`; tell it with `apply`; compare `position` and `result`."""

    def __init__(self, players: int, options: Mapping[str, str] | None = None) -> None:
        if players not in (2, 3, 4):
            raise ValueError(f"2, 3 or 4 can play, not {players}.")
        self.players = players
        self.options = resolved_options(players, options or {})
        self.seats = [Seat() for _ in range(players)]
        self.stack: Counter[str] = Counter(dict.fromkeys(KINDS, COPIES))
        self.display: list[str] = []
        cards = [*RUNES, *STEALS] if self.options["steal_tiles"] == "on" else list(RUNES)
        self.places: list[str | None] = [None] * len(cards)  # the deck from the top; None: a card nobody knows
        self.unknown: set[str] = set(cards)  # the cards lying on the unknown places
        self.row: list[str] = []
        self.discard: list[str] = []
        self.completed: list[str] = []
        self.pending: list[str] = []
        self.noted: list[int] = []  # values declared this turn
        self.active = CHANCE
        self.laid: Cell | None = None  # where the latest tile was laid: the only place for its gem
        self.princess: int | None = PRINCESS_START
        self.carrier: int | None = None
        self.passages = False
        self.owed: list[int] | None = None  # final turns still to come; None before the first finish
        self.bonuses: list[str] = []
        self.outcome: dict[str, Any] | None = None
        self.todo: list[Step] = [Step("START")]
        if self.options["start_seat"] != "random":
            self.todo = self._set_up_steps(int(self.options["start_seat"]))
        self._settle()

    @classmethod
    def from_position(
        cls,
        seats: Sequence[Seat],
        options: Mapping[str, str] | None = None,
        *,
        active: int = 0,
        point: str = "RUNE",
        row: Sequence[str] = ("R10", "R11", "R12", "R13"),
        display: Sequence[str] = (),
        stack: Mapping[str, int] | None = None,
        discard: Sequence[str] = (),
        pending: Sequence[str] = (),
        princess: int | None = PRINCESS_START,
        carrier: int | None = None,
        passages: bool = False,
        owed: Sequence[int] | None = None,
    ) -> Oracle:
        """A game at a step of FULL_TURN. What is not named lies in the stack and, unknown, in the rune deck."""
        game = cls(len(seats), {**(options or {}), "start_seat": "0"})
        game.seats = list(seats)
        game.active, game.princess, game.carrier, game.passages = active, princess, carrier, passages
        game.row, game.display, game.discard, game.pending = list(row), list(display), list(discard), list(pending)
        game.owed = None if owed is None else list(owed)
        for seat in seats:
            for cell, pile in seat.piles.items():
                game.stack.subtract(pile[1:] if cell in PRINTED else pile)
        game.stack.subtract(display)
        if stack is not None:
            game.stack = Counter(dict(stack))
        game.unknown -= {*row, *discard, *pending, *(seat.held for seat in seats if seat.held)}
        game.places = [None] * len(game.unknown)
        game.todo = [Step(name, active) for name in FULL_TURN[FULL_TURN.index(point) :]]
        game._settle()
        return game

    # What one may ask ------------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        if not self.todo:
            return ()
        return (CHANCE,) if self.todo[0].name in CHANCE_STEPS else (self.todo[0].seat,)

    def point(self) -> str:
        if not self.todo:
            return "OVER"
        return "CHANCE" if self.todo[0].name in CHANCE_STEPS else self.todo[0].name

    def legal(self) -> set[str]:
        if not self.todo:
            return set()
        step = self.todo[0]
        if step.name in CHANCE_STEPS:
            return set(self.weights())
        return self._choices(step)

    def weights(self) -> dict[str, int]:
        """The outcomes of the draw now due, each with the number of equally likely ways to it."""
        if not self.todo:
            return {}
        match self.todo[0].name:
            case "START":
                return {f"start {seat}": 1 for seat in range(self.players)}
            case "BOARD":
                dealt = {seat.board for seat in self.seats}
                return {f"board {board}": 1 for board in ("B1", "B2", "B3", "B4") if board not in dealt}
            case "SIDE_DRAW":
                return {"side a": 1, "side b": 1}
            case "FIRST_TILE" | "REVEAL" | "EXTRA_DRAW":
                return {f"draw {kind}": copies for kind, copies in self.stack.items() if copies > 0}
            case "FIRST_ROW" | "REFILL":
                top = self.places[0]
                return {f"row {card}": 1 for card in (self.unknown if top is None else [top])}
            case "BONUS":
                return {f"bonus {card}": 1 for card in BONUSES if card not in self.bonuses}
        return {}

    def apply(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal at {self.point()}.")
        step = self.todo.pop(0)
        if step.name in CHANCE_STEPS:
            self._draw(step, text.split()[1])
        else:
            self._choose(step, text.split())
        self._settle()

    def position(self) -> dict[str, Any]:
        return {
            "seats": [_seat_summary(seat) for seat in self.seats],
            "display": sorted(self.display),
            "row": sorted(self.row),
            "stack": {kind: copies for kind, copies in sorted(self.stack.items()) if copies > 0},
            "deck": len(self.places),
            "discard": sorted(self.discard),
            "completed": sorted(self.completed),
            "pending": list(self.pending),
            "princess": self.princess,
            "carrier": self.carrier,
            "passages": self.passages,
        }

    def result(self) -> dict[str, Any] | None:
        return self.outcome

    # Small questions -------------------------------------------------------------------------------------------------

    def _tiles_gone(self) -> bool:
        return not self.display and self.stack.total() == 0

    def _in_turn_order(self, start: int) -> list[int]:
        return [(start + i) % self.players for i in range(self.players)]

    def _set_up_steps(self, start: int) -> list[Step]:
        order = self._in_turn_order(start)
        side = "SIDE" if self.options["board_side"] == "choose" else "SIDE_DRAW"
        return [
            *(Step("BOARD", seat) for seat in order),
            *(Step(side, seat) for seat in order),
            *(Step("FIRST_TILE") for _ in range(4)),
            Step("FIRST_ROW"),
            Step("TURN", start),
        ]

    # Choices ---------------------------------------------------------------------------------------------------------

    def _choices(self, step: Step) -> set[str]:
        """All choices at a decision point, before asking whether the point is skipped."""
        seat = self.seats[step.seat]
        match step.name:
            case "SIDE":
                return {"side a", "side b"}
            case "RUNE":
                held = {f"hold {card}" for card in self.row} if seat.held is None else set()
                return {"pass"} | held | {f"remove {card}" for card in self.row}
            case "RECALL":
                return {"pass"} | {f"recall {cell_name(cell)}" for cell in seat.gems}
            case "SPRITE":
                return self._sprite_choices(seat)
            case "TAKE":
                return {f"take {kind}" for kind in self.display}
            case "EXTRA_CELL" | "CELL":
                return {f"cell {cell_name(cell)}" for cell in laying_cells(seat.piles, seat.gems)}
            case "EXTRA_GEM" | "GEM":
                return {"gem no", "gem yes"} if seat.supply >= 1 else {"gem no"}
            case "DECLARE":
                return {"stop"} | self._declarations(seat)
            case "STEAL_PICK":
                return {f"steal {cell_name(cell)}" for cell in stealable_cells(self.seats[step.victim].piles)}
            case "STEAL_CELL":
                if seat.hand is None:
                    return set()
                return {f"cell {cell_name(cell)}" for cell in laying_cells(seat.piles, seat.gems)}
        raise AssertionError(step)

    def _sprite_choices(self, seat: Seat) -> set[str]:
        found = {"pass"}
        if seat.uses["X"] > 0 and self.stack.total() > 0:
            found.add("extra")
        if seat.uses["G"] == 0:
            return found
        for cell in seat.piles:
            if cell in seat.gems:
                continue
            if seat.supply >= 1:
                found.add(f"set {cell_name(cell)}")
            for gem in seat.gems:
                found.add(f"shift {cell_name(gem)} {cell_name(cell)}")
        return found

    def _declarations(self, seat: Seat) -> set[str]:
        forbidden = self.options["last_tile_runes"] == "forbidden"
        if forbidden and self.owed is None and self._tiles_gone():
            return set()
        found = set()
        for card in [*self.row, *([seat.held] if seat.held else [])]:
            for gem in seat.gems:
                if declaration_value(seat.piles, card, gem) > 0:
                    found.add(f"declare {card} {cell_name(gem)}")
        return found

    def _choose(self, step: Step, words: list[str]) -> None:
        seat = self.seats[step.seat]
        match words:
            case ["side", side]:
                self._print_board(seat, side)
            case ["hold", card]:
                self.row.remove(card)
                seat.held = card
                self.todo.insert(0, Step("REFILL"))
            case ["remove", card]:
                self.row.remove(card)
                self.discard.append(card)
                self.todo.insert(0, Step("REFILL"))
            case ["recall", cell]:
                seat.gems.remove(cell_of(cell))
                seat.supply += 1
            case ["extra"]:
                seat.uses["X"] -= 1
                self.todo[:0] = [
                    Step("EXTRA_DRAW", step.seat),
                    Step("EXTRA_CELL", step.seat),
                    Step("EXTRA_GEM", step.seat),
                ]
            case ["set", cell]:
                seat.uses["G"] -= 1
                seat.supply -= 1
                seat.gems.add(cell_of(cell))
            case ["shift", old, new]:
                seat.uses["G"] -= 1
                seat.gems.remove(cell_of(old))
                seat.gems.add(cell_of(new))
            case ["take", kind]:
                self.display.remove(kind)
                seat.hand = kind
                self.todo[:0] = [Step("CELL", step.seat), Step("GEM", step.seat)]
            case ["cell", cell]:
                self.laid = cell_of(cell)
                seat.lay(self.laid)
            case ["gem", "yes"]:
                assert self.laid is not None
                seat.supply -= 1
                seat.gems.add(self.laid)
            case ["declare", card, cell]:
                self._declare(step, card, cell_of(cell))
            case ["steal", cell]:
                seat.hand = self.seats[step.victim].lift(cell_of(cell))

    def _print_board(self, seat: Seat, side: str) -> None:
        assert seat.board is not None
        seat.piles = {cell: [kind] for cell, kind in zip(PRINTED, BOARDS[seat.board + side], strict=True)}

    def _declare(self, step: Step, card: str, gem: Cell) -> None:
        """P-4.13. The gem is on the card until the move: neither in supply nor on the tableau."""
        seat = self.seats[step.seat]
        self.noted.append(declaration_value(seat.piles, card, gem))
        seat.gems.remove(gem)
        self.completed.append(card)
        self.todo.insert(0, Step("DECLARE", step.seat))
        if card in self.row:
            self.row.remove(card)
            self.todo.insert(0, Step("REFILL"))
        else:
            seat.held = None

    # Chance ----------------------------------------------------------------------------------------------------------

    def _draw(self, step: Step, what: str) -> None:
        match step.name:
            case "START":
                self.todo = self._set_up_steps(int(what))
            case "BOARD":
                self.seats[step.seat].board = what
            case "SIDE_DRAW":
                self._print_board(self.seats[step.seat], what)
            case "FIRST_TILE" | "REVEAL":
                self.stack[what] -= 1
                self.display.append(what)
            case "EXTRA_DRAW":
                self.stack[what] -= 1
                self.seats[step.seat].hand = what
            case "FIRST_ROW":
                self._draw_first_row(what)
            case "REFILL":
                self._refill(what)
            case "BONUS":
                self.bonuses.append(what)

    def _take_from_deck(self, card: str) -> None:
        if self.places.pop(0) is None:
            self.unknown.remove(card)

    def _draw_first_row(self, card: str) -> None:
        """P-2.2: a Steal card goes back so that half the deck, rounded down, lies above it."""
        self._take_from_deck(card)
        if card in STEALS:
            self.places.insert(len(self.places) // 2, card)
        else:
            self.row.append(card)
        if len(self.row) < 4:
            self.todo.insert(0, Step("FIRST_ROW"))

    def _refill(self, card: str) -> None:
        """P-4.9."""
        self._take_from_deck(card)
        if card not in STEALS:
            self.row.append(card)
            return
        (self.pending if self.owed is None else self.discard).append(card)
        self.todo.insert(0, Step("REFILL"))

    def _reshuffle_if_empty(self) -> None:
        """P-4.10."""
        if self.places:
            return
        self.unknown = set(self.discard)
        self.places = [None] * len(self.discard)
        self.discard = []

    # What happens by itself ------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Does everything automatic and skips idle points until somebody, or chance, has to decide."""
        while self.todo:
            step = self.todo[0]
            if step.name in AUTOMATIC_STEPS:
                self.todo.pop(0)
                self._run(step)
                continue
            if step.name == "REFILL":
                self._reshuffle_if_empty()
            if self.legal() - IDLE:
                return
            self.todo.pop(0)

    def _run(self, step: Step) -> None:
        match step.name:
            case "TURN":
                self._begin_turn(step.seat)
            case "MOVE":
                self._settle_declarations()
            case "END":
                self._end_turn()
            case "THEFT":
                self._begin_theft(step.card)
            case "THEFT_OVER":
                self.pending.remove(step.card)
                self.discard.append(step.card)
            case "NEXT":
                self._next_turn()
            case "SCORE":
                self._score()

    def _begin_turn(self, active: int) -> None:
        self.active = active
        short = self.options["first_turn"] == "short" and self.seats[active].turns == 0
        self.seats[active].turns += 1
        self.todo = [Step(name, active) for name in (SHORT_TURN if short else FULL_TURN)]

    def _settle_declarations(self) -> None:
        if self.noted:
            self.move(self.active, sum(self.noted) + len(self.noted) - 1)
        self.seats[self.active].supply += len(self.completed)
        self.discard += self.completed
        self.completed = []
        self.noted = []

    def move(self, mover: int, total: int) -> None:
        """P-4.15 to P-4.19 and P-5.1."""
        seat = self.seats[mover]
        end = landing(seat.space, total, self.princess, self.passages)
        seat.space = min(end, GOAL)
        if end >= GOAL:
            seat.rank = 1 + sum(other.rank is not None for other in self.seats)
            seat.leftover = end - GOAL
            if self.owed is None:
                self.owed = self._in_turn_order(mover)[1:]
            self.princess = None
            self.carrier = None
        elif self.princess is not None and ((self.carrier is None and end >= PRINCESS_START) or end > self.princess):
            self.princess = end
            self.carrier = mover
        if end >= OPENING_SPACE:
            self.passages = True

    def _end_turn(self) -> None:
        """P-3.3."""
        if self.owed is None and self._tiles_gone():
            self.todo = []
            self.outcome = {"ending": "witch", "scores": None, "parts": [], "winners": []}
            return
        if self.owed is not None and self.options["late_theft"] == "off":
            self.discard += self.pending  # P-6.18
            self.pending = []
        self.todo = [*(Step("THEFT", card=card) for card in self.pending), Step("NEXT")]

    def _begin_theft(self, card: str) -> None:
        """P-4.20: the left neighbour is the next seat, and the order runs the way the card points."""
        way = 1 if card == STEAL_LEFT else -1
        thieves = [(self.active + way * i) % self.players for i in range(self.players)]
        self.todo[:0] = [
            *(Step("STEAL_PICK", thief, victim=(thief + way) % self.players) for thief in thieves),
            *(Step("STEAL_CELL", thief) for thief in thieves),
            Step("THEFT_OVER", card=card),
        ]

    def _next_turn(self) -> None:
        if self.owed is None:
            self.todo = [Step("TURN", (self.active + 1) % self.players)]
        elif self.owed:
            self.todo = [Step("TURN", self.owed.pop(0))]
        else:
            self.todo = [Step("BONUS"), Step("BONUS"), Step("SCORE")]

    def _score(self) -> None:
        parts = [_race_and_sprites(seat) for seat in self.seats]
        if self.options["sky_points"] == "on":
            for sky in SKIES:
                for part, points in zip(parts, sky_points(self._counts(sky)), strict=True):
                    part[f"sky {sky}"] = points
        for card in self.bonuses:
            for part, points in zip(parts, bonus_points(card, self._counts(card[0])), strict=True):
                part["bonus"] += points
        scores = [sum(part.values()) for part in parts]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        self.outcome = {"ending": "goal", "scores": scores, "parts": parts, "winners": winners}

    def _counts(self, attribute: str) -> list[int]:
        return [count_tops(seat.piles, attribute) for seat in self.seats]


def _race_and_sprites(seat: Seat) -> dict[str, int]:
    part = {"rank": 0, "leftover": 0, "shortfall": 0, "sky M": 0, "sky S": 0, "sky U": 0, "sprite": 0, "bonus": 0}
    if seat.rank is None or seat.leftover is None:
        part["shortfall"] = seat.space - GOAL
    else:
        part["rank"] = RANK_POINTS[seat.rank - 1]
        part["leftover"] = seat.leftover
    part["sprite"] = 2 * (seat.uses["X"] + seat.uses["G"])
    return part


def _seat_summary(seat: Seat) -> dict[str, Any]:
    """Printed tiles are the lowest of their stack; rank and leftover are None until the seat finishes."""
    return {
        "tops": {cell_name(cell): pile[-1] for cell, pile in sorted(seat.piles.items())},
        "stacks": {cell_name(cell): list(pile) for cell, pile in sorted(seat.piles.items())},
        "gems": sorted(cell_name(cell) for cell in seat.gems),
        "supply": seat.supply,
        "held": seat.held,
        "uses": dict(seat.uses),
        "space": seat.space,
        "rank": seat.rank,
        "leftover": seat.leftover,
    }
