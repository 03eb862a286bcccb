"""What can be done in the princess' game, and the dealer's outcomes: values with one line of text (P-3.6, P-3.8).

>>> from tilehall.engine.princess.actions import parse
>>> str(parse("declare R01 F3")), parse("shift D4 E5")
('declare R01 F3', Shift(start=27, end=36))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
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


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every action once, so that lists of choices are made of ready values."""

    skip: Word
    extra: Word
    stop: Word
    gem_no: Word
    gem_yes: Word
    sides: tuple[Word, Word]
    hold: tuple[Hold, ...]
    remove: tuple[Remove, ...]
    recall: tuple[Recall, ...]
    set: tuple[Set, ...]
    shift: tuple[tuple[Shift, ...], ...]
    take: tuple[Take, ...]
    cell: tuple[Cell, ...]
    declare: tuple[tuple[Declare, ...], ...]
    steal: tuple[Steal, ...]
    draw: tuple[DrawTile, ...]
    row: tuple[DrawCard, ...]
    board: tuple[DealBoard, ...]
    bonus: tuple[DealBonus, ...]
    start: tuple[DealStart, ...]


@cache
def vocabulary() -> Vocabulary:
    box, cells = components(), range(LATTICE.size)
    cards, kinds = range(len(box.cards)), range(len(box.kinds))
    return Vocabulary(
        skip=Word("pass"),
        extra=Word("extra"),
        stop=Word("stop"),
        gem_no=Word("gem", "no"),
        gem_yes=Word("gem", "yes"),
        sides=(Word("side", "a"), Word("side", "b")),
        hold=tuple(map(Hold, cards)),
        remove=tuple(map(Remove, cards)),
        recall=tuple(map(Recall, cells)),
        set=tuple(map(Set, cells)),
        shift=tuple(tuple(Shift(start, end) for end in cells) for start in cells),
        take=tuple(map(Take, kinds)),
        cell=tuple(map(Cell, cells)),
        declare=tuple(tuple(Declare(card, gem) for gem in cells) for card in cards),
        steal=tuple(map(Steal, cells)),
        draw=tuple(map(DrawTile, kinds)),
        row=tuple(map(DrawCard, cards)),
        board=tuple(map(DealBoard, range(len(box.boards)))),
        bonus=tuple(map(DealBonus, range(len(box.bonuses)))),
        start=tuple(map(DealStart, range(4))),
    )


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
