"""What may be changed in the box of the sand: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    At,
    Controls,
    Count,
    Different,
    Fields,
    Fixed,
    Inventory,
    Items,
    Leafy,
    Line,
    Lines,
    Name,
    Numbered,
    OneOf,
    Told,
    right,
    told,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand.components import BASE, ELEMENTS, FILE, GRID, POWERS, made, sums
from tilehall.engine.games.sand.state import HAND

WRITTEN: Final = Text("records are written with it")
BOARD: Final = Text("the board is drawn so")
LETTERS = "GRKSM"
PER_TILE, SEATS, MOST_STARS = 3, 4, 50
BEYOND = 1
"""So many tiles are in the circle beside the one that is taken."""


@dataclass(frozen=True, slots=True)
class Pattern(Leafy):
    """Elements in boxes: rows of their letters and dots with / between them."""

    letters: str
    least: int
    most: int
    alike: int
    """So many of one element at most."""
    rows: int
    columns: int

    def read(self, found: Any, was: Any, at: At) -> Any:
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
            found=told(found),
            **limits,
        )
        raise at.wrong(problem)

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
class Disks(Leafy):
    """The disks that a building brings, by their letters."""

    most: int

    def read(self, found: Any, was: Any, at: At) -> Any:
        if isinstance(found, str) and len(found) <= self.most and set(found) <= set(LETTERS):
            return found
        raise at.wrong(
            Text(
                "{key} is a text of at most {most} of {letters}, not {found}.",
                key=at.key,
                most=self.most,
                letters=LETTERS,
                found=told(found),
            )
        )

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"at most {self.most} of `{LETTERS}`"


ENTRIES = Fields(
    {
        "elements": Fields(
            {
                "from": Told(),
                "letters": Fixed(WRITTEN),
                "names": Different(Items(Name(), ELEMENTS, ELEMENTS)),
                "colours": Fixed(Text("themes choose the colours")),
                "base": Fixed(Text("the tiles are made of three elements")),
                "squares": Count(4, 80),
            }
        ),
        "disks": Fields(
            {"from": Told()}
            | {str(players): Items(Count(1, 20), ELEMENTS, ELEMENTS) for players in range(1, SEATS + 1)}
        ),
        "board": Fields({"from": Told(), "rows": Fixed(BOARD), "track": Count(1, 12)}),
        "powers": Fields({"from": Told()} | dict.fromkeys(POWERS, Different(Items(OneOf(GRID.names), 1, 12)))),
        "solo": Fields(
            {
                "from": Told(),
                "rounds": Count(1, 50),
                "ranks": Items(Line({"least": Count(0, 500), "name": Name()}), 1, 9),
            }
        ),
        "game": Fields({"from": Told(), "hourglasses": Count(1, 60)}),
        "tiles": Numbered("T", Pattern(LETTERS[:BASE], PER_TILE, PER_TILE, 2, 3, 3), HAND * SEATS + 1 + BEYOND, 60),
        "cards": Fields(
            {
                "from": Told(),
                "names": Items(Name(), 18, 18),
                "table": Lines(
                    Line(
                        {
                            "id": Fixed(WRITTEN),
                            "pattern": Pattern(LETTERS, 2, 8, 7, 3, 5),
                            "stars": Count(0, MOST_STARS),
                            "hourglasses": Count(0, 9),
                            "disks": Disks(4),
                            "steps": Count(0, 12),
                        }
                    )
                ),
            }
        ),
        "control": Controls(),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: At) -> None:
    """The ranks rise from nothing, and a solo game, which sets a tile aside each round, never runs out of them."""
    least = [rank[0] for rank in data["solo"]["ranks"]]
    if least != sorted(set(least)) or least[0]:
        raise at.wrong(Text("{key} begin with 0 stars, and rise.", key=at.inner("solo").inner("ranks").key))
    tiles, rounds = len(data["tiles"]), data["solo"]["rounds"]
    if tiles < rounds + HAND + BEYOND:
        raise at.wrong(
            Text(
                "solo.rounds is {rounds}, which needs {due} tiles: there are {tiles}.",
                rounds=rounds,
                due=rounds + HAND + BEYOND,
                tiles=tiles,
            )
        )
    control = data.get("control", {})
    due = sums(made(data))
    for name, found in control.items():
        right(found, due[name], was["control"][name], at.inner("control").inner(name))


INVENTORY = Inventory("sand", __package__, FILE, ENTRIES, _check)
