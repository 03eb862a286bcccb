"""Data that does not fit a schema: where, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tilehall.engine.core.text import Text, TextArgument, parse_template

PathStep = tuple[str, int | None]
"""A key; in a list the index from 0, with the name of that place if it has one."""

BOOL = Text("{key} is true or false, not {found}.")
EXACT_LENGTH = Text("{key} has {n} entries, not {there}.")
INT = Text("{key} is a whole number from {least} to {most}, not {found}.")
LENGTH = Text("{key} has {least} to {most} things in it, not {there}.")
LETTERS = Text("{key} is a text of at most {most} of {letters}, not {found}.")
LIST = Text("{key} is a list, not {found}.")
MISSING = Text("{key} is missing.")
OBJECT = Text("{key} is an object, not {found}.")
STRING = Text("{key} is a text, not {found}.")
TABLE = Text("{key} is a table, not {found}.")
TUPLE = Text("{key} is a list of {places}, not {found}.")
TUPLE_LENGTH = Text("{key} has {due} things in it, not {there}.")
TWICE = Text("{key} has {found} twice.")
UNKNOWN_KEY = Text("there is no key {key}.")
UNKNOWN_NAME = Text("There is no {name} in {parent}.")
WORD = Text("{key} is one of {words}, not {found}.")


class SchemaError(Exception):
    """Data that does not fit its schema.

    `sentence` is a template without its arguments; `Wording.describe` fills it in. `path` leads to the entry, innermost
    step first: each schema adds its own step while the error passes through it.
    """

    def __init__(
        self, sentence: Text, found: Any = None, known: Iterable[str] = (), /, **details: TextArgument
    ) -> None:
        super().__init__(sentence.template)
        self.sentence = sentence
        self.found = found
        self.known = known
        """The keys that there are, where one is not known."""
        self.details = details
        self.path: list[PathStep] = []

    def add_step(self, name: str, index: int | None = None) -> None:
        self.path.append((f"{name}", index))


class Wording:
    """How one kind of data words its errors: how it writes paths and values, and which sentences are its own."""

    def __init__(
        self,
        write_path: Callable[[Sequence[PathStep]], str],
        write_value: Callable[[Any], TextArgument],
        own: Mapping[Text, Text],
        whole: Text = TABLE,
    ) -> None:
        """`own` replaces sentences of the schemas; `whole` is said where the data as a whole is no object."""
        self._write_path = write_path
        self._write_value = write_value
        self._whole = whole
        self._own = own

    def describe(self, error: SchemaError) -> Text:
        """The sentence about this error, complete."""
        template = self._own.get(error.sentence, error.sentence)
        if error.sentence == TABLE and not error.path:
            template = self._whole
        write, path = self._write_path, error.path[::-1]
        places = {"key": write(path), "parent": write(path[:-1]), "name": write(path[-1:])}
        args = {**error.details, **places, "found": self._write_value(error.found)}
        used = {field: args[field] for _, field, _ in parse_template(template.template) if field}
        return Text.from_parts(template.template, "", used)
