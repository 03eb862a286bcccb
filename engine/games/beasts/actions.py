"""The actions of the beast hunt and the dealer's outcomes (B-3.3, B-3.4).

>>> from tilehall.engine.games.beasts.actions import parse
>>> str(parse("die 2 10se")), parse("discard WLL")
('die 2 10se', DiscardFenceCards(cards=b'\\x01\\x00\\x02\\x00'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import chain, product

from tilehall.engine.core.action import BaseAction, Names, Notation, action, numbers, word
from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import FACES, ICONS, components

MAX_DICE = 4
"""The most dice that are ever rolled together."""


class DiceFormat:
    """A mask of dice as their numbers, such as `14`."""

    def write(self, value: int) -> str:
        return "".join(str(die + 1) for die in bits(value))

    def read(self, word: str) -> int | None:
        dice = [DIE.read(digit) for digit in word]
        return mask_of(die for die in dice if die is not None) if dice and None not in dice else None


class CardsFormat:
    """Cards of a hand as their letters, such as `WLL`, or `-` for none."""

    def write(self, value: Bag) -> str:
        return card_letters(value) or "-"

    def read(self, word: str) -> Bag | None:
        box = components()
        cards = bytes([word.count(icon) for icon in box.icons])
        return cards if sum(cards) <= box.hand else None


class FacesFormat:
    """What up to so many dice show, as letters such as `WT*!`."""

    def __init__(self, most: int) -> None:
        self._most = most

    def write(self, value: bytes) -> str:
        return face_letters(value)

    def read(self, word: str) -> bytes | None:
        known = components().faces
        if not 0 < len(word) <= self._most or any(letter not in known for letter in word):
            return None
        return bytes(map(known.index, word))


def card_letters(cards: Bag) -> str:
    """Cards by their letters.

    >>> card_letters(bytes((1, 0, 2, 0)))
    'WLL'
    """
    return "".join(icon * count for icon, count in zip(components().icons, cards, strict=True))


def face_letters(faces: Sequence[int]) -> str:
    """Faces by their letters."""
    return "".join(components().faces[face] for face in faces)


DIE = Names(lambda: "1234")
BEAST = Names(lambda: [beast.id for beast in components().beasts])
SQUARE = Names(lambda: [square.id for square in components().squares])
ICON = Names(lambda: components().icons)


@action("setup", "chimera c2")
class SetUpBeast(BaseAction):
    """Puts the first beast on the board (B-2.5)."""

    beast: int = word(BEAST)
    square: int = word(SQUARE)


@action("keep", "14")
class KeepDice(BaseAction):
    """Keeps these dice, a mask of their numbers, and rerolls the others (B-4.1)."""

    dice: int = word(DiceFormat())


@action("die", "2 10se")
class PlaceDie(BaseAction):
    """Places a die in a slot (B-4.10)."""

    die: int = word(DIE)
    slot: int = word(Names(lambda: components().slots))


@action("card", "L V11")
class PlaceFenceCard(BaseAction):
    """Places a card of the hand on a grid line (B-4.20)."""

    kind: int = word(ICON)
    edge: int = word(Names(lambda: [edge.id for edge in components().edges]))


@action("add", "4 unicorn a1")
class AddBeast(BaseAction):
    """Pays with a die to add a beast (B-4.31)."""

    die: int = word(DIE)
    beast: int = word(BEAST)
    square: int = word(SQUARE)


@action("move", "1 c2 c1")
class MoveBeast(BaseAction):
    """Pays with a die to move a beast by one square (B-4.32)."""

    die: int = word(DIE)
    start: int = word(SQUARE)
    end: int = word(SQUARE)


@action("end")
class EndTurn(BaseAction):
    """Ends the turn: fences and beasts are counted (B-3.2)."""


@action("discard", "WLL")
class DiscardFenceCards(BaseAction):
    """Discards so many cards of each type (B-4.60)."""

    cards: Bag = word(CardsFormat())


@action("first", "0")
class DrawFirstSeat(BaseAction):
    """The dealer draws who begins."""

    seat: int = word(numbers(range(4)))


@action("draw", "W")
class DrawFenceCard(BaseAction):
    """The dealer draws a card from a deck."""

    kind: int = word(ICON)


@action("roll", "WT*!")
class RollDice(BaseAction):
    """The active dice show these faces."""

    faces: bytes = word(FacesFormat(MAX_DICE))


@action("reroll", "WB")
class RerollDice(BaseAction):
    """The dice that were not kept show these faces."""

    faces: bytes = word(FacesFormat(MAX_DICE - 1))


END = EndTurn()
NO_DISCARD = DiscardFenceCards(bytes(ICONS))


class BeastsVocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

    def __init__(self) -> None:
        box = components()
        self._beasts, self._squares, self._dice = range(len(box.beasts)), range(len(box.squares)), range(MAX_DICE)
        self.setup = tuple(SetUpBeast(beast, square) for beast in self._beasts for square in self._squares)
        self.keep = tuple(map(KeepDice, range(1 << MAX_DICE)))
        """By the mask of kept dice."""
        self.die = tuple(tuple(PlaceDie(die, slot) for slot in range(len(box.slots))) for die in self._dice)
        self.card = tuple(tuple(PlaceFenceCard(kind, edge) for edge in range(len(box.edges))) for kind in range(ICONS))
        self.add = tuple(
            tuple(tuple(AddBeast(die, beast, square) for square in self._squares) for beast in self._beasts)
            for die in self._dice
        )
        self.first = tuple(map(DrawFirstSeat, range(4)))
        self.draw = tuple(map(DrawFenceCard, range(ICONS)))

    @cached_property
    def move(self) -> tuple[tuple[tuple[MoveBeast, ...], ...], ...]:
        return tuple(
            tuple(tuple(MoveBeast(die, start, end) for end in self._squares) for start in self._squares)
            for die in self._dice
        )

    @cached_property
    def discard(self) -> tuple[DiscardFenceCards, ...]:
        most = components().hand
        hands = (bytes(cards) for cards in product(range(most + 1), repeat=ICONS) if sum(cards) <= most)
        return tuple(map(DiscardFenceCards, hands))

    @cached_property
    def roll(self) -> tuple[tuple[RollDice, ...], ...]:
        """By the number of dice."""
        return tuple(tuple(map(RollDice, faces)) for faces in _rolls())

    @cached_property
    def reroll(self) -> tuple[tuple[RerollDice, ...], ...]:
        """By the number of dice."""
        return tuple(tuple(map(RerollDice, faces)) for faces in _rolls())


def _rolls() -> list[list[bytes]]:
    """What dice may show, by their number."""
    return [[bytes(faces) for faces in product(range(FACES), repeat=count)] for count in range(MAX_DICE + 1)]


@cache
def vocabulary() -> BeastsVocabulary:
    return BeastsVocabulary()


@cache
def discard_choices(hand: Bag) -> tuple[DiscardFenceCards, ...]:
    """The ways to discard cards of a hand, nothing first (B-4.60)."""
    return tuple(
        discard
        for discard in vocabulary().discard
        if all(thrown <= held for thrown, held in zip(discard.cards, hand, strict=True))
    )


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have."""
    v = vocabulary()
    groups: list[Iterable[Action]] = [(END,), v.setup, v.keep[1:], v.discard, *v.die, *v.card]
    return tuple(chain(*groups, *chain(*v.add), *chain(*v.move)))


def _hint(text: str) -> Text | None:
    """For `discard`, which has two forms."""
    if not text.startswith("discard"):
        return None
    return Text("it looks like '{some}' or '{none}'", some="discard WLL", none="discard -")


NOTATION = Notation(
    "B-3.3",
    *(SetUpBeast, KeepDice, PlaceDie, PlaceFenceCard, AddBeast, MoveBeast, EndTurn, DiscardFenceCards),
    *(DrawFirstSeat, DrawFenceCard, RollDice, RerollDice),
    hint=_hint,
)
parse = NOTATION.parse
