"""What may be changed in a table of components, key by key: the description of a file, and what is wrong with another.

A game describes each entry of its components.toml once. `read` compares a file with that, and raises RuleError with
one sentence that names the file, the key and the fault. What has passed is made into components without asking again.

>>> kinds = TableField({"dice": CountField(1, 9), "name": NameField()})
>>> kinds.read({"name": "purple", "dice": 4}, {}, SchemaLocation("mine.toml"))
{'dice': 4, 'name': 'purple'}
>>> kinds.read({"name": "purple", "dice": 40}, {}, SchemaLocation("mine.toml"))
Traceback (most recent call last):
tilehall.engine.core.game.RuleError: mine.toml: dice is a whole number from 1 to 9, not 40.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps
from typing import Any, NamedTuple, Protocol

from tilehall.engine.core.component_sets import ComponentChange, ComponentSet
from tilehall.engine.core.game import RuleError, sanitize_text
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_spaces

LONGEST_FILE = 60_000
"""Characters of a file; the longest original has a fifth of that."""
LONGEST_NAME = 24
BITS = 64
"""Of a digest."""

Leaf = tuple[str, Any]
"""A key and what stands there."""


class SchemaLocation(NamedTuple):
    """A place in a file."""

    file: str
    key: str = ""

    def child(self, name: str) -> SchemaLocation:
        """An entry in the table at this place."""
        return SchemaLocation(self.file, f"{self.key}.{name}" if self.key else name)

    def error(self, problem: Text) -> RuleError:
        """The error that says so."""
        return RuleError(Text("{file}: {problem}", file=self.file, problem=problem))


class ComponentField(Protocol):
    """What may stand at a key."""

    optional: bool
    """Whether it may be left out."""

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        """What was found, in the order of the description. `was` is the original's, None if it has nothing there.

        Raises RuleError if this may not stand there.
        """

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        """Everything in what was read that makes a difference to a game."""

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        """The keys from here on, each with what may stand there, in English."""


def format_value(found: Any) -> str:
    """A value as it stands in a file, cut if it is long.

    >>> format_value([4, 3]), format_value("any"), format_value(True)
    ('[4, 3]', '"any"', 'true')
    """
    if isinstance(found, (str, bool, int, float, list, dict)):
        return sanitize_text(dumps(found, ensure_ascii=False, default=str), 80)
    return sanitize_text(f"{found}", 80)


class LeafField:
    """What entries without entries of their own have in common."""

    optional = False

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        yield key, found


# --- single values ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountField(LeafField):
    """A whole number."""

    least: int
    most: int

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if type(found) is int and self.least <= found <= self.most:
            return found
        limits = {"least": self.least, "most": self.most}
        problem = Text(
            "{key} is a whole number from {least} to {most}, not {found}.",
            key=at.key,
            found=format_value(found),
            **limits,
        )
        raise at.error(problem)

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class NameField(LeafField):
    """What something is called."""

    longest: int = LONGEST_NAME

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        fine = isinstance(found, str) and found.isprintable() and found == found.strip()
        if fine and 1 <= len(found) <= self.longest:
            return found
        raise at.error(
            Text(
                "{key} is a name of 1 to {longest} characters, not {found}.",
                key=at.key,
                longest=self.longest,
                found=format_value(found),
            )
        )

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"a name of at most {self.longest} characters"


@dataclass(frozen=True, slots=True)
class WordField(LeafField):
    """One of some words."""

    words: Sequence[str]

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if isinstance(found, str) and found in self.words:
            return found
        words = ", ".join(self.words)
        raise at.error(
            Text("{key} is one of {words}, not {found}.", key=at.key, words=words, found=format_value(found))
        )

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, "one of " + ", ".join(f"`{word}`" for word in self.words)


@dataclass(frozen=True, slots=True)
class FixedField(LeafField):
    """What stays as it is, since more than this file depends on it."""

    why: Text

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if type(found) is type(was) and found == was:
            return found
        found, was, at = _first_difference(found, was, at)
        stays = {"was": format_value(was), "found": format_value(found)}
        if was is None:
            raise at.error(Text("{key} cannot be added, since {why}.", key=at.key, why=self.why))
        if found is None:
            raise at.error(Text("{key} is missing.", key=at.key))
        raise at.error(Text("{key} stays {was}, not {found}, since {why}.", key=at.key, why=self.why, **stays))

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"stays as it is: {self.why}"


def _first_difference(found: Any, was: Any, at: SchemaLocation) -> tuple[Any, Any, SchemaLocation]:
    """The first entry of two tables that differs, None where one has none; or the two values themselves."""
    if not (isinstance(found, dict) and isinstance(was, dict)):
        return found, was, at
    name = next(name for name in (*was, *found) if found.get(name) != was.get(name))
    return _first_difference(found.get(name), was.get(name), at.child(sanitize_text(name)))


@dataclass(frozen=True, slots=True)
class RemarkField:
    """A remark for whoever reads the file; it changes nothing."""

    optional = True

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if isinstance(found, str):
            return found
        raise at.error(
            Text("{key} is a remark in quotation marks, not {found}.", key=at.key, found=format_value(found))
        )

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        return iter(())

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, "any remark; may be left out"


class DerivedField:
    """A value that follows from others: it may be left out, or stay as it was. Whoever changes it has to be right."""

    optional = True

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        """What it should be is looked at by `check_derived`, which knows the rest of the file."""
        return found

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        return iter(())

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, "follows from the rest; may be left out"


def check_derived(found: Any, due: Any, was: Any, at: SchemaLocation) -> None:
    """Raises RuleError if somebody has put another value here that does not follow from the rest."""
    if found in (due, was) and type(found) in (type(due), type(was)):
        return
    wrong = {"due": format_value(due), "found": format_value(found)}
    raise at.error(
        Text("{key} follows from the rest: it is {due}, not {found}. It may be left out.", key=at.key, **wrong)
    )


@dataclass(frozen=True, slots=True)
class IdField(LeafField):
    """A letter and two digits."""

    letter: str

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if _is_id(found, self.letter):
            return found
        like = f"{self.letter}07"
        raise at.error(
            Text("{key} is an id such as {like}, not {found}.", key=at.key, like=like, found=format_value(found))
        )

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"`{self.letter}` and two digits, another one for each"


def _is_id(found: Any, letter: str) -> bool:
    digits = found[1:] if isinstance(found, str) and found[:1] == letter else ""
    return len(digits) == 2 and digits.isascii() and digits.isdecimal()


# --- values with values in them -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListField(LeafField):
    """A list of at least and at most so many values of one kind, all different if that is asked for by
    `DistinctListField`.
    """

    of: ComponentField
    least: int
    most: int

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if not isinstance(found, list):
            raise at.error(Text("{key} is a list, not {found}.", key=at.key, found=format_value(found)))
        if not self.least <= len(found) <= self.most:
            raise at.error(self._length(len(found), at))
        return [self.of.read(each, None, at._replace(key=f"{at.key}[{n}]")) for n, each in enumerate(found, 1)]

    def _length(self, there: int, at: SchemaLocation) -> Text:
        if self.least == self.most:
            return Text("{key} has {n} entries, not {there}.", key=at.key, n=self.least, there=there)
        limits = {"least": self.least, "most": self.most}
        return Text("{key} has {least} to {most} entries, not {there}.", key=at.key, there=there, **limits)

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        many = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        each = list(self.of.bounds(f"{key}.*"))
        if len(each) == 1:
            yield key, f"{many} entries, each {each[0][1]}"
            return
        yield key, f"{many} entries"
        yield from each


@dataclass(frozen=True, slots=True)
class DistinctListField(LeafField):
    """A list in which nothing comes twice."""

    items: ListField

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        values = self.items.read(found, was, at)
        twice = next((value for n, value in enumerate(values) if value in values[:n]), None)
        if twice is not None:
            raise at.error(Text("{key} has {value} twice.", key=at.key, value=format_value(twice)))
        return values

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        for name, each in self.items.bounds(key):
            yield name, f"{each}, none twice"


@dataclass(frozen=True, slots=True)
class TableField:
    """A table with exactly these keys."""

    of: Mapping[str, ComponentField]
    optional = False

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        _is_table(found, at)
        for name in found:
            if name not in self.of:
                asked, here = at.child(sanitize_text(name)).key, ", ".join(self.of)
                instead = did_you_mean(name, self.of, Text("There is {keys}.", keys=here))
                raise at.error(join_spaces([Text("there is no key {key}.", key=asked), instead]))
        values = {}
        for name, entry in self.of.items():
            if name in found:
                values[name] = entry.read(found[name], _in(was, name), at.child(name))
            elif not entry.optional:
                raise at.error(Text("{key} is missing.", key=at.child(name).key))
        return values

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        for name, value in found.items():
            yield from self.of[name].leaves(value, f"{key}.{name}" if key else name)

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        for name, entry in self.of.items():
            yield from entry.bounds(f"{key}.{name}" if key else name)


@dataclass(frozen=True, slots=True)
class TableListField:
    """Tables one after the other, each known by an entry of its own."""

    of: TableField
    known_by: Callable[[Mapping[str, Any]], str]
    least: int
    most: int
    optional = False

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if not isinstance(found, list):
            raise at.error(Text("{key} is a list of tables, not {found}.", key=at.key, found=format_value(found)))
        if not self.least <= len(found) <= self.most:
            limits = {"least": self.least, "most": self.most}
            problem = Text("there are {least} to {most} {key}, not {there}.", key=at.key, there=len(found), **limits)
            raise at.error(problem)
        known = {self.known_by(row): row for row in was}
        return [self._row(row, known, at, number) for number, row in enumerate(found, 1)]

    def _row(self, row: Any, known: Mapping[str, Any], at: SchemaLocation, number: int) -> Any:
        """What this row is called is known only once it is looked at."""
        plain = at._replace(key=f"{at.key}[{number}]")
        _is_table(row, plain)
        try:
            name = self.known_by(row)
        except (KeyError, TypeError, IndexError):
            return self.of.read(row, {}, plain)
        fine = isinstance(name, str) and name.isprintable() and 0 < len(name) <= LONGEST_NAME
        return self.of.read(row, known.get(name, {}), at.child(name)) if fine else self.of.read(row, {}, plain)

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        for row in found:
            yield from self.of.leaves(row, f"{key}.{self.known_by(row)}")

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"{self.least} to {self.most} tables" if self.least < self.most else f"{self.least} tables"
        yield from self.of.bounds(f"{key}.*")


def _is_table(found: Any, at: SchemaLocation) -> None:
    if isinstance(found, dict):
        return
    if not at.key:
        raise at.error(Text("this is no table of components."))
    raise at.error(Text("{key} is a table, not {found}.", key=at.key, found=format_value(found)))


def _in(was: Any, name: str) -> Any:
    return was.get(name) if isinstance(was, Mapping) else None


@dataclass(frozen=True, slots=True)
class TupleField:
    """A list in which every place has a meaning of its own."""

    of: Mapping[str, ComponentField]
    optional = False

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if not isinstance(found, list) or len(found) != len(self.of):
            places = ", ".join(self.of)
            raise at.error(
                Text("{key} is a list of {places}, not {found}.", key=at.key, places=places, found=format_value(found))
            )
        before = was if isinstance(was, list) and len(was) == len(found) else [None] * len(found)
        known = zip(self.of.items(), found, before, strict=True)
        return [entry.read(value, old, at.child(name)) for (name, entry), value, old in known]

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        for (name, entry), value in zip(self.of.items(), found, strict=True):
            yield from entry.leaves(value, f"{key}.{name}")

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        for name, entry in self.of.items():
            yield from entry.bounds(f"{key}.{name}")


@dataclass(frozen=True, slots=True)
class TupleListField:
    """The same lists as in the original, in the same order, each known by what stands first in it."""

    of: TupleField
    optional = False

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        if not isinstance(found, list) or len(found) != len(was):
            raise at.error(Text("{key} is a list of {n} lists.", key=at.key, n=len(was)))
        pairs = zip(found, was, strict=True)
        return [self.of.read(line, before, at.child(f"{before[0]}")) for line, before in pairs]

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        for line in found:
            yield from self.of.leaves(line, f"{key}.{line[0]}")

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield from self.of.bounds(f"{key}.*")


@dataclass(frozen=True, slots=True)
class IdTableField:
    """A table whose keys are ids, as many as there are things."""

    letter: str
    of: ComponentField
    least: int
    most: int
    optional = False

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        _is_table(found, at)
        names = [name for name in found if name != "from"]
        for name in names:
            if not _is_id(name, self.letter):
                like = f"{self.letter}07"
                raise at.error(Text("{key} is no id such as {like}.", key=at.child(sanitize_text(name)).key, like=like))
        if not self.least <= len(names) <= self.most:
            limits = {"least": self.least, "most": self.most}
            raise at.error(
                Text("{key} has {least} to {most} ids, not {there}.", key=at.key, there=len(names), **limits)
            )
        if "from" in found:
            RemarkField().read(found["from"], None, at.child("from"))
        return {name: self.of.read(found[name], _in(was, name), at.child(name)) for name in names}

    def leaves(self, found: Any, key: str) -> Iterator[Leaf]:
        for name, value in found.items():
            yield from self.of.leaves(value, f"{key}.{name}")

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield from RemarkField().bounds(f"{key}.from")
        for name, each in self.of.bounds(f"{key}.*"):
            yield name, f"{each}; {self.least} to {self.most} of them, each known by `{self.letter}` and two digits"


class DerivedTableField(DerivedField):
    """A table of values that follow from others; it may be left out as a whole."""

    def read(self, found: Any, was: Any, at: SchemaLocation) -> Any:
        _is_table(found, at)
        for name in found:
            if name not in was:
                raise at.error(Text("there is no key {key}.", key=at.child(sanitize_text(name)).key))
        return found

    def bounds(self, key: str) -> Iterator[tuple[str, str]]:
        yield f"{key}.*", "follows from the rest; may be left out"


# --- whole files --------------------------------------------------------------------------------------------------


class ComponentSchema(NamedTuple):
    """The table of components of a game, and what may be changed in it."""

    game: str
    package: str
    file: str
    entries: TableField
    check: Callable[[Mapping[str, Any], Mapping[str, Any], SchemaLocation], None]
    """Raises RuleError if entries that are fine by themselves do not fit each other; it may compare the original."""

    @property
    def original_text(self) -> str:
        """The text of the file that the game came with."""
        return read_package_text(self.package, self.file)

    def read(self, text: str, file: str) -> Mapping[str, Any]:
        """The table in a text, whose entries are right and fit each other. Raises RuleError."""
        at, was = SchemaLocation(file), tomllib.loads(self.original_text)
        found = self.entries.read(parse_toml(text, at), was, at)
        self.check(found, was, at)
        return dict(found)

    def read_changed_set(self, text: str, file: str) -> ComponentSet | None:
        """The box that this text describes, to be put on the shelf; None if it is that of the original."""
        was = self._leaves(self.read(self.original_text, self.file))
        now = self._leaves(self.read(text, file))
        if was == now:
            return None
        code = dumps([self.game, now], separators=(",", ":")).encode()
        digest = blake2b(code, digest_size=BITS // 8).hexdigest()
        return ComponentSet(self.game, file, text, digest, tuple(_changes(dict(was), dict(now))))

    def _leaves(self, data: Mapping[str, Any]) -> list[Leaf]:
        return list(self.entries.leaves(data, ""))


def _changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[ComponentChange]:
    for key in dict.fromkeys((*was, *now)):
        before, after = (format_value(side[key]) if key in side else "" for side in (was, now))
        if before != after:
            yield ComponentChange(key, before, after)


def parse_toml(text: str, at: SchemaLocation) -> Any:
    """What stands in a file. Raises RuleError if it is no TOML."""
    if len(text) > LONGEST_FILE:
        raise at.error(Text("the file has more than {most:,} characters.", most=LONGEST_FILE))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise at.error(Text("this is no TOML: {why}.", why=sanitize_text(f"{error}", 120))) from error
