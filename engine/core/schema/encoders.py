"""Positions as rows of numbers of fixed length, for programs that learn.

Seats are counted from the viewpoint: it is the first (`me`), the others follow clockwise. So what is learnt in one seat
serves in all. A number beyond its bounds counts as the nearest bound; what is not there is all zeros.

Every schema is an encoder; the ones here are alternatives for single places.

>>> from tilehall.engine.core.schema.nodes import ObjectSchema, PerSeatSchema, SeatSchema, WordSchema
>>> schema = ObjectSchema({"turn": SeatSchema(2), "dice": PerSeatSchema([WordSchema("RW")] * 2)})
>>> data = {"turn": 1, "dice": ["R", "W"]}
>>> encode_position(schema, data, 0).tolist(), encode_position(schema, data, 1).tolist()
([0.0, 1.0, 1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0, 1.0, 0.0])
>>> [slot.name for slot in schema.slots()]
['turn.me', 'turn.next', 'dice.me.R', 'dice.me.W', 'dice.next.R', 'dice.next.W']
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import Any, Final, NamedTuple, Protocol

from tilehall.engine.core.game import Position, SeatNo

NumberRow = MutableSequence[float]
HASHED_SIZE = 1024
"""So many numbers encode the positions of a game without a schema."""
LARGE = 1000.0
"""The bound of each of those numbers."""


class Slot(NamedTuple):
    """One number of a row: its name and its bounds."""

    name: str
    least: float
    most: float


class RowEncoder(Protocol):
    """Encodes a value as `size` numbers."""

    @property
    def size(self) -> int: ...

    def slots(self) -> Iterator[Slot]:
        """The names and bounds of the numbers, in order."""

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        """Write the numbers of a value from index `at` on, over zeros. None, where it may stand, writes nothing."""


def encode_position(encoder: RowEncoder, position: Position, viewpoint: SeatNo) -> array[float]:
    """The row of numbers for a position, as this seat looks at it."""
    row = array("f", bytes(4 * encoder.size))
    encoder.write(position, 0, viewpoint, row)
    return row


def seat_names(players: int) -> tuple[str, ...]:
    """The names of the seats in slots, from the viewpoint on.

    >>> seat_names(4)
    ('me', 'next', 'third', 'fourth')
    """
    known = ("me", "next", "third", "fourth")[:players]
    return (*known, *(f"seat {n}" for n in range(len(known) + 1, players + 1)))


def join_slots(parts: Iterable[tuple[str, RowEncoder]]) -> Iterator[Slot]:
    """The slots of several encoders, each named after its part."""
    for name, encoder in parts:
        for slot in encoder.slots():
            yield slot._replace(name=f"{name}.{slot.name}" if slot.name else name)


class TraitsEncoder:
    """A word by the numbers that stand for it in a table: what is on a tile is easier to learn than which one it is."""

    def __init__(self, names: Sequence[str], rows: Mapping[str, Sequence[int]]) -> None:
        self.size = len(names)
        self.names: Final = names
        self.rows: Final = rows

    def slots(self) -> Iterator[Slot]:
        for name, *column in zip(self.names, *self.rows.values(), strict=True):
            yield Slot(name, min(0, *column), max(0, *column))

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        for n, number in enumerate(self.rows.get(found, ()), at):
            if number:
                row[n] = number


class OwnerEncoder:
    """One of some letters, the first of which belong to the seats in order; the others follow behind the seats."""

    def __init__(self, letters: Sequence[str], players: int) -> None:
        self.letters: Final = {letter: n for n, letter in enumerate(letters)}
        self.players: Final = players
        self.size = len(self.letters)

    def slots(self) -> Iterator[Slot]:
        return (Slot(name, 0, 1) for name in (*seat_names(self.players), *list(self.letters)[self.players :]))

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        n = self.letters[found]
        row[at + ((n - viewpoint) % self.players if n < self.players else n)] = 1


class RankEncoder:
    """A list of words or seats without doubles: the place of each in it, from 1; 0 if it is not there."""

    def __init__(self, words: Sequence[Hashable], seats: bool = False) -> None:
        self.words: Final = {word: n for n, word in enumerate(words)}
        self.seats: Final = seats
        self.size = len(self.words)

    def slots(self) -> Iterator[Slot]:
        names = seat_names(self.size) if self.seats else [f"{word}" for word in self.words]
        return (Slot(name, 0, self.size) for name in names)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        for place, word in enumerate(found or (), 1):
            n = self.words[word]
            row[at + ((n - viewpoint) % self.size if self.seats else n)] = place


class PairsEncoder:
    """A list of pairs of a word and a number, the word at index `word`: for each word its number plus `more`."""

    def __init__(self, words: Iterable[str], most: int, word: int = 0, more: int = 0) -> None:
        self.words: Final = {each: n for n, each in enumerate(words)}
        self.size = len(self.words)
        self.most: Final = most
        self.word: Final = word
        self.more: Final = more

    def slots(self) -> Iterator[Slot]:
        return (Slot(word, 0, self.most) for word in self.words)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        for pair in found or ():
            row[at + self.words[pair[self.word]]] = min(pair[1 - self.word] + self.more, self.most)


class LengthEncoder:
    """The length of a list."""

    size = 1

    def __init__(self, most: int) -> None:
        self.most: Final = most

    def slots(self) -> Iterator[Slot]:
        yield Slot("", 0, self.most)

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        row[at] = min(len(found or ()), self.most)


class ItemEncoder:
    """One item of a list by its index, which may count from the end; the others are not encoded."""

    def __init__(self, index: int, of: RowEncoder) -> None:
        self.index: Final = index
        self.of: Final = of
        self.size = of.size

    def slots(self) -> Iterator[Slot]:
        return self.of.slots()

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        if found and -len(found) <= self.index < len(found):
            self.of.write(found[self.index], at, viewpoint, row)


class CombinedEncoder:
    """The same value by several encoders."""

    def __init__(self, of: Mapping[str, RowEncoder]) -> None:
        self.of: Final = of
        *self._starts, self.size = accumulate((each.size for each in of.values()), initial=0)

    def slots(self) -> Iterator[Slot]:
        return join_slots(self.of.items())

    def write(self, found: Any, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        for start, each in zip(self._starts, self.of.values(), strict=True):
            each.write(found, at + start, viewpoint, row)


class HashedEncoder:
    """A position without a schema: each number or word in it is added to the slot that the hash of its path selects.

    The same data is always written to the same slots; two entries may share one. The viewpoint has a slot as well.

    >>> sorted(encode_position(HashedEncoder(8), {"heaps": [3, 4]}, 0))
    [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0, 4.0]
    """

    def __init__(self, size: int = HASHED_SIZE) -> None:
        self.size = size
        self._known: dict[str, int] = {}

    def slots(self) -> Iterator[Slot]:
        return (Slot(f"{n}", -LARGE, LARGE) for n in range(self.size))

    def write(self, found: Position, at: int, viewpoint: SeatNo, row: NumberRow) -> None:
        self._write(found, "", at, row)
        self._add(f"me={viewpoint}", 1, at, row)

    def _write(self, found: Any, path: str, at: int, row: NumberRow) -> None:
        if isinstance(found, Mapping):
            for key, each in found.items():
                self._write(each, f"{path}.{key}", at, row)
        elif isinstance(found, list | tuple):
            for n, each in enumerate(found):
                self._write(each, f"{path}.{n}", at, row)
        elif isinstance(found, int | float) and not isinstance(found, bool):
            self._add(path, found, at, row)
        elif found is not None:
            self._add(f"{path}={found}", 1, at, row)

    def _add(self, what: str, number: float, at: int, row: NumberRow) -> None:
        n = self._known.get(what)
        if n is None:
            n = self._known[what] = int.from_bytes(blake2b(what.encode(), digest_size=8).digest(), "big") % self.size
        row[at + n] = min(max(row[at + n] + number, -LARGE), LARGE)
