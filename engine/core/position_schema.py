"""The shape of positions as plain data: which entries there are, and what may stand in each.

A game describes its format once; `check_schema` compares, and names the first entry that is not as described. What
has passed
can be read without asking again whether a number is one, and small enough.

>>> shape = ObjectSchema({"seat": NullableSchema(IntSchema(0, 3)), "dice": MapSchema(("a1", "a2"),
...     LettersSchema("RW", 2))})
>>> check_schema(shape, {"seat": None, "dice": {"a2": "RW"}})
>>> check_schema(shape, {"seat": 4, "dice": {}})
Traceback (most recent call last):
tilehall.engine.core.game.PositionError: 'seat' is a whole number from 0 to 3, not 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tilehall.engine.core.game import PositionError, quote_text
from tilehall.engine.core.text import Text

SMALL = 10**9
"""Numbers below are shown as they are."""


class Schema(Protocol):
    """What may stand in an entry."""

    def check(self, found: Any, entry: str) -> None:
        """Raises PositionError unless this may stand there."""


def check_schema(shape: Schema, data: Any) -> None:
    """Raises PositionError, with the name of the entry that is wrong, unless the data has this shape."""
    shape.check(data, "")


def format_data(found: Any) -> Text:
    """A value in a few words, whatever it is."""
    if found is None:
        return Text("null")
    if isinstance(found, bool):
        return Text("true") if found else Text("false")
    if isinstance(found, int):
        return Text("{n}", n=found) if -SMALL < found < SMALL else Text("a huge number")
    if isinstance(found, str):
        return Text("{typed}", typed=quote_text(found, 20))
    if isinstance(found, list):
        return Text("a list")
    return Text("an object") if isinstance(found, dict) else Text("something else")


@dataclass(frozen=True, slots=True)
class IntSchema:
    """A whole number."""

    least: int
    most: int

    def check(self, found: Any, entry: str) -> None:
        if type(found) is int and self.least <= found <= self.most:
            return
        limits = {"least": self.least, "most": self.most}
        raise PositionError(
            Text(
                "{entry} is a whole number from {least} to {most}, not {found}.",
                entry=quote_text(entry),
                found=format_data(found),
                **limits,
            )
        )


@dataclass(frozen=True, slots=True)
class BoolSchema:
    """True or false."""

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, bool):
            raise PositionError(
                Text("{entry} is true or false, not {found}.", entry=quote_text(entry), found=format_data(found))
            )


@dataclass(frozen=True, slots=True)
class StringSchema:
    """A text, whatever it says."""

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, str):
            raise PositionError(
                Text("{entry} is a text, not {found}.", entry=quote_text(entry), found=format_data(found))
            )


@dataclass(frozen=True, slots=True)
class AnySchema:
    """Whatever there is."""

    def check(self, found: Any, entry: str) -> None:
        """All of it may stand there."""


@dataclass(frozen=True, slots=True)
class WordSchema:
    """One of some words."""

    words: Sequence[str]

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, str) or found not in self.words:
            text = Text("{entry} cannot be {found}.", entry=quote_text(entry), found=format_data(found))
            raise PositionError(text)


@dataclass(frozen=True, slots=True)
class LettersSchema:
    """A text of so many of these letters at most."""

    letters: str
    most: int

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, str) or len(found) > self.most or not set(found) <= set(self.letters):
            raise PositionError(
                Text(
                    "{entry} is a text of at most {most} of the letters {letters}, not {found}.",
                    entry=quote_text(entry),
                    most=self.most,
                    letters=quote_text(self.letters),
                    found=format_data(found),
                )
            )


@dataclass(frozen=True, slots=True)
class NullableSchema:
    """Something, or null."""

    of: Schema

    def check(self, found: Any, entry: str) -> None:
        if found is not None:
            self.of.check(found, entry)


@dataclass(frozen=True, slots=True)
class ListSchema:
    """A list of at least and at most so many things of one shape."""

    of: Schema
    least: int
    most: int

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, list):
            raise PositionError(
                Text("{entry} is a list, not {found}.", entry=quote_text(entry), found=format_data(found))
            )
        if not self.least <= len(found) <= self.most:
            counts = {"least": self.least, "most": self.most, "there": len(found)}
            raise PositionError(
                Text("{entry} has {least} to {most} things in it, not {there}.", entry=quote_text(entry), **counts)
            )
        for number, each in enumerate(found):
            self.of.check(each, _inner(entry, f"{number}"))


@dataclass(frozen=True, slots=True)
class TupleSchema:
    """A list of certain things in a certain order."""

    of: tuple[Schema, ...]

    def check(self, found: Any, entry: str) -> None:
        if not isinstance(found, list):
            raise PositionError(
                Text("{entry} is a list, not {found}.", entry=quote_text(entry), found=format_data(found))
            )
        if len(found) != len(self.of):
            counts = {"due": len(self.of), "there": len(found)}
            raise PositionError(Text("{entry} has {due} things in it, not {there}.", entry=quote_text(entry), **counts))
        for number, (shape, each) in enumerate(zip(self.of, found, strict=True)):
            shape.check(each, _inner(entry, f"{number}"))


@dataclass(frozen=True, slots=True)
class MapSchema:
    """An object with some of these names as keys, and things of one shape."""

    names: Iterable[str]
    of: Schema

    def check(self, found: Any, entry: str) -> None:
        _is_object(found, entry)
        for name, each in found.items():
            if name not in self.names:
                raise PositionError(
                    Text("There is no {name} in {entry}.", name=quote_text(f"{name}"), entry=quote_text(entry))
                )
            self.of.check(each, _inner(entry, name))


@dataclass(frozen=True, slots=True)
class ObjectSchema:
    """An object with exactly these keys."""

    of: Mapping[str, Schema]

    def check(self, found: Any, entry: str) -> None:
        _is_object(found, entry)
        for name, shape in self.of.items():
            if name not in found:
                raise PositionError(Text("The position lacks {entry}.", entry=quote_text(_inner(entry, name))))
            shape.check(found[name], _inner(entry, name))
        if len(found) > len(self.of):
            extra = next(f"{name}" for name in found if name not in self.of)
            raise PositionError(Text("A position has no {entry}.", entry=quote_text(_inner(entry, extra))))


@dataclass(frozen=True, slots=True)
class StringMapSchema:
    """An object of texts, whatever its keys."""

    def check(self, found: Any, entry: str) -> None:
        _is_object(found, entry)
        for name, value in found.items():
            StringSchema().check(value, _inner(entry, f"{name}"))


def same_schema_for(names: Iterable[str], of: Schema) -> ObjectSchema:
    """The same for every one of these keys."""
    return ObjectSchema(dict.fromkeys(names, of))


def _is_object(found: Any, entry: str) -> None:
    if isinstance(found, dict):
        return
    if not entry:
        raise PositionError(Text("A position is an object, not {found}.", found=format_data(found)))
    raise PositionError(Text("{entry} is an object, not {found}.", entry=quote_text(entry), found=format_data(found)))


def _inner(entry: str, name: str) -> str:
    return f"{entry}.{name}" if entry else name
