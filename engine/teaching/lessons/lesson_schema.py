"""What may stand in the file of a lesson.

>>> check_lesson_data({"title": 5})
Traceback (most recent call last):
tilehall.engine.core.game.PositionError: 'title' is a text, not 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.game import PositionError
from tilehall.engine.core.position_reader import HUGE, POSITION_SENTENCES, format_data, quote_path
from tilehall.engine.core.schema import (
    BoolSchema,
    DictSchema,
    IntSchema,
    ListSchema,
    MapSchema,
    ObjectSchema,
    Schema,
    SchemaError,
    StringSchema,
    TupleSchema,
    WordSchema,
)
from tilehall.engine.core.schema.errors import MISSING, TABLE, UNKNOWN_KEY, UNKNOWN_NAME, Wording
from tilehall.engine.core.text import Text

MANY = 1_000
"""No lesson has more of anything."""
TEXT, TEXTS, SOME_TEXTS = StringSchema(), ListSchema(StringSchema(), 0, MANY), ListSchema(StringSchema(), 1, MANY)
CONDITION: Final[Mapping[str, Schema]] = {
    "done": TEXT,
    "event": TEXT,
    "marks": TEXTS,
    "of": WordSchema(("me", "others", "anybody")),
    "times": IntSchema(1, MANY),
    "refused": TEXT,
    "points": IntSchema(-HUGE, HUGE),
    "decides": TEXT,
    "can": TEXT,
    "cannot": TEXT,
    "never": TEXT,
    "turn": WordSchema(("over",)),
    "over": BoolSchema(),
    "rank": IntSchema(1, MANY),
    "at": TEXT,
    "equals": Schema(),
}
"""The keys of a condition."""
CONDITION_SCHEMA: Final = ObjectSchema(CONDITION, needed=())
LEVEL: Final[Mapping[str, Schema]] = {
    "title": TEXT,
    "goal": TEXT,
    "after": TEXT,
    "position": TEXT,
    "options": DictSchema(StringSchema()),
    "record": TEXT,
    "step": IntSchema(0, HUGE),
    "seat": IntSchema(0, MANY),
    "seed": TEXT,
    "rules": SOME_TEXTS,
    "allow": TEXTS,
    "keys": TEXTS,
    "hints": TupleSchema({"where": TEXT, "what": TEXT, "why": TEXT}),
    "solution": SOME_TEXTS,
    "others": MapSchema(map(str, range(MANY)), TEXTS),
    "success": ListSchema(CONDITION_SCHEMA, 1, MANY),
    "fail": ListSchema(ObjectSchema({"when": CONDITION_SCHEMA, "says": TEXT, "by": TEXTS}), 0, MANY),
    "outlook": BoolSchema(),
    "intro": TEXTS,
}
"""The keys of a lesson."""
NEEDED = ("title", "goal", "after", "rules", "keys", "hints", "solution", "success")
LESSON_SCHEMA: Final = ObjectSchema(LEVEL, NEEDED)
LESSON_IN_RECORD_SCHEMA: Final = ObjectSchema(LEVEL, (*NEEDED, "record", "step"))
UNKNOWN: Final = Text("There is nothing called {key} in a lesson.")
OWN_SENTENCES: Final = {
    MISSING: MISSING,
    TABLE: TABLE,
    UNKNOWN_KEY: UNKNOWN,
    UNKNOWN_NAME: UNKNOWN,
}
LESSON_WORDING: Final = Wording(quote_path, format_data, {**POSITION_SENTENCES, **OWN_SENTENCES})


def check_lesson_data(data: Mapping[str, Any]) -> None:
    """Raise PositionError for the first thing in a lesson that may not stand there, or is missing."""
    try:
        (LESSON_SCHEMA if "position" in data else LESSON_IN_RECORD_SCHEMA).check(data)
    except SchemaError as error:
        raise PositionError(LESSON_WORDING.describe(error)) from error
