"""Realm of Sand once more: slow, plain, by coordinates, written from the rule text only.

It exists to be compared with the engine, so it shares no code and no idea with it, only the tables of the components:
a board is a dictionary from the name of a box to a piece, a placement a set of (box, element), a decision a string.
A piece is two letters: its element, then `q` for a square or `d` for a disk.

    >>> game = Oracle(2, {"first": "0"})
    >>> game.point, game.actors(), len(game.legal(-1))
    ('ROW', (-1,), 18)
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

Box = str  # A1 to F5
Match = frozenset[tuple[Box, str]]

CHANCE = -1
BASE, SPECIAL = "GRK", "SM"
ELEMENTS = BASE + SPECIAL
SQUARES = 28
DISKS = {1: (2, 2, 2, 2, 2), 2: (4, 4, 4, 4, 4), 3: (5, 5, 5, 5, 5), 4: (7, 7, 7, 5, 5)}
BOXES = [column + row for column in "ABCDEF" for row in "12345"]
DARK = {"A1", "B1", "E1", "F1", "A2", "F2", "A4", "F4", "A5", "B5", "E5", "F5"}
TRACK = 12
CRYSTALS = {
    "red": "C1 D5",
    "purple": "A3 F3",
    "yellow": "B4 E2",
    "green": "D1 C5",
    "orange": "B3 C2 D4 E3",
    "blue": "B2 E4",
}
END = 10
SOLO_ROUNDS = 14
SOLO_RANKS = {"Apprentice": 0, "Master": 26, "Grand Master": 31, "Premier": 36, "King of Ragusa": 40}
MENUS = ("PRE", "POST")


@dataclass(frozen=True)
class Card:
    pattern: str
    stars: int
    hourglasses: int
    disks: str
    steps: int


@cache
def tables() -> tuple[dict[str, str], dict[str, Card]]:
    """The tiles and the cards of the components."""
    data = tomllib.loads((files("tilehall.engine.games.sand") / "components.toml").read_text("utf-8"))
    tiles = {name: text for name, text in data["tiles"].items() if name != "from"}
    return tiles, {row[0]: Card(*row[1:]) for row in data["cards"]["table"]}


def tiles() -> dict[str, str]:
    return tables()[0]


def cards() -> dict[str, Card]:
    return tables()[1]


# Geometry ------------------------------------------------------------------------------------------------------------


def cells_of(pattern: str) -> list[tuple[int, int, str]]:
    rows = enumerate(pattern.split("/"))
    return [(x, y, letter) for y, row in rows for x, letter in enumerate(row) if letter != "."]


@cache
def placements(pattern: str) -> frozenset[Match]:
    """Every way the pattern lies on the 30 boxes: turned, mirrored, moved by anything up to the size of the grid."""
    found: set[Match] = set()
    cells = cells_of(pattern)
    for _ in range(4):
        cells = [(-y, x, letter) for x, y, letter in cells]
        for flip in (1, -1):
            for across in range(-10, 11):
                for down in range(-10, 11):
                    put = [(flip * x + across, y + down, letter) for x, y, letter in cells]
                    if all(0 <= x < 6 and 0 <= y < 5 for x, y, _ in put):
                        found.add(frozenset(("ABCDEF"[x] + str(y + 1), letter) for x, y, letter in put))
    return frozenset(found)


def dark(boxes: Any) -> int:
    return len(set(boxes) & DARK)


# Positions -----------------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    power: str = ""
    board: dict[Box, str] = field(default_factory=dict)
    reserve: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    built: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    level: int = 0
    crystal: str = ""

    @property
    def stars(self) -> int:
        return sum(cards()[card].stars for card in self.built)

    @property
    def hourglasses(self) -> int:
        return sum(cards()[card].hourglasses for card in self.built)

    @property
    def owns_disk(self) -> bool:
        return bool(self.reserve) or any(piece[1] == "d" for piece in self.board.values())


@dataclass
class Deck:
    """Cards never put under it (any may be on top) and cards put under it, the older ones first."""

    fresh: set[str]
    under: list[str] = field(default_factory=list)

    def tops(self) -> set[str]:
        return set(self.fresh) or set(self.under[:1])

    def draw(self, card: str) -> None:
        assert card in self.tops()
        if card in self.fresh:
            self.fresh.remove(card)
        else:
            self.under.remove(card)

    def __len__(self) -> int:
        return len(self.fresh) + len(self.under)


OPTIONS = {
    "mode": ("basic", "advanced"),
    "boards": ("random",),
    "purple": ("crystal", "always"),
    "first": ("random", "0", "1", "2", "3"),
    "round_limit": ("100", "0"),
}
"""Further values of `boards` are names of colours, of `round_limit` numbers."""


def check_options(options: Mapping[str, str]) -> None:
    """Raises ValueError if there is one that nothing here knows."""
    for name, value in options.items():
        known = value in OPTIONS.get(name, ()) or (name == "round_limit" and value.isdigit())
        if not known and not (name == "boards" and {*value.split(",")} <= CRYSTALS.keys()):
            raise ValueError(f"Option {name} cannot be {value!r}.")


class Oracle:
    """One game. Chance owes its decisions as seat -1. Raises ValueError for options that it does not know."""

    def __init__(self, players: int, options: Mapping[str, str]) -> None:
        check_options(options)
        self.players = players
        self.options = options
        self.seats = [Seat() for _ in range(players)]
        self.decks = {n: Deck({card for card in cards() if card[0] == str(n)}) for n in (1, 2, 3)}
        self.rows: dict[int, list[str | None]] = {n: [None] * 4 for n in (1, 2, 3)}
        self.circle: list[str] = []
        self.aside: list[str] = []
        self.squares = dict.fromkeys(BASE, SQUARES)
        self.disks = dict(zip(ELEMENTS, DISKS[players], strict=True))
        self.first: int | None = None
        self.active = 0
        self.round = 1
        self.point = ""
        self.menu = "PRE"
        self.acted = False
        self.short: tuple[str, list[Box]] = ("", [])
        self.settled: set[Box] = set()
        self.steps = 0
        self.unlimited = False
        self.red_level = 0
        self.looks = 0
        self.looked: list[str] = []
        self.swapped = ("", "")
        self.ending = ""
        self.said: list[str] = []
        self._take_boards()
        self._choose_first()

    @property
    def me(self) -> Seat:
        return self.seats[self.active]

    @property
    def turn_begins(self) -> bool:
        return self.point == "PRE" and not self.acted and not self.ending

    # Setup and chance ------------------------------------------------------------------------------------------------

    def _take_boards(self) -> None:
        wanted = self.options.get("boards", "random")
        if wanted != "random" and self.options.get("mode") == "advanced":
            for seat, colour in zip(self.seats, wanted.split(","), strict=True):
                seat.power, seat.crystal = colour, "CLEAR"

    def _choose_first(self) -> None:
        wanted = self.options.get("first", "random")
        if self.players == 1:
            self.first = 0
        elif wanted != "random":
            self.first = int(wanted)
        self.point = "FIRST"
        if self.first is not None:
            self._choose_boards()

    def _choose_boards(self) -> None:
        self.point = "BOARD"
        if self.options.get("mode", "basic") == "basic":
            self._refill()
            return
        if all(seat.power for seat in self.seats):
            self._refill()

    def _gap(self) -> tuple[int, int] | None:
        """The next slot to fill: level 1, 2, 3, left to right; a level with an empty deck is skipped."""
        for level in (1, 2, 3):
            for slot in range(4):
                if self.rows[level][slot] is None and len(self.decks[level]):
                    return level, slot
        return None

    def _refill(self) -> None:
        self.point = "ROW"
        if self._gap() is not None:
            return
        if not self.circle:
            self.point = "TILE"
        else:
            self._next_turn()

    def _deal(self) -> None:
        """S-2.7, S-2.8."""
        assert self.first is not None
        for turn in range(self.players):
            seat = self.seats[(self.first + turn) % self.players]
            seat.hand, self.circle = self.circle[:3], self.circle[3:]
        self.active = self.first
        self.point = "PRE"
        self.acted = False
        for number, seat in enumerate(self.seats):
            if seat.power == "purple":
                self.active = number
                self.point = "GAIN"

    def weights(self) -> dict[str, int]:
        return dict.fromkeys(self._outcomes(), 1)

    def _outcomes(self) -> set[str]:
        match self.point:
            case "FIRST":
                return {f"first {seat}" for seat in range(self.players)}
            case "BOARD":
                return {f"board {colour}" for colour in set(CRYSTALS) - {seat.power for seat in self.seats}}
            case "ROW":
                gap = self._gap()
                assert gap is not None
                return {f"row {card}" for card in self.decks[gap[0]].tops()}
            case "TILE":
                return {f"tile {tile}" for tile in set(tiles()) - set(self.circle)}
            case "LOOK":
                return {f"look {card}" for card in self.decks[self.red_level].tops()}
        return set()

    # Choices ---------------------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        if self.ending:
            return ()
        return (CHANCE,) if self._outcomes() else (self.active,)

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        if seat == CHANCE:
            return self._outcomes()
        match self.point:
            case "PRE":
                return self._completions() | self._powers() | self._placings() | self._summons()
            case "POST":
                return self._completions() | self._powers() | {"end"}
            case "GAIN":
                return {f"gain {element}" for element in SPECIAL if self.disks[element]}
            case "FILL":
                return {f"fill {box}" for box in self.short[1]}
            case "TAKE":
                return {"take 1", "take 2"}
            case "STEP":
                return self._steps() | ({"done"} if self.steps else set())
            case "ASIDE":
                return {f"aside {tile}" for tile in self.me.hand}
            case "KEEP":
                return {f"keep {card}" for card in self.looked}
            case "BOTTOM":
                return {"bottom " + ",".join(order) for order in permutations(self.looked)}
        assert self.point == "BLUE2", self.point
        return {"stop"} | {"blue2 " + pair for pair in self._exchanges()}

    def _completions(self) -> set[str]:
        mine = {(box, piece[0]) for box, piece in self.me.board.items()}
        offered = [card for row in self.rows.values() for card in row if card] + self.me.kept
        return {
            f"complete {card} {','.join(sorted(box for box, _ in match))}"
            for card in offered
            for match in placements(cards()[card].pattern)
            if match <= mine
        }

    def _placings(self) -> set[str]:
        """S-4.5."""
        return {
            f"place {tile} {','.join(sorted(f'{box}={colour}' for box, colour in match))}"
            for tile in self.me.hand
            for match in placements(tiles()[tile])
            if dark(set(self.me.board) | {box for box, _ in match}) <= self.me.level
        }

    def _summons(self) -> set[str]:
        if not self.me.owns_disk:
            return set()
        free = self.options.get("purple") == "always" or self.me.crystal == "READY"
        return {"summon", "summon+"} if self.me.power == "purple" and free else {"summon"}

    def _powers(self) -> set[str]:
        me = self.me
        if me.crystal != "READY":
            return set()
        match me.power:
            case "red":
                return {f"red {level}" for level, deck in self.decks.items() if len(deck)}
            case "yellow":
                held = [element for element in ELEMENTS if self.disks[element]]
                return {f"yellow {give} {get}" for give in me.reserve for get in held if give != get}
            case "green":
                squares = [box for box, piece in me.board.items() if piece[1] == "q"]
                moves = {(old, new) for old in squares for new in BOXES if new not in me.board}
                return {f"green {old} {new}" for old, new in moves if self._fits_after(old, new)}
            case "orange":
                return {"orange"} if me.level < TRACK else set()
            case "blue":
                return {"blue " + pair for pair in self._exchanges()}
        return set()

    def _fits_after(self, old: Box | None, new: Box) -> bool:
        return dark((set(self.me.board) - {old}) | {new}) <= self.me.level

    def _steps(self) -> set[str]:
        """S-4.12 to S-4.14."""
        me = self.me
        free = [box for box in BOXES if box not in self.settled]
        put = {f"disk {element} {box}" for element in me.reserve for box in free if self._fits_after(None, box)}
        disks = [box for box in free if me.board.get(box, "  ")[1] == "d"]
        return put | {f"move {a} {b}" for a in disks for b in free if a != b and self._fits_after(a, b)}

    def _exchanges(self) -> set[str]:
        """Pairs of own and circle tile, in a second exchange without the two of the first (S-4.45)."""
        given, received = self.swapped
        own = [tile for tile in self.me.hand if tile != received]
        return {f"{mine} {other}" for mine in own for other in self.circle if other != given}

    # What happens ----------------------------------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        (seat,) = self.actors()
        verb, *words = text.split(" ")
        self.acted = True
        self.said.append(text)
        if seat == CHANCE:
            self._draw(verb, words[0])
            return
        if self.point in MENUS:
            self.menu = self.point
        getattr(self, "_do_" + verb.replace("+", "_more"))(*words)

    def _draw(self, verb: str, what: str) -> None:
        match verb:
            case "first":
                self.first = int(what)
                self._choose_boards()
            case "board":
                seat = next(seat for seat in self.seats if not seat.power)
                seat.power, seat.crystal = what, "CLEAR"
                self._choose_boards()
            case "row":
                gap = self._gap()
                assert gap is not None
                level, slot = gap
                self.decks[level].draw(what)
                self.rows[level][slot] = what
                self._refill()
            case "tile":
                self.circle.append(what)
                if len(self.circle) == len(tiles()):
                    self._deal()
            case "look":
                self.decks[self.red_level].draw(what)
                self.looked.append(what)
                self.looks -= 1
                self.point = "LOOK" if self.looks else "KEEP"

    def _do_gain(self, element: str) -> None:
        self.disks[element] -= 1
        self.me.reserve.append(element)
        assert self.first is not None
        self.active = self.first
        self.point = "PRE"
        self.acted = False

    def _take_off(self, box: Box) -> None:
        """S-4.3: a square goes to the supply, a disk to its owner's reserve."""
        piece = self.me.board.pop(box, None)
        if piece is None:
            return
        if piece[1] == "d":
            self.me.reserve.append(piece[0])
        else:
            self.squares[piece[0]] += 1

    def _lay(self, box: Box, colour: str) -> None:
        self.squares[colour] -= 1
        self.me.board[box] = colour + "q"

    def _do_complete(self, card: str, boxes: str) -> None:
        me = self.me
        for box in boxes.split(","):
            self._take_off(box)
        if card in me.kept:
            me.kept.remove(card)
        else:
            row = self.rows[int(card[0])]
            row[row.index(card)] = None
        me.built.append(card)
        for element in cards()[card].disks:
            if self.disks[element]:
                self.disks[element] -= 1
                me.reserve.append(element)
        me.level = min(TRACK, me.level + cards()[card].steps)
        if me.crystal == "CLEAR" and set(boxes.split(",")) & set(CRYSTALS[me.power].split()):
            me.crystal = "FRESH"

    def _do_place(self, tile: str, boxes: str) -> None:
        self.me.hand.remove(tile)
        (self.aside if self.players == 1 else self.circle).append(tile)
        wanted = [part.split("=") for part in boxes.split(",")]
        for box, _ in wanted:
            self._take_off(box)
        stock = dict(self.squares)
        need = Counter(colour for _, colour in wanted)
        for box, colour in wanted:
            if stock[colour] >= need[colour]:
                self._lay(box, colour)
        self.point = "TAKE"
        for colour in need:
            if 0 < stock[colour] < need[colour]:
                self.short = (colour, [box for box, each in wanted if each == colour])
                self.point = "FILL"

    def _do_fill(self, box: Box) -> None:
        self._lay(box, self.short[0])
        self.short = ("", [])
        self.point = "TAKE"

    def _do_take(self, number: str) -> None:
        self.me.hand.append(self.circle.pop(int(number) - 1))
        self.point = "POST"

    def _do_summon(self) -> None:
        self.settled, self.steps, self.unlimited = set(), 0, False
        self.point = "STEP"

    def _do_summon_more(self) -> None:
        self._do_summon()
        self.unlimited = True
        if self.options.get("purple") != "always":
            self.me.crystal = "CLEAR"

    def _do_disk(self, element: str, box: Box) -> None:
        self.me.reserve.remove(element)
        self._settle(box, element + "d")

    def _do_move(self, old: Box, new: Box) -> None:
        self._settle(new, self.me.board.pop(old))

    def _settle(self, box: Box, disk: str) -> None:
        self._take_off(box)
        self.me.board[box] = disk
        self.settled.add(box)
        self.steps += 1
        if (self.steps == 3 and not self.unlimited) or not self._steps():
            self._do_done()

    def _do_done(self) -> None:
        self.settled, self.steps, self.unlimited = set(), 0, False
        self.point = "ASIDE" if self.players == 1 else "POST"

    def _do_aside(self, tile: str) -> None:
        self.me.hand.remove(tile)
        self.aside.append(tile)
        self.point = "TAKE"

    def _do_red(self, level: str) -> None:
        self.me.crystal = "CLEAR"
        self.red_level = int(level)
        self.looks = min(3, len(self.decks[self.red_level]))
        self.looked = []
        self.point = "LOOK"

    def _do_keep(self, card: str) -> None:
        self.looked.remove(card)
        self.me.kept.append(card)
        self.point = "BOTTOM"
        if len(self.looked) < 2:
            self._do_bottom(",".join(self.looked))

    def _do_bottom(self, order: str) -> None:
        self.decks[self.red_level].under += [card for card in order.split(",") if card]
        self.looked = []
        self.point = self.menu

    def _do_yellow(self, give: str, get: str) -> None:
        self.me.crystal = "CLEAR"
        self.me.reserve.remove(give)
        self.disks[give] += 1
        self.disks[get] -= 1
        self.me.reserve.append(get)

    def _do_green(self, old: Box, new: Box) -> None:
        self.me.crystal = "CLEAR"
        self.me.board[new] = self.me.board.pop(old)

    def _do_orange(self) -> None:
        self.me.crystal = "CLEAR"
        self.me.level += 1

    def _do_blue(self, mine: str, other: str) -> None:
        self.me.crystal = "CLEAR"
        self._exchange(mine, other)
        self.swapped = (mine, other)
        self.point = "BLUE2"

    def _do_blue2(self, mine: str, other: str) -> None:
        self._exchange(mine, other)
        self._do_stop()

    def _do_stop(self) -> None:
        self.swapped = ("", "")
        self.point = self.menu

    def _exchange(self, mine: str, other: str) -> None:
        self.circle[self.circle.index(other)] = mine
        self.me.hand[self.me.hand.index(mine)] = other

    # The end ---------------------------------------------------------------------------------------------------------

    def _do_end(self) -> None:
        if self.me.crystal == "FRESH":
            self.me.crystal = "READY"
        self._refill()

    def _next_turn(self) -> None:
        following = (self.active + 1) % self.players
        if following == self.first:
            self.ending = self._round_ends()
            if self.ending:
                return
            self.round += 1
        self.active = following
        self.point = "PRE"
        self.acted = False

    def _round_ends(self) -> str:
        """S-5.1, S-5.6, S-4.52."""
        if self.players == 1:
            return "solo" if self.round == SOLO_ROUNDS else ""
        if any(seat.hourglasses >= END for seat in self.seats):
            return "hourglasses"
        limit = int(self.options.get("round_limit", "100"))
        return "round limit" if limit and self.round >= limit else ""

    def result(self) -> dict[str, Any]:
        """S-5.2 to S-5.4."""
        assert self.ending and self.first is not None
        keys = [
            (seat.stars, len(seat.board), (number - self.first) % self.players)
            for number, seat in enumerate(self.seats)
        ]
        ranks = [1 + sum(other > key for other in keys) for key in keys]
        title = ""
        if self.players == 1:
            title = [name for name, least in SOLO_RANKS.items() if self.seats[0].stars >= least][-1]
        return {"ending": self.ending, "scores": [seat.stars for seat in self.seats], "ranks": ranks, "title": title}

    def position(self) -> dict[str, Any]:
        """All that matters, in plain data that can be compared."""
        laid = self.me.hand != []
        return {
            "round": self.round if laid else 0,
            "turn": (self.first if self.point == "GAIN" else self.active) if laid else None,
            "start": self.first,
            "rows": {str(level): list(row) for level, row in self.rows.items()},
            "fresh": {str(level): sorted(deck.fresh) for level, deck in self.decks.items()},
            "under": {str(level): list(deck.under) for level, deck in self.decks.items()},
            "circle": list(self.circle),
            "aside": sorted(self.aside),
            "squares": dict(self.squares),
            "disks": dict(self.disks),
            "looked": sorted(self.looked),
            "settled": sorted(self.settled),
            "steps": self.steps,
            "seats": [
                {
                    "power": seat.power,
                    "board": dict(seat.board),
                    "reserve": sorted(seat.reserve),
                    "hand": sorted(seat.hand),
                    "built": sorted(seat.built),
                    "kept": sorted(seat.kept),
                    "level": seat.level,
                    "crystal": seat.crystal,
                }
                for seat in self.seats
            ],
        }
