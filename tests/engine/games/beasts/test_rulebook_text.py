"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

import re
from collections.abc import Callable

import pytest

from tests.engine.games.rulebook_text import CHECKS, Book, can_be_quoted, rule_numbers
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.components import components

RULES = rule_numbers(
    s1=range(1, 5),
    s2=range(1, 6),
    s3=range(1, 5),
    s4=[1, 2, *range(10, 19), *range(20, 25), *range(30, 36), *range(40, 47), *range(50, 58), *range(60, 63)],
    s5=range(1, 7),
    s6=range(1, 29),
    s9=range(1, 4),
)
BOOK = Book("beasts", "B", "Merlin's Beast Hunt", 10, RULES)


@pytest.mark.parametrize("check", CHECKS)
def test_the_text_is_what_every_rulebook_is(check: Callable[[Book], None]) -> None:
    check(BOOK)


@pytest.mark.parametrize("rule", BOOK.ids)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    can_be_quoted(BOOK, rule)


def test_the_table_of_lines_is_the_board_of_the_game() -> None:
    box = components()
    rows = [
        [
            edge.id,
            *(" ".join(box.slots[slot] for slot in bits(pair)) for pair in edge.pairs),
            " ".join(box.squares[square].id for square in edge.squares),
        ]
        for edge in box.edges
    ]
    assert BOOK.rows_after("B-1.2") == rows


def test_the_table_of_squares_is_the_board_of_the_game() -> None:
    told = {
        square: (kind, int(fences), int(dice))
        for squares, kind, fences, dice in BOOK.rows_after("B-1.3")
        for square in squares.split()
    }
    assert told == {
        square.id: (square.kind, square.sides.bit_count(), square.slots.bit_count()) for square in components().squares
    }


def test_the_table_of_beasts_is_the_box_of_the_game() -> None:
    told = [(name, int(count), int(points)) for name, count, points, _ in BOOK.rows_after("B-1.4")]
    assert told == [(beast.id, beast.copies, beast.points) for beast in components().beasts]


def test_beasts_are_captured_in_the_rules_as_on_the_screen() -> None:
    """Who searches the rules for the word on the screen finds them."""
    assert not re.findall(r"(?i)\b(catch\w*|caught)\b", BOOK.text)
    told = [part for part in BOOK.text.split("\n\n") if part.startswith(("**B-4.52", "**B-4.53", "**B-4.55"))]
    assert len(told) == 3 and all("captur" in part for part in told)
