"""What may stand in the file of a level: its keys, and what kind of thing each of them takes.

>>> check_lesson_data({"title": 5})
Traceback (most recent call last):
tilehall.engine.core.game.PositionError: 'title' is a text, not 5.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from tilehall.engine.core.game import PositionError, quote_text
from tilehall.engine.core.position_schema import (
    SMALL,
    AnySchema,
    BoolSchema,
    IntSchema,
    ListSchema,
    Schema,
    StringMapSchema,
    StringSchema,
    TupleSchema,
    WordSchema,
    format_data,
)
from tilehall.engine.core.text import Text

MANY = 1_000
"""No level has more of anything."""
WORD, WORDS = StringSchema(), ListSchema(StringSchema(), 0, MANY)


@dataclass(frozen=True, slots=True)
class PartialObjectSchema:
    """A table with some of these keys, among them all that are needed."""

    of: Mapping[str, Schema]
    needed: Container[str] = ()

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, dict):
            raise PositionError(
                Text("{entry} is a table, not {found}.", entry=quote_text(entry), found=format_data(found))
            )
        before = f"{entry}." if entry else ""
        for key, value in found.items():
            if key not in self.of:
                raise PositionError(
                    Text("There is nothing called {key} in a lesson.", key=quote_text(f"{before}{key}"))
                )
            self.of[key].check(value, f"{before}{key}")
        for key in self.of:
            if key in self.needed and key not in found:
                raise PositionError(Text("{key} is missing.", key=quote_text(f"{before}{key}")))


CONDITION: Mapping[str, Schema] = {
    "done": WORD,
    "event": WORD,
    "marks": WORDS,
    "of": WordSchema(("me", "others", "anybody")),
    "times": IntSchema(1, MANY),
    "refused": WORD,
    "points": IntSchema(-SMALL, SMALL),
    "decides": WORD,
    "can": WORD,
    "cannot": WORD,
    "never": WORD,
    "turn": WordSchema(("over",)),
    "over": BoolSchema(),
    "rank": IntSchema(1, MANY),
    "at": WORD,
    "equals": AnySchema(),
}
"""The keys of a condition."""
FAILURE: Mapping[str, Schema] = {"when": PartialObjectSchema(CONDITION), "says": WORD, "by": WORDS}
LEVEL: Mapping[str, Schema] = {
    "title": WORD,
    "goal": WORD,
    "after": WORD,
    "position": WORD,
    "options": StringMapSchema(),
    "record": WORD,
    "step": IntSchema(0, SMALL),
    "seat": IntSchema(0, MANY),
    "seed": WORD,
    "rules": ListSchema(WORD, 1, MANY),
    "allow": WORDS,
    "keys": WORDS,
    "hints": TupleSchema((WORD, WORD, WORD)),
    "solution": ListSchema(WORD, 1, MANY),
    "others": PartialObjectSchema({f"{seat}": WORDS for seat in range(MANY)}),
    "success": ListSchema(PartialObjectSchema(CONDITION), 1, MANY),
    "fail": ListSchema(PartialObjectSchema(FAILURE, tuple(FAILURE)), 0, MANY),
    "outlook": BoolSchema(),
    "intro": WORDS,
}
"""The keys of a level."""
NEEDED = ("title", "goal", "after", "rules", "keys", "hints", "solution", "success")


def check_lesson_data(data: Mapping[str, Any]) -> None:
    """Raises PositionError with the first thing in the file of a level that may not stand there, or is missing."""
    PartialObjectSchema(LEVEL, NEEDED).check(data, "")
    if "position" not in data:
        PartialObjectSchema(LEVEL, ("record", "step")).check(data, "")
