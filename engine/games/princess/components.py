"""The tiles, boards and cards of the princess' game, read once from components.toml, with their masks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilehall.engine.core.component_sets import component_sets
from tilehall.engine.core.geometry import Grid, Shape, bits, mask_of, parse_shape, rotations

EMPTY = 255
COMPONENTS_FILE = "components.toml"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuneCard:
    """A card of the rune deck. A formation has a `pattern`; a Steal card has a `direction` to its victim."""

    id: str
    name: str
    value: int
    lower: int
    pattern: str
    form: Shape
    placements: tuple[tuple[int, ...], ...]
    """For each cell of the lattice the masks of all placements that contain it."""
    direction: int = 0


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PrincessComponents:
    """Everything that comes in the box. Kinds, cards and bonus cards are numbered in the order of the tables."""

    kinds: tuple[str, ...]
    attributes: str
    attribute_names: tuple[str, ...]
    sky_plurals: tuple[str, ...]
    marks: tuple[tuple[int, int], ...]
    """The two attribute numbers of each kind."""
    copies: int
    cards: tuple[RuneCard, ...]
    card_numbers: Mapping[str, int]
    kind_numbers: Mapping[str, int]
    boards: tuple[str, ...]
    printed: Mapping[str, tuple[int, ...]]
    """Board and side, such as `B1a`, to the kinds on D4 E4 D5 E5."""
    bonuses: tuple[str, ...]
    bonus_points: int
    gems: int
    sprite_uses: int
    goal: int
    tower: int
    """The space on which the princess waits."""
    opening: int
    """Reaching this space opens the passages."""
    passages: Mapping[int, int]

    @property
    def elements(self) -> range:
        return range(4)

    @property
    def skies(self) -> range:
        return range(4, 7)


BOARDS = ("B1", "B2", "B3", "B4")
LATTICE = Grid(8, 8)
SPAN = 5
SQUARE = Grid(SPAN, SPAN)
PRINTED_CELLS = (27, 28, 35, 36)
PRINTED = mask_of(PRINTED_CELLS)


@cache
def components() -> PrincessComponents:
    """The components that this process plays with."""
    return build_components(tomllib.loads(component_sets().open_table("princess", __package__, COMPONENTS_FILE).text))


def build_components(data: Mapping[str, Any]) -> PrincessComponents:
    """The components that a table describes; `component_schema` says what may stand in it."""
    tiles, manor = data["tiles"], data["manor"]
    elements, skies = tiles["elements"], tiles["skies"]
    kinds = tuple(e + s for e in elements for s in skies)
    kind_numbers = {kind: n for n, kind in enumerate(kinds)}
    cards = tuple(card for entry in data["runes"] for card in _formations(entry)) + tuple(map(_steal, data["steals"]))
    printed = {
        board + side: tuple(kind_numbers[kind] for kind in data["boards"][board][side])
        for board in BOARDS
        for side in "ab"
    }
    return PrincessComponents(
        kinds=kinds,
        attributes="".join(elements + skies),
        attribute_names=tuple(tiles["element_names"] + tiles["sky_names"]),
        sky_plurals=tuple(tiles["sky_plural_names"]),
        marks=tuple((e, len(elements) + s) for e in range(len(elements)) for s in range(len(skies))),
        copies=tiles["copies"],
        cards=cards,
        card_numbers={card.id: n for n, card in enumerate(cards)},
        kind_numbers=kind_numbers,
        boards=BOARDS,
        printed=printed,
        bonuses=tuple(data["bonus"]["cards"]),
        bonus_points=data["bonus"]["points"],
        gems=data["hunters"]["gems"],
        sprite_uses=data["hunters"]["sprite_uses"],
        goal=manor["goal"],
        tower=manor["princess"],
        opening=manor["opening"],
        passages=dict(manor["passages"]),
    )


def _formations(entry: Mapping[str, Any]) -> list[RuneCard]:
    form = parse_shape(entry["pattern"])
    forms = rotations(form)
    everywhere = LATTICE.placements(forms)
    by_cell: list[list[int]] = [[] for _ in range(LATTICE.size)]
    for mask in everywhere:
        for cell in bits(mask):
            by_cell[cell].append(mask)
    placements = tuple(map(tuple, by_cell))
    return [
        RuneCard(name, entry["name"], entry["value"], entry["lower"], entry["pattern"], form, placements)
        for name in entry["ids"]
    ]


def _steal(entry: Mapping[str, Any]) -> RuneCard:
    return RuneCard(entry["id"], entry["name"], 0, 0, "", (), (), entry["direction"])
