"""Cubes, tiles and hands as sentences name them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.games.kaguya.table import opened
from tilehall.engine import Piece, Rng, Text
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.names import counts, fist_contents, room, tile


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("N10", "red-green with 3 hearts"),
        ("N01", "red-blue with 1 heart"),
        ("S4", "purple-yellow with 5 hearts"),
        ("L2", "large blue room"),
        ("H1", "houseplant"),
    ],
)
def test_a_tile_is_named_by_what_is_on_it(id: str, said: str) -> None:
    piece = tile(components().tile_numbers[id])
    assert (piece.kind, piece.id, str(piece.name)) == ("tile", id, said)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("-", "nothing"),
        ("-*", "the disk alone"),
        ("R", "R red"),
        ("RC", "R red and C clear"),
        ("GG", "two G green"),
        ("B*", "B blue and the disk"),
        ("RC*", "R red, C clear and the disk"),
        ("PP*", "two P purple and the disk"),
    ],
)
def test_a_hand_in_words(held: str, said: str) -> None:
    cubes = tuple("RBGPC".index(letter) for letter in held.strip("-*"))
    assert str(fist_contents(cubes, "*" in held)) == said


def test_rooms_and_counts_begin_with_the_letter_of_their_cube() -> None:
    assert [str(room(colour)) for colour in range(4)] == ["R kitchen", "B bedroom", "G living room", "P dining room"]
    assert str(counts((4, 2, 3, 1, 0))) == "R4 B2 G3 P1 C0"


def pieces(text: Text) -> Iterator[Piece]:
    """The components that a sentence names."""
    for value in text.args.values():
        if isinstance(value, Piece):
            yield value
        elif isinstance(value, Text):
            yield from pieces(value)


@pytest.mark.parametrize(("key", "kind"), [("table", "tile"), ("tile", "tile"), ("take", "cube"), ("give", "cube")])
def test_what_is_told_names_the_component_that_is_marked(key: str, kind: str) -> None:
    t, rng = opened(4), Rng(7)
    while not t.over:
        t.wander(rng)
    told = [event for event in t.events if event.key == key]
    assert told
    for event in told:
        assert [(piece.kind, piece.id) for piece in pieces(event.text)] == [(kind, event.marks[0])]
