"""What can be done in the princess' game, and the dealer's outcomes: values with one line of text (P-3.6, P-3.8).

>>> from tilehall.engine.princess.actions import parse
>>> str(parse("declare R01 F3")), parse("shift D4 E5")
('declare R01 F3', Shift(start=27, end=36))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from tilehall.engine.game import Action, spelled
from tilehall.engine.notation import by_text, no_action
from tilehall.engine.princess.components import LATTICE, components


@dataclass(frozen=True, slots=True)
class Word:
    """An action that is one fixed phrase: `pass`, `extra`, `stop`, `gem no`, `gem yes`, `side a`, `side b`."""

    verb: str
    answer: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        return (self.answer,) if self.answer else ()

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Hold:
    card: int
    verb: ClassVar[str] = "hold"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Remove:
    card: int
    verb: ClassVar[str] = "remove"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Recall:
    cell: int
    verb: ClassVar[str] = "recall"

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Set:
    """Sprite G puts a gem from the supply on a tile."""

    cell: int
    verb: ClassVar[str] = "set"

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Shift:
    """Sprite G moves a gem to another tile."""

    start: int
    end: int
    verb: ClassVar[str] = "shift"

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.start], LATTICE.names[self.end])

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Take:
    kind: int
    verb: ClassVar[str] = "take"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().kinds[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Cell:
    """Lays the tile in hand."""

    cell: int
    verb: ClassVar[str] = "cell"

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Declare:
    card: int
    gem: int
    verb: ClassVar[str] = "declare"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id, LATTICE.names[self.gem])

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Steal:
    cell: int
    verb: ClassVar[str] = "steal"

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class DrawTile:
    kind: int
    verb: ClassVar[str] = "draw"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().kinds[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class DrawCard:
    card: int
    verb: ClassVar[str] = "row"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class DealBoard:
    board: int
    verb: ClassVar[str] = "board"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().boards[self.board],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class DealBonus:
    bonus: int
    verb: ClassVar[str] = "bonus"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().bonuses[self.bonus],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class DealStart:
    seat: int
    verb: ClassVar[str] = "start"

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.seat),)

    __str__ = spelled


class Vocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

    skip = Word("pass")
    extra = Word("extra")
    stop = Word("stop")
    gem_no = Word("gem", "no")
    gem_yes = Word("gem", "yes")
    sides = (Word("side", "a"), Word("side", "b"))

    def __init__(self) -> None:
        box = components()
        self._cells, self._cards, self._kinds = range(LATTICE.size), range(len(box.cards)), range(len(box.kinds))
        self.hold = tuple(map(Hold, self._cards))
        self.remove = tuple(map(Remove, self._cards))
        self.recall = tuple(map(Recall, self._cells))
        self.set = tuple(map(Set, self._cells))
        self.take = tuple(map(Take, self._kinds))
        self.cell = tuple(map(Cell, self._cells))
        self.steal = tuple(map(Steal, self._cells))
        self.draw = tuple(map(DrawTile, self._kinds))
        self.row = tuple(map(DrawCard, self._cards))
        self.board = tuple(map(DealBoard, range(len(components().boards))))
        self.bonus = tuple(map(DealBonus, range(len(components().bonuses))))
        self.start = tuple(map(DealStart, range(4)))

    @cached_property
    def shift(self) -> tuple[tuple[Shift, ...], ...]:
        return tuple(tuple(Shift(start, end) for end in self._cells) for start in self._cells)

    @cached_property
    def declare(self) -> tuple[tuple[Declare, ...], ...]:
        return tuple(tuple(Declare(card, gem) for gem in self._cells) for card in self._cards)


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary()


@cache
def _phrases() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v = vocabulary()
    groups: list[Iterable[Action]] = [(v.skip, v.extra, v.stop, v.gem_no, v.gem_yes), v.sides]
    groups += [v.hold, v.remove, v.recall, v.set, v.take, v.cell, v.steal]
    groups += [v.draw, v.row, v.board, v.bonus, v.start, *v.shift, *v.declare]
    return by_text(groups)


def parse(text: str) -> Action:
    """The action that a line of text means."""
    action = _phrases().get(text)
    if action is None:
        raise no_action(text, "P-3.6", EXAMPLES)
    return action


EXAMPLES = {
    "side": "side a",
    "hold": "hold R07",
    "remove": "remove R07",
    "recall": "recall D4",
    "set": "set D4",
    "shift": "shift D4 E5",
    "take": "take FU",
    "cell": "cell D4",
    "gem": "gem yes",
    "declare": "declare R01 F3",
    "steal": "steal F6",
    "draw": "draw FU",
    "row": "row R07",
    "board": "board B2",
    "bonus": "bonus F+",
    "start": "start 0",
}
