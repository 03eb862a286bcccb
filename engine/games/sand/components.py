"""The board, tiles and cards of Realm of Sand, read once from components.toml, with their masks.

Boxes are numbered row by row. The pieces on a board are one number: bit `30 * element + box`; a set of boxes is the
part below bit 30. `pattern_matching` looks for patterns in all eight orientations at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.core.geometry import Grid, bits, mask_of

PatternForm = tuple[tuple[int, int, int], ...]
"""The boxes of a coloured pattern: (row, column, element) each."""

GRID = Grid(6, 5)
BOXES = GRID.size
BASE, ELEMENTS = 3, 5
ELEMENT_REPEAT = sum(1 << BOXES * e for e in range(ELEMENTS))
"""A set of boxes times this is the set repeated for every element."""
LEVELS = 3
CARDS_PER_LEVEL = 18
NO_POWER = -1

LANE_WIDTH, LANE = 10, 80
"""A lane is one orientation of the board in rows of 10 bits and two empty rows, so that no shift wraps around."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuneTile:
    """A tile: its name, its pattern, its number of boxes of each colour, and all ways to place it."""

    id: str
    pattern: str
    need: tuple[int, int, int]
    placements: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BuildingCard:
    """A building. `chain` and `anchors` serve the search in lanes of `pattern_matching`."""

    id: str
    name: str
    level: int
    """0, 1 or 2: the number of its deck."""
    pattern: str
    form: PatternForm
    stars: int
    hourglasses: int
    disks: tuple[int, ...]
    steps: int
    placements: tuple[int, ...]
    within: tuple[tuple[int, ...], ...]
    """The placements with at most 0, 1, 2, ... dark boxes; the last entry has all of them."""
    chain: tuple[tuple[int, int], ...]
    anchors: Mapping[int, int]

    def reachable_placements(self, level: int) -> tuple[int, ...]:
        """The placements that need no more dark boxes than this level allows."""
        return self.within[min(level, len(self.within) - 1)]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SandComponents:
    """Everything in the box. Tiles and cards are numbered in the order of the tables."""

    letters: str
    element_names: tuple[str, ...]
    squares: int
    disks: Mapping[int, bytes]
    """How many disks of each element there are, by the number of players."""
    light: int
    dark: int
    track: int
    powers: tuple[str, ...]
    crystals: tuple[int, ...]
    rounds: int
    ranks: tuple[tuple[int, str], ...]
    hourglasses: int
    tiles: tuple[RuneTile, ...]
    tile_numbers: Mapping[str, int]
    cards: tuple[BuildingCard, ...]
    card_numbers: Mapping[str, int]


def _boxes(rows: Sequence[str], mark: str) -> int:
    return mask_of(GRID.width * r + c for r, row in enumerate(rows) for c, each in enumerate(row) if each == mark)


COMPONENTS_FILE = "components.toml"
POWERS = ("red", "purple", "yellow", "green", "orange", "blue")
"""The boards of the advanced side in the order of their numbers."""
ROWS = ("oo##oo", "o####o", "######", "o####o", "oo##oo")
"""Light (#) and dark (o) boxes, as in components.toml, which names their source."""
LIGHT, DARK = _boxes(ROWS, "#"), _boxes(ROWS, "o")


# --- orientations of the board ------------------------------------------------------------------------------------


@cache
def lane_boxes() -> tuple[Mapping[int, int], ...]:
    """For each of the eight orientations, the bit of the lane on which each box lies."""
    high, wide = GRID.height - 1, GRID.width - 1
    found = []
    for turn in range(8):
        places: dict[int, int] = {}
        for box in range(BOXES):
            r, c = GRID.row_and_column(box)
            r, c = (high - r if turn & 1 else r), (wide - c if turn & 2 else c)
            if turn & 4:
                r, c = c, r
            places[LANE_WIDTH * r + c] = box
        found.append(places)
    return tuple(found)


@cache
def _lanes() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each of the eight orientations, the offset of the board and for each bit of the lane its box as a set."""
    return tuple((mask_of(places), tuple(_box_at(places, bit) for bit in range(LANE))) for places in lane_boxes())


def _box_at(places: Mapping[int, int], bit: int) -> int:
    return 1 << places[bit] if bit in places else 0


def find_anchors(form: PatternForm) -> Iterator[tuple[int, int, int]]:
    """Every placement of the form on the board: its bit in the lanes, its boxes and its pieces."""
    steps = [(LANE_WIDTH * r + c, BOXES * element) for r, c, element in form]
    for turn, (board, box_at) in enumerate(_lanes()):
        corners = -1
        for step, _ in steps:
            corners &= board >> step
        for corner in bits(corners):
            boxes = pieces = 0
            for step, shift in steps:
                box = box_at[corner + step]
                boxes |= box
                pieces |= box << shift
            yield LANE * turn + corner, boxes, pieces


def coloured_boxes(pattern: str, letters: str) -> PatternForm:
    """The boxes of a pattern such as `GG/R.` that are not dots."""
    return tuple(
        (r, c, letters.index(mark))
        for r, row in enumerate(pattern.split("/"))
        for c, mark in enumerate(row)
        if mark != "."
    )


# --- loading ------------------------------------------------------------------------------------------------------


@cache
def components() -> SandComponents:
    """The components that this process plays with."""
    return build_components(tomllib.loads(component_sets().open_table("sand", __package__, COMPONENTS_FILE).text))


def build_components(data: Mapping[str, Any]) -> SandComponents:
    """The components that a table describes; `component_schema` says what may stand in it."""
    letters = "".join(data["elements"]["letters"])
    tiles = tuple(_tile(name, pattern, letters) for name, pattern in data["tiles"].items() if name != "from")
    kinds = dict.fromkeys(id[:2] for id, *_ in data["cards"]["table"])
    names = dict(zip(kinds, data["cards"]["names"], strict=True))
    cards = tuple(_card(entry, names[entry[0][:2]], letters) for entry in data["cards"]["table"])
    return SandComponents(
        letters=letters,
        element_names=tuple(data["elements"]["names"]),
        squares=data["elements"]["squares"],
        disks={int(players): bytes(counts) for players, counts in data["disks"].items() if players != "from"},
        light=_boxes(data["board"]["rows"], "#"),
        dark=_boxes(data["board"]["rows"], "o"),
        track=data["board"]["track"],
        powers=POWERS,
        crystals=tuple(mask_of(GRID.numbers[name] for name in data["powers"][power]) for power in POWERS),
        rounds=data["solo"]["rounds"],
        ranks=tuple((stars, name) for stars, name in data["solo"]["ranks"]),
        hourglasses=data["game"]["hourglasses"],
        tiles=tiles,
        tile_numbers={tile.id: n for n, tile in enumerate(tiles)},
        cards=cards,
        card_numbers={card.id: n for n, card in enumerate(cards)},
    )


def _tile(name: str, pattern: str, letters: str) -> RuneTile:
    form = coloured_boxes(pattern, letters)
    need = [sum(element == colour for _, _, element in form) for colour in range(BASE)]
    placements = tuple(dict.fromkeys(pieces for _, _, pieces in find_anchors(form)))
    return RuneTile(name, pattern, (need[0], need[1], need[2]), placements)


def _card(entry: Sequence[Any], name: str, letters: str) -> BuildingCard:
    id, pattern, stars, hourglasses, disks, steps = entry
    form = coloured_boxes(pattern, letters)
    ways = list(find_anchors(form))
    placements = tuple(dict.fromkeys(pieces for _, _, pieces in ways))
    dark = {pieces: (boxes & DARK).bit_count() for _, boxes, pieces in ways}
    return BuildingCard(
        id=id,
        name=name,
        level=int(id[0]) - 1,
        pattern=pattern,
        form=form,
        stars=stars,
        hourglasses=hourglasses,
        disks=tuple(map(letters.index, disks)),
        steps=steps,
        placements=placements,
        within=tuple(tuple(p for p in placements if dark[p] <= n) for n in range(max(dark.values()) + 1)),
        # Special elements first: mostly nobody has them, and the search can stop.
        chain=tuple(sorted(((element, LANE_WIDTH * r + c) for r, c, element in form), key=lambda link: -link[0])),
        anchors={bit: boxes for bit, boxes, _ in ways},
    )


def control_sums(box: SandComponents) -> dict[str, Any]:
    """The control sums of the tables."""
    levels = [[card for card in box.cards if card.level == level] for level in range(LEVELS)]
    return {
        "tile_squares": [sum(tile.need[colour] for tile in box.tiles) for colour in range(BASE)],
        "stars": [sum(card.stars for card in cards) for cards in levels],
        "hourglasses": [sum(card.hourglasses for card in cards) for cards in levels],
        "steps": [sum(card.steps for card in cards) for cards in levels],
        "bonus_disks": [sum(card.disks.count(element) for card in box.cards) for element in range(ELEMENTS)],
        "pattern_boxes": [
            [sum(e == element for card in cards for _, _, e in card.form) for element in range(ELEMENTS)]
            for cards in levels
        ],
    }
