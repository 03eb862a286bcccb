"""A position of Realm of Sand: the table and the magicians. Positions are values: a change makes a copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from tilehall.engine.core.equality import make_copy, make_eq, make_hash
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag, Pile
from tilehall.engine.core.start_seat import NOBODY as NOBODY
from tilehall.engine.games.sand.components import (
    BOXES,
    CARDS_PER_LEVEL,
    DARK,
    ELEMENT_REPEAT,
    ELEMENTS,
    GRID,
    LEVELS,
    NO_POWER,
)

SandTodo = tuple[str, SeatNo]
"""A point of the rules that is still to come, and the seat that decides there."""

HOLE = 255
"""An empty slot in a row of cards."""
ROW = 4
HAND = 3
STEPS = 3
UNLIMITED = 0
"""As a number of summon steps: no limit."""

CLEAR, FRESH, READY = 0, 1, 2
"""The states of a crystal. Without crystals it stays CLEAR."""

Hidden = tuple[int, int, int]
"""Numbers of cards of one level that a viewpoint cannot identify: kept, put under the deck, looked at."""
NOTHING_HIDDEN: tuple[Hidden, ...] = ((0, 0, 0),) * LEVELS


@dataclass(frozen=True, slots=True)
class SandRulings:
    """The options of one game, as the rules use them (S-2.1)."""

    players: int
    advanced: bool
    boards: tuple[int, ...]
    """The power of each seat, or () if boards are drawn or not used."""
    first: SeatNo
    """Who begins, or NOBODY if that is drawn."""
    purple_always: bool
    """Whether purple summons without limit even without a crystal (S-6.15)."""
    round_limit: int
    chosen: tuple[tuple[str, str], ...]
    """The options that were asked for."""

    @property
    def solo(self) -> bool:
        return self.players == 1


class Magician:
    """One player. `pieces` has a bit for each element and box, `disks` and `occupied` one for each box."""

    __slots__ = (
        *("crystal", "disks", "hourglasses", "kept", "level", "occupied"),
        *("pieces", "power", "reserve", "stars", "tableau", "tiles"),
    )
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[Magician], Magician]] = make_copy(__slots__)
    __hash__ = make_hash("pieces", "tableau", "tiles")

    pieces: int
    disks: int
    """The boxes whose piece is a disk. Squares lie on all other occupied boxes."""
    occupied: int
    level: int
    reserve: Bag
    power: int
    crystal: int
    tiles: int
    """The activated tiles, as a mask."""
    tableau: int
    kept: int
    stars: int
    hourglasses: int

    @classmethod
    def empty(cls) -> Magician:
        magician = cls()
        magician.pieces = magician.disks = magician.occupied = magician.level = magician.tiles = 0
        magician.crystal, magician.power, magician.reserve = CLEAR, NO_POWER, bytes(ELEMENTS)
        magician.tableau = magician.kept = magician.stars = magician.hourglasses = 0
        return magician

    def element_at(self, box: int) -> int | None:
        """The element of the piece on a box, or None."""
        lying = self.pieces >> box & ELEMENT_REPEAT
        return lying.bit_length() // BOXES if lying else None

    def boxes_of_element(self, element: int) -> int:
        """The boxes with a piece of this element."""
        return self.pieces >> BOXES * element & GRID.full

    @property
    def squares(self) -> int:
        return self.occupied & ~self.disks

    @property
    def dark(self) -> int:
        """The number of dark boxes in use (S-4.2)."""
        return (self.occupied & DARK).bit_count()

    @property
    def owns_disk(self) -> bool:
        return self.disks != 0 or any(self.reserve)

    @property
    def power_ready(self) -> bool:
        """Whether the power may be used (S-4.36)."""
        return self.crystal == READY

    def fillable_boxes(self, occupied: int) -> int:
        """The boxes that one more piece may be put on while these boxes are occupied (S-4.2)."""
        used = occupied & DARK
        return GRID.full if used.bit_count() < self.level else GRID.full & ~DARK | used


class SandState:
    """The whole table. `todo` lists the steps to come, the present one first."""

    __slots__ = (
        *("aside", "cap", "circle", "decks", "disks", "ending", "hidden", "looked", "magicians", "made", "round"),
        *("rows", "rulings", "seat", "settled", "short", "squares", "start", "swapped", "todo"),
    )
    __eq__ = make_eq(__slots__)
    copy: ClassVar[Callable[[SandState], SandState]] = make_copy(__slots__)
    __hash__ = make_hash("circle", "magicians", "rows", "todo")

    rulings: SandRulings
    todo: tuple[SandTodo, ...]
    seat: SeatNo
    """Whose turn it is."""
    start: SeatNo
    round: int
    magicians: tuple[Magician, ...]
    squares: Bag
    disks: Bag
    decks: tuple[Pile, ...]
    rows: bytes
    """The cards in slots 0 to 3 of level 1, then of level 2 and 3."""
    circle: bytes
    """The tiles clockwise from the queen."""
    aside: int
    looked: tuple[int, ...]
    """Cards that the red power is looking at, in numerical order."""
    short: tuple[int, int]
    """The colour and the boxes of a shortage to be settled (S-4.9)."""
    cap: int
    made: int
    settled: int
    swapped: tuple[int, int]
    """The tiles given and received in the first exchange of the blue power."""
    hidden: tuple[Hidden, ...]
    ending: str

    def edit(self, seat: SeatNo) -> Magician:
        """A fresh copy of a magician in the place of the old one. Only for a state under construction."""
        magicians = self.magicians
        magician = magicians[seat].copy()
        self.magicians = (*magicians[:seat], magician, *magicians[seat + 1 :])
        return magician

    def row(self, level: int) -> tuple[int, ...]:
        """The four slots of a level, HOLE where no card lies."""
        return tuple(self.rows[ROW * level : ROW * level + ROW])

    def deck_size(self, level: int) -> int:
        """The number of cards in a deck; in a view some of its possible cards are elsewhere."""
        kept, _, looked = self.hidden[level]
        return self.decks[level].size - kept - looked

    def kept_counts(self, seat: SeatNo) -> tuple[int, ...]:
        """The number of cards of each level that this seat has kept, which everybody knows (S-9.1)."""
        magician = self.magicians[seat]
        unseen = [kept if magician.power == RED else 0 for kept, _, _ in self.hidden]
        return tuple((magician.kept & LEVEL_CARDS[n]).bit_count() + unseen[n] for n in range(LEVELS))

    def may_summon_unlimited(self, magician: Magician) -> bool:
        """Whether this magician may summon without limit (S-4.41, S-6.15)."""
        return magician.power == PURPLE and (self.rulings.purple_always or magician.power_ready)

    def turn_position(self, seat: SeatNo) -> int:
        """The position of a seat in turn order, from 0."""
        return (seat - self.start) % self.rulings.players

    def ends_round(self, seat: SeatNo) -> bool:
        """Whether a round ends with the turn of this seat."""
        return self.turn_position(seat) == self.rulings.players - 1


RED, PURPLE, YELLOW, GREEN, ORANGE, BLUE = range(6)
"""The powers, in the order of components.toml."""
LEVEL_CARDS = tuple(((1 << CARDS_PER_LEVEL) - 1) << CARDS_PER_LEVEL * level for level in range(LEVELS))


def completable_cards(s: SandState, magician: Magician) -> list[int]:
    """The cards that this magician may complete: those in the rows, then the own kept ones (S-4.17)."""
    return [card for card in s.rows if card != HOLE] + list(bits(magician.kept))


def remove_pieces(s: SandState, magician: Magician, boxes: int) -> None:
    """Takes the pieces off these boxes: squares go to the supply, disks to the reserve (S-4.3)."""
    gone = magician.pieces & boxes * ELEMENT_REPEAT
    if not gone:
        return
    own = magician.disks & boxes
    magician.pieces ^= gone
    magician.occupied &= ~boxes
    paid = gone & ~(own * ELEMENT_REPEAT)
    if paid:
        s.squares = _with(s.squares, paid)
    if own:
        magician.disks ^= own
        magician.reserve = _with(magician.reserve, gone ^ paid)


def _with(bag: Bag, pieces: int) -> Bag:
    """The bag with these pieces added."""
    return bytes([count + (pieces >> BOXES * e & GRID.full).bit_count() for e, count in enumerate(bag)])


def put_piece(magician: Magician, element: int, box: int) -> None:
    """Puts a piece of this element on an empty box."""
    magician.pieces |= 1 << BOXES * element + box
    magician.occupied |= 1 << box
