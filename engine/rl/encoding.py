"""How a position is told in numbers: a table of its entries, and the row of numbers of fixed length that it makes.

A game describes once which entries of its positions (as `Game.dump` writes them) become which numbers; programs that
learn see a view as that row. Whoever looks is seat 0 of it, and the others follow clockwise, so what is learnt in one
seat serves in all. A number beyond its bounds counts as the nearest bound; what is not there is all zeros.

>>> table = object_feature({"turn": PlayerFeature(2), "dice": SeatsFeature(2, WordFeature("RW"))})
>>> encode_position(table, {"turn": 1, "dice": ["R", "W"]}, 0).tolist(), encode_position(table, {"turn": 1,
...     "dice": ["R", "W"]}, 1).tolist()
([0.0, 1.0, 1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0, 1.0, 0.0])
>>> [place.name for place in table.slots()]
['turn.me', 'turn.next', 'dice.me.R', 'dice.me.W', 'dice.next.R', 'dice.next.W']
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from hashlib import blake2b
from itertools import accumulate, repeat
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from tilehall.engine.core.game import Action, Game, Position, SeatNo, Setup

S = TypeVar("S")

NumberRow = MutableSequence[float]
HASHED_SIZE = 1024
"""So many numbers tell the positions of a game that brings no table."""
LARGE = 1000.0
"""A number of such a game beyond it counts as this."""


class FeatureSlot(NamedTuple):
    """One number of the row: what it tells, and the bounds it keeps to."""

    name: str
    least: float
    most: float


class Feature(Protocol):
    """Something that is told in `size` numbers."""

    size: int

    def slots(self) -> Iterator[FeatureSlot]:
        """What each number tells, in order."""

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        """Writes what is found, as this seat looks at it, into the numbers from `at` on, where zeros stand."""


def encode_position(feature: Feature, found: Any, eye: SeatNo) -> array[float]:
    """The row of numbers."""
    row = array("f", bytes(4 * feature.size))
    feature.write(found, 0, eye, row)
    return row


# --- single things --------------------------------------------------------------------------------------------------


class NumberFeature:
    """A number as it is; true and false are 1 and 0."""

    size = 1

    def __init__(self, least: int, most: int) -> None:
        self.least: Final = least
        self.most: Final = most

    def slots(self) -> Iterator[FeatureSlot]:
        yield FeatureSlot("", min(0, self.least), max(0, self.most))

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        if found is not None:
            out[at] = min(max(found, self.least), self.most)


class WordFeature:
    """One of some words (or whatever else stands there): 1 at its place."""

    def __init__(self, words: Iterable[Hashable]) -> None:
        self.words: Final = {word: n for n, word in enumerate(words)}
        self.size = len(self.words)

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(f"{word}", 0, 1) for word in self.words)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        n = self.words.get(found)
        if n is not None:
            out[at + n] = 1


class TraitsFeature:
    """One of some words, each told by numbers of its own: what is on a tile is easier to learn than what each is."""

    def __init__(self, names: Sequence[str], rows: Mapping[str, Sequence[int]]) -> None:
        self.size = len(names)
        self.names: Final = names
        self.rows: Final = rows

    def slots(self) -> Iterator[FeatureSlot]:
        for name, *column in zip(self.names, *self.rows.values(), strict=True):
            yield FeatureSlot(name, min(0, *column), max(0, *column))

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        for n, number in enumerate(self.rows.get(found, ()), at):
            if number:
                out[n] = number


class PlayerFeature:
    """A seat: 1 at its place; nobody and the dealer are none."""

    def __init__(self, players: int) -> None:
        self.size = players

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(name, 0, 1) for name in seat_names(self.size))

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        if found is not None and found >= 0:
            out[at + (found - eye) % self.size] = 1


class OwnerFeature:
    """One of some letters of which each of the first belongs to a seat: 1 at its place, the others behind the seats."""

    def __init__(self, letters: Sequence[str], players: int) -> None:
        self.letters: Final = {letter: n for n, letter in enumerate(letters)}
        self.players: Final = players
        self.size = len(self.letters)

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(name, 0, 1) for name in (*seat_names(self.players), *list(self.letters)[self.players :]))

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        n = self.letters[found]
        out[at + ((n - eye) % self.players if n < self.players else n)] = 1


class OptionalFeature:
    """Something that need not be there: 1 if it is, and then it."""

    def __init__(self, of: Feature) -> None:
        self.of: Final = of
        self.size = 1 + of.size

    def slots(self) -> Iterator[FeatureSlot]:
        yield FeatureSlot("there", 0, 1)
        yield from self.of.slots()

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        if found is not None:
            out[at] = 1
            self.of.write(found, at + 1, eye, out)


# --- lists ----------------------------------------------------------------------------------------------------------


class WordCountFeature:
    """A list or a text: how often each word is in it, wherever."""

    def __init__(self, words: Iterable[Hashable], most: int = 1) -> None:
        self.words: Final = {word: n for n, word in enumerate(words)}
        self.size = len(self.words)
        self.most: Final = most

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(f"{word}", 0, self.most) for word in self.words)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        for word in found or ():
            n = self.words.get(word)
            if n is not None and out[at + n] < self.most:
                out[at + n] += 1


class RankFeature:
    """A list of seats or words without doubles: which place each has in it, from 1; 0 if it is not there."""

    def __init__(self, words: Sequence[Hashable], seats: bool = False) -> None:
        self.words: Final = {word: n for n, word in enumerate(words)}
        self.seats: Final = seats
        self.size = len(self.words)

    def slots(self) -> Iterator[FeatureSlot]:
        names = seat_names(self.size) if self.seats else [f"{word}" for word in self.words]
        return (FeatureSlot(name, 0, self.size) for name in names)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        for place, word in enumerate(found or (), 1):
            n = self.words[word]
            out[at + ((n - eye) % self.size if self.seats else n)] = place


class NumberedWordsFeature:
    """A list of pairs of a word and a number, in either order: the number of each word, and `more` added to it."""

    def __init__(self, words: Iterable[str], most: int, word: int = 0, more: int = 0) -> None:
        self.words: Final = {each: n for n, each in enumerate(words)}
        self.size = len(self.words)
        self.most: Final = most
        self.word: Final = word
        self.more: Final = more

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(word, 0, self.most) for word in self.words)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        for pair in found or ():
            out[at + self.words[pair[self.word]]] = min(pair[1 - self.word] + self.more, self.most)


class LengthFeature:
    """How many things are in it."""

    size = 1

    def __init__(self, most: int) -> None:
        self.most: Final = most

    def slots(self) -> Iterator[FeatureSlot]:
        yield FeatureSlot("", 0, self.most)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        out[at] = min(len(found or ()), self.most)


class PrefixFeature:
    """The first so many things of a list or letters of a text, in order. The rest of a longer one is not told."""

    def __init__(self, count: int, of: Feature) -> None:
        self.count: Final = count
        self.of: Final = of
        self.size = count * of.size

    def slots(self) -> Iterator[FeatureSlot]:
        return _joined((f"{n}", self.of) for n in range(1, self.count + 1))

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        for n, each in enumerate((found or ())[: self.count]):
            self.of.write(each, at + n * self.of.size, eye, out)


class ItemFeature:
    """One thing of a list by its number, from behind if that is negative; the others are told elsewhere, or nowhere."""

    def __init__(self, number: int, of: Feature) -> None:
        self.number: Final = number
        self.of: Final = of
        self.size = of.size

    def slots(self) -> Iterator[FeatureSlot]:
        return self.of.slots()

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        if found and -len(found) <= self.number < len(found):
            self.of.write(found[self.number], at, eye, out)


class SeatsFeature:
    """A list with a thing for each seat, or an object with seats as keys: that of whoever looks first."""

    def __init__(self, players: int, of: Feature | Sequence[Feature]) -> None:
        """Where the things of the seats are told by tables of their own, these have the same size."""
        self.of: Final = of if isinstance(of, Sequence) else (of,) * players
        self.one: Final = self.of[0].size
        self.size = players * self.one

    def slots(self) -> Iterator[FeatureSlot]:
        return _joined(zip(seat_names(len(self.of)), self.of, strict=True))

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        if found is None:
            return
        keyed = isinstance(found, Mapping)
        for seat, feature in enumerate(self.of):
            each = found.get(str(seat)) if keyed else found[seat] if seat < len(found) else None
            if each is not None:
                feature.write(each, at + (seat - eye) % len(self.of) * self.one, eye, out)


# --- objects --------------------------------------------------------------------------------------------------------


class CountsFeature:
    """An object with a number for each word."""

    def __init__(self, words: Iterable[str], most: int) -> None:
        self.words: Final = {word: n for n, word in enumerate(words)}
        self.size = len(self.words)
        self.most: Final = most

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(word, 0, self.most) for word in self.words)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        for word, count in (found or {}).items():
            if count:
                out[at + self.words[word]] = min(count, self.most)


class GridFeature:
    """An object with a thing for some of these names: cells of a board, say."""

    def __init__(self, names: Iterable[str], of: Feature) -> None:
        self.names: Final = {name: n for n, name in enumerate(names)}
        self.of: Final = of
        self.size = len(self.names) * of.size

    def slots(self) -> Iterator[FeatureSlot]:
        return _joined((name, self.of) for name in self.names)

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        one, names, write = self.of.size, self.names, self.of.write
        for name, each in (found or {}).items():
            write(each, at + names[name] * one, eye, out)


class PartsFeature:
    """Something that falls into parts with names, each told by a table of its own."""

    def __init__(self, of: Mapping[str, Feature], taken: Callable[[Any], Iterable[Any]]) -> None:
        self.of: Final = of
        self.taken: Final = taken
        *starts, self.size = accumulate((each.size for each in of.values()), initial=0)
        self._writers: Final = [(each.write, start) for each, start in zip(of.values(), starts, strict=True)]

    def slots(self) -> Iterator[FeatureSlot]:
        return _joined(self.of.items())

    def write(self, found: Any, at: int, eye: SeatNo, out: NumberRow) -> None:
        if found is None:
            return
        for (write, start), each in zip(self._writers, self.taken(found), strict=False):
            if each is not None:
                write(each, at + start, eye, out)


def object_feature(of: Mapping[str, Feature]) -> PartsFeature:
    """An object with these keys. Entries that the table does not name are not told."""
    return PartsFeature(of, itemgetter(*of) if len(of) > 1 else lambda found: [found[key] for key in of])


def sequence_feature(of: Mapping[str, Feature]) -> PartsFeature:
    """A list of certain things, or a text of certain letters, in a certain order."""
    return PartsFeature(of, iter)


def combined_feature(of: Mapping[str, Feature]) -> PartsFeature:
    """The same thing told in several ways."""
    return PartsFeature(of, repeat)


# --- where nothing is known -----------------------------------------------------------------------------------------


class HashedFeature:
    """Anything: each number or word in it, with where it stands, has its place by lot among so many.

    The same is always told by the same places; two things may share one. Whose seat looks is told as well.

    >>> row = encode_position(HashedFeature(8), {"heaps": [3, 4]}, 0)
    >>> sorted(row)
    [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0, 4.0]
    """

    def __init__(self, size: int = HASHED_SIZE) -> None:
        self.size = size
        self._known: dict[str, int] = {}

    def slots(self) -> Iterator[FeatureSlot]:
        return (FeatureSlot(f"{n}", -LARGE, LARGE) for n in range(self.size))

    def write(self, found: Position, at: int, eye: SeatNo, out: NumberRow) -> None:
        self._write(found, "", at, out)
        self._add(f"me={eye}", 1, at, out)

    def _write(self, found: Any, where: str, at: int, out: NumberRow) -> None:
        if isinstance(found, Mapping):
            for key, each in found.items():
                self._write(each, f"{where}.{key}", at, out)
        elif isinstance(found, list | tuple):
            for n, each in enumerate(found):
                self._write(each, f"{where}.{n}", at, out)
        elif isinstance(found, int | float) and not isinstance(found, bool):
            self._add(where, found, at, out)
        elif found is not None:
            self._add(f"{where}={found}", 1, at, out)

    def _add(self, what: str, number: float, at: int, out: NumberRow) -> None:
        n = self._known.get(what)
        if n is None:
            n = self._known[what] = int.from_bytes(blake2b(what.encode(), digest_size=8).digest(), "big") % self.size
        out[at + n] = min(max(out[at + n] + number, -LARGE), LARGE)


def seat_names(players: int) -> tuple[str, ...]:
    """What the seats are called in the row.

    >>> seat_names(4)
    ('me', 'next', 'third', 'fourth')
    """
    known = ("me", "next", "third", "fourth")[:players]
    return (*known, *(f"seat {n}" for n in range(len(known) + 1, players + 1)))


def _joined(parts: Iterable[tuple[str, Feature]]) -> Iterator[FeatureSlot]:
    for name, feature in parts:
        for place in feature.slots():
            yield place._replace(name=f"{name}.{place.name}" if place.name else name)


# --- what a game is told by, without a table of its own ---------------------------------------------------------------


class BaseEncoder(Generic[S]):
    """Numbers for any game: an action is its place among the choices, the entries of a position are hashed."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        """Empty: they are not known beforehand."""
        return ()

    def features(self, setup: Setup) -> Feature:
        return HashedFeature()
