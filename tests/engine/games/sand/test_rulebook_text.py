"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

import re
from collections.abc import Callable

import pytest

from tests.engine.games.rulebook_text import CHECKS, Book, can_be_quoted, rule_numbers
from tilehall.engine.games.sand.components import GRID, components

DEALING = [f"D{n}" for n in range(8)]
UNUSED = {*range(25, 35), 38, 39, *range(46, 50)}
RULES = rule_numbers(
    s1=range(1, 6),
    s2=range(1, 9),
    s3=[1, *DEALING, 2, 3],
    s4=[n for n in range(1, 53) if n not in UNUSED],
    s5=range(1, 7),
    s6=range(1, 27),
    s9=range(1, 5),
)
BOOK = Book("sand", "S", "Realm of Sand", 10, RULES)


@pytest.mark.parametrize("check", CHECKS)
def test_the_text_is_what_every_rulebook_is(check: Callable[[Book], None]) -> None:
    check(BOOK)


@pytest.mark.parametrize("rule", BOOK.ids)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    can_be_quoted(BOOK, rule)


def rows(rule: str) -> list[list[str]]:
    """The cells of a rule's table, without code marks."""
    return [[cell.strip("`") for cell in cells] for cells in BOOK.rows_after(rule)]


def test_the_card_table_is_the_cards_of_the_game() -> None:
    letters = components().letters
    told = [
        [
            card.id,
            card.name,
            card.pattern,
            str(card.stars),
            str(card.hourglasses),
            " ".join(letters[e] for e in card.disks) or "-",
            f"+{card.steps}" if card.steps else "-",
        ]
        for card in components().cards
    ]
    assert rows("S-1.5") == told


def test_the_drawn_tiles_are_the_tiles_of_the_game() -> None:
    found: dict[str, list[str]] = {}
    columns: list[tuple[int, str]] = []
    for line in BOOK.block_after("S-1.4")[1:-1]:
        words = [(match.start(), match[0]) for match in re.finditer(r"\S(?: ?\S)*", line)]
        if words and words[0][1].startswith("T"):
            columns = words
        else:
            for (_, tile), (_, pattern) in zip(columns, words, strict=False):
                found.setdefault(tile, []).append(pattern.replace(" ", ""))
    assert {tile: "/".join(parts) for tile, parts in found.items()} == {t.id: t.pattern for t in components().tiles}


def test_board_and_crystals_are_those_of_the_game() -> None:
    drawn = "".join(line.split(maxsplit=1)[1].replace(" ", "") for line in BOOK.block_after("S-1.2")[2:-1])
    assert [mark == "#" for mark in drawn] == [bool(components().light >> box & 1) for box in range(30)]
    crystals = {
        power: {name for name in GRID.names if mask >> GRID.numbers[name] & 1}
        for power, mask in zip(components().powers, components().crystals, strict=True)
    }
    assert {colour: set(boxes.split()) for colour, _, boxes in rows("S-1.3")} == crystals


def test_ranks_are_those_of_the_game() -> None:
    assert [name for _, name in rows("S-5.4")] == [name for _, name in components().ranks]
    assert [int(words.removeprefix("up to ").split()[0]) for words, _ in rows("S-5.4")][1:] == [
        least for least, _ in components().ranks
    ][1:]
