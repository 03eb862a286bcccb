"""Merlin's Beast Hunt once more: slow, plain, by coordinates, written from the rule text only.

It exists to be compared with the engine, so it shares no code and no idea with it: a square is a (column, row), a hole
is the point of the grid where squares meet, a die lies at a hole inside a square, a grid line is the two squares it
parts, and every question is answered by looking at the whole board again.

    >>> game = Oracle(2, {"first_seat": "1"})
    >>> game.actors(), sorted(game.legal(-1))
    ((-1,), ['draw B', 'draw L', 'draw T', 'draw W'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

Square = tuple[int, int]  # column 0-3 is a-d, row 0-2 is 1-3
Hole = tuple[int, int]  # the upper left corner of square (x, y) is hole (x, y)
Slot = tuple[Hole, Square]  # the place of one die: at this hole, inside this square
Edge = tuple[Square, Square]  # the two squares it parts, the upper or left one first

CHANCE = -1
ICONS = "WTLB"
FACES = "WTLB*!"
COLOURS = "PGOY"
NEUTRAL = "K"
NEUTRALS = 15
OWN_DICE = {2: 20, 3: 15, 4: 10}
ACTIVE = 4
HAND = 4
BEASTS = {"unicorn": 6, "centaur": 5, "chimera": 4, "basilisk": 3}
WORTH = {"unicorn": 5, "centaur": 7, "chimera": 8, "basilisk": 10}

SQUARES: list[Square] = [(column, row) for column in range(4) for row in range(3)]
OUTER = {(0, 0), (4, 0), (0, 3), (4, 3)}
QUADRANTS = {"nw": (-1, -1), "ne": (0, -1), "sw": (-1, 0), "se": (0, 0)}  # from a hole to the square there


def square_name(square: Square) -> str:
    """
    >>> square_name((2, 1))
    'c2'
    """
    return "abcd"[square[0]] + str(square[1] + 1)


def corners(square: Square) -> list[Hole]:
    """The holes at the corners of a square; the board's own corners have none.

    >>> corners((0, 0))
    [(0, 1), (1, 0), (1, 1)]
    """
    x, y = square
    return [hole for hole in [(x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1)] if hole not in OUTER]


def slot_name(slot: Slot) -> str:
    """
    >>> slot_name(((1, 2), (0, 2)))
    '12sw'
    """
    (x, y), (column, row) = slot
    for quadrant, step in QUADRANTS.items():
        if (x + step[0], y + step[1]) == (column, row):
            return f"{x}{y}{quadrant}"
    raise ValueError(f"Square {column, row} does not touch hole {x, y}.")


def edge_name(edge: Edge) -> str:
    """
    >>> edge_name(((0, 0), (1, 0))), edge_name(((3, 1), (3, 2)))
    ('V11', 'H42')
    """
    (column, row), (other_column, _) = edge
    return ("V" if other_column > column else "H") + str(column + 1) + str(row + 1)


SLOTS: list[Slot] = [(hole, square) for square in SQUARES for hole in corners(square)]
EDGES: list[Edge] = [
    (one, two) for one in SQUARES for two in SQUARES if two in ((one[0] + 1, one[1]), (one[0], one[1] + 1))
]
SLOT_OF = {slot_name(slot): slot for slot in SLOTS}
EDGE_OF = {edge_name(edge): edge for edge in EDGES}
SQUARE_OF = {square_name(square): square for square in SQUARES}


@cache
def slots_of(hole: Hole) -> list[Slot]:
    return [slot for slot in SLOTS if slot[0] == hole]


@cache
def ends(edge: Edge) -> list[Hole]:
    """The holes at the two ends of a grid line: the corners that its squares share.

    >>> ends(EDGE_OF["H21"])
    [(1, 1), (2, 1)]
    """
    return [hole for hole in corners(edge[0]) if hole in corners(edge[1])]


def pair(edge: Edge, hole: Hole) -> list[Slot]:
    return [(hole, edge[0]), (hole, edge[1])]


@cache
def sides(square: Square) -> list[Edge]:
    return [edge for edge in EDGES if square in edge]


def neighbours(square: Square) -> list[tuple[Square, Edge]]:
    return [(edge[1] if edge[0] == square else edge[0], edge) for edge in sides(square)]


CENTRES = [square for square in SQUARES if len(sides(square)) == 4]


@dataclass
class Die:
    colour: str
    face: str = ""  # not rolled yet
    status: str = "free"


@dataclass
class Player:
    colour: str
    pool: int
    hand: Counter[str] = field(default_factory=Counter)
    deck: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(ICONS, 4)))
    discard: Counter[str] = field(default_factory=Counter)
    active: list[Die] = field(default_factory=list)
    captured: Counter[str] = field(default_factory=Counter)


OPTIONS = {"first_seat": ("random", "0", "1", "2", "3")}


class Oracle:
    """One game. Ask `actors`, `point`, `legal`, `weights`; tell it with `apply`; compare `position` and `result`."""

    def __init__(self, players: int, options: Mapping[str, str] | None = None) -> None:
        if players not in OWN_DICE:
            raise ValueError(f"2, 3 or 4 can play, not {players}.")
        for name, value in (options or {}).items():
            if value not in OPTIONS.get(name, ()):
                raise ValueError(f"Option {name} cannot be {value!r}.")
        first = (options or {}).get("first_seat", "random")
        self.seats = [Player(COLOURS[seat], OWN_DICE[players] - ACTIVE) for seat in range(players)]
        for player in self.seats:
            player.active = [Die(player.colour) for _ in range(ACTIVE)]
        self.neutral = NEUTRALS
        self.supply = Counter(BEASTS)
        self.dice: dict[Slot, Die] = {}
        self.cards: dict[Edge, tuple[str, str]] = {}  # owner's colour, type
        self.beasts: dict[Square, str] = {}
        self.scored: dict[Edge, int] = {}
        self.enclosed: set[Square] = set()
        self.first = CHANCE if first == "random" else int(first)
        self.turn = self.first  # whose turn it is
        self.wild_used = False
        self.progress = False  # whether a die or card was placed this turn
        self.idle = 0  # turns in a row without one
        self.owed: list[int] | None = None  # last turns, the present one first; None before the final round
        self.ending: str | None = None
        self.kept: list[int] = []
        self.state = "FIRST" if first == "random" else "HANDS"

    # What one may ask ------------------------------------------------------------------------------------------------

    def point(self) -> str:
        return self.state

    def actors(self) -> tuple[int, ...]:
        if self.state == "OVER":
            return ()
        if self.state in ("FIRST", "HANDS", "ROLL", "REROLL", "DRAW"):
            return (CHANCE,)
        if self.state == "SETUP_BEAST":
            return (self._concerned(),)
        return (self.turn,)

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        match self.state:
            case "SETUP_BEAST":
                return {f"setup {beast} {square}" for beast in self.supply for square in SQUARE_OF}
            case "KEEP":
                return self._keeps()
            case "PLACE":
                return {"end"} | self._die_texts() | self._card_texts() | self._beast_texts()
            case "DISCARD":
                return self._discards()
        return set(self.weights())

    def weights(self) -> dict[str, int]:
        """The outcomes of the draw now due, each with the number of equally likely ways to it."""
        match self.state:
            case "FIRST":
                return {f"first {seat}": 1 for seat in range(len(self.seats))}
            case "HANDS":
                return self._draws(self._seat_dealt())
            case "ROLL":
                return {"roll " + "".join(faces): 1 for faces in product(FACES, repeat=len(self._mine().active))}
            case "REROLL":
                again = len(self._mine().active) - len(self.kept)
                return {"reroll " + "".join(faces): 1 for faces in product(FACES, repeat=again)}
            case "DRAW":
                return self._draws(self.turn)
        return {}

    def apply(self, text: str) -> None:
        if not any(text in self.legal(seat) for seat in self.actors()):
            raise ValueError(f"{text!r} is not legal at {self.state}.")
        verb, *words = text.split()
        match verb:
            case "first":
                self.first = self.turn = int(words[0])
                self.state = "HANDS"
            case "draw":
                self._draw(words[0])
            case "setup":
                self._put_beast(words[0], SQUARE_OF[words[1]])
                self.state = "ROLL"
            case "roll":
                self._show(range(len(words[0])), words[0])
                self.state = "KEEP"
            case "keep":
                self.kept = [int(index) - 1 for index in words[0]]
                self.state = "PLACE" if len(self.kept) == len(self._mine().active) else "REROLL"
            case "reroll":
                others = [i for i in range(len(self._mine().active)) if i not in self.kept]
                self._show(others, words[0])
                self.state = "PLACE"
            case "discard":
                self._discard("" if words[0] == "-" else words[0])
            case "end":
                self._score()
            case _:
                self._place(verb, words)

    def position(self) -> dict[str, Any]:
        """Everything that lies on the table, as plain sorted data."""
        return {
            "state": self.state,
            "turn": self._concerned(),
            "dice": {slot_name(slot): die.colour + die.face for slot, die in self.dice.items()},
            "cards": {edge_name(edge): colour + kind for edge, (colour, kind) in self.cards.items()},
            "beasts": {square_name(square): beast for square, beast in self.beasts.items()},
            "supply": {beast: self.supply[beast] for beast in BEASTS},
            "neutral": self.neutral,
            "scored": {edge_name(edge): value for edge, value in self.scored.items()},
            "enclosed": sorted(square_name(square) for square in self.enclosed),
            "wild used": self.wild_used,
            "idle": self.idle,
            "owed": self.owed,
            "seats": [_summary(player) for player in self.seats],
        }

    def result(self) -> dict[str, Any] | None:
        if self.ending is None:
            return None
        keys = [self._key(player) for player in self.seats]
        return {
            "ending": self.ending,
            "scores": [self._total(player) for player in self.seats],
            "ranks": [1 + sum(other > key for other in keys) for key in keys],
        }

    def _concerned(self) -> int:
        """Whose turn it is; during the setup who is dealt to or chooses."""
        if self.state == "HANDS":
            return self._seat_dealt()
        return (self.first - 1) % len(self.seats) if self.state == "SETUP_BEAST" else self.turn

    # Legal texts -----------------------------------------------------------------------------------------------------

    def _mine(self) -> Player:
        return self.seats[self.turn]

    def _keeps(self) -> set[str]:
        found = set()
        for marks in product((False, True), repeat=len(self._mine().active)):
            if any(marks):
                found.add("keep " + "".join(str(i + 1) for i, mark in enumerate(marks) if mark))
        return found

    def _discards(self) -> set[str]:
        hand = self._mine().hand
        found = set()
        for counts in product(*(range(hand[kind] + 1) for kind in ICONS)):
            letters = "".join(kind * count for kind, count in zip(ICONS, counts, strict=True))
            found.add("discard " + (letters or "-"))
        return found

    def _draws(self, seat: int) -> dict[str, int]:
        return {f"draw {kind}": count for kind, count in self.seats[seat].deck.items() if count}

    def _choosable(self) -> list[tuple[int, Die]]:
        """3.1: the free dice with their numbers, of equal ones only the lowest."""
        found: list[tuple[int, Die]] = []
        for number, die in enumerate(self._mine().active, 1):
            if die.status != "free":
                continue
            if not any((other.colour, other.face) == (die.colour, die.face) for _, other in found):
                found.append((number, die))
        return found

    def _die_texts(self) -> set[str]:
        found = set()
        for number, die in self._choosable():
            for slot in SLOTS:
                if self.die_fits(die, slot):
                    found.add(f"die {number} {slot_name(slot)}")
        return found

    def die_fits(self, die: Die, slot: Slot) -> bool:
        hole = slot[0]
        if slot in self.dice or die.face == "!":
            return False
        empty = self.icon(hole) is None
        if die.face == "*":
            return not empty and not self.wild_used
        if die.face not in self.allowed(hole):
            return False
        return not self.dice or not empty or any(hole in ends(edge) for edge in self.cards)

    def icon(self, hole: Hole) -> str | None:
        icons = {self.dice[slot].face for slot in slots_of(hole) if slot in self.dice} - {"*"}
        assert len(icons) <= 1, "B-4.12"
        return next(iter(icons), None)

    def allowed(self, hole: Hole) -> set[str]:
        """B-4.16."""
        icon = self.icon(hole)
        if icon is not None:
            return {icon}
        found = set(ICONS)
        for edge, (_, kind) in self.cards.items():
            if hole in ends(edge):
                (far,) = set(ends(edge)) - {hole}
                if self.icon(far) != kind:
                    found &= {kind}
        return found

    def _card_texts(self) -> set[str]:
        kinds = [kind for kind in ICONS if self._mine().hand[kind]]
        return {f"card {kind} {edge_name(edge)}" for kind in kinds for edge in EDGES if self.card_fits(kind, edge)}

    def card_fits(self, kind: str, edge: Edge) -> bool:
        if edge in self.cards:
            return False
        supported = any(self.filled(pair(edge, hole)) for hole in ends(edge))
        # A hole with dice allows its icon and nothing else, so one question covers both cases of B-4.22.
        return supported and any(kind in self.allowed(hole) for hole in ends(edge))

    def filled(self, slots: list[Slot]) -> bool:
        return all(slot in self.dice for slot in slots)

    def _beast_texts(self) -> set[str]:
        found = set()
        for number, die in self._choosable():
            if die.face == "!" or (die.face == "*" and not self.wild_used):
                found |= {f"add {number} {what}" for what in self._additions()}
                found |= {f"move {number} {what}" for what in self._steps()}
        return found

    def _additions(self) -> set[str]:
        found = set()
        for square in SQUARES:
            if square in CENTRES or square in self.beasts or self.closed(square):
                continue
            found |= {f"{beast} {square_name(square)}" for beast in BEASTS if self.supply[beast]}
        return found

    def _steps(self) -> set[str]:
        found = set()
        for square in self.beasts:
            for other, edge in neighbours(square):
                if other not in self.beasts and edge not in self.cards:
                    found.add(f"{square_name(square)} {square_name(other)}")
        return found

    def closed(self, square: Square) -> bool:
        """B-4.50."""
        fenced = all(edge in self.cards for edge in sides(square))
        return fenced and all(self.filled(slots_of(hole)) for hole in corners(square))

    # Doing it --------------------------------------------------------------------------------------------------------

    def _seat_dealt(self) -> int:
        return next(seat for seat, player in enumerate(self.seats) if player.hand.total() < HAND)

    def _draw(self, kind: str) -> None:
        seat = self._seat_dealt() if self.state == "HANDS" else self.turn
        self.seats[seat].deck[kind] -= 1
        self.seats[seat].hand[kind] += 1
        if self.state == "DRAW":
            self._draw_or_go_on()
        elif all(player.hand.total() == HAND for player in self.seats):
            self.state = "SETUP_BEAST"

    def _put_beast(self, beast: str, square: Square) -> None:
        self.supply[beast] -= 1
        self.beasts[square] = beast

    def _show(self, indices: Any, faces: str) -> None:
        for index, face in zip(indices, faces, strict=True):
            self._mine().active[index].face = face

    def _place(self, verb: str, words: list[str]) -> None:
        if verb == "card":
            kind, edge = words
            self._mine().hand[kind] -= 1
            self.cards[EDGE_OF[edge]] = (self._mine().colour, kind)
            self.progress = True
            return
        die = self._mine().active[int(words[0]) - 1]
        self.wild_used = self.wild_used or die.face == "*"
        die.status = "used"
        if verb == "die":
            die.status = "placed"
            self.dice[SLOT_OF[words[1]]] = Die(die.colour, die.face, "placed")
            self.progress = True
        elif verb == "add":
            self._put_beast(words[1], SQUARE_OF[words[2]])
        else:
            self.beasts[SQUARE_OF[words[2]]] = self.beasts.pop(SQUARE_OF[words[1]])

    # End of a turn ---------------------------------------------------------------------------------------------------

    def _score(self) -> None:
        """3.2."""
        for edge in self.cards:
            if edge not in self.scored and self.complete(edge):
                self.scored[edge] = self.value(edge)
        for square in SQUARES:
            if square not in self.enclosed and self.closed(square):
                self.enclosed.add(square)
                if square in self.beasts and self.caught(self.beasts[square], square):
                    self._mine().captured[self.beasts.pop(square)] += 1
        mine = self._mine()
        mine.active = [Die(die.colour) for die in mine.active if die.status != "placed"]
        self.idle = 0 if self.progress else self.idle + 1
        self.progress = self.wild_used = False
        self._after_scoring(mine)

    def _after_scoring(self, mine: Player) -> None:
        count = len(self.seats)
        if len(self.dice) == len(SLOTS) and len(self.cards) == len(EDGES):
            self._finish("full")
        elif self.owed is not None:
            self.owed.pop(0)
            if self.owed:
                self._begin(self.owed[0])
            else:
                self._finish("dice")
        elif mine.pool == 0 and not any(die.colour == mine.colour for die in mine.active):
            self.owed = [(self.turn + step) % count for step in range(1, count)]
            self._begin(self.owed[0])
        elif self.idle >= 3 * count:
            self._finish("stall")
        else:
            self.state = "DISCARD"

    def _begin(self, seat: int) -> None:
        self.turn = seat
        self.state = "ROLL"

    def _finish(self, ending: str) -> None:
        self.state = "OVER"
        self.ending = ending

    def _discard(self, letters: str) -> None:
        mine = self._mine()
        for kind in letters:
            mine.hand[kind] -= 1
            mine.discard[kind] += 1
        self._draw_or_go_on()

    def _draw_or_go_on(self) -> None:
        """B-4.61 and B-4.62."""
        mine = self._mine()
        if mine.hand.total() < HAND:
            if mine.deck.total() == 0:
                mine.deck, mine.discard = mine.discard, Counter()
            if mine.deck.total():
                self.state = "DRAW"
                return
        while len(mine.active) < ACTIVE and mine.pool:
            mine.pool -= 1
            mine.active.append(Die(mine.colour))
        while len(mine.active) < ACTIVE and self.neutral:
            self.neutral -= 1
            mine.active.append(Die(NEUTRAL))
        self._begin((self.turn + 1) % len(self.seats))

    # Worth -----------------------------------------------------------------------------------------------------------

    def complete(self, edge: Edge) -> bool:
        return edge in self.cards and all(self.filled(pair(edge, hole)) for hole in ends(edge))

    def reinforced(self, edge: Edge) -> bool:
        return all(self.icon(hole) == self.cards[edge][1] for hole in ends(edge))

    def value(self, edge: Edge) -> int:
        """B-4.42 to B-4.46."""
        owner = self.cards[edge][0]
        four = [self.dice[slot] for hole in ends(edge) for slot in pair(edge, hole)]
        worth = 4 if self.reinforced(edge) else 2
        if all(die.colour == owner for die in four):
            return worth + (2 if any(die.face == "*" for die in four) else 3)
        counts = Counter(die.colour for die in four if die.face != "*" and die.colour != NEUTRAL)
        most = counts[owner] > 0 and all(counts[owner] > counts[other] for other in COLOURS if other != owner)
        return worth + int(most)

    def caught(self, beast: str, square: Square) -> bool:
        """1.4."""
        match beast:
            case "centaur":
                return any(self.reinforced(edge) for edge in sides(square))
            case "chimera":
                return len({self.cards[edge][1] for edge in sides(square)}) >= 3
            case "basilisk":
                return len(sides(square)) == 4
        return True

    def _fences(self, player: Player) -> list[Edge]:
        return [edge for edge in self.scored if self.cards[edge][0] == player.colour]

    def _total(self, player: Player) -> int:
        fences = sum(self.scored[edge] for edge in self._fences(player))
        return fences + sum(WORTH[beast] * count for beast, count in player.captured.items())

    def _key(self, player: Player) -> list[int]:
        """B-5.5: compared from the left, higher is better."""
        fences = self._fences(player)
        caught = [player.captured[beast] for beast in ("basilisk", "chimera", "centaur", "unicorn")]
        values = [sum(self.scored[edge] == value for edge in fences) for value in (7, 6, 5, 4, 3, 2)]
        strong = sum(self.reinforced(edge) for edge in fences)
        return [self._total(player), sum(caught), *caught, strong, *values]


def _letters(cards: Counter[str]) -> str:
    return "".join(kind * cards[kind] for kind in ICONS)


def _summary(player: Player) -> dict[str, Any]:
    return {
        "pool": player.pool,
        "hand": _letters(player.hand),
        "deck": _letters(player.deck),
        "discard": _letters(player.discard),
        "active": [(die.colour, die.face, die.status) for die in player.active],
        "captured": {beast: player.captured[beast] for beast in BEASTS},
    }
