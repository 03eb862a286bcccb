"""What can be done in Kaguyahime, and the dealer's outcomes: values with one line of text (K-3.1 to K-3.7).

>>> from tilehall.engine.games.kaguya.actions import parse
>>> str(parse("present RC*")), parse("cell e5")
('present RC*', Cell(cell=40))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import chain, combinations
from typing import Final

from tilehall.engine.core.action import BaseAction
from tilehall.engine.core.game import Action
from tilehall.engine.core.notation import by_text, no_action
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import CELLS, CLEAR, COLOURS, KINDS, NAMES, components
from tilehall.engine.games.kaguya.rooms import UNPLANTED

LETTERS = "RBGPC"
ROWS = range(1, 6)
TURNS = range(4)


def letters(kinds: Iterable[int]) -> str:
    return "".join(LETTERS[kind] for kind in kinds)


class Present(BaseAction):
    """A combination in the fist: up to two cubes, in canonical order, and perhaps the disk (K-3.2)."""

    __match_args__ = ("cubes", "disk")
    __slots__ = __match_args__
    verb = "present"

    def __init__(self, cubes: tuple[int, ...], disk: bool) -> None:
        self.cubes: Final = cubes
        self.disk: Final = disk

    @property
    def words(self) -> tuple[str, ...]:
        return (self.combination,)

    @property
    def combination(self) -> str:
        """As in the record: `RC*`, `-`."""
        return (letters(self.cubes) or "-") + ("*" if self.disk else "")


class Take(BaseAction):
    """A cube out of the princess' storage."""

    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "take"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class Give(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "give"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class Pick(BaseAction):
    """Takes the tile in this row of the round's column; its text is `tile 3`."""

    __match_args__ = ("row",)
    __slots__ = __match_args__
    verb = "tile"

    def __init__(self, row: int) -> None:
        self.row: Final = row

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.row),)


class Cell(BaseAction):
    __match_args__ = ("cell",)
    __slots__ = __match_args__
    verb = "cell"

    def __init__(self, cell: int) -> None:
        self.cell: Final = cell

    @property
    def words(self) -> tuple[str, ...]:
        return (NAMES[self.cell],)


class Rot(BaseAction):
    __match_args__ = ("rot",)
    __slots__ = __match_args__
    verb = "rot"

    def __init__(self, rot: int) -> None:
        self.rot: Final = rot

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.rot),)


class Plant(BaseAction):
    """The cube for a houseplant, or UNPLANTED if there is none behind the screen (K-3.5)."""

    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "plant"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return ("none" if self.kind == UNPLANTED else LETTERS[self.kind],)


class Break(BaseAction):
    """The cubes taken in the break: two kinds, or the only one (K-3.6)."""

    __match_args__ = ("kinds",)
    __slots__ = __match_args__
    verb = "break"

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.kinds: Final = kinds

    @property
    def words(self) -> tuple[str, ...]:
        return (letters(self.kinds),)


class Value(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "value"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class Cube(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "cube"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class Lay(BaseAction):
    __match_args__ = ("tile",)
    __slots__ = __match_args__
    verb = "lay"

    def __init__(self, tile: int) -> None:
        self.tile: Final = tile

    @property
    def words(self) -> tuple[str, ...]:
        return (components().tiles[self.tile].id,)


class Row(BaseAction):
    __match_args__ = ("row",)
    __slots__ = __match_args__
    verb = "row"

    def __init__(self, row: int) -> None:
        self.row: Final = row

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.row),)


NOTHING = Present((), False)


class Vocabulary:
    """Every action once, so that lists of choices are made of ready values. Rows are counted from 1.

    A group is made when it is first used.
    """

    no_plant = Plant(UNPLANTED)

    @cached_property
    def present(self) -> tuple[Present, ...]:
        hands = [(), *[(kind,) for kind in KINDS], *[(a, b) for a in KINDS for b in KINDS if a <= b]]
        return tuple(Present(hand, disk) for disk in (False, True) for hand in hands)

    @cached_property
    def take(self) -> tuple[Take, ...]:
        return tuple(map(Take, KINDS))

    @cached_property
    def give(self) -> tuple[Give, ...]:
        return tuple(map(Give, KINDS))

    @cached_property
    def tile(self) -> tuple[Pick | None, ...]:
        return (None, *map(Pick, ROWS))

    @cached_property
    def cell(self) -> tuple[Cell, ...]:
        return tuple(map(Cell, range(CELLS.size)))

    @cached_property
    def rot(self) -> tuple[Rot, ...]:
        return tuple(map(Rot, TURNS))

    @cached_property
    def plant(self) -> tuple[Plant, ...]:
        return tuple(map(Plant, COLOURS))

    @cached_property
    def pairs(self) -> tuple[Break, ...]:
        return tuple(map(Break, combinations(KINDS, 2)))

    @cached_property
    def singles(self) -> tuple[Break, ...]:
        return tuple(Break((kind,)) for kind in KINDS)

    @cached_property
    def value(self) -> tuple[Value, ...]:
        return tuple(map(Value, COLOURS))

    @cached_property
    def cube(self) -> tuple[Cube, ...]:
        return tuple(map(Cube, COLOURS))

    @cached_property
    def lay(self) -> tuple[Lay, ...]:
        return tuple(map(Lay, range(len(components().tiles))))

    @cached_property
    def row(self) -> tuple[Row | None, ...]:
        return (None, *map(Row, ROWS))


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary()


@cache
def _phrases() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v = vocabulary()
    return by_text([*_choices(v), v.value, v.cube, v.lay, [row for row in v.row if row]])


def _choices(v: Vocabulary) -> list[Iterable[Action]]:
    """What a seat may choose."""
    on_board = sum(side.cells for side in components().sides)
    cells = [cell for cell in v.cell if on_board >> cell.cell & 1]
    picks = [pick for pick in v.tile if pick]
    return [v.present, v.take, v.give, cells, v.rot, v.plant, (v.no_plant,), v.pairs, v.singles, picks]


@cache
def repertoire() -> tuple[Action, ...]:
    """Every action that a seat may ever have."""
    return tuple(chain(*_choices(vocabulary())))


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
