"""What can be done in Kaguyahime, and the dealer's outcomes: values with one line of text (K-3.1 to K-3.7).

>>> from tilehall.engine.games.kaguya.actions import parse
>>> str(parse("present RC*")), parse("cell e5")
('present RC*', ChooseTileCell(cell=40))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import chain, combinations
from typing import Final

from tilehall.engine.core.action import BaseAction
from tilehall.engine.core.game import Action
from tilehall.engine.core.notation import index_by_text, notation_error
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import CELLS, CLEAR, COLOURS, KINDS, NAMES, components
from tilehall.engine.games.kaguya.rooms import UNPLANTED

LETTERS = "RBGPC"
ROWS = range(1, 6)
TURNS = range(4)


def cube_letters(kinds: Iterable[int]) -> str:
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
        return (cube_letters(self.cubes) or "-") + ("*" if self.disk else "")


class TakeCube(BaseAction):
    """A cube out of the princess' storage."""

    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "take"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class GiveCube(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "give"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class ChooseTile(BaseAction):
    """Takes the tile in this row of the round's column; its text is `tile 3`."""

    __match_args__ = ("row",)
    __slots__ = __match_args__
    verb = "tile"

    def __init__(self, row: int) -> None:
        self.row: Final = row

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.row),)


class ChooseTileCell(BaseAction):
    __match_args__ = ("cell",)
    __slots__ = __match_args__
    verb = "cell"

    def __init__(self, cell: int) -> None:
        self.cell: Final = cell

    @property
    def words(self) -> tuple[str, ...]:
        return (NAMES[self.cell],)


class ChooseTileRotation(BaseAction):
    __match_args__ = ("rot",)
    __slots__ = __match_args__
    verb = "rot"

    def __init__(self, rot: int) -> None:
        self.rot: Final = rot

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.rot),)


class ChoosePlantCube(BaseAction):
    """The cube for a houseplant, or UNPLANTED if there is none behind the screen (K-3.5)."""

    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "plant"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return ("none" if self.kind == UNPLANTED else LETTERS[self.kind],)


class TakeBreakCubes(BaseAction):
    """The cubes taken in the break: two kinds, or the only one (K-3.6)."""

    __match_args__ = ("kinds",)
    __slots__ = __match_args__
    verb = "break"

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.kinds: Final = kinds

    @property
    def words(self) -> tuple[str, ...]:
        return (cube_letters(self.kinds),)


class DealValue(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "value"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class DealCube(BaseAction):
    __match_args__ = ("kind",)
    __slots__ = __match_args__
    verb = "cube"

    def __init__(self, kind: int) -> None:
        self.kind: Final = kind

    @property
    def words(self) -> tuple[str, ...]:
        return (LETTERS[self.kind],)


class DealDesignTile(BaseAction):
    __match_args__ = ("tile",)
    __slots__ = __match_args__
    verb = "lay"

    def __init__(self, tile: int) -> None:
        self.tile: Final = tile

    @property
    def words(self) -> tuple[str, ...]:
        return (components().tiles[self.tile].id,)


class DealMeepleRow(BaseAction):
    __match_args__ = ("row",)
    __slots__ = __match_args__
    verb = "row"

    def __init__(self, row: int) -> None:
        self.row: Final = row

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.row),)


PRESENT_NOTHING = Present((), False)


class KaguyaVocabulary:
    """Every action once, so that lists of choices are made of ready values. Rows are counted from 1.

    A group is made when it is first used.
    """

    no_plant = ChoosePlantCube(UNPLANTED)

    @cached_property
    def present(self) -> tuple[Present, ...]:
        hands = [(), *[(kind,) for kind in KINDS], *[(a, b) for a in KINDS for b in KINDS if a <= b]]
        return tuple(Present(hand, disk) for disk in (False, True) for hand in hands)

    @cached_property
    def take(self) -> tuple[TakeCube, ...]:
        return tuple(map(TakeCube, KINDS))

    @cached_property
    def give(self) -> tuple[GiveCube, ...]:
        return tuple(map(GiveCube, KINDS))

    @cached_property
    def tile(self) -> tuple[ChooseTile | None, ...]:
        return (None, *map(ChooseTile, ROWS))

    @cached_property
    def cell(self) -> tuple[ChooseTileCell, ...]:
        return tuple(map(ChooseTileCell, range(CELLS.size)))

    @cached_property
    def rot(self) -> tuple[ChooseTileRotation, ...]:
        return tuple(map(ChooseTileRotation, TURNS))

    @cached_property
    def plant(self) -> tuple[ChoosePlantCube, ...]:
        return tuple(map(ChoosePlantCube, COLOURS))

    @cached_property
    def pairs(self) -> tuple[TakeBreakCubes, ...]:
        return tuple(map(TakeBreakCubes, combinations(KINDS, 2)))

    @cached_property
    def singles(self) -> tuple[TakeBreakCubes, ...]:
        return tuple(TakeBreakCubes((kind,)) for kind in KINDS)

    @cached_property
    def value(self) -> tuple[DealValue, ...]:
        return tuple(map(DealValue, COLOURS))

    @cached_property
    def cube(self) -> tuple[DealCube, ...]:
        return tuple(map(DealCube, COLOURS))

    @cached_property
    def lay(self) -> tuple[DealDesignTile, ...]:
        return tuple(map(DealDesignTile, range(len(components().tiles))))

    @cached_property
    def row(self) -> tuple[DealMeepleRow | None, ...]:
        return (None, *map(DealMeepleRow, ROWS))


@cache
def vocabulary() -> KaguyaVocabulary:
    return KaguyaVocabulary()


@cache
def _actions_by_text() -> dict[str, Action]:
    """Every text that means something, with what it means."""
    v = vocabulary()
    return index_by_text([*_choices(v), v.value, v.cube, v.lay, [row for row in v.row if row]])


def _choices(v: KaguyaVocabulary) -> list[Iterable[Action]]:
    """What a seat may choose."""
    on_board = sum(side.cells for side in components().sides)
    cells = [cell for cell in v.cell if on_board >> cell.cell & 1]
    picks = [pick for pick in v.tile if pick]
    return [v.present, v.take, v.give, cells, v.rot, v.plant, (v.no_plant,), v.pairs, v.singles, picks]


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have."""
    return tuple(chain(*_choices(vocabulary())))


@cache
def _all_actions() -> frozenset[Action]:
    return frozenset(_actions_by_text().values())


def is_action(action: Action) -> bool:
    """Whether this value is an action of the game at all, and not only shaped like one."""
    return action in _all_actions()


def parse_combination(text: str) -> Present:
    """The combination that `RC*` means; KeyError for anything else."""
    found = _actions_by_text()[f"present {text}"]
    assert isinstance(found, Present)
    return found


def parse(text: str) -> Action:
    """The action that a line of text means."""
    action = _actions_by_text().get(text)
    if action is None:
        raise notation_error(text, "K-3.1", EXAMPLES, _hint(text))
    return action


def _hint(text: str) -> Text | None:
    """The order in which the cubes should have been named."""
    verb, _, argument = text.partition(" ")
    if verb in ("present", "break"):
        ordered = "".join(sorted(argument.rstrip("*"), key=lambda letter: LETTERS.find(letter)))
        wanted = f"{verb} {ordered}" + "*" * argument.endswith("*")
        if wanted in _actions_by_text():
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
def give_choices(purse: bytes, clear: bool) -> tuple[GiveCube, ...]:
    """What may be put into the storage; the clear cube only if it may go there (K-4.8)."""
    return tuple(give for give in vocabulary().give if purse[give.kind] and (clear or give.kind != CLEAR))


@cache
def plant_choices(purse: bytes) -> tuple[ChoosePlantCube, ...]:
    """K-4.34, K-4.35."""
    words = vocabulary()
    return tuple(words.plant[kind] for kind in COLOURS if purse[kind]) or (words.no_plant,)


@cache
def break_choices(present: bytes) -> tuple[TakeBreakCubes, ...]:
    """K-4.42, K-4.43: `present` says of each kind whether the storage has it."""
    words = vocabulary()
    pairs = tuple(pair for pair in words.pairs if present[pair.kinds[0]] and present[pair.kinds[1]])
    return pairs or tuple(single for single in words.singles if present[single.kinds[0]])
