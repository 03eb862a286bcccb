"""What can be done in Kaguyahime, and the dealer's outcomes: values with one line of text (K-3.1 to K-3.7).

>>> from tilehall.engine.kaguya.actions import parse
>>> str(parse("present RC*")), parse("cell e5")
('present RC*', Cell(cell=40))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from tilehall.engine.game import Action, spelled
from tilehall.engine.kaguya.components import CELLS, CLEAR, COLOURS, KINDS, NAMES, components
from tilehall.engine.kaguya.rooms import UNPLANTED
from tilehall.engine.notation import by_text, no_action
from tilehall.engine.text import Text

LETTERS = "RBGPC"
ROWS = range(1, 6)
TURNS = range(4)


def letters(kinds: Iterable[int]) -> str:
    return "".join(LETTERS[kind] for kind in kinds)


@dataclass(frozen=True, slots=True)
class Present:
    """A combination in the fist: up to two cubes, in canonical order, and perhaps the disk (K-3.2)."""

    cubes: tuple[int, ...]
    disk: bool
    verb: ClassVar[str] = "present"

    @property
    def words(self) -> tuple[str, ...]:
        return (self.combination,)

    __str__ = spelled

    @property
    def combination(self) -> str:
        """As in the record: `RC*`, `-`."""
        return (letters(self.cubes) or "-") + ("*" if self.disk else "")


@dataclass(frozen=True, slots=True)
class Take:
    """A cube out of the princess' storage."""

    kind: int
    verb: ClassVar[str] = "take"

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Give:
    kind: int
    verb: ClassVar[str] = "give"

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Pick:
    """Takes the tile in this row of the round's column; its text is `tile 3`."""

    row: int
    verb: ClassVar[str] = "tile"

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.row),)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Cell:
    cell: int
    verb: ClassVar[str] = "cell"

    @property
    def words(self) -> tuple[str, ...]:
        return (NAMES[self.cell],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Rot:
    rot: int
    verb: ClassVar[str] = "rot"

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.rot),)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Plant:
    """The cube for a houseplant, or UNPLANTED if there is none behind the screen (K-3.5)."""

    kind: int
    verb: ClassVar[str] = "plant"

    @property
    def words(self) -> tuple[str, ...]:
        return ("none" if self.kind == UNPLANTED else LETTERS[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Break:
    """The cubes taken in the break: two kinds, or the only one (K-3.6)."""

    kinds: tuple[int, ...]
    verb: ClassVar[str] = "break"

    @property
    def words(self) -> tuple[str, ...]:
        return (letters(self.kinds),)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Value:
    kind: int
    verb: ClassVar[str] = "value"

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Cube:
    kind: int
    verb: ClassVar[str] = "cube"

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Lay:
    tile: int
    verb: ClassVar[str] = "lay"

    @property
    def words(self) -> tuple[str, ...]:
        return (components().tiles[self.tile].id,)

    __str__ = spelled


@dataclass(frozen=True, slots=True)
class Row:
    row: int
    verb: ClassVar[str] = "row"

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.row),)

    __str__ = spelled


NOTHING = Present((), False)


class Vocabulary:
    """Every action once, so that lists of choices are made of ready values. Rows are counted from 1."""

    def __init__(self) -> None:
        hands = [(), *((kind,) for kind in KINDS), *((a, b) for a in KINDS for b in KINDS if a <= b)]
        self.present = tuple(Present(hand, disk) for disk in (False, True) for hand in hands)
        self.take = tuple(map(Take, KINDS))
        self.give = tuple(map(Give, KINDS))
        self.tile: tuple[Pick | None, ...] = (None, *map(Pick, ROWS))
        self.cell = tuple(map(Cell, range(CELLS.size)))
        self.rot = tuple(map(Rot, TURNS))
        self.plant = tuple(map(Plant, COLOURS))
        self.no_plant = Plant(UNPLANTED)
        self.pairs = tuple(map(Break, combinations(KINDS, 2)))
        self.singles = tuple(Break((kind,)) for kind in KINDS)
        self.value = tuple(map(Value, COLOURS))
        self.cube = tuple(map(Cube, COLOURS))
        self.lay = tuple(map(Lay, range(len(components().tiles))))
        self.row: tuple[Row | None, ...] = (None, *map(Row, ROWS))


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary()


@cache
def _phrases() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v, on_board = vocabulary(), sum(side.cells for side in components().sides)
    cells = [cell for cell in v.cell if on_board >> cell.cell & 1]
    groups: list[Iterable[Action]] = [v.present, v.take, v.give, cells, v.rot, v.plant, (v.no_plant,), v.pairs]
    groups += [v.singles, v.value, v.cube, v.lay, [pick for pick in v.tile if pick], [row for row in v.row if row]]
    return by_text(groups)


@cache
def _every() -> frozenset[Action]:
    return frozenset(_phrases().values())


def exists(action: Action) -> bool:
    """Whether this value is an action of the game at all, and not only shaped like one."""
    return action in _every()


def combination(text: str) -> Present:
    """The combination that `RC*` means; KeyError for anything else."""
    found = _phrases()[f"present {text}"]
    assert isinstance(found, Present)
    return found


def parse(text: str) -> Action:
    """The action that a line of text means."""
    action = _phrases().get(text)
    if action is None:
        raise no_action(text, "K-3.1", EXAMPLES, _hint(text))
    return action


def _hint(text: str) -> Text | None:
    """The order in which the cubes should have been named."""
    verb, _, argument = text.partition(" ")
    if verb in ("present", "break"):
        ordered = "".join(sorted(argument.rstrip("*"), key=lambda letter: LETTERS.find(letter)))
        wanted = f"{verb} {ordered}" + "*" * argument.endswith("*")
        if wanted in _phrases():
            return Text("cubes are named in the order {order}: '{wanted}'", order=" ".join(LETTERS), wanted=wanted)
    return None


EXAMPLES = {
    "present": "present RC*",
    "take": "take B",
    "give": "give P",
    "tile": "tile 3",
    "cell": "cell e5",
    "rot": "rot 1",
    "plant": "plant G",
    "break": "break BC",
    "value": "value R",
    "cube": "cube R",
    "lay": "lay N07",
    "row": "row 3",
}


@cache
def presentations(purse: bytes, disk: bool) -> tuple[Present, ...]:
    """Everything that may be held from these cubes (K-4.5, K-4.6). Counts above 2 make no difference."""
    return tuple(
        choice
        for choice in vocabulary().present
        if disk >= choice.disk and all(choice.cubes.count(kind) <= purse[kind] for kind in choice.cubes)
    )


@cache
def gifts(purse: bytes, clear: bool) -> tuple[Give, ...]:
    """What may be put into the storage; the clear cube only if it may go there (K-4.8)."""
    return tuple(give for give in vocabulary().give if purse[give.kind] and (clear or give.kind != CLEAR))


@cache
def plantings(purse: bytes) -> tuple[Plant, ...]:
    """K-4.34, K-4.35."""
    words = vocabulary()
    return tuple(words.plant[kind] for kind in COLOURS if purse[kind]) or (words.no_plant,)


@cache
def breaks(present: bytes) -> tuple[Break, ...]:
    """K-4.42, K-4.43: `present` says of each kind whether the storage has it."""
    words = vocabulary()
    pairs = tuple(pair for pair in words.pairs if present[pair.kinds[0]] and present[pair.kinds[1]])
    return pairs or tuple(single for single in words.singles if present[single.kinds[0]])
