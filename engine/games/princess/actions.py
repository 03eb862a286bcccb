"""The actions of the princess' game and the dealer's outcomes (P-3.6, P-3.8).

>>> from tilehall.engine.games.princess.actions import parse
>>> str(parse("declare R01 F3")), parse("shift D4 E5")
('declare R01 F3', ShiftGem(start=27, end=36))
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import chain

from tilehall.engine.core.action import BaseAction, Names, Notation, OneOf, Phrase, action, numbers, word
from tilehall.engine.core.game import Action
from tilehall.engine.games.princess.components import LATTICE, SPAN, components

CELL = Names(lambda: LATTICE.names)
CARD = Names(lambda: [card.id for card in components().cards])
KIND = Names(lambda: components().kinds)

PASS = Phrase("pass")
EXTRA = Phrase("extra")
"""Sprite X draws an extra tile (P-3.S4)."""
STOP = Phrase("stop")


@action("side", "a")
class ChooseSide(BaseAction):
    """The side of the own board, chosen or drawn (P-3.S0)."""

    side: str = word(OneOf("a", "b"))


@action("hold", "R07")
class HoldRune(BaseAction):
    """Puts a card of the row before its player (P-3.S2)."""

    card: int = word(CARD)


@action("remove", "R07")
class RemoveRune(BaseAction):
    """Puts a card of the row on the discard (P-3.S2)."""

    card: int = word(CARD)


@action("recall", "D4")
class RecallGem(BaseAction):
    """Takes a gem back into the supply (P-3.S3)."""

    cell: int = word(CELL)


@action("set", "D4")
class SetGem(BaseAction):
    """Sprite G sets a gem from the supply (P-3.S4)."""

    cell: int = word(CELL)


@action("shift", "D4 E5")
class ShiftGem(BaseAction):
    """Sprite G shifts a gem to another tile (P-3.S4)."""

    start: int = word(CELL)
    end: int = word(CELL)


@action("take", "FU")
class TakeFromDisplay(BaseAction):
    """Takes a tile of a kind from the display (P-3.S5)."""

    kind: int = word(KIND)


@action("cell", "D4")
class LayTile(BaseAction):
    """Lays the tile in hand: the one taken, an extra one or a stolen one (P-4.1)."""

    cell: int = word(CELL)


@action("gem", "yes")
class AnswerGem(BaseAction):
    """Whether a gem goes on the tile just laid (P-3.S5)."""

    answer: str = word(OneOf("no", "yes"))


@action("declare", "R01 F3")
class DeclareRune(BaseAction):
    """Declares a rune with the gem in its formation (P-3.S6)."""

    card: int = word(CARD)
    gem: int = word(CELL)


@action("steal", "F6")
class StealTile(BaseAction):
    """Picks a tile of the victim (P-4.21)."""

    cell: int = word(CELL)


@action("draw", "FU")
class DrawTile(BaseAction):
    """The dealer draws a tile from the stack."""

    kind: int = word(KIND)


@action("row", "R07")
class DrawCard(BaseAction):
    """The dealer draws a card for the row."""

    card: int = word(CARD)


@action("board", "B2")
class DealManorBoard(BaseAction):
    """The dealer gives a player a board."""

    board: int = word(Names(lambda: components().boards))


@action("bonus", "F+")
class DealBonus(BaseAction):
    """The dealer draws a bonus card."""

    bonus: int = word(Names(lambda: components().bonuses))


@action("start", "0")
class DealStart(BaseAction):
    """The dealer draws who begins."""

    seat: int = word(numbers(range(4)))


class PrincessVocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

    sides = (ChooseSide("a"), ChooseSide("b"))
    gem_no = AnswerGem("no")
    gem_yes = AnswerGem("yes")

    def __init__(self) -> None:
        box = components()
        self._cells, self._cards, kinds = range(LATTICE.size), range(len(box.cards)), range(len(box.kinds))
        self.hold = tuple(map(HoldRune, self._cards))
        self.remove = tuple(map(RemoveRune, self._cards))
        self.recall = tuple(map(RecallGem, self._cells))
        self.set = tuple(map(SetGem, self._cells))
        self.take = tuple(map(TakeFromDisplay, kinds))
        self.cell = tuple(map(LayTile, self._cells))
        self.steal = tuple(map(StealTile, self._cells))
        self.draw = tuple(map(DrawTile, kinds))
        self.row = tuple(map(DrawCard, self._cards))
        self.board = tuple(map(DealManorBoard, range(len(box.boards))))
        self.bonus = tuple(map(DealBonus, range(len(box.bonuses))))
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
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have. A gem moves within a frame of tiles (P-4.1)."""
    v = vocabulary()
    phrases = (PASS, EXTRA, STOP, v.gem_no, v.gem_yes, *v.sides)
    single = chain(v.hold, v.remove, v.recall, v.set, v.take, v.cell, v.steal)
    shifts = (shift for shift in chain(*v.shift) if shift.start != shift.end and _within(shift))
    return (*phrases, *single, *chain(*v.declare), *shifts)


def _within(shift: ShiftGem) -> bool:
    (top, left), (bottom, right) = LATTICE.row_and_column(shift.start), LATTICE.row_and_column(shift.end)
    return abs(top - bottom) < SPAN and abs(left - right) < SPAN


NOTATION = Notation(
    "P-3.6",
    *(PASS, EXTRA, STOP, ChooseSide, HoldRune, RemoveRune, RecallGem, SetGem, ShiftGem, TakeFromDisplay, LayTile),
    *(AnswerGem, DeclareRune, StealTile, DrawTile, DrawCard, DealManorBoard, DealBonus, DealStart),
)
parse = NOTATION.parse
