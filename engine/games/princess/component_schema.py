"""What may be changed in the box of the princess: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tilehall.engine.core.game import RuleError
from tilehall.engine.core.geometry import mask_of, parse_shape, rotations
from tilehall.engine.core.schema import IntSchema, ListSchema, ObjectSchema, Schema, SchemaError, WordSchema
from tilehall.engine.core.schema.components import (
    ComponentSchema,
    DerivedSchema,
    FixedSchema,
    IdSchema,
    NameSchema,
    RowsSchema,
    check_derived,
    format_value,
    table_schema,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.components import BOARDS, COMPONENTS_FILE, PRINTED_CELLS, SPAN, SQUARE
from tilehall.engine.games.princess.rules import ROW

WRITTEN: Final = Text("records are written with it")
ELEMENTS, SKIES = "EWFA", "MSU"
KINDS = tuple(element + sky for element in ELEMENTS for sky in SKIES)
BONUSES = tuple(element + sign for element in ELEMENTS for sign in "+-")
MOST_GEMS, MOST_RUNES, SEATS = 8, 60, 4


class RunePattern(Schema):
    """The cells of a rune: rows of # and . with / between them."""

    def __init__(self, least: int, most: int) -> None:
        self.least: Final = least
        self.most: Final = most

    def check(self, found: Any) -> None:
        rows = found.split("/") if isinstance(found, str) else []
        trim = bool(rows) and "#" in rows[0] and "#" in rows[-1]
        trim = trim and any(row[0:1] == "#" for row in rows) and any(row[-1:] == "#" for row in rows)
        even = len({len(row) for row in rows}) == 1 and max(len(rows), len(rows[0])) <= SPAN
        fine = trim and even and set(found) <= set("#./")
        if fine and self.least <= found.count("#") <= self.most:
            return
        sentence = Text(
            "{key} is a pattern of {least} to {most} # in at most {span} equal rows without empty edges, "
            "such as {like}, not {found}."
        )
        raise SchemaError(sentence, found, like='"##/#."', least=self.least, most=self.most, span=SPAN)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"{self.least} to {self.most} cells (`#`) in at most {SPAN} rows and columns, without empty edges"


CELLS = ObjectSchema({side: ListSchema(WordSchema(KINDS), len(PRINTED_CELLS), len(PRINTED_CELLS)) for side in "ab"})

ENTRIES = ObjectSchema(
    {
        "tiles": table_schema(
            {
                "elements": FixedSchema(WRITTEN),
                "element_names": ListSchema(NameSchema(), len(ELEMENTS), len(ELEMENTS), distinct=True),
                "skies": FixedSchema(WRITTEN),
                "sky_names": ListSchema(NameSchema(), len(SKIES), len(SKIES), distinct=True),
                "sky_plural_names": ListSchema(NameSchema(), len(SKIES), len(SKIES), distinct=True),
                "copies": IntSchema(1, 12),
            }
        ),
        "manor": table_schema(
            {
                "goal": IntSchema(10, 40),
                "princess": IntSchema(1, 39),
                "opening": IntSchema(1, 40),
                "passages": ListSchema(ListSchema(IntSchema(1, 40), 2, 2), 2, 2),
            }
        ),
        "hunters": table_schema({"gems": IntSchema(1, MOST_GEMS), "sprite_uses": IntSchema(0, 9)}),
        "bonus": table_schema(
            {
                "points": IntSchema(0, 20),
                "cards": ListSchema(WordSchema(BONUSES), 2, len(BONUSES), distinct=True),
            }
        ),
        "boards": table_schema(dict.fromkeys(BOARDS, CELLS)),
        "runes": RowsSchema(
            table_schema(
                {
                    "ids": ListSchema(IdSchema("R"), 1, 9, distinct=True),
                    "name": NameSchema(),
                    "value": IntSchema(1, 20),
                    "lower": IntSchema(0, 19),
                    "pattern": RunePattern(2, 9),
                    "cells": DerivedSchema(),
                    "rotations": DerivedSchema(),
                    "placements": DerivedSchema(),
                    "mask": DerivedSchema(),
                }
            ),
            lambda row: f"{row['ids'][0]}",
            4,
            MOST_RUNES,
        ),
        "steals": RowsSchema(
            table_schema({"id": IdSchema("T"), "name": NameSchema(), "direction": IntSchema(-1, 1)}),
            lambda row: f"{row['id']}",
            0,
            4,
        ),
    }
)


def _check(data: Mapping[str, Any], original: Mapping[str, Any]) -> None:
    _check_manor(data["manor"])
    _check_runes(data, original)
    for row in data["steals"]:
        if not row["direction"]:
            key = f"steals.{row['id']}.direction"
            raise RuleError(Text("{key} is 1, to the left, or -1, to the right.", key=key))


def _check_manor(manor: Mapping[str, Any]) -> None:
    """The princess waits before the goal, and the two passages lead forward."""
    for name, most in (("princess", manor["goal"] - 1), ("opening", manor["goal"])):
        if manor[name] > most:
            key, goal = f"manor.{name}", manor["goal"]
            problem = Text("{key} is at most {most} where manor.goal is {goal}.", key=key, most=most, goal=goal)
            raise RuleError(problem)
    for start, end in manor["passages"]:
        if not start < end <= manor["goal"]:
            key, way = "manor.passages", format_value([start, end])
            raise RuleError(Text("{key} lead forward, at most to the goal: {way} does not.", key=key, way=way))
    starts = [start for start, _ in manor["passages"]]
    if len(set(starts)) < len(starts):
        raise RuleError(Text("{key} begin on different spaces.", key="manor.passages"))


def _check_runes(data: Mapping[str, Any], original: Mapping[str, Any]) -> None:
    """Every card has an id of its own, and there are enough to fill the row whatever is held and declared."""
    known = {row["ids"][0]: row for row in original["runes"]}
    cards = [name for row in data["runes"] for name in row["ids"]]
    ids = [*cards, *(row["id"] for row in data["steals"])]
    twice = next((name for n, name in enumerate(ids) if name in ids[:n]), None)
    if twice:
        raise RuleError(Text("two cards have the id {id}.", id=twice))
    least, gems = ROW + SEATS + data["hunters"]["gems"], data["hunters"]["gems"]
    if not least <= len(cards) <= MOST_RUNES:
        problem = Text(
            "runes have {least} to {most} ids where hunters.gems is {gems}, not {there}.",
            least=least,
            most=MOST_RUNES,
            gems=gems,
            there=len(cards),
        )
        raise RuleError(problem)
    for row in data["runes"]:
        here = f"runes.{row['ids'][0]}"
        if row["lower"] >= row["value"]:
            raise RuleError(Text("{key} is less than its value.", key=f"{here}.lower"))
        due, before = pattern_facts(row["pattern"]), known.get(row["ids"][0], {})
        for name in due.keys() & row.keys():
            check_derived(f"{here}.{name}", row[name], due[name], before.get(name))


def pattern_facts(pattern: str) -> dict[str, int]:
    """What follows from a pattern: its cells, and how it lies in a frame of five by five."""
    form = parse_shape(pattern)
    forms = rotations(form)
    return {
        "cells": len(form),
        "rotations": len(forms),
        "placements": len(SQUARE.placements(forms)),
        "mask": mask_of(SPAN * r + c for r, c in form),
    }


COMPONENT_SCHEMA = ComponentSchema("princess", __package__, COMPONENTS_FILE, ENTRIES, _check)
