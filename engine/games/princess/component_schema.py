"""What may be changed in the box of the princess: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    At,
    Control,
    Count,
    Different,
    Fields,
    Fixed,
    Id,
    Inventory,
    Items,
    Leafy,
    Name,
    OneOf,
    Rows,
    Told,
    right,
    told,
)
from tilehall.engine.core.geometry import mask_of, rotations, shape
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.components import BOARDS, PRINTED_CELLS, SPAN, SQUARE, TABLE
from tilehall.engine.games.princess.rules import ROW

WRITTEN: Final = Text("records are written with it")
ELEMENTS, SKIES = "EWFA", "MSU"
KINDS = tuple(element + sky for element in ELEMENTS for sky in SKIES)
BONUSES = tuple(element + sign for element in ELEMENTS for sign in "+-")
MOST_GEMS, MOST_RUNES, SEATS = 8, 60, 4


@dataclass(frozen=True, slots=True)
class Pattern(Leafy):
    """The cells of a rune: rows of # and . with / between them."""

    least: int
    most: int

    def read(self, found: Any, was: Any, at: At) -> Any:
        rows = found.split("/") if isinstance(found, str) else []
        trim = bool(rows) and "#" in rows[0] and "#" in rows[-1]
        trim = trim and any(row[0:1] == "#" for row in rows) and any(row[-1:] == "#" for row in rows)
        even = len({len(row) for row in rows}) == 1 and max(len(rows), len(rows[0])) <= SPAN
        fine = trim and even and set(found) <= set("#./")
        if fine and self.least <= found.count("#") <= self.most:
            return found
        limits = {"least": self.least, "most": self.most, "span": SPAN}
        problem = Text(
            "{key} is a pattern of {least} to {most} # in at most {span} equal rows without empty edges, "
            "such as {like}, not {found}.",
            key=at.key,
            like='"##/#."',
            found=told(found),
            **limits,
        )
        raise at.wrong(problem)

    def bounds(self, key: str) -> Any:
        yield key, f"{self.least} to {self.most} cells (`#`) in at most {SPAN} rows and columns, without empty edges"


CELLS = Fields({side: Items(OneOf(KINDS), len(PRINTED_CELLS), len(PRINTED_CELLS)) for side in "ab"})

ENTRIES = Fields(
    {
        "tiles": Fields(
            {
                "from": Told(),
                "elements": Fixed(WRITTEN),
                "element_names": Different(Items(Name(), len(ELEMENTS), len(ELEMENTS))),
                "skies": Fixed(WRITTEN),
                "sky_names": Different(Items(Name(), len(SKIES), len(SKIES))),
                "sky_plural_names": Different(Items(Name(), len(SKIES), len(SKIES))),
                "copies": Count(1, 12),
            }
        ),
        "manor": Fields(
            {
                "from": Told(),
                "goal": Count(10, 40),
                "princess": Count(1, 39),
                "opening": Count(1, 40),
                "passages": Items(Items(Count(1, 40), 2, 2), 2, 2),
            }
        ),
        "hunters": Fields({"from": Told(), "gems": Count(1, MOST_GEMS), "sprite_uses": Count(0, 9)}),
        "bonus": Fields(
            {"from": Told(), "points": Count(0, 20), "cards": Different(Items(OneOf(BONUSES), 2, len(BONUSES)))}
        ),
        "boards": Fields({"from": Told(), **dict.fromkeys(BOARDS, CELLS)}),
        "runes": Rows(
            Fields(
                {
                    "from": Told(),
                    "ids": Different(Items(Id("R"), 1, 9)),
                    "name": Name(),
                    "value": Count(1, 20),
                    "lower": Count(0, 19),
                    "pattern": Pattern(2, 9),
                    "cells": Control(),
                    "rotations": Control(),
                    "placements": Control(),
                    "mask": Control(),
                }
            ),
            lambda row: f"{row['ids'][0]}",
            4,
            MOST_RUNES,
        ),
        "steals": Rows(
            Fields({"from": Told(), "id": Id("T"), "name": Name(), "direction": Count(-1, 1)}),
            lambda row: f"{row['id']}",
            0,
            4,
        ),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: At) -> None:
    _check_manor(data["manor"], at.inner("manor"))
    _check_runes(data, was, at)
    for row in data["steals"]:
        if not row["direction"]:
            here = at.inner("steals").inner(row["id"])
            raise here.wrong(Text("{key} is 1, to the left, or -1, to the right.", key=here.inner("direction").key))


def _check_manor(manor: Mapping[str, Any], at: At) -> None:
    """The princess waits before the goal, and the two passages lead forward."""
    for name, most in (("princess", manor["goal"] - 1), ("opening", manor["goal"])):
        if manor[name] > most:
            key, goal = at.inner(name).key, manor["goal"]
            problem = Text("{key} is at most {most} where manor.goal is {goal}.", key=key, most=most, goal=goal)
            raise at.wrong(problem)
    for start, end in manor["passages"]:
        if not start < end <= manor["goal"]:
            key, way = at.inner("passages").key, told([start, end])
            raise at.wrong(Text("{key} lead forward, at most to the goal: {way} does not.", key=key, way=way))
    starts = [start for start, _ in manor["passages"]]
    if len(set(starts)) < len(starts):
        raise at.wrong(Text("{key} begin on different spaces.", key=at.inner("passages").key))


def _check_runes(data: Mapping[str, Any], was: Mapping[str, Any], at: At) -> None:
    """Every card has an id of its own, and there are enough to fill the row whatever is held and declared."""
    known = {row["ids"][0]: row for row in was["runes"]}
    cards = [name for row in data["runes"] for name in row["ids"]]
    ids = [*cards, *(row["id"] for row in data["steals"])]
    twice = next((name for n, name in enumerate(ids) if name in ids[:n]), None)
    if twice:
        raise at.wrong(Text("two cards have the id {id}.", id=twice))
    least, gems = ROW + SEATS + data["hunters"]["gems"], data["hunters"]["gems"]
    if not least <= len(cards) <= MOST_RUNES:
        problem = Text(
            "runes have {least} to {most} ids where hunters.gems is {gems}, not {there}.",
            least=least,
            most=MOST_RUNES,
            gems=gems,
            there=len(cards),
        )
        raise at.wrong(problem)
    for row in data["runes"]:
        here = at.inner("runes").inner(row["ids"][0])
        if row["lower"] >= row["value"]:
            raise at.wrong(Text("{key} is less than its value.", key=here.inner("lower").key))
        due, before = controls(row["pattern"]), known.get(row["ids"][0], {})
        for name in due.keys() & row.keys():
            right(row[name], due[name], before.get(name), here.inner(name))


def controls(pattern: str) -> dict[str, int]:
    """What follows from a pattern: its cells, and how it lies in a frame of five by five."""
    form = shape(pattern)
    forms = rotations(form)
    return {
        "cells": len(form),
        "rotations": len(forms),
        "placements": len(SQUARE.placements(forms)),
        "mask": mask_of(SPAN * r + c for r, c in form),
    }


INVENTORY = Inventory("princess", __package__, TABLE, ENTRIES, _check)
