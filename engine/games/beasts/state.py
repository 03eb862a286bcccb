"""A position of the beast hunt: the board, the hunters and the dice of the turn. A change makes a copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from tilehall.engine.core.equality import make_copy, make_eq, make_hash
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import BYTES, Bag
from tilehall.engine.core.start_seat import NOBODY as NOBODY
from tilehall.engine.games.beasts.components import ICONS, NEUTRAL, WILD, components

NONE = 255
"""In the bytes of a board: no icon, no card, no beast."""
NO_CARDS: Bag = bytes(ICONS)


@dataclass(frozen=True, slots=True)
class BeastsRulings:
    """The options of one game, as the rules use them (B-2.5)."""

    players: int
    first: SeatNo
    """Who begins, or NOBODY if that is drawn."""
    chosen: tuple[tuple[str, str], ...]
    """The options that were asked for."""


class BeastsBoard:
    """Dice, cards and beasts on the board.

    `colours` has one mask of slots for each colour, `wild` the dice that show a wild. `icons` has one byte a hole,
    `fences` one byte an edge (owner * 4 + type), `scored` the points each fence brought, `beasts` one byte a square.
    The last five fields follow from these: slots of holes with dice, slots that the network reaches, slots that may
    take each icon, edges with a filled pair, and edges with both.
    """

    __slots__ = (
        *("filled", "colours", "wild", "icons", "carded", "fences", "done", "scored", "beasts", "homes", "enclosed"),
        *("supply", "occupied", "reach", "takes", "supported", "backed"),
    )
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[BeastsBoard], BeastsBoard]] = make_copy(__slots__)
    __hash__ = make_hash("beasts", "carded", "filled", "icons")

    filled: int
    colours: tuple[int, ...]
    wild: int
    icons: bytes
    carded: int
    fences: bytes
    done: int
    scored: bytes
    beasts: bytes
    homes: int
    """The squares with a beast."""
    enclosed: int
    supply: Bag
    occupied: int
    reach: int
    takes: tuple[int, ...]
    supported: int
    backed: int

    @classmethod
    def empty(cls) -> BeastsBoard:
        box, board = components(), cls()
        board.filled = board.wild = board.carded = board.done = board.homes = board.enclosed = 0
        board.occupied = board.reach = board.supported = board.backed = 0
        board.colours = (0,) * (NEUTRAL + 1)
        board.icons = bytes([NONE]) * len(box.holes)
        board.fences = bytes([NONE]) * len(box.edges)
        board.scored = bytes(len(box.edges))
        board.beasts = bytes([NONE]) * len(box.squares)
        board.supply = bytes(beast.copies for beast in box.beasts)
        board.takes = (box.full,) * ICONS
        return board

    # --- changes ----------------------------------------------------------------------------------------------

    def with_die(self, slot: int, colour: int, face: int) -> BeastsBoard:
        """With one more die. The first die of a hole decides its icon for good (B-4.12)."""
        box, board, bit = components(), self.copy(), 1 << slot
        colours = self.colours
        board.colours = (*colours[:colour], colours[colour] | bit, *colours[colour + 1 :])
        board.filled = filled = self.filled | bit
        if face == WILD:
            board.wild = self.wild | bit
        elif not self.occupied & bit:
            number = box.hole_of[slot]
            slots = box.holes[number].slots
            board.occupied = self.occupied | slots
            board.reach = self.reach | slots
            board.icons = self.icons[:number] + BYTES[face] + self.icons[number + 1 :]
            board.takes = _only(self.takes, slots, face)
        for edge, pair, other in box.stands[slot]:
            if pair & filled == pair:
                board.supported |= edge
                if other & filled == other:
                    board.backed |= edge
        return board

    def with_card(self, number: int, owner: SeatNo, kind: int) -> BeastsBoard:
        """With one more card. It may commit an empty hole at its end (B-4.16)."""
        box, board = components(), self.copy()
        edge = box.edges[number]
        board.carded = self.carded | edge.bit
        board.fences = self.fences[:number] + BYTES[owner * ICONS + kind] + self.fences[number + 1 :]
        board.reach = self.reach | edge.reach
        near, far = edge.ends
        for here, there in ((near, far), (far, near)):
            if self.icons[here] == NONE and self.icons[there] != kind:
                slots = box.holes[here].slots
                board.takes = _only(board.takes, slots, kind)
        return board

    def with_beast(self, kind: int, square: int) -> BeastsBoard:
        """With one beast from the supply."""
        board = self.copy()
        supply = self.supply
        board.supply = supply[:kind] + BYTES[supply[kind] - 1] + supply[kind + 1 :]
        board.beasts = self.beasts[:square] + BYTES[kind] + self.beasts[square + 1 :]
        board.homes = self.homes | 1 << square
        return board

    def without_beast(self, square: int) -> BeastsBoard:
        """With the beast of a square captured."""
        board = self.copy()
        board.beasts = self.beasts[:square] + BYTES[NONE] + self.beasts[square + 1 :]
        board.homes = self.homes & ~(1 << square)
        return board

    def with_step(self, start: int, end: int) -> BeastsBoard:
        """With a beast moved."""
        board = self.without_beast(start)
        board.beasts = board.beasts[:end] + self.beasts[start : start + 1] + board.beasts[end + 1 :]
        board.homes |= 1 << end
        return board

    def with_score(self, number: int, points: int) -> BeastsBoard:
        """With a complete fence marked as scored."""
        board = self.copy()
        board.done = self.done | 1 << number
        board.scored = self.scored[:number] + BYTES[points] + self.scored[number + 1 :]
        return board

    # --- queries ----------------------------------------------------------------------------------------------

    @property
    def open_slots(self) -> int:
        """The empty slots that the network reaches (B-4.15)."""
        return self.reach & ~self.filled if self.filled else components().full

    @property
    def complete_edges(self) -> int:
        """The edges with a card and all four supporting dice (B-4.40)."""
        return self.backed & self.carded

    def icon(self, hole: int) -> int:
        """The icon of a hole's dice, or NONE."""
        return self.icons[hole]

    def allowed_icons(self, hole: int) -> tuple[int, ...]:
        """The icons that the next die of a hole may show (B-4.16)."""
        slots = components().holes[hole].slots
        return tuple(icon for icon in range(ICONS) if self.takes[icon] & slots)

    def owner(self, edge: int) -> SeatNo:
        return self.fences[edge] // ICONS

    def kind(self, edge: int) -> int:
        """The type of the card on an edge."""
        return self.fences[edge] % ICONS

    def colour(self, slot: int) -> int:
        """The colour of the die in a slot."""
        return next(colour for colour, mask in enumerate(self.colours) if mask >> slot & 1)

    def face(self, slot: int) -> int:
        """The face of the die in a slot."""
        return WILD if self.wild >> slot & 1 else self.icons[components().hole_of[slot]]


def _only(takes: tuple[int, ...], slots: int, face: int) -> tuple[int, ...]:
    """The table `takes` after a hole has been restricted to this icon."""
    return tuple([mask if icon == face else mask & ~slots for icon, mask in enumerate(takes)])


class BeastsHunter:
    """One player: active dice (their colours), own dice left, cards, captured beasts."""

    __slots__ = ("captured", "deck", "dice", "discard", "hand", "pool")
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[BeastsHunter], BeastsHunter]] = make_copy(__slots__)
    __hash__ = make_hash("deck", "dice", "hand")

    dice: bytes
    pool: int
    hand: Bag
    deck: Bag
    discard: Bag
    captured: Bag


class BeastsState:
    """The whole table. `point` names what is to be decided, `seat` whose turn it is (before the first: whose choice).

    `faces` is what the active dice show in this turn; `free`, `placed` and `kept` are masks of their places in it.
    """

    __slots__ = (
        *("board", "busy", "ending", "faces", "final", "first", "free", "hunters", "idle", "kept", "neutral", "placed"),
        *("point", "rulings", "seat", "wild"),
    )
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[BeastsState], BeastsState]] = make_copy(__slots__)
    __hash__ = make_hash("board", "faces", "free", "hunters", "point")

    rulings: BeastsRulings
    point: str
    seat: SeatNo
    first: SeatNo
    hunters: tuple[BeastsHunter, ...]
    board: BeastsBoard
    neutral: int
    """Neutral dice in the supply."""
    faces: bytes
    free: int
    placed: int
    kept: int
    wild: bool
    """Whether the one wild of this turn is used (B-4.14)."""
    busy: bool
    """Whether a die or card was placed in this turn."""
    idle: int
    """Turns in a row without a die or card."""
    final: int
    """Turns still owed in the final round, the present one included, or -1."""
    ending: str

    def edit(self, seat: SeatNo) -> BeastsHunter:
        """A fresh copy of a hunter in the place of the old one. Only for a state under construction."""
        hunters = self.hunters
        hunter = hunters[seat].copy()
        self.hunters = (*hunters[:seat], hunter, *hunters[seat + 1 :])
        return hunter

    def own_left(self, seat: SeatNo) -> int:
        """The number of dice of the seat's colour that are not on the board; dice placed this turn are on it."""
        hunter = self.hunters[seat]
        placed = self.placed if seat == self.seat else 0
        return hunter.pool + sum([colour == seat and not placed >> n & 1 for n, colour in enumerate(hunter.dice)])

    def points(self, seat: SeatNo) -> int:
        """The points of a seat's fences so far."""
        board = self.board
        return sum(board.scored[edge] for edge in bits(board.done) if board.owner(edge) == seat)
