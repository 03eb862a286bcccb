"""Bags and decks as multisets: no hidden order is kept, only the depths of cards that the rules have made known."""

from __future__ import annotations

from functools import lru_cache

from tilehall.engine.core.geometry import bits

Bag = bytes
"""A count for each kind of piece."""
BYTES = tuple(bytes((n,)) for n in range(256))
"""Every value of a byte, to be spliced into bytes."""


@lru_cache(4096)
def remove_piece(bag: Bag, kind: int) -> Bag:
    """The bag without one piece of that kind. Cached: the same bags come again and again.

    >>> remove_piece(bytes((4, 4)), 1)
    b'\\x04\\x03'
    """
    return bag[:kind] + BYTES[bag[kind] - 1] + bag[kind + 1 :]


@lru_cache(4096)
def add_piece(bag: Bag, kind: int) -> Bag:
    return bag[:kind] + BYTES[bag[kind] + 1] + bag[kind + 1 :]


class Pile:
    """A deck of different cards: a set of cards in unknown order, and cards whose depth is known.

    `unknown` is a bit mask of card numbers; `known` pairs a depth (cards above it) with a card, topmost first.

    >>> pile = Pile(0b111).insert(3, 1)
    >>> pile.size, pile.tops(), pile.draw(0).tops()
    (4, (0, 1, 2), (3,))
    """

    __slots__ = ("known", "unknown")

    def __init__(self, unknown: int, known: tuple[tuple[int, int], ...] = ()) -> None:
        self.unknown = unknown
        self.known = known

    @property
    def size(self) -> int:
        return self.unknown.bit_count() + len(self.known)

    @property
    def cards(self) -> int:
        """All its cards, as a mask."""
        return self.unknown | sum(1 << card for _, card in self.known)

    def tops(self) -> tuple[int, ...]:
        """The cards that may lie on top, all equally likely."""
        if self.known and self.known[0][0] == 0:
            return (self.known[0][1],)
        return bits(self.unknown)

    def draw(self, card: int) -> Pile:
        """The pile after this card has come off its top."""
        if not self.known:
            return Pile(self.unknown & ~(1 << card))
        known = tuple((depth - 1, other) for depth, other in self.known if depth)
        return Pile(self.unknown & ~(1 << card), known)

    def insert(self, card: int, above: int) -> Pile:
        """The pile with the card put in openly below `above` cards."""
        moved = tuple((depth + (depth >= above), other) for depth, other in self.known)
        return Pile(self.unknown, tuple(sorted((*moved, (above, card)))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and (self.unknown, self.known) == (other.unknown, other.known)

    def __hash__(self) -> int:
        return self.unknown

    def __repr__(self) -> str:
        return f"Pile({self.unknown:#b}, {self.known})"
