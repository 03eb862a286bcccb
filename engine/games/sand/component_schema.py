"""What may be changed in the box of the sand: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    ComponentSchema,
    CountField,
    DerivedTableField,
    DistinctListField,
    FixedField,
    IdTableField,
    LeafField,
    ListField,
    NameField,
    RemarkField,
    SchemaLocation,
    TableField,
    TupleField,
    TupleListField,
    WordField,
    check_derived,
    format_value,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand.components import (
    BASE,
    COMPONENTS_FILE,
    ELEMENTS,
    GRID,
    POWERS,
    build_components,
    control_sums,
)
from tilehall.engine.games.sand.state import HAND

WRITTEN: Final = Text("records are written with it")
BOARD: Final = Text("the board is drawn so")
LETTERS = "GRKSM"
PER_TILE, SEATS, MOST_STARS = 3, 4, 50
TOTAL_MARGIN = 1
"""So many tiles are in the circle beside the one that is taken."""


@dataclass(frozen=True, slots=True)
class ElementPattern(LeafField):
    """Elements in boxes: rows of their letters and dots with / between them."""

    letters: str
    least: int
    most: int
    alike: int
    """So many of one element at most."""
    rows: int
    columns: int

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        rows = found.split("/") if isinstance(found, str) else []
        counts = [sum(row.count(letter) for row in rows) for letter in self.letters]
        if self._fits(rows) and self.least <= sum(counts) <= self.most and max(counts) <= self.alike:
            return found
        limits = {"least": self.least, "most": self.most, "rows": self.rows, "columns": self.columns}
        limits["alike"] = self.alike
        problem = Text(
            "{key} is a pattern of {least} to {most} of {letters}, at most {alike} of them alike, in at most {rows} "
            "equal rows of {columns} without empty edges, such as {like}, not {found}.",
            key=at.key,
            letters=self.letters,
            like='"GG/R."',
            found=format_value(found),
            **limits,
        )
        raise at.error(problem)

    def _fits(self, rows: list[str]) -> bool:
        """Whether they are equally long and none of the edges is empty."""
        if not rows or len({len(row) for row in rows}) > 1 or not 1 <= len(rows[0]) <= self.columns:
            return False
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        edges = (rows[0], rows[-1], columns[0], columns[-1])
        known = set("".join(rows)) <= {*self.letters, "."}
        return known and len(rows) <= self.rows and all(edge.strip(".") for edge in edges)

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        many = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        room = f"in at most {self.rows} rows and {self.columns} columns"
        yield key, f"{many} of `{self.letters}` {room}, at most {self.alike} of them alike"


@dataclass(frozen=True, slots=True)
class DiskLetters(LeafField):
    """The disks that a building brings, by their letters."""

    most: int

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if isinstance(found, str) and len(found) <= self.most and set(found) <= set(LETTERS):
            return found
        raise at.error(
            Text(
                "{key} is a text of at most {most} of {letters}, not {found}.",
                key=at.key,
                most=self.most,
                letters=LETTERS,
                found=format_value(found),
            )
        )

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"at most {self.most} of `{LETTERS}`"


ENTRIES = TableField(
    {
        "elements": TableField(
            {
                "from": RemarkField(),
                "letters": FixedField(WRITTEN),
                "names": DistinctListField(ListField(NameField(), ELEMENTS, ELEMENTS)),
                "colours": FixedField(Text("themes choose the colours")),
                "base": FixedField(Text("the tiles are made of three elements")),
                "squares": CountField(4, 80),
            }
        ),
        "disks": TableField(
            {"from": RemarkField()}
            | {str(players): ListField(CountField(1, 20), ELEMENTS, ELEMENTS) for players in range(1, SEATS + 1)}
        ),
        "board": TableField({"from": RemarkField(), "rows": FixedField(BOARD), "track": CountField(1, 12)}),
        "powers": TableField(
            {"from": RemarkField()} | dict.fromkeys(POWERS, DistinctListField(ListField(WordField(GRID.names), 1, 12)))
        ),
        "solo": TableField(
            {
                "from": RemarkField(),
                "rounds": CountField(1, 50),
                "ranks": ListField(TupleField({"least": CountField(0, 500), "name": NameField()}), 1, 9),
            }
        ),
        "game": TableField({"from": RemarkField(), "hourglasses": CountField(1, 60)}),
        "tiles": IdTableField(
            "T", ElementPattern(LETTERS[:BASE], PER_TILE, PER_TILE, 2, 3, 3), HAND * SEATS + 1 + TOTAL_MARGIN, 60
        ),
        "cards": TableField(
            {
                "from": RemarkField(),
                "names": ListField(NameField(), 18, 18),
                "table": TupleListField(
                    TupleField(
                        {
                            "id": FixedField(WRITTEN),
                            "pattern": ElementPattern(LETTERS, 2, 8, 7, 3, 5),
                            "stars": CountField(0, MOST_STARS),
                            "hourglasses": CountField(0, 9),
                            "disks": DiskLetters(4),
                            "steps": CountField(0, 12),
                        }
                    )
                ),
            }
        ),
        "control": DerivedTableField(),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: SchemaLocation) -> None:
    """The ranks rise from nothing, and a solo game, which sets a tile aside each round, never runs out of them."""
    least = [rank[0] for rank in data["solo"]["ranks"]]
    if least != sorted(set(least)) or least[0]:
        raise at.error(Text("{key} begin with 0 stars, and rise.", key=at.child("solo").child("ranks").key))
    tiles, rounds = len(data["tiles"]), data["solo"]["rounds"]
    if tiles < rounds + HAND + TOTAL_MARGIN:
        raise at.error(
            Text(
                "solo.rounds is {rounds}, which needs {due} tiles: there are {tiles}.",
                rounds=rounds,
                due=rounds + HAND + TOTAL_MARGIN,
                tiles=tiles,
            )
        )
    control = data.get("control", {})
    due = control_sums(build_components(data))
    for name, found in control.items():
        check_derived(found, due[name], was["control"][name], at.child("control").child(name))


COMPONENT_SCHEMA = ComponentSchema("sand", __package__, COMPONENTS_FILE, ENTRIES, _check)
