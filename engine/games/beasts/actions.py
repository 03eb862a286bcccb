"""What can be done in the beast hunt, and the dealer's outcomes: values with one line of text (B-3.3, B-3.4).

>>> from tilehall.engine.games.beasts.actions import parse
>>> str(parse("die 2 10se")), parse("discard WLL")
('die 2 10se', DiscardFenceCards(cards=b'\\x01\\x00\\x02\\x00'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import chain, product
from typing import Final

from tilehall.engine.core.action import BaseAction
from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.notation import index_by_text, notation_error
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import FACES, ICONS, components


class SetUpBeast(BaseAction):
    """Puts the first beast on the board."""

    __match_args__ = ("beast", "square")
    __slots__ = __match_args__
    verb = "setup"

    def __init__(self, beast: int, square: int) -> None:
        self.beast: Final = beast
        self.square: Final = square

    @property
    def words(self) -> tuple[str, ...]:
        box = components()
        return box.beasts[self.beast].id, box.squares[self.square].id


class KeepDice(BaseAction):
    """Keeps these dice (a mask of their places in the list) and rerolls the others."""

    __match_args__ = ("dice",)
    __slots__ = __match_args__
    verb = "keep"

    def __init__(self, dice: int) -> None:
        self.dice: Final = dice

    @property
    def words(self) -> tuple[str, ...]:
        return ("".join(str(die + 1) for die in bits(self.dice)),)


class PlaceDie(BaseAction):
    __match_args__ = ("die", "slot")
    __slots__ = __match_args__
    verb = "die"

    def __init__(self, die: int, slot: int) -> None:
        self.die: Final = die
        self.slot: Final = slot

    @property
    def words(self) -> tuple[str, ...]:
        return str(self.die + 1), components().slots[self.slot]


class PlaceFenceCard(BaseAction):
    __match_args__ = ("kind", "edge")
    __slots__ = __match_args__
    verb = "card"

    def __init__(self, kind: int, edge: int) -> None:
        self.kind: Final = kind
        self.edge: Final = edge

    @property
    def words(self) -> tuple[str, ...]:
        return components().icons[self.kind], components().edges[self.edge].id


class AddBeast(BaseAction):
    __match_args__ = ("die", "beast", "square")
    __slots__ = __match_args__
    verb = "add"

    def __init__(self, die: int, beast: int, square: int) -> None:
        self.die: Final = die
        self.beast: Final = beast
        self.square: Final = square

    @property
    def words(self) -> tuple[str, ...]:
        box = components()
        return str(self.die + 1), box.beasts[self.beast].id, box.squares[self.square].id


class MoveBeast(BaseAction):
    __match_args__ = ("die", "start", "end")
    __slots__ = __match_args__
    verb = "move"

    def __init__(self, die: int, start: int, end: int) -> None:
        self.die: Final = die
        self.start: Final = start
        self.end: Final = end

    @property
    def words(self) -> tuple[str, ...]:
        squares = components().squares
        return str(self.die + 1), squares[self.start].id, squares[self.end].id


class EndTurn(BaseAction):
    __slots__ = ()
    verb = "end"


class DiscardFenceCards(BaseAction):
    """Throws away so many cards of each type."""

    __match_args__ = ("cards",)
    __slots__ = __match_args__
    verb = "discard"

    def __init__(self, cards: Bag) -> None:
        self.cards: Final = cards

    @property
    def words(self) -> tuple[str, ...]:
        return (card_letters(self.cards) or "-",)


class DrawFirstSeat(BaseAction):
    __match_args__ = ("seat",)
    __slots__ = __match_args__
    verb = "first"

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.seat),)


class DrawFenceCard(BaseAction):
    """A card comes off a deck."""

    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "draw"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (components().icons[self.kind],)


class RollDice(BaseAction):
    """All active dice show these faces."""

    __match_args__ = ("faces",)
    __slots__ = __match_args__
    verb = "roll"

    def __init__(self, faces: bytes) -> None:
        self.faces: Final = faces

    @property
    def words(self) -> tuple[str, ...]:
        return (face_letters(self.faces),)


class RerollDice(BaseAction):
    """The dice that were not kept show these faces."""

    __match_args__ = ("faces",)
    __slots__ = __match_args__
    verb = "reroll"

    def __init__(self, faces: bytes) -> None:
        self.faces: Final = faces

    @property
    def words(self) -> tuple[str, ...]:
        return (face_letters(self.faces),)


def card_letters(cards: Bag) -> str:
    """Cards by their letters.

    >>> card_letters(bytes((1, 0, 2, 0)))
    'WLL'
    """
    return "".join(icon * count for icon, count in zip(components().icons, cards, strict=True))


def face_letters(faces: Sequence[int]) -> str:
    """Faces by their letters."""
    return "".join(components().faces[face] for face in faces)


MAX_DICE = 4
"""The most dice that are ever rolled together."""


class BeastsVocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

    end = EndTurn()

    def __init__(self) -> None:
        box = components()
        self._beasts, self._squares, self._dice = range(len(box.beasts)), range(len(box.squares)), range(MAX_DICE)
        self.setup = tuple(SetUpBeast(beast, square) for beast in self._beasts for square in self._squares)
        self.keep = tuple(map(KeepDice, range(1 << MAX_DICE)))
        """By the mask of kept dice; nothing at 0."""
        self.die = tuple(tuple(PlaceDie(die, slot) for slot in range(len(components().slots))) for die in self._dice)
        self.card = tuple(
            tuple(PlaceFenceCard(kind, edge) for edge in range(len(components().edges))) for kind in range(ICONS)
        )
        self.add = tuple(
            tuple(tuple(AddBeast(die, beast, square) for square in self._squares) for beast in self._beasts)
            for die in self._dice
        )
        self.first = tuple(map(DrawFirstSeat, range(MAX_DICE)))
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
def _actions_by_text() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v = vocabulary()
    return index_by_text([*_choices(v), v.first, v.draw, *v.roll[1:], *v.reroll[1:-1]])


def _choices(v: BeastsVocabulary) -> list[Iterable[Action]]:
    """What a seat may choose."""
    groups: list[Iterable[Action]] = [(v.end,), v.setup, v.keep[1:], v.discard, *v.die, *v.card]
    return groups + [group for die in v.add for group in die] + [group for die in v.move for group in die]


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have."""
    return tuple(chain(*_choices(vocabulary())))


def parse(text: str) -> Action:
    """The action that a line of text means."""
    action = _actions_by_text().get(text)
    if action is None:
        raise notation_error(text, "B-3.3", EXAMPLES, DISCARD_HINT if text.startswith("discard") else None)
    return action


DISCARD_HINT = Text("it looks like '{some}' or '{none}'", some="discard WLL", none="discard -")
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
