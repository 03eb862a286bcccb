"""Which things a seat has used in an event: for statistics on what a game is played and won with.

By default these are the things that the sentence of the event names. A game may say otherwise in `Narrator.usage`,
mostly by a table of its events.

>>> from tilehall.engine.core.game import Event
>>> from tilehall.engine.core.text import Piece, Text, Who
>>> laid = Event("lay", "H-3.1", Text("{who} lays {tile}.", who=Who(0), tile=Piece("tile", "FU")), 0, ("C3",))
>>> [(each.kind, each.word) for each in usage_from_sentence(laid)]
[('', ''), ('tile', 'FU'), ('', 'C3')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tilehall.engine.core.text import Piece, Text, TextArgument

if TYPE_CHECKING:
    from tilehall.engine.core.game import Event


class ThingUsage(NamedTuple):
    """What was done, and with which thing: kind and word are those of a `Thing`, where there is one.

    Without a word it counts what was done, whatever it was done with.
    """

    deed: str
    kind: str = ""
    word: str = ""


class UsageField(NamedTuple):
    """The field of an event's sentence that names the things used, and their kind."""

    kind: str
    field: str
    deed: str = ""
    """What is done, if that is not the key of the event."""


UsageTable = Mapping[str, UsageField]
"""By the keys of events."""


def usage_from_sentence(event: Event) -> Iterator[ThingUsage]:
    """Yield the event itself, the pieces of its sentence, and its other marks."""
    if event.seat < 0:
        return
    yield ThingUsage(event.key)
    words = set()
    for piece in pieces_in(event.text):
        words.add(piece.id)
        yield ThingUsage(event.key, piece.kind, word_of(piece))
    yield from (ThingUsage(event.key, "", mark) for mark in event.marks if mark not in words)


def usage_from_table(namings: UsageTable, event: Event) -> Iterable[ThingUsage]:
    """Return the event itself, and the things in the field that the table names."""
    if event.seat < 0:
        return ()
    naming = namings.get(event.key)
    if naming is None:
        return (_usage(event.key),)
    kind, field, deed = naming
    deed = deed or event.key
    return (_usage(deed), *[_usage(deed, kind, word) for word in words_in(event.text.args[field])])


@cache
def _usage(deed: str, kind: str = "", word: str = "") -> ThingUsage:
    """Cached, as few different ones are made."""
    return ThingUsage(deed, kind, word)


def words_in(value: TextArgument) -> Iterable[str]:
    """Return the words of all pieces in an argument of a sentence; an argument without pieces is a word itself.

    >>> from tilehall.engine.core.text import join_commas
    >>> [*words_in(join_commas([Piece("cube", "R"), Piece("cube", "B")]))], [*words_in("a")], [*words_in(Text("red"))]
    (['R', 'B'], ['a'], ['red'])
    """
    if isinstance(value, Piece):
        return (word_of(value),)
    if isinstance(value, Text) and value.args:
        return map(word_of, pieces_in(value))
    return (str(value),)


def word_of(piece: Piece) -> str:
    """Return what a piece is typed by, else its name in English."""
    return piece.id or str(piece.name or "")


def pieces_in(value: TextArgument) -> Iterator[Piece]:
    """Yield all pieces in an argument of a sentence."""
    if isinstance(value, Piece):
        yield value
    elif isinstance(value, Text):
        for part in value.args.values():
            yield from pieces_in(part)
