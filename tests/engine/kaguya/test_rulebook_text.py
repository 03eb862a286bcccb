"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kaguya import KAGUYA
from engine.kaguya.components import CELLS, components
from engine.kaguya.components import NAMES as CELL_NAMES
from engine.kaguya.state import bonus_rate, total, worth
from engine.rulebook import rulebook

ROOM = Path(__file__).resolve().parents[3] / "engine" / "kaguya"
TEXT = (ROOM / "rulebook.md").read_text(encoding="utf-8")

RANGES = {
    "1": [*range(1, 8)],
    "2": [*range(1, 9)],
    "3": [*range(1, 8)],
    "4": [*range(1, 13), *range(20, 37), 38, 39, *range(42, 45), *range(50, 54)],
    "5": [*range(1, 7)],
    "6": [*range(1, 31)],
}
IDS = [f"K-{section}.{n}" for section, numbers in RANGES.items() for n in numbers]
SECTIONS = ["0", "1", "2", "3", "4", "5", "6", "7", "8"]

HEAD = re.compile(r"^\*\*(K-[^*]+)\*\*(?: (.*))?$")
MENTION = re.compile(r"K-\d[.\w]*\w")
SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def blocks() -> list[list[str]]:
    """The runs of non-blank lines."""
    return [chunk.splitlines() for chunk in re.split(r"\n\s*\n", TEXT.strip())]


def paragraphs() -> list[tuple[str, str, str]]:
    """(section, rule, text) of every numbered paragraph, in order."""
    section, found = "", []
    for lines in blocks():
        if lines[0].startswith("## "):
            section = lines[0].split()[1]
        head = HEAD.match(lines[0])
        if head:
            found.append((section, head[1], " ".join([head[2] or "", *lines[1:]]).strip()))
    return found


def table_after(rule: str) -> list[list[str]]:
    """The rows of the table (or the lines of the drawing) that belong to a rule, without the heading."""
    runs = blocks()
    at = next(i for i, lines in enumerate(runs) if lines[0].startswith(f"**{rule}** "))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in runs[at + 1][2:]]


def test_every_rule_heads_exactly_one_paragraph_in_counting_order() -> None:
    assert [rule for _, rule, _ in paragraphs()] == IDS


def test_sections_are_numbered_in_order_and_hold_their_own_rules() -> None:
    assert TEXT.startswith("# Kaguyahime\n")
    assert re.findall(r"^## (\d+) \S", TEXT, re.MULTILINE) == SECTIONS
    assert all(rule.startswith(f"K-{section}.") for section, rule, _ in paragraphs())


@pytest.mark.parametrize("rule", IDS)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    (text,) = [words for _, number, words in paragraphs() if number == rule]
    first = SENTENCE_END.split(text)[0]
    assert first.endswith((".", "!", "?")), f"{rule} does not begin with a whole sentence"
    assert len(first) <= 160, f"{rule}: first sentence has {len(first)} characters"
    assert first[0].isupper(), f"{rule} does not begin with a capital"
    assert text.endswith("."), f"{rule} does not end with a full stop"
    paragraph = rulebook("kaguya").paragraph(rule)
    assert paragraph is not None
    assert paragraph.text == text.replace("`", "")


def test_mentioned_rules_exist_here_and_in_the_engine() -> None:
    mentioned = set(MENTION.findall(TEXT))
    assert mentioned
    assert mentioned <= set(IDS)
    for path in ROOM.glob("*.py"):
        cited = set(re.findall(r'"(K-\d\.\d+)"', path.read_text(encoding="utf-8")))
        assert cited <= set(IDS), path.name
    assert {option.rule for option in KAGUYA.options} <= set(IDS)


def test_blocks_follow_a_paragraph_and_nothing_else_is_unnumbered() -> None:
    section, before = "", ""
    for lines in blocks():
        if lines[0].startswith("## "):
            section = lines[0].split()[1]
            kind = "heading"
        elif HEAD.match(lines[0]):
            kind = "rule"
        elif lines[0].startswith(("|", "```")):
            kind = "block"
            assert before == "rule", f"a block without a rule: {lines[0]}"
        else:
            kind = "plain"
            assert section in ("", "0", "7", "8"), f"an unnumbered paragraph: {lines[0]}"
        before = kind


def test_tables_have_equally_many_columns_and_drawings_fit_a_narrow_terminal() -> None:
    for lines in blocks():
        if lines[0].startswith("|"):
            assert len({line.count("|") for line in lines}) == 1, lines[0]
        if lines[0].startswith("```"):
            assert lines[-1] == "```"
            assert max(map(len, lines)) <= 76


def test_the_minute_is_short() -> None:
    minute = TEXT.split("## 0 ")[1].split("\n## ")[0].strip().splitlines()[1:]
    lines = [line for line in minute if line]
    assert 6 <= len(lines) <= 12
    assert max(map(len, lines)) <= 110


def test_the_credits_stand_in_one_line() -> None:
    line = TEXT.splitlines()[2]
    for name in ("Miyamoto", "itsukushimi Design Works", "TAIL GAMES"):
        assert name in line
    assert TEXT.count("itsukushimi") == 1
    assert "Miyamoto" in KAGUYA.credit


# --- told and played alike --------------------------------------------------------------------------------------------


def test_the_cubes_told_are_the_cubes_dealt() -> None:
    box = components()
    for n, coloured, clear, storage, hand, rest in (map(int, row) for row in table_after("K-1.3")):
        assert (coloured, clear, storage, hand) == (box.per_colour[n], n, sum(box.storage), 5 + box.random)
        assert rest == 4 * (coloured - 1) - storage - n * (hand - 1)


def test_the_tiles_told_are_the_tiles_of_the_box() -> None:
    tiles = {tile.id: tile for tile in components().tiles}
    letters = "RBGP"
    for names, first, second, hearts in table_after("K-1.4")[:6]:
        start, end = (int(name[1:]) for name in names.split(" to "))
        told = [(first, second, int(number)) for number in hearts.split()]
        there = [tiles[f"N{n:02}"] for n in range(start, end + 1)]
        assert told == [(letters[t.halves[0]], letters[t.halves[1]], t.hearts) for t in there]
    for names, first, _, hearts in table_after("K-1.4")[6:]:
        assert [tiles[name].hearts for name in names.split()] == [int(hearts)] * 4
        if "cube" not in first:
            assert [letters[tiles[name].halves[0]] for name in names.split()] == first.split()


def test_the_drawn_boards_are_the_boards_of_the_game() -> None:
    text = TEXT.split("**K-1.6**")[1].split("```")[1]
    drawn = re.findall(r"\[?[a-i]\d\]?", text)
    sides = components().sides
    assert {name.strip("[]") for name in drawn} == {
        CELL_NAMES[c] for c in range(CELLS.size) if any(s.cells >> c & 1 for s in sides)
    }
    assert {name.strip("[]") for name in drawn if "[" in name} == {CELL_NAMES[side.start] for side in sides}


def test_the_values_totals_and_rates_told_are_those_of_the_rules() -> None:
    for storage, values in table_after("K-4.1"):
        assert worth(bytes(map(int, storage.split()))) == tuple(map(int, values.split()))
    heading = next(line for line in TEXT.splitlines() if line.startswith("| Held, at R2 B4 G2 P1"))
    hands = [cell.strip() for cell in heading.strip("|").split("|")][1:]
    (totals,) = table_after("K-4.20")
    for hand, told in zip(hands, totals[1:], strict=True):
        cubes = tuple("RBGPC".index(letter) for letter in hand) if hand != "nothing" else ()
        assert total(cubes, (2, 4, 2, 1)) == int(told)
    for n, once, twice, thrice in table_after("K-5.2"):
        for rate, span in enumerate((once, twice, thrice), 1):
            ends = [int(number) for number in re.findall(r"\d+", span)]
            assert {bonus_rate(int(n), cubes) for cubes in ends} == {rate}
