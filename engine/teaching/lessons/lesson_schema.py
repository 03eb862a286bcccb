"""What may stand in the file of a level: its keys, and what kind of thing each of them takes.

>>> check({"title": 5})
Traceback (most recent call last):
tilehall.engine.core.game.PositionError: 'title' is a text, not 5.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from tilehall.engine.core.game import PositionError, quoted
from tilehall.engine.core.position_schema import (
    SMALL,
    Anything,
    Items,
    Names,
    OneOf,
    Row,
    Shape,
    Truth,
    Whole,
    Word,
    shown,
)
from tilehall.engine.core.text import Text

MANY = 1_000
"""No level has more of anything."""
WORD, WORDS = Word(), Items(Word(), 0, MANY)


@dataclass(frozen=True, slots=True)
class Entries:
    """A table with some of these keys, among them all that are needed."""

    of: Mapping[str, Shape]
    needed: Container[str] = ()

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, dict):
            raise PositionError(Text("{entry} is a table, not {found}.", entry=quoted(entry), found=shown(found)))
        before = f"{entry}." if entry else ""
        for key, value in found.items():
            if key not in self.of:
                raise PositionError(Text("There is nothing called {key} in a lesson.", key=quoted(f"{before}{key}")))
            self.of[key].check(value, f"{before}{key}")
        for key in self.of:
            if key in self.needed and key not in found:
                raise PositionError(Text("{key} is missing.", key=quoted(f"{before}{key}")))


CONDITION: Mapping[str, Shape] = {
    "done": WORD,
    "event": WORD,
    "marks": WORDS,
    "of": OneOf(("me", "others", "anybody")),
    "times": Whole(1, MANY),
    "refused": WORD,
    "points": Whole(-SMALL, SMALL),
    "decides": WORD,
    "can": WORD,
    "cannot": WORD,
    "never": WORD,
    "turn": OneOf(("over",)),
    "over": Truth(),
    "rank": Whole(1, MANY),
    "at": WORD,
    "equals": Anything(),
}
"""The keys of a condition."""
FAILURE: Mapping[str, Shape] = {"when": Entries(CONDITION), "says": WORD, "by": WORDS}
LEVEL: Mapping[str, Shape] = {
    "title": WORD,
    "goal": WORD,
    "after": WORD,
    "position": WORD,
    "options": Names(),
    "record": WORD,
    "step": Whole(0, SMALL),
    "seat": Whole(0, MANY),
    "seed": WORD,
    "rules": Items(WORD, 1, MANY),
    "allow": WORDS,
    "keys": WORDS,
    "hints": Row((WORD, WORD, WORD)),
    "solution": Items(WORD, 1, MANY),
    "others": Entries({f"{seat}": WORDS for seat in range(MANY)}),
    "success": Items(Entries(CONDITION), 1, MANY),
    "fail": Items(Entries(FAILURE, tuple(FAILURE)), 0, MANY),
    "outlook": Truth(),
    "intro": WORDS,
}
"""The keys of a level."""
NEEDED = ("title", "goal", "after", "rules", "keys", "hints", "solution", "success")


def check(data: Mapping[str, Any]) -> None:
    """Raises PositionError with the first thing in the file of a level that may not stand there, or is missing."""
    Entries(LEVEL, NEEDED).check(data, "")
    if "position" not in data:
        Entries(LEVEL, ("record", "step")).check(data, "")
