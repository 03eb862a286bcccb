"""The board, dice, cards and beasts of the hunt, read once from components.toml, with their masks.

Slots, holes, edges and squares are numbered; a set of them is a mask. A slot is a place for one die: the quadrant of a
hole that lies in a square. An edge is a grid line that can carry one card.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.core.geometry import mask_of
from tilehall.engine.core.text import Text, name_text

COMPONENTS_FILE = "components.toml"
ICONS = 4
WILD, BEAST, FACES = 4, 5, 6
"""The faces after the icons, which are 0 to 3."""
NEUTRAL = 4
"""The colour of neutral dice. Colours 0 to 3 are the seats'."""
CONDITIONS = ("any", "reinforced", "types", "four")
"""What a beast may require of the fences around it (B-4.57)."""
QUADRANTS = {"nw": (-1, -1), "ne": (0, -1), "sw": (-1, 0), "se": (0, 0)}
"""From a hole (x, y) to the column and row of the square that the quadrant lies in."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Hole:
    id: str
    slots: int
    edges: tuple[int, ...]
    lines: int
    """The same edges as a mask."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Edge:
    """A grid line: its end holes, the supporting pair of slots at each end, and the squares it separates."""

    id: str
    bit: int
    ends: tuple[int, int]
    pairs: tuple[int, int]
    four: int
    """Both pairs."""
    reach: int
    """All slots of both end holes."""
    squares: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Square:
    id: str
    bit: int
    kind: str
    sides: int
    """The edges that need a fence."""
    slots: int
    """All slots of its corner holes."""
    ways: tuple[tuple[int, int], ...]
    """Each adjacent square with the bit of the edge between."""
    around: int
    """All that may block a step: the sides, and above all edges the adjacent squares."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Beast:
    id: str
    name: Text
    names: Text
    """The plural of the name."""
    copies: int
    points: int
    condition: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FenceValues:
    """The values of fences (B-4.42 to B-4.44)."""

    base: int
    reinforced: int
    all_own: int
    all_own_wild: int
    most: int

    @property
    def most_for_dice(self) -> int:
        """The most that the owner's dice can bring."""
        return max(self.all_own, self.all_own_wild, self.most)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BeastsComponents:
    """Everything in the box."""

    icons: str
    faces: str
    face_names: tuple[Text, ...]
    """Names of the faces, the icons first."""
    colours: str
    """The seats' colours, then neutral."""
    colour_names: tuple[Text, ...]
    own: Mapping[int, int]
    """Own dice by number of players."""
    neutral: int
    active: int
    each: int
    """Cards of each type in a deck."""
    hand: int
    values: FenceValues
    beasts: tuple[Beast, ...]
    beast_numbers: Mapping[str, int]
    holes: tuple[Hole, ...]
    slots: tuple[str, ...]
    slot_numbers: Mapping[str, int]
    hole_of: tuple[int, ...]
    """The hole of each slot."""
    stands: tuple[tuple[tuple[int, int, int], ...], ...]
    """For each slot the edges it supports: the edge's bit, its pair with this slot, and the pair at the other end."""
    edges: tuple[Edge, ...]
    edge_numbers: Mapping[str, int]
    squares: tuple[Square, ...]
    square_numbers: Mapping[str, int]
    full: int
    """All slots."""
    all_edges: int
    addable: int
    """The corner and edge squares (B-4.31)."""


@cache
def components() -> BeastsComponents:
    """The components that this process plays with."""
    return build_components(tomllib.loads(component_sets().open_table("beasts", __package__, COMPONENTS_FILE).text))


def build_components(data: Mapping[str, Any]) -> BeastsComponents:
    """The components that a table describes; `component_schema` says what may stand in it."""
    faces, dice, cards, board = data["faces"], data["dice"], data["cards"], data["board"]
    columns, rows = board["columns"], board["rows"]
    slots = tuple(_slots(len(columns), rows))
    numbers = {name: n for n, name in enumerate(slots)}
    hole_ids = tuple(dict.fromkeys(name[:2] for name in slots))
    edges = tuple(_edges(len(columns), rows, columns, numbers, hole_ids))
    squares = tuple(_squares(columns, rows, edges, numbers))
    beasts = tuple(map(_beast, data["beasts"]))
    return BeastsComponents(
        icons=faces["icons"],
        faces=faces["icons"] + faces["wild"] + faces["beast"],
        face_names=tuple(map(name_text, (*faces["icon_names"], faces["wild_name"], faces["beast_name"]))),
        colours=dice["colours"] + dice["neutral"],
        colour_names=tuple(map(name_text, (*dice["colour_names"], dice["neutral_name"]))),
        own={int(players): count for players, count in dice["own"].items()},
        neutral=dice["neutral_stock"],
        active=dice["active"],
        each=cards["each"],
        hand=cards["hand"],
        values=FenceValues(**{key: value for key, value in data["fence"].items() if key != "from"}),
        beasts=beasts,
        beast_numbers={beast.id: n for n, beast in enumerate(beasts)},
        holes=tuple(_hole(name, numbers, edges, n) for n, name in enumerate(hole_ids)),
        slots=slots,
        slot_numbers=numbers,
        hole_of=tuple(hole_ids.index(name[:2]) for name in slots),
        stands=tuple(tuple(_stands(1 << slot, edges)) for slot in range(len(slots))),
        edges=edges,
        edge_numbers={edge.id: n for n, edge in enumerate(edges)},
        squares=squares,
        square_numbers={square.id: n for n, square in enumerate(squares)},
        full=(1 << len(slots)) - 1,
        all_edges=(1 << len(edges)) - 1,
        addable=sum(square.bit for square in squares if square.kind != "centre"),
    )


def _beast(entry: Mapping[str, Any]) -> Beast:
    called, several = name_text(entry["name"]), name_text(entry["names"])
    return Beast(entry["id"], called, several, entry["count"], entry["points"], entry["condition"])


def _slots(columns: int, rows: int) -> list[str]:
    """The slots hole by hole. A quadrant counts only where its square exists."""
    return [
        f"{x}{y}{name}"
        for y in range(rows + 1)
        for x in range(columns + 1)
        for name, (dx, dy) in QUADRANTS.items()
        if 0 <= x + dx < columns and 0 <= y + dy < rows and (x, y) not in _outer(columns, rows)
    ]


def _outer(columns: int, rows: int) -> set[tuple[int, int]]:
    """The outer corners, which have no hole."""
    return {(x, y) for x in (0, columns) for y in (0, rows)}


def _edges(columns: int, rows: int, letters: str, slots: Mapping[str, int], holes: tuple[str, ...]) -> list[Edge]:
    upright = [
        (f"V{x}{r}", (f"{x}{r - 1}", "sw", "se"), (f"{x}{r}", "nw", "ne"), (f"{letters[x - 1]}{r}", f"{letters[x]}{r}"))
        for x in range(1, columns)
        for r in range(1, rows + 1)
    ]
    level = [
        (
            f"H{c}{y}",
            (f"{c - 1}{y}", "ne", "se"),
            (f"{c}{y}", "nw", "sw"),
            (f"{letters[c - 1]}{y}", f"{letters[c - 1]}{y + 1}"),
        )
        for c in range(1, columns + 1)
        for y in range(1, rows)
    ]
    squares = [f"{letter}{r}" for r in range(1, rows + 1) for letter in letters]
    found = []
    for number, (line, a, b, separated) in enumerate(upright + level):
        pairs = [mask_of(slots[hole + quadrant] for quadrant in quadrants) for hole, *quadrants in (a, b)]
        reach = mask_of(number for slot, number in slots.items() if slot[:2] in (a[0], b[0]))
        ends = (holes.index(a[0]), holes.index(b[0]))
        beside = (squares.index(separated[0]), squares.index(separated[1]))
        found.append(Edge(line, 1 << number, ends, (pairs[0], pairs[1]), pairs[0] | pairs[1], reach, beside))
    return found


def _squares(columns: str, rows: int, edges: tuple[Edge, ...], slots: Mapping[str, int]) -> list[Square]:
    found = []
    for number in range(len(columns) * rows):
        row, column = divmod(number, len(columns))
        sides = [edge for edge in edges if number in edge.squares]
        corners = [f"{x}{y}" for y in (row, row + 1) for x in (column, column + 1)]
        filling = mask_of(slot for name, slot in slots.items() if name[:2] in corners)
        ways = tuple((edge.squares[edge.squares[0] == number], edge.bit) for edge in sides)
        kind = {2: "corner", 3: "edge", 4: "centre"}[len(sides)]
        name = f"{columns[column]}{row + 1}"
        fenced = sum(edge.bit for edge in sides)
        around = fenced | mask_of(len(edges) + other for other, _ in ways)
        found.append(Square(name, 1 << number, kind, fenced, filling, ways, around))
    return found


def _hole(name: str, slots: Mapping[str, int], edges: tuple[Edge, ...], number: int) -> Hole:
    own = mask_of(slot for slot_name, slot in slots.items() if slot_name[:2] == name)
    touching = tuple(n for n, edge in enumerate(edges) if number in edge.ends)
    return Hole(name, own, touching, mask_of(touching))


def _stands(slot: int, edges: tuple[Edge, ...]) -> list[tuple[int, int, int]]:
    return [
        (edge.bit, pair, edge.four & ~pair) for edge in edges if edge.four & slot for pair in edge.pairs if pair & slot
    ]
