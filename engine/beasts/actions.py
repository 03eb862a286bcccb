"""What can be done in the beast hunt, and the dealer's outcomes: values with one line of text (B-3.3, B-3.4).

>>> from tilehall.engine.beasts.actions import parse
>>> str(parse("die 2 10se")), parse("discard WLL")
('die 2 10se', Discard(cards=b'\\x01\\x00\\x02\\x00'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import ClassVar

from tilehall.engine.beasts.components import FACES, ICONS, components
from tilehall.engine.game import Action, spelled
from tilehall.engine.geometry import bits
from tilehall.engine.notation import by_text, no_action
from tilehall.engine.piles import Bag
from tilehall.engine.text import Text


@dataclass(frozen=True, slots=True)
class Prepare:
    """Puts the first beast on the board."""

    beast: int
    square: int
    verb: ClassVar[str] = "setup"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        box = components()
        return box.beasts[self.beast].id, box.squares[self.square].id


@dataclass(frozen=True, slots=True)
class Keep:
    """Keeps these dice (a mask of their places in the list) and rerolls the others."""

    dice: int
    verb: ClassVar[str] = "keep"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return ("".join(str(die + 1) for die in bits(self.dice)),)


@dataclass(frozen=True, slots=True)
class Die:
    die: int
    slot: int
    verb: ClassVar[str] = "die"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return str(self.die + 1), components().slots[self.slot]


@dataclass(frozen=True, slots=True)
class Card:
    kind: int
    edge: int
    verb: ClassVar[str] = "card"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return components().icons[self.kind], components().edges[self.edge].id


@dataclass(frozen=True, slots=True)
class Add:
    die: int
    beast: int
    square: int
    verb: ClassVar[str] = "add"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        box = components()
        return str(self.die + 1), box.beasts[self.beast].id, box.squares[self.square].id


@dataclass(frozen=True, slots=True)
class Move:
    die: int
    start: int
    end: int
    verb: ClassVar[str] = "move"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        squares = components().squares
        return str(self.die + 1), squares[self.start].id, squares[self.end].id


@dataclass(frozen=True, slots=True)
class End:
    verb: ClassVar[str] = "end"
    words: ClassVar[tuple[str, ...]] = ()
    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Discard:
    """Throws away so many cards of each type."""

    cards: Bag
    verb: ClassVar[str] = "discard"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return (letters(self.cards) or "-",)


@dataclass(frozen=True, slots=True)
class First:
    seat: int
    verb: ClassVar[str] = "first"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.seat),)


@dataclass(frozen=True, slots=True)
class Draw:
    """A card comes off a deck."""

    kind: int
    verb: ClassVar[str] = "draw"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return (components().icons[self.kind],)


@dataclass(frozen=True, slots=True)
class Roll:
    """All active dice show these faces."""

    faces: bytes
    verb: ClassVar[str] = "roll"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return (shown(self.faces),)


@dataclass(frozen=True, slots=True)
class Reroll:
    """The dice that were not kept show these faces."""

    faces: bytes
    verb: ClassVar[str] = "reroll"
    __str__ = spelled

    @property
    def words(self) -> tuple[str, ...]:
        return (shown(self.faces),)


def letters(cards: Bag) -> str:
    """Cards by their letters.

    >>> letters(bytes((1, 0, 2, 0)))
    'WLL'
    """
    return "".join(icon * count for icon, count in zip(components().icons, cards, strict=True))


def shown(faces: Sequence[int]) -> str:
    """Faces by their letters."""
    return "".join(components().faces[face] for face in faces)


DIE_PLACES = 4
"""The most dice that are ever rolled together."""


class Vocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

    end = End()

    def __init__(self) -> None:
        box = components()
        self._beasts, self._squares, self._dice = range(len(box.beasts)), range(len(box.squares)), range(DIE_PLACES)
        self.setup = tuple(Prepare(beast, square) for beast in self._beasts for square in self._squares)
        self.keep = tuple(map(Keep, range(1 << DIE_PLACES)))
        """By the mask of kept dice; nothing at 0."""
        self.die = tuple(tuple(Die(die, slot) for slot in range(len(components().slots))) for die in self._dice)
        self.card = tuple(tuple(Card(kind, edge) for edge in range(len(components().edges))) for kind in range(ICONS))
        self.add = tuple(
            tuple(tuple(Add(die, beast, square) for square in self._squares) for beast in self._beasts)
            for die in self._dice
        )
        self.first = tuple(map(First, range(DIE_PLACES)))
        self.draw = tuple(map(Draw, range(ICONS)))

    @cached_property
    def move(self) -> tuple[tuple[tuple[Move, ...], ...], ...]:
        return tuple(
            tuple(tuple(Move(die, start, end) for end in self._squares) for start in self._squares)
            for die in self._dice
        )

    @cached_property
    def discard(self) -> tuple[Discard, ...]:
        most = components().hand
        hands = (bytes(cards) for cards in product(range(most + 1), repeat=ICONS) if sum(cards) <= most)
        return tuple(map(Discard, hands))

    @cached_property
    def roll(self) -> tuple[tuple[Roll, ...], ...]:
        """By the number of dice."""
        return tuple(tuple(map(Roll, faces)) for faces in _rolls())

    @cached_property
    def reroll(self) -> tuple[tuple[Reroll, ...], ...]:
        """By the number of dice."""
        return tuple(tuple(map(Reroll, faces)) for faces in _rolls())


def _rolls() -> list[list[bytes]]:
    """What dice may show, by their number."""
    return [[bytes(faces) for faces in product(range(FACES), repeat=count)] for count in range(DIE_PLACES + 1)]


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary()


@cache
def discards(hand: Bag) -> tuple[Discard, ...]:
    """The ways to throw away cards of a hand, nothing first (B-4.60)."""
    return tuple(
        discard
        for discard in vocabulary().discard
        if all(thrown <= held for thrown, held in zip(discard.cards, hand, strict=True))
    )


@cache
def _phrases() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v = vocabulary()
    groups: list[Iterable[Action]] = [(v.end,), v.setup, v.keep[1:], v.discard, v.first, v.draw]
    groups += [*v.die, *v.card, *v.roll[1:], *v.reroll[1:-1]]
    groups += [group for die in v.add for group in die] + [group for die in v.move for group in die]
    return by_text(groups)


def parse(text: str) -> Action:
    """The action that a line of text means."""
    action = _phrases().get(text)
    if action is None:
        raise no_action(text, "B-3.3", EXAMPLES, DISCARDS if text.startswith(Discard.verb) else None)
    return action


DISCARDS = Text("it looks like '{some}' or '{none}'", some="discard WLL", none="discard -")
EXAMPLES = {
    "setup": "setup chimera c2",
    "keep": "keep 14",
    "die": "die 2 10se",
    "card": "card L V11",
    "add": "add 4 unicorn a1",
    "move": "move 1 c2 c1",
    "end": "end",
    "first": "first 0",
    "draw": "draw W",
    "roll": "roll WT*!",
    "reroll": "reroll WB",
}
