"""What may be changed in the box of the princess: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    ComponentSchema,
    CountField,
    DerivedField,
    DistinctListField,
    FixedField,
    IdField,
    LeafField,
    ListField,
    NameField,
    RemarkField,
    SchemaLocation,
    TableField,
    TableListField,
    WordField,
    check_derived,
    format_value,
)
from tilehall.engine.core.geometry import mask_of, parse_shape, rotations
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.components import BOARDS, COMPONENTS_FILE, PRINTED_CELLS, SPAN, SQUARE
from tilehall.engine.games.princess.rules import ROW

WRITTEN: Final = Text("records are written with it")
ELEMENTS, SKIES = "EWFA", "MSU"
KINDS = tuple(element + sky for element in ELEMENTS for sky in SKIES)
BONUSES = tuple(element + sign for element in ELEMENTS for sign in "+-")
MOST_GEMS, MOST_RUNES, SEATS = 8, 60, 4


@dataclass(frozen=True, slots=True)
class RunePattern(LeafField):
    """The cells of a rune: rows of # and . with / between them."""

    least: int
    most: int

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
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
            found=format_value(found),
            **limits,
        )
        raise at.error(problem)

    def bounds(self, key: str) -> Any:
        yield key, f"{self.least} to {self.most} cells (`#`) in at most {SPAN} rows and columns, without empty edges"


CELLS = TableField({side: ListField(WordField(KINDS), len(PRINTED_CELLS), len(PRINTED_CELLS)) for side in "ab"})

ENTRIES = TableField(
    {
        "tiles": TableField(
            {
                "from": RemarkField(),
                "elements": FixedField(WRITTEN),
                "element_names": DistinctListField(ListField(NameField(), len(ELEMENTS), len(ELEMENTS))),
                "skies": FixedField(WRITTEN),
                "sky_names": DistinctListField(ListField(NameField(), len(SKIES), len(SKIES))),
                "sky_plural_names": DistinctListField(ListField(NameField(), len(SKIES), len(SKIES))),
                "copies": CountField(1, 12),
            }
        ),
        "manor": TableField(
            {
                "from": RemarkField(),
                "goal": CountField(10, 40),
                "princess": CountField(1, 39),
                "opening": CountField(1, 40),
                "passages": ListField(ListField(CountField(1, 40), 2, 2), 2, 2),
            }
        ),
        "hunters": TableField(
            {"from": RemarkField(), "gems": CountField(1, MOST_GEMS), "sprite_uses": CountField(0, 9)}
        ),
        "bonus": TableField(
            {
                "from": RemarkField(),
                "points": CountField(0, 20),
                "cards": DistinctListField(ListField(WordField(BONUSES), 2, len(BONUSES))),
            }
        ),
        "boards": TableField({"from": RemarkField(), **dict.fromkeys(BOARDS, CELLS)}),
        "runes": TableListField(
            TableField(
                {
                    "from": RemarkField(),
                    "ids": DistinctListField(ListField(IdField("R"), 1, 9)),
                    "name": NameField(),
                    "value": CountField(1, 20),
                    "lower": CountField(0, 19),
                    "pattern": RunePattern(2, 9),
                    "cells": DerivedField(),
                    "rotations": DerivedField(),
                    "placements": DerivedField(),
                    "mask": DerivedField(),
                }
            ),
            lambda row: f"{row['ids'][0]}",
            4,
            MOST_RUNES,
        ),
        "steals": TableListField(
            TableField(
                {"from": RemarkField(), "id": IdField("T"), "name": NameField(), "direction": CountField(-1, 1)}
            ),
            lambda row: f"{row['id']}",
            0,
            4,
        ),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: SchemaLocation) -> None:
    _check_manor(data["manor"], at.child("manor"))
    _check_runes(data, was, at)
    for row in data["steals"]:
        if not row["direction"]:
            here = at.child("steals").child(row["id"])
            raise here.error(Text("{key} is 1, to the left, or -1, to the right.", key=here.child("direction").key))


def _check_manor(manor: Mapping[str, Any], at: SchemaLocation) -> None:
    """The princess waits before the goal, and the two passages lead forward."""
    for name, most in (("princess", manor["goal"] - 1), ("opening", manor["goal"])):
        if manor[name] > most:
            key, goal = at.child(name).key, manor["goal"]
            problem = Text("{key} is at most {most} where manor.goal is {goal}.", key=key, most=most, goal=goal)
            raise at.error(problem)
    for start, end in manor["passages"]:
        if not start < end <= manor["goal"]:
            key, way = at.child("passages").key, format_value([start, end])
            raise at.error(Text("{key} lead forward, at most to the goal: {way} does not.", key=key, way=way))
    starts = [start for start, _ in manor["passages"]]
    if len(set(starts)) < len(starts):
        raise at.error(Text("{key} begin on different spaces.", key=at.child("passages").key))


def _check_runes(data: Mapping[str, Any], was: Mapping[str, Any], at: SchemaLocation) -> None:
    """Every card has an id of its own, and there are enough to fill the row whatever is held and declared."""
    known = {row["ids"][0]: row for row in was["runes"]}
    cards = [name for row in data["runes"] for name in row["ids"]]
    ids = [*cards, *(row["id"] for row in data["steals"])]
    twice = next((name for n, name in enumerate(ids) if name in ids[:n]), None)
    if twice:
        raise at.error(Text("two cards have the id {id}.", id=twice))
    least, gems = ROW + SEATS + data["hunters"]["gems"], data["hunters"]["gems"]
    if not least <= len(cards) <= MOST_RUNES:
        problem = Text(
            "runes have {least} to {most} ids where hunters.gems is {gems}, not {there}.",
            least=least,
            most=MOST_RUNES,
            gems=gems,
            there=len(cards),
        )
        raise at.error(problem)
    for row in data["runes"]:
        here = at.child("runes").child(row["ids"][0])
        if row["lower"] >= row["value"]:
            raise at.error(Text("{key} is less than its value.", key=here.child("lower").key))
        due, before = pattern_facts(row["pattern"]), known.get(row["ids"][0], {})
        for name in due.keys() & row.keys():
            check_derived(row[name], due[name], before.get(name), here.child(name))


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
