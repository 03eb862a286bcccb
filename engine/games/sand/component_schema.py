"""What may be changed in the box of the sand: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tilehall.engine.core.game import RuleError
from tilehall.engine.core.schema import (
    IntSchema,
    LettersSchema,
    ListSchema,
    MapSchema,
    ObjectSchema,
    Schema,
    SchemaError,
    TupleSchema,
    WordSchema,
)
from tilehall.engine.core.schema.components import (
    ComponentSchema,
    DerivedSchema,
    FixedSchema,
    IdTableSchema,
    NameSchema,
    RowsSchema,
    check_derived,
    ids_in,
    table_schema,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand.components import (
    BASE,
    CARDS_PER_LEVEL,
    COMPONENTS_FILE,
    ELEMENTS,
    GRID,
    LEVELS,
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


class ElementPattern(Schema):
    """Elements in boxes: rows of their letters and dots with / between them; at most `alike` of one element."""

    def __init__(self, letters: str, least: int, most: int, alike: int, rows: int, columns: int) -> None:
        self.letters: Final = letters
        self.least: Final = least
        self.most: Final = most
        self.alike: Final = alike
        self.rows: Final = rows
        self.columns: Final = columns

    def check(self, found: Any) -> None:
        rows = found.split("/") if isinstance(found, str) else []
        counts = [sum(row.count(letter) for row in rows) for letter in self.letters]
        if self._fits(rows) and self.least <= sum(counts) <= self.most and max(counts) <= self.alike:
            return
        sentence = Text(
            "{key} is a pattern of {least} to {most} of {letters}, at most {alike} of them alike, in at most {rows} "
            "equal rows of {columns} without empty edges, such as {like}, not {found}."
        )
        limits = {"least": self.least, "most": self.most, "rows": self.rows, "columns": self.columns}
        raise SchemaError(sentence, found, letters=self.letters, alike=self.alike, like='"GG/R."', **limits)

    def _fits(self, rows: list[str]) -> bool:
        """Whether they are equally long and none of the edges is empty."""
        if not rows or len({len(row) for row in rows}) > 1 or not 1 <= len(rows[0]) <= self.columns:
            return False
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        edges = (rows[0], rows[-1], columns[0], columns[-1])
        known = set("".join(rows)) <= {*self.letters, "."}
        return known and len(rows) <= self.rows and all(edge.strip(".") for edge in edges)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        many = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        room = f"in at most {self.rows} rows and {self.columns} columns"
        yield key, f"{many} of `{self.letters}` {room}, at most {self.alike} of them alike"


SUMS: Final = ("tile_squares", "stars", "hourglasses", "steps", "bonus_disks", "pattern_boxes")
"""The keys of `control_sums`."""
ENTRIES = ObjectSchema(
    {
        "elements": table_schema(
            {
                "letters": FixedSchema(WRITTEN),
                "names": ListSchema(NameSchema(), ELEMENTS, ELEMENTS, distinct=True),
                "colours": FixedSchema(Text("themes choose the colours")),
                "base": FixedSchema(Text("the tiles are made of three elements")),
                "squares": IntSchema(4, 80),
            }
        ),
        "disks": table_schema(
            {str(players): ListSchema(IntSchema(1, 20), ELEMENTS, ELEMENTS) for players in range(1, SEATS + 1)}
        ),
        "board": table_schema({"rows": FixedSchema(BOARD), "track": IntSchema(1, 12)}),
        "powers": table_schema(dict.fromkeys(POWERS, ListSchema(WordSchema(GRID.names), 1, 12, distinct=True))),
        "solo": table_schema(
            {
                "rounds": IntSchema(1, 50),
                "ranks": ListSchema(TupleSchema({"least": IntSchema(0, 500), "name": NameSchema()}), 1, 9),
            }
        ),
        "game": table_schema({"hourglasses": IntSchema(1, 60)}),
        "tiles": IdTableSchema(
            "T", ElementPattern(LETTERS[:BASE], PER_TILE, PER_TILE, 2, 3, 3), HAND * SEATS + 1 + TOTAL_MARGIN, 60
        ),
        "cards": table_schema(
            {
                "names": ListSchema(NameSchema(), 18, 18),
                "table": RowsSchema(
                    TupleSchema(
                        {
                            "id": FixedSchema(WRITTEN),
                            "pattern": ElementPattern(LETTERS, 2, 8, 7, 3, 5),
                            "stars": IntSchema(0, MOST_STARS),
                            "hourglasses": IntSchema(0, 9),
                            "disks": LettersSchema(LETTERS, 4),
                            "steps": IntSchema(0, 12),
                        }
                    ),
                    lambda row: f"{row[0]}",
                    LEVELS * CARDS_PER_LEVEL,
                    LEVELS * CARDS_PER_LEVEL,
                ),
            }
        ),
        "control": MapSchema(SUMS, DerivedSchema()),
    }
)


def _check(data: Mapping[str, Any], original: Mapping[str, Any]) -> None:
    """The ranks rise from nothing, and a solo game, which sets a tile aside each round, never runs out of them."""
    least = [rank[0] for rank in data["solo"]["ranks"]]
    if least != sorted(set(least)) or least[0]:
        raise RuleError(Text("{key} begin with 0 stars, and rise.", key="solo.ranks"))
    tiles, rounds = len(ids_in(data["tiles"])), data["solo"]["rounds"]
    if tiles < rounds + HAND + TOTAL_MARGIN:
        raise RuleError(
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
        check_derived(f"control.{name}", found, due[name], original["control"][name])


COMPONENT_SCHEMA = ComponentSchema("sand", __package__, COMPONENTS_FILE, ENTRIES, _check)
