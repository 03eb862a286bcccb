"""What can be done in the princess' game, and the dealer's outcomes: values with one line of text (P-3.6, P-3.8).

>>> from tilehall.engine.games.princess.actions import parse
>>> str(parse("declare R01 F3")), parse("shift D4 E5")
('declare R01 F3', ShiftGem(start=27, end=36))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import chain
from typing import Final

from tilehall.engine.core.action import BaseAction
from tilehall.engine.core.game import Action
from tilehall.engine.core.notation import index_by_text, notation_error
from tilehall.engine.games.princess.components import LATTICE, SPAN, components


class PhraseAction(BaseAction):
    """An action that is one fixed phrase: `pass`, `extra`, `stop`, `gem no`, `gem yes`, `side a`, `side b`."""

    __match_args__ = ("verb", "answer")
    __slots__ = __match_args__

    def __init__(self, verb: str, answer: str = "") -> None:
        self.verb = verb
        self.answer: Final = answer

    @property
    def words(self) -> tuple[str, ...]:
        return (self.answer,) if self.answer else ()


class HoldRune(BaseAction):
    __match_args__ = ("card",)
    __slots__ = __match_args__
    verb = "hold"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)


class RemoveRune(BaseAction):
    __match_args__ = ("card",)
    __slots__ = __match_args__
    verb = "remove"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)


class RecallGem(BaseAction):
    __match_args__ = ("cell",)
    __slots__ = __match_args__
    verb = "recall"

    def __init__(self, cell: int) -> None:
        self.cell: Final = cell

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)


class SetGem(BaseAction):
    """Sprite G puts a gem from the supply on a tile."""

    __match_args__ = ("cell",)
    __slots__ = __match_args__
    verb = "set"

    def __init__(self, cell: int) -> None:
        self.cell: Final = cell

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)


class ShiftGem(BaseAction):
    """Sprite G moves a gem to another tile."""

    __match_args__ = ("start", "end")
    __slots__ = __match_args__
    verb = "shift"

    def __init__(self, start: int, end: int) -> None:
        self.start: Final = start
        self.end: Final = end

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.start], LATTICE.names[self.end])


class TakeFromDisplay(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "take"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (components().kinds[self.kind],)


class LayTile(BaseAction):
    """Lays the tile in hand."""

    __match_args__ = ("cell",)
    __slots__ = __match_args__
    verb = "cell"

    def __init__(self, cell: int) -> None:
        self.cell: Final = cell

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)


class DeclareRune(BaseAction):
    __match_args__ = ("card", "gem")
    __slots__ = __match_args__
    verb = "declare"

    def __init__(self, card: int, gem: int) -> None:
        self.card: Final = card
        self.gem: Final = gem

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id, LATTICE.names[self.gem])


class StealTile(BaseAction):
    __match_args__ = ("cell",)
    __slots__ = __match_args__
    verb = "steal"

    def __init__(self, cell: int) -> None:
        self.cell: Final = cell

    @property
    def words(self) -> tuple[str, ...]:
        return (LATTICE.names[self.cell],)


class DrawTile(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "draw"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (components().kinds[self.kind],)


class DrawCard(BaseAction):
    __match_args__ = ("card",)
    __slots__ = __match_args__
    verb = "row"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)


class DealManorBoard(BaseAction):
    __match_args__ = ("board",)
    __slots__ = __match_args__
    verb = "board"

    def __init__(self, board: int) -> None:
        self.board: Final = board

    @property
    def words(self) -> tuple[str, ...]:
        return (components().boards[self.board],)


class DealBonus(BaseAction):
    __match_args__ = ("bonus",)
    __slots__ = __match_args__
    verb = "bonus"

    def __init__(self, bonus: int) -> None:
        self.bonus: Final = bonus

    @property
    def words(self) -> tuple[str, ...]:
        return (components().bonuses[self.bonus],)


class DealStart(BaseAction):
    __match_args__ = ("seat",)
    __slots__ = __match_args__
    verb = "start"

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.seat),)


class PrincessVocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

    skip = PhraseAction("pass")
    extra = PhraseAction("extra")
    stop = PhraseAction("stop")
    gem_no = PhraseAction("gem", "no")
    gem_yes = PhraseAction("gem", "yes")
    sides = (PhraseAction("side", "a"), PhraseAction("side", "b"))

    def __init__(self) -> None:
        box = components()
        self._cells, self._cards, self._kinds = range(LATTICE.size), range(len(box.cards)), range(len(box.kinds))
        self.hold = tuple(map(HoldRune, self._cards))
        self.remove = tuple(map(RemoveRune, self._cards))
        self.recall = tuple(map(RecallGem, self._cells))
        self.set = tuple(map(SetGem, self._cells))
        self.take = tuple(map(TakeFromDisplay, self._kinds))
        self.cell = tuple(map(LayTile, self._cells))
        self.steal = tuple(map(StealTile, self._cells))
        self.draw = tuple(map(DrawTile, self._kinds))
        self.row = tuple(map(DrawCard, self._cards))
        self.board = tuple(map(DealManorBoard, range(len(components().boards))))
        self.bonus = tuple(map(DealBonus, range(len(components().bonuses))))
        self.start = tuple(map(DealStart, range(4)))

    @cached_property
    def shift(self) -> tuple[tuple[ShiftGem, ...], ...]:
        return tuple(tuple(ShiftGem(start, end) for end in self._cells) for start in self._cells)

    @cached_property
    def declare(self) -> tuple[tuple[DeclareRune, ...], ...]:
        return tuple(tuple(DeclareRune(card, gem) for gem in self._cells) for card in self._cards)


@cache
def vocabulary() -> PrincessVocabulary:
    return PrincessVocabulary()


@cache
def _phrases() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v = vocabulary()
    return index_by_text([*_choices(v), v.draw, v.row, v.board, v.bonus, v.start, *v.shift, *v.declare])


def _choices(v: PrincessVocabulary) -> list[Iterable[Action]]:
    """What a seat may choose, without the large groups."""
    words = [(v.skip, v.extra, v.stop, v.gem_no, v.gem_yes), v.sides]
    return [*words, v.hold, v.remove, v.recall, v.set, v.take, v.cell, v.steal]


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have. A gem moves within a frame of tiles (P-4.1)."""
    v = vocabulary()
    shifts = (shift for group in v.shift for shift in group if shift.start != shift.end and _within(shift))
    return (*chain(*_choices(v)), *chain(*v.declare), *shifts)


def _within(shift: ShiftGem) -> bool:
    (top, left), (bottom, right) = LATTICE.row_and_column(shift.start), LATTICE.row_and_column(shift.end)
    return abs(top - bottom) < SPAN and abs(left - right) < SPAN


def parse(text: str) -> Action:
    """The action that a line of text means."""
    action = _phrases().get(text)
    if action is None:
        raise notation_error(text, "P-3.6", EXAMPLES)
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
