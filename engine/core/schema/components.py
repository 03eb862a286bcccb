"""Tables of components that designers may change: what may stand at each key, and the errors of a changed file.

>>> from tilehall.engine.core.schema.nodes import IntSchema
>>> kinds = table_schema({"dice": IntSchema(1, 9), "name": NameSchema()})
>>> kinds.check({"name": "purple", "dice": 4})
>>> try:
...     kinds.check({"name": "purple", "dice": 40})
... except SchemaError as error:
...     print(WORDING.describe(error))
dice is a whole number from 1 to 9, not 40.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from json import dumps
from typing import Any, Final, NamedTuple

from tilehall.engine.core.component_sets import ComponentChange, ComponentSet
from tilehall.engine.core.game import RuleError, sanitize_text
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.core.schema.errors import (
    LENGTH,
    MISSING,
    TUPLE,
    TUPLE_LENGTH,
    UNKNOWN_KEY,
    UNKNOWN_NAME,
    PathStep,
    SchemaError,
    Wording,
)
from tilehall.engine.core.schema.nodes import (
    Entry,
    ObjectSchema,
    Schema,
    TupleSchema,
    check_object,
    compare_items,
    get_item,
)
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_spaces

LONGEST_FILE = 60_000
"""Characters; the longest original has a fifth of that."""
LONGEST_NAME = 24
DIGEST_BITS = 64


# --- schemas of single values ---------------------------------------------------------------------------------------


class NameSchema(Schema):
    """What something is called."""

    def check(self, found: Any) -> None:
        fine = isinstance(found, str) and found.isprintable() and found == found.strip()
        if not fine or not 1 <= len(found) <= LONGEST_NAME:
            sentence = Text("{key} is a name of 1 to {longest} characters, not {found}.")
            raise SchemaError(sentence, found, longest=LONGEST_NAME)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"a name of at most {LONGEST_NAME} characters"


class FixedSchema(Schema):
    """What stays as in the original, because more than this file depends on it."""

    def __init__(self, why: Text) -> None:
        self.why: Final = why

    def compare(self, found: Any, original: Any) -> None:
        if type(found) is type(original) and found == original:
            return
        if isinstance(found, dict) and isinstance(original, dict):
            names = (name for name in (*original, *found) if found.get(name) != original.get(name))
            compare_items((name, self, found.get(name), original.get(name)) for name in names)
        elif original is None:
            raise SchemaError(Text("{key} cannot be added, since {why}."), found, why=self.why)
        elif found is None:
            raise SchemaError(MISSING)
        else:
            sentence = Text("{key} stays {was}, not {found}, since {why}.")
            raise SchemaError(sentence, found, was=format_value(original), why=self.why)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"stays as it is: {self.why}"


class RemarkSchema(Schema):
    """A remark for readers of the file; it changes nothing."""

    optional = True

    def check(self, found: Any) -> None:
        if not isinstance(found, str):
            raise SchemaError(Text("{key} is a remark in quotation marks, not {found}."), found)

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        return iter(())

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, "any remark; may be left out"


class DerivedSchema(Schema):
    """A value that follows from others: it may be left out, or stay as it was; `check_derived` compares it."""

    optional = True

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        return iter(())

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, "follows from the rest; may be left out"


def check_derived(key: str, found: Any, due: Any, original: Any) -> None:
    """Raise RuleError if somebody has put a value here that does not follow from the rest."""
    if found in (due, original) and type(found) in (type(due), type(original)):
        return
    values = {"due": format_value(due), "found": format_value(found)}
    raise RuleError(
        Text("{key} follows from the rest: it is {due}, not {found}. It may be left out.", key=key, **values)
    )


class IdSchema(Schema):
    """A letter and two digits."""

    def __init__(self, letter: str) -> None:
        self.letter: Final = letter

    def check(self, found: Any) -> None:
        if not is_id(found, self.letter):
            sentence = Text("{key} is an id such as {like}, not {found}.")
            raise SchemaError(sentence, found, like=f"{self.letter}07")

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"`{self.letter}` and two digits, another one for each"


def is_id(found: Any, letter: str) -> bool:
    digits = found[1:] if isinstance(found, str) and found[:1] == letter else ""
    return len(digits) == 2 and digits.isascii() and digits.isdecimal()


# --- schemas of tables ----------------------------------------------------------------------------------------------


def table_schema(of: Mapping[str, Schema]) -> ObjectSchema:
    """A table with these keys and a remark, `from`."""
    return ObjectSchema({"from": RemarkSchema(), **of})


class IdTableSchema(Schema):
    """A table whose keys are ids, as many as there are things."""

    def __init__(self, letter: str, of: Schema, least: int, most: int) -> None:
        self.letter: Final = letter
        self.of: Final = of
        self.least: Final = least
        self.most: Final = most
        self._remark: Final = RemarkSchema()

    def check(self, found: Any) -> None:
        check_object(found)
        names = ids_in(found)
        strange = [name for name in names if not is_id(name, self.letter)]
        if strange:
            error = SchemaError(Text("{key} is no id such as {like}."), like=f"{self.letter}07")
            error.add_step(strange[0])
            raise error
        if not self.least <= len(names) <= self.most:
            count = {"least": self.least, "most": self.most, "there": len(names)}
            raise SchemaError(Text("{key} has {least} to {most} ids, not {there}."), found, **count)
        for name, each in found.items():
            try:
                (self._remark if name == "from" else self.of).check(each)
            except SchemaError as error:
                error.add_step(name)
                raise

    def compare(self, found: Any, original: Any) -> None:
        compare_items((name, self.of, found[name], get_item(original, name)) for name in ids_in(found))

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        for name in ids_in(found):
            yield from self.of.entries(found[name], f"{key}.{name}")

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield from self._remark.limits(f"{key}.from")
        for name, each in self.of.limits(f"{key}.*"):
            yield name, f"{each}; {self.least} to {self.most} of them, each known by `{self.letter}` and two digits"


def ids_in(table: Iterable[str]) -> list[str]:
    return [name for name in table if name != "from"]


class RowsSchema(Schema):
    """A list of tables, or of lists of the same form, each named by an entry of its own."""

    def __init__(self, of: ObjectSchema | TupleSchema, name_of: Callable[[Any], str], least: int, most: int) -> None:
        self.of: Final = of
        self.name_of: Final = name_of
        self.least: Final = least
        self.most: Final = most

    def check(self, found: Any) -> None:
        fits = isinstance(found, list) and self.least <= len(found) <= self.most
        if not fits and isinstance(self.of, TupleSchema):
            raise SchemaError(Text("{key} is a list of {n} lists."), found, n=self.most)
        if not isinstance(found, list):
            raise SchemaError(Text("{key} is a list of tables, not {found}."), found)
        if not fits:
            sentence = Text("there are {least} to {most} {key}, not {there}.")
            raise SchemaError(sentence, found, least=self.least, most=self.most, there=len(found))
        for n, row in enumerate(found):
            try:
                self.of.check(row)
            except SchemaError as error:
                name = self._name(row)
                error.add_step(name, None if name else n)
                raise

    def _name(self, row: Any) -> str:
        """The name of a row that may be anything; empty if it has none."""
        try:
            name = self.name_of(row)
        except (KeyError, TypeError, IndexError):
            return ""
        return name if name.isprintable() and len(name) <= LONGEST_NAME else ""

    def compare(self, found: Any, original: Any) -> None:
        known = {self.name_of(row): row for row in original}
        compare_items((name, self.of, row, known.get(name)) for row in found for name in [self.name_of(row)])

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        for row in found:
            yield from self.of.entries(row, f"{key}.{self.name_of(row)}")

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        if not isinstance(self.of, TupleSchema):
            yield key, f"{self.least} to {self.most} tables" if self.least < self.most else f"{self.least} tables"
        yield from self.of.limits(f"{key}.*")


# --- wording --------------------------------------------------------------------------------------------------------


def format_value(found: Any) -> str:
    """A value as it stands in a file, cut if it is long.

    >>> format_value([4, 3]), format_value("any"), format_value(True)
    ('[4, 3]', '"any"', 'true')
    """
    if isinstance(found, (str, bool, int, float, list, dict)):
        return sanitize_text(dumps(found, ensure_ascii=False, default=str), 80)
    return sanitize_text(f"{found}", 80)


def format_key(path: Sequence[PathStep]) -> str:
    """The keys with dots between them; items of lists by their name, or else by their number from 1."""
    steps = [f".{sanitize_text(name)}" if name else f"[{(index or 0) + 1}]" for name, index in path]
    return "".join(steps).removeprefix(".")


WORDING: Final = Wording(
    format_key,
    format_value,
    {
        LENGTH: Text("{key} has {least} to {most} entries, not {there}."),
        TUPLE_LENGTH: TUPLE,
        UNKNOWN_NAME: UNKNOWN_KEY,
    },
    Text("this is no table of components."),
)


# --- whole files ----------------------------------------------------------------------------------------------------


class ComponentSchema(NamedTuple):
    """The table of components of a game, and what may be changed in it."""

    game: str
    package: str
    file: str
    entries: ObjectSchema
    check: Callable[[Mapping[str, Any], Mapping[str, Any]], None]
    """Raises RuleError if values that fit one by one do not fit each other, or not the original."""

    @property
    def original_text(self) -> str:
        """The text of the file that the game came with."""
        return read_package_text(self.package, self.file)

    def read(self, text: str, file: str) -> Mapping[str, Any]:
        """The table in a text. Raises RuleError with the file and the key if anything in it does not fit."""
        try:
            found, original = parse_toml(text), tomllib.loads(self.original_text)
            self.entries.check(found)
            self.entries.compare(found, original)
            self.check(found, original)
        except SchemaError as error:
            raise RuleError(Text("{file}: {problem}", file=file, problem=self._describe(error))) from error
        except RuleError as error:
            raise RuleError(Text("{file}: {problem}", file=file, problem=error.text)) from error
        return found

    def _describe(self, error: SchemaError) -> Text:
        problem = WORDING.describe(error)
        if error.sentence != UNKNOWN_KEY:
            return problem
        keys = Text("There is {keys}.", keys=", ".join(error.known))
        return join_spaces([problem, did_you_mean(error.path[0][0], error.known, keys)])

    def read_changed_set(self, text: str, file: str) -> ComponentSet | None:
        """The components that a text describes, None if they are those of the original. Raises RuleError."""
        before = self._entries(self.read(self.original_text, self.file))
        now = self._entries(self.read(text, file))
        if before == now:
            return None
        code = dumps([self.game, now], separators=(",", ":")).encode()
        digest = blake2b(code, digest_size=DIGEST_BITS // 8).hexdigest()
        return ComponentSet(self.game, file, text, digest, tuple(list_changes(dict(before), dict(now))))

    def _entries(self, data: Mapping[str, Any]) -> list[Entry]:
        return list(self.entries.entries(data, ""))


def list_changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[ComponentChange]:
    for key in dict.fromkeys((*before, *now)):
        old, new = (format_value(side[key]) if key in side else "" for side in (before, now))
        if old != new:
            yield ComponentChange(key, old, new)


def parse_toml(text: str) -> dict[str, Any]:
    """The data in a text. Raises RuleError if it is no TOML."""
    if len(text) > LONGEST_FILE:
        raise RuleError(Text("the file has more than {most:,} characters.", most=LONGEST_FILE))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleError(Text("this is no TOML: {why}.", why=sanitize_text(f"{error}", 120))) from error
