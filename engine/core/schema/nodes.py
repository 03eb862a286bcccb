"""The schemas: what may stand in one place of plain data (what JSON and TOML hold), and which numbers encode it.

>>> dice = MapSchema(("a1", "a2"), LettersSchema("RW", 2))
>>> schema = ObjectSchema({"seat": NullableSchema(IntSchema(0, 3)), "dice": dice})
>>> schema.check({"seat": None, "dice": {"a2": "RW"}})
>>> try:
...     schema.check({"seat": 4, "dice": {}})
... except SchemaError as error:
...     print(error.path, error)
[('seat', None)] {key} is a whole number from {least} to {most}, not {found}.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any, Final

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.schema.encoders import NumberRow, RowEncoder, Slot, join_slots, seat_names
from tilehall.engine.core.schema.errors import (
    BOOL,
    EXACT_LENGTH,
    INT,
    LENGTH,
    LETTERS,
    LIST,
    MISSING,
    OBJECT,
    STRING,
    TABLE,
    TUPLE,
    TUPLE_LENGTH,
    TWICE,
    UNKNOWN_KEY,
    UNKNOWN_NAME,
    WORD,
    SchemaError,
)
from tilehall.engine.core.text import Text

Entry = tuple[str, Any]
"""A key of a file and its value."""


class Schema:
    """What may stand in one place of the data. The base class allows everything, and is encoded by no numbers."""

    optional = False
    """Whether an object may lack it."""
    size = 0

    @property
    def encoder(self) -> RowEncoder:
        """What encodes the value: the schema itself, or another encoder."""
        return self

    def check(self, found: Any) -> None:
        """Raise SchemaError unless the value fits."""

    def compare(self, found: Any, original: Any) -> None:
        """Raise SchemaError for a value that fits but differs from the original where it must not."""

    def slots(self) -> Iterator[Slot]:
        return iter(())

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        """See `RowEncoder.write`."""

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        """Return the keys or indexes in a value that fits, with their schemas."""
        return ()

    def samples(self) -> Sequence[Any]:
        """Return some values that fit; none for lists and objects."""
        return ()

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        """Yield each value of a file that makes a difference, with its key, in the order of the schema."""
        yield key, found

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        """Yield the keys from here on, each with what may stand there, in English: for documentation."""
        return iter(())


class EncodedSchema(Schema):
    """A schema with an encoder of its own."""

    def __init__(self, of: Schema, encoder: RowEncoder) -> None:
        self.of: Final = of
        self._encoder: Final = encoder

    @property
    def encoder(self) -> RowEncoder:
        return self._encoder

    def check(self, found: Any) -> None:
        self.of.check(found)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return self.of.items(found)

    def samples(self) -> Sequence[Any]:
        return self.of.samples()


def unencoded(of: Schema) -> Schema:
    """Return a schema that is encoded by no numbers."""
    return EncodedSchema(of, Schema())


class NullableSchema(Schema):
    """A value or null. With `presence`, a number of its own says which; else null is all zeros."""

    def __init__(self, of: Schema, presence: bool = False) -> None:
        self.of: Final = of
        self._inner: Final = of.encoder
        self._presence: Final = presence
        self.size = 1 + self._inner.size

    @property
    def encoder(self) -> RowEncoder:
        return self if self._presence else self._inner

    def check(self, found: Any) -> None:
        if found is not None:
            self.of.check(found)

    def slots(self) -> Iterator[Slot]:
        yield Slot("there", 0, 1)
        yield from self._inner.slots()

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found is not None:
            row[at] = 1
            self._inner.write(found, at + 1, viewpoint, row)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return () if found is None else self.of.items(found)

    def samples(self) -> Sequence[Any]:
        return (None, *self.of.samples())


# --- single values --------------------------------------------------------------------------------------------------


class IntSchema(Schema):
    """A whole number, encoded as it is."""

    size = 1

    def __init__(self, least: int, most: int) -> None:
        self.least: Final = least
        self.most: Final = most

    def check(self, found: Any) -> None:
        if type(found) is not int or not self.least <= found <= self.most:
            raise SchemaError(INT, found, least=self.least, most=self.most)

    def slots(self) -> Iterator[Slot]:
        yield Slot("", min(0, self.least), max(0, self.most))

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found is not None:
            row[at] = min(max(found, self.least), self.most)

    def samples(self) -> Sequence[Any]:
        return (self.least, min(self.least + 1, self.most), self.most)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"{self.least} to {self.most}"


class SeatSchema(IntSchema):
    """A seat number, or a negative number from `least` on for no seat. Encoded as 1 in the slot of the seat."""

    def __init__(self, players: int, least: int = 0) -> None:
        super().__init__(least, players - 1)
        self.size = players

    def slots(self) -> Iterator[Slot]:
        return (Slot(name, 0, 1) for name in seat_names(self.size))

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found is not None and found >= 0:
            row[at + (found - viewpoint) % self.size] = 1


class BoolSchema(Schema):
    """True or false, encoded as 1 or 0."""

    size = 1

    def check(self, found: Any) -> None:
        if not isinstance(found, bool):
            raise SchemaError(BOOL, found)

    def slots(self) -> Iterator[Slot]:
        yield Slot("", 0, 1)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found:
            row[at] = 1

    def samples(self) -> Sequence[Any]:
        return (False, True)


class StringSchema(Schema):
    """Any text; not encoded."""

    def check(self, found: Any) -> None:
        if not isinstance(found, str):
            raise SchemaError(STRING, found)


class WordSchema(Schema):
    """One of some words, encoded as 1 in its slot. By default all words but the empty one have a slot."""

    def __init__(self, words: Iterable[Hashable], encoded: Iterable[Hashable] | None = None) -> None:
        self.words: Final = dict.fromkeys(words)
        slotted = [word for word in self.words if word != ""] if encoded is None else encoded
        self._slots: Final = {word: n for n, word in enumerate(slotted)}
        self.size = len(self._slots)

    def check(self, found: Any) -> None:
        if not isinstance(found, str) or found not in self.words:
            raise SchemaError(WORD, found, words=", ".join(map(str, self.words)))

    def slots(self) -> Iterator[Slot]:
        return (Slot(f"{word}", 0, 1) for word in self._slots)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        n = self._slots.get(found)
        if n is not None:
            row[at + n] = 1

    def samples(self) -> Sequence[Any]:
        return tuple(self.words)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, "one of " + ", ".join(f"`{word}`" for word in self.words)


class CountedSchema(Schema):
    """Base of texts and lists of words: encodes how often each word occurs, up to `each` times."""

    def __init__(self, words: Iterable[Hashable], each: int) -> None:
        self._slots: Final = {word: n for n, word in enumerate(words)}
        self._each: Final = each
        self.size = len(self._slots)

    def slots(self) -> Iterator[Slot]:
        return (Slot(f"{word}", 0, self._each) for word in self._slots)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        for word in found or ():
            n = self._slots.get(word)
            if n is not None and row[at + n] < self._each:
                row[at + n] += 1


class LettersSchema(CountedSchema):
    """A text of some letters, in any order."""

    def __init__(self, letters: str, most: int, each: int | None = None) -> None:
        super().__init__(letters, most if each is None else each)
        self.letters: Final = letters
        self.most: Final = most

    def check(self, found: Any) -> None:
        if not isinstance(found, str) or len(found) > self.most or not set(found) <= set(self.letters):
            raise SchemaError(LETTERS, found, most=self.most, letters=self.letters)

    def samples(self) -> Sequence[Any]:
        return ("", self.letters[: self.most])

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield key, f"at most {self.most} of `{self.letters}`"


# --- lists ----------------------------------------------------------------------------------------------------------


class WordsSchema(CountedSchema):
    """A list of some words, in any order. `encoded` are the words that have slots; by default all."""

    def __init__(
        self, words: Iterable[str], least: int, most: int, each: int = 1, encoded: Iterable[str] | None = None
    ) -> None:
        self.of: Final = WordSchema(words)
        super().__init__(self.of.words if encoded is None else encoded, each)
        self.least: Final = least
        self.most: Final = most

    def check(self, found: Any) -> None:
        check_length(found, self.least, self.most)
        check_items(found, self.of)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return ((n, self.of) for n in range(len(found)))


class ListSchema(Schema):
    """A list of values of one kind, encoded in order; with `first`, only the first so many."""

    def __init__(self, of: Schema, least: int, most: int, distinct: bool = False, first: int | None = None) -> None:
        self.of: Final = of
        self.least: Final = least
        self.most: Final = most
        self.distinct: Final = distinct
        self._first: Final = most if first is None else first
        self._inner: Final = of.encoder
        self.size = self._first * self._inner.size

    def check(self, found: Any) -> None:
        check_length(found, self.least, self.most)
        check_items(found, self.of)
        twice = [value for n, value in enumerate(found) if value in found[:n]] if self.distinct else ()
        if twice:
            raise SchemaError(TWICE, twice[0])

    def slots(self) -> Iterator[Slot]:
        return join_slots((f"{n}", self._inner) for n in range(1, self._first + 1))

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        write, size = self._inner.write, self._inner.size
        for n, each in enumerate((found or ())[: self._first]):
            write(each, at + n * size, viewpoint, row)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return ((n, self.of) for n in range(len(found)))

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        count = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        inner, twice = list(self.of.limits(f"{key}.*")), ", none twice" if self.distinct else ""
        if len(inner) == 1:
            yield key, f"{count} entries, each {inner[0][1]}{twice}"
            return
        yield key, f"{count} entries{twice}"
        yield from ((name, f"{each}{twice}") for name, each in inner)


class SequenceSchema(Schema):
    """Base of lists with a schema for each place."""

    def __init__(self, of: Mapping[str, Schema]) -> None:
        self.of: Final = of
        self._schemas: Final = tuple(of.values())

    def check(self, found: Any) -> None:
        if not isinstance(found, list):
            raise SchemaError(TUPLE, found, places=", ".join(self.of))
        if len(found) != len(self.of):
            counts = {"due": len(self.of), "there": len(found)}
            raise SchemaError(TUPLE_LENGTH, found, places=", ".join(self.of), **counts)
        for n, (name, schema) in enumerate(self.of.items()):
            try:
                schema.check(found[n])
            except SchemaError as error:
                error.add_step(name, n)
                raise

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return enumerate(self._schemas)


class TupleSchema(SequenceSchema):
    """A list in which every place has a meaning of its own."""

    def __init__(self, of: Mapping[str, Schema]) -> None:
        super().__init__(of)
        self._inner: Final = {name: schema.encoder for name, schema in of.items()}
        *starts, self.size = accumulate((each.size for each in self._inner.values()), initial=0)
        self._writers: Final = [(each.write, start) for each, start in zip(self._inner.values(), starts, strict=True)]

    def compare(self, found: Any, original: Any) -> None:
        before = original if isinstance(original, list) and len(original) == len(found) else [None] * len(found)
        compare_items(zip(self.of, self._schemas, found, before, strict=True))

    def slots(self) -> Iterator[Slot]:
        return join_slots(self._inner.items())

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found is None:
            return
        for (write, start), each in zip(self._writers, found, strict=False):
            if each is not None:
                write(each, at + start, viewpoint, row)

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        for (name, schema), value in zip(self.of.items(), found, strict=True):
            yield from schema.entries(value, f"{key}.{name}")

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        for name, schema in self.of.items():
            yield from schema.limits(f"{key}.{name}")


class PerSeatSchema(SequenceSchema):
    """A list with a value for each seat, encoded from the viewpoint on.

    The schemas of the seats have the same size. As an encoder it also takes an object with seats as keys.
    """

    def __init__(self, of: Sequence[Schema]) -> None:
        super().__init__({f"{seat}": schema for seat, schema in enumerate(of)})
        self._inner: Final = [schema.encoder for schema in of]
        self._one: Final = self._inner[0].size
        self.size = len(of) * self._one

    def slots(self) -> Iterator[Slot]:
        return join_slots(zip(seat_names(len(self._inner)), self._inner, strict=True))

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found is None:
            return
        keyed, one, seats = isinstance(found, Mapping), self._one, len(self._inner)
        for seat, encoder in enumerate(self._inner):
            each = found.get(str(seat)) if keyed else found[seat] if seat < len(found) else None
            if each is not None:
                encoder.write(each, at + (seat - viewpoint) % seats * one, viewpoint, row)


# --- objects --------------------------------------------------------------------------------------------------------


class ObjectSchema(Schema):
    """An object with these keys only. Those not `needed` may be missing; by default those of optional schemas."""

    def __init__(self, of: Mapping[str, Schema], needed: Container[str] | None = None) -> None:
        self.of: Final = of
        self.needed: Final = tuple(
            name for name, schema in of.items() if (not schema.optional if needed is None else name in needed)
        )
        encoded = {name: schema.encoder for name, schema in of.items() if schema.encoder.size}
        self._inner: Final = encoded
        *starts, self.size = accumulate((each.size for each in encoded.values()), initial=0)
        self._writers: Final = [(each.write, start) for each, start in zip(encoded.values(), starts, strict=True)]
        names = tuple(encoded)
        self._pick: Final = itemgetter(*names) if len(names) > 1 else lambda found: [found[name] for name in names]

    def check(self, found: Any) -> None:
        check_known(found, self.of)
        for name, schema in self.of.items():
            try:
                if name in found:
                    schema.check(found[name])
            except SchemaError as error:
                error.add_step(name)
                raise
        check_present(found, self.needed)

    def compare(self, found: Any, original: Any) -> None:
        compare_items((name, self.of[name], found[name], get_item(original, name)) for name in self.of if name in found)

    def slots(self) -> Iterator[Slot]:
        return join_slots(self._inner.items())

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found is None:
            return
        for (write, start), each in zip(self._writers, self._pick(found), strict=True):
            if each is not None:
                write(each, at + start, viewpoint, row)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return ((name, schema) for name, schema in self.of.items() if name in found)

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        for name, schema in self.of.items():
            if name in found:
                yield from schema.entries(found[name], f"{key}.{name}" if key else name)

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        for name, schema in self.of.items():
            yield from schema.limits(f"{key}.{name}" if key else name)


class CountsSchema(Schema):
    """An object with a number from 0 to `most` for each of these words."""

    def __init__(self, words: Iterable[str], most: int) -> None:
        self.words: Final = {word: n for n, word in enumerate(words)}
        self.of: Final = IntSchema(0, most)
        self.size = len(self.words)

    def check(self, found: Any) -> None:
        check_known(found, self.words)
        check_values(found, self.of)
        check_present(found, self.words)

    def slots(self) -> Iterator[Slot]:
        return (Slot(word, 0, self.of.most) for word in self.words)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        words, most = self.words, self.of.most
        for word, count in (found or {}).items():
            if count:
                row[at + words[word]] = min(count, most)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return ((name, self.of) for name in found)


class MapSchema(Schema):
    """An object with some of these names as keys, and values of one kind: what lies on the cells of a board, say.

    `encoded` are the names that have slots; by default all.
    """

    def __init__(self, names: Iterable[str], of: Schema, encoded: Iterable[str] | None = None) -> None:
        self.names: Final = dict.fromkeys(names)
        self.of: Final = of
        self.optional = of.optional
        self._inner: Final = of.encoder
        self._slots: Final = {name: n for n, name in enumerate(self.names if encoded is None else encoded)}
        self.size = len(self._slots) * self._inner.size

    def check(self, found: Any) -> None:
        check_object(found)
        if not found.keys() <= self.names.keys():
            raise unknown_key(found, self.names, UNKNOWN_NAME)
        check_values(found, self.of)

    def slots(self) -> Iterator[Slot]:
        return join_slots((name, self._inner) for name in self._slots)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        one, numbers, write = self._inner.size, self._slots, self._inner.write
        for name, each in (found or {}).items():
            write(each, at + numbers[name] * one, viewpoint, row)

    def items(self, found: Any) -> Iterable[tuple[Any, Schema]]:
        return ((name, self.of) for name in found)

    def entries(self, found: Any, key: str) -> Iterator[Entry]:
        for name, value in found.items():
            yield from self.of.entries(value, f"{key}.{name}")

    def limits(self, key: str) -> Iterator[tuple[str, str]]:
        yield from self.of.limits(f"{key}.*")


class DictSchema(Schema):
    """An object with any keys and values of one kind; not encoded."""

    def __init__(self, of: Schema) -> None:
        self.of: Final = of

    def check(self, found: Any) -> None:
        check_object(found, OBJECT)
        check_values(found, self.of)


# --- parts of the above ---------------------------------------------------------------------------------------------


def check_object(found: Any, sentence: Text = TABLE) -> None:
    if not isinstance(found, dict):
        raise SchemaError(sentence, found)


def check_known(found: Any, known: Mapping[str, Any]) -> None:
    """Raise SchemaError unless it is an object with known keys only."""
    check_object(found)
    if not found.keys() <= known.keys():
        raise unknown_key(found, known, UNKNOWN_KEY)


def check_present(found: Mapping[str, Any], needed: Iterable[str]) -> None:
    """Raise SchemaError for the first key that is missing."""
    for name in needed:
        if name not in found:
            error = SchemaError(MISSING)
            error.add_step(name)
            raise error


def unknown_key(found: Iterable[Any], known: Mapping[str, Any], sentence: Text) -> SchemaError:
    """Return the error about the first unknown key."""
    name = next(name for name in found if name not in known)
    error = SchemaError(sentence, name)
    error.known = known
    error.add_step(name)
    return error


def check_values(found: Mapping[str, Any], of: Schema) -> None:
    """Raise SchemaError for the first value of an object that does not fit."""
    for name, each in found.items():
        try:
            of.check(each)
        except SchemaError as error:
            error.add_step(name)
            raise


def check_items(found: Sequence[Any], of: Schema) -> None:
    """The same for a list."""
    for n, each in enumerate(found):
        try:
            of.check(each)
        except SchemaError as error:
            error.add_step("", n)
            raise


def check_length(found: Any, least: int, most: int) -> None:
    if not isinstance(found, list):
        raise SchemaError(LIST, found)
    if not least <= len(found) <= most:
        sentence = LENGTH if least < most else EXACT_LENGTH
        raise SchemaError(sentence, found, least=least, most=most, n=most, there=len(found))


def compare_items(items: Iterable[tuple[str, Schema, Any, Any]]) -> None:
    """Compare values with their originals, each by its name and schema."""
    for name, schema, found, original in items:
        try:
            schema.compare(found, original)
        except SchemaError as error:
            error.add_step(name)
            raise


def get_item(found: Any, name: str) -> Any:
    """Return the value under a key; None if there is none."""
    return found.get(name) if isinstance(found, Mapping) else None
