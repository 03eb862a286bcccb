"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.engine.games.rulebook_text import CHECKS, Book, can_be_quoted, rule_numbers
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.components import CELLS, components
from tilehall.engine.games.kaguya.components import NAMES as CELL_NAMES
from tilehall.engine.games.kaguya.state import bonus_rate, colour_values, combination_total

RULES = rule_numbers(
    s1=range(1, 8),
    s2=range(1, 9),
    s3=range(1, 8),
    s4=[*range(1, 13), *range(20, 37), 38, 39, *range(42, 45), *range(50, 54)],
    s5=range(1, 7),
    s6=range(1, 31),
)
BOOK = Book("kaguya", "K", "Kaguyahime", 9, RULES)


@pytest.mark.parametrize("check", CHECKS)
def test_the_text_is_what_every_rulebook_is(check: Callable[[Book], None]) -> None:
    check(BOOK)


@pytest.mark.parametrize("rule", BOOK.ids)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    can_be_quoted(BOOK, rule)


def test_the_credits_stand_in_one_line() -> None:
    line = BOOK.text.splitlines()[2]
    for name in ("Miyamoto", "itsukushimi Design Works", "TAIL GAMES"):
        assert name in line
    assert BOOK.text.count("itsukushimi") == 1
    assert "Miyamoto" in str(KAGUYA.credit)


# --- told and played alike --------------------------------------------------------------------------------------------


def test_the_cubes_told_are_the_cubes_dealt() -> None:
    box = components()
    for n, coloured, clear, storage, hand, rest in (map(int, row) for row in BOOK.rows_after("K-1.3")):
        assert (coloured, clear, storage, hand) == (box.per_colour[n], n, sum(box.storage), 5 + box.random)
        assert rest == 4 * (coloured - 1) - storage - n * (hand - 1)


def test_the_tiles_told_are_the_tiles_of_the_box() -> None:
    tiles = {tile.id: tile for tile in components().tiles}
    letters = "RBGP"
    for names, first, second, hearts in BOOK.rows_after("K-1.4")[:6]:
        start, end = (int(name[1:]) for name in names.split(" to "))
        told = [(first, second, int(number)) for number in hearts.split()]
        there = [tiles[f"N{n:02}"] for n in range(start, end + 1)]
        assert told == [(letters[t.halves[0]], letters[t.halves[1]], t.hearts) for t in there]
    for names, first, _, hearts in BOOK.rows_after("K-1.4")[6:]:
        assert [tiles[name].hearts for name in names.split()] == [int(hearts)] * 4
        if "cube" not in first:
            assert [letters[tiles[name].halves[0]] for name in names.split()] == first.split()


def test_the_drawn_boards_are_the_boards_of_the_game() -> None:
    text = BOOK.text.split("**K-1.6**")[1].split("```")[1]
    drawn = re.findall(r"\[?[a-i]\d\]?", text)
    sides = components().sides
    assert {name.strip("[]") for name in drawn} == {
        CELL_NAMES[c] for c in range(CELLS.size) if any(s.cells >> c & 1 for s in sides)
    }
    assert {name.strip("[]") for name in drawn if "[" in name} == {CELL_NAMES[side.start] for side in sides}


def test_the_values_totals_and_rates_told_are_those_of_the_rules() -> None:
    for storage, values in BOOK.rows_after("K-4.1"):
        assert colour_values(bytes(map(int, storage.split()))) == tuple(map(int, values.split()))
    heading = next(line for line in BOOK.text.splitlines() if line.startswith("| Held, at R2 B4 G2 P1"))
    hands = [cell.strip() for cell in heading.strip("|").split("|")][1:]
    (totals,) = BOOK.rows_after("K-4.20")
    for hand, told in zip(hands, totals[1:], strict=True):
        cubes = tuple("RBGPC".index(letter) for letter in hand) if hand != "nothing" else ()
        assert combination_total(cubes, (2, 4, 2, 1)) == int(told)
    for n, once, twice, thrice in BOOK.rows_after("K-5.2"):
        for rate, span in enumerate((once, twice, thrice), 1):
            ends = [int(number) for number in re.findall(r"\d+", span)]
            assert {bonus_rate(int(n), cubes) for cubes in ends} == {rate}
