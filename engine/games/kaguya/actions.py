"""The actions of Kaguyahime and the dealer's outcomes (K-3.1 to K-3.7).

>>> from tilehall.engine.games.kaguya.actions import parse
>>> str(parse("present RC*")), parse("cell e5")
('present RC*', ChooseTileCell(cell=40))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations
from typing import Self

from tilehall.engine.core.action import CACHED_TEXTS, BaseAction, Names, Notation, action, numbers, word
from tilehall.engine.core.game import Action
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import CELLS, CLEAR, COLOURS, KINDS, NAMES, components
from tilehall.engine.games.kaguya.rooms import UNPLANTED

LETTERS = "RBGPC"
ROWS = range(1, 6)
TURNS = range(4)


def cube_letters(kinds: Iterable[int]) -> str:
    return "".join(LETTERS[kind] for kind in kinds)


class CellFormat(Names):
    """The cells of the boards; the grid that names them has others between them."""

    def read(self, word: str, /) -> int | None:
        cell = super().read(word)
        return cell if cell is not None and on_boards() >> cell & 1 else None


class PlantFormat:
    """A colour, or `none` (K-3.5)."""

    def write(self, value: int) -> str:
        return "none" if value == UNPLANTED else COLOUR.write(value)

    def read(self, word: str) -> int | None:
        return UNPLANTED if word == "none" else COLOUR.read(word)


class KindsFormat:
    """One kind or two different ones in the order of LETTERS, such as `BC` (K-3.6)."""

    def write(self, value: tuple[int, ...]) -> str:
        return cube_letters(value)

    def read(self, word: str) -> tuple[int, ...] | None:
        kinds = _kinds(word)
        return kinds if kinds and len({*kinds}) == len(kinds) else None


def _kinds(word: str) -> tuple[int, ...] | None:
    """Up to two cubes named in the order of LETTERS, or None."""
    kinds = tuple(LETTERS.find(letter) for letter in word)
    return kinds if len(kinds) <= 2 and -1 not in kinds and kinds == tuple(sorted(kinds)) else None


@cache
def on_boards() -> int:
    """The cells of all boards."""
    return sum(side.cells for side in components().sides)


KIND = Names(lambda: LETTERS)
COLOUR = Names(lambda: LETTERS[:CLEAR])
ROW = numbers(ROWS)


@action("present", "RC*")
class Present(BaseAction):
    """A combination in the fist: up to two cubes, in the order of LETTERS, and perhaps the disk (K-3.2)."""

    fields = ("combination",)
    cubes: tuple[int, ...]
    disk: bool

    @property
    def words(self) -> tuple[str, ...]:
        return (self.combination,)

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Self | None:
        if len(words) != 1:
            return None
        disk = words[0].endswith("*")
        held = words[0].removesuffix("*")
        cubes = () if held == "-" else _kinds(held) or None
        return None if cubes is None else cls(cubes, disk)

    @property
    def combination(self) -> str:
        """As in the record: `RC*`, `-`."""
        return (cube_letters(self.cubes) or "-") + ("*" if self.disk else "")


@action("take", "B")
class TakeCube(BaseAction):
    """Takes a cube out of the princess' storage (K-4.8)."""

    kind: int = word(KIND)


@action("give", "P")
class GiveCube(BaseAction):
    """Gives a cube from behind the screen to the storage (K-4.8)."""

    kind: int = word(KIND)


@action("tile", "3")
class ChooseTile(BaseAction):
    """Takes the tile in this row of the round's column (K-3.4)."""

    row: int = word(ROW)


@action("cell", "e5")
class ChooseTileCell(BaseAction):
    """The cell for the tile (K-4.26)."""

    cell: int = word(CellFormat(lambda: NAMES))


@action("rot", "1")
class ChooseTileRotation(BaseAction):
    """How the tile is turned (K-4.27)."""

    rot: int = word(numbers(TURNS))


@action("plant", "G")
class ChoosePlantCube(BaseAction):
    """The cube for a houseplant, or UNPLANTED if there is none behind the screen (K-3.5)."""

    kind: int = word(PlantFormat())


@action("break", "BC")
class TakeBreakCubes(BaseAction):
    """The cubes taken in the break: two kinds, or the only one (K-3.6)."""

    kinds: tuple[int, ...] = word(KindsFormat())


@action("value", "R")
class DealValue(BaseAction):
    """The dealer puts a colour on the next value place."""

    kind: int = word(COLOUR)


@action("cube", "R")
class DealCube(BaseAction):
    """The dealer draws a random cube for a seat."""

    kind: int = word(COLOUR)


@action("lay", "N07")
class DealDesignTile(BaseAction):
    """The dealer draws the next tile of the table."""

    tile: int = word(Names(lambda: [tile.id for tile in components().tiles]))


@action("row", "3")
class DealMeepleRow(BaseAction):
    """The dealer draws the row of a meeple."""

    row: int = word(ROW)


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
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have."""
    v = vocabulary()
    cells = [cell for cell in v.cell if on_boards() >> cell.cell & 1]
    picks = [pick for pick in v.tile if pick]
    return tuple(chain(v.present, v.take, v.give, cells, v.rot, v.plant, (v.no_plant,), v.pairs, v.singles, picks))


@lru_cache(CACHED_TEXTS)
def is_action(action: Action) -> bool:
    """Whether this value is an action of the game at all, and not only shaped like one."""
    try:
        return NOTATION.find(str(action)) == action
    except LookupError:
        return False


def parse_combination(text: str) -> Present:
    """The combination that `RC*` means. Raises KeyError for anything else."""
    found = Present.from_words([text])
    if found is None or found.combination != text:
        raise KeyError(text)
    return found


def _hint(text: str) -> Text | None:
    """The order in which the cubes should have been named."""
    verb, _, argument = text.partition(" ")
    if verb in ("present", "break"):
        ordered = "".join(sorted(argument.rstrip("*"), key=lambda letter: LETTERS.find(letter)))
        wanted = f"{verb} {ordered}" + "*" * argument.endswith("*")
        if NOTATION.find(wanted):
            return Text("cubes are named in the order {order}: '{wanted}'", order=" ".join(LETTERS), wanted=wanted)
    return None


NOTATION = Notation(
    "K-3.1",
    *(Present, TakeCube, GiveCube, ChooseTile, ChooseTileCell, ChooseTileRotation, ChoosePlantCube, TakeBreakCubes),
    *(DealValue, DealCube, DealDesignTile, DealMeepleRow),
    hint=_hint,
)
parse = NOTATION.parse


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
