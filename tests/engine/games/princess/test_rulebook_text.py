"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.games.rulebook_text import CHECKS, Book, can_be_quoted, rule_numbers
from tilehall.engine.core.package_data import read_package_text

STEPS = [f"S{n}" for n in range(9)]
RULES = rule_numbers(
    s1=range(1, 8), s2=range(1, 4), s3=[*STEPS, *range(1, 10)], s4=range(1, 25), s5=range(1, 6), s6=range(1, 29)
)
BOOK = Book("princess", "P", "The Princess and Magic Tile", 9, RULES)


@pytest.mark.parametrize("check", CHECKS)
def test_the_text_is_what_every_rulebook_is(check: Callable[[Book], None]) -> None:
    check(BOOK)


@pytest.mark.parametrize("rule", BOOK.ids)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    can_be_quoted(BOOK, rule)


def drawn_cards() -> dict[str, tuple[str, int, int, str]]:
    """The rune drawings read back: id -> (name, value, lower, pattern)."""
    margin, width = 2, 19
    cards: dict[str, tuple[str, int, int, str]] = {}
    bands: list[list[str]] = [[]]
    for line in BOOK.block_after("P-1.4")[1:-1]:
        if set(line.strip()) == {"-"}:
            bands.append([])
        else:
            bands[-1].append(line)
    for band in bands:
        for left in range(margin, max(map(len, band)), width):
            ids, title, *rows = [line[left : left + width].strip() for line in band]
            if not ids.startswith("R"):
                continue
            name, numbers = title.rsplit(" ", 1)
            value, _, lower = numbers.partition("/")
            pattern = "/".join(row.replace(" ", "") for row in rows if row)
            cards.update(dict.fromkeys(ids.split(), (name, int(value), int(lower or 0), pattern)))
    return cards


def data() -> dict[str, Any]:
    return tomllib.loads(read_package_text("tilehall.engine.games.princess", "components.toml"))


def test_the_drawn_runes_are_the_cards_of_the_game() -> None:
    cards = {
        card: (entry["name"], entry["value"], entry["lower"], entry["pattern"])
        for entry in data()["runes"]
        for card in entry["ids"]
    }
    assert len(cards) == 30
    assert drawn_cards() == cards


def test_the_board_table_is_the_boards_of_the_game() -> None:
    told = {
        name: {"a": a.replace(" / ", " ").split(), "b": b.replace(" / ", " ").split()}
        for name, a, b in BOOK.rows_after("P-1.3")
    }
    assert told == {name: sides for name, sides in data()["boards"].items() if name != "from"}
