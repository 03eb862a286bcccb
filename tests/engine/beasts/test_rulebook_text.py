"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

import re
from pathlib import Path

import pytest

from engine.beasts.components import components
from engine.geometry import bits

ROOM = Path(__file__).resolve().parents[3] / "engine" / "beasts"
TEXT = (ROOM / "rulebook.md").read_text(encoding="utf-8")

RANGES = {
    "1": range(1, 5),
    "2": range(1, 6),
    "3": range(1, 5),
    "4": (
        *range(1, 3),
        *range(10, 19),
        *range(20, 25),
        *range(30, 36),
        *range(40, 47),
        *range(50, 58),
        *range(60, 63),
    ),
    "5": range(1, 7),
    "6": range(1, 29),
    "9": range(1, 4),
}
IDS = [f"B-{section}.{n}" for section, numbers in RANGES.items() for n in numbers]
SECTIONS = [str(n) for n in range(10)]

HEAD = re.compile(r"^\*\*(B-[^*]+)\*\*(?: (.*))?$")
MENTION = re.compile(r"B-\d[.\w]*\w")
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


def rows_after(rule: str) -> list[list[str]]:
    """The cells of the table that belongs to a rule, without its head."""
    runs = blocks()
    at = next(i for i, lines in enumerate(runs) if lines[0].startswith(f"**{rule}** "))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in runs[at + 1][2:]]


def test_every_rule_heads_exactly_one_paragraph_in_counting_order() -> None:
    assert [rule for _, rule, _ in paragraphs()] == IDS


def test_sections_are_numbered_in_order_and_hold_their_own_rules() -> None:
    assert TEXT.startswith("# Merlin's Beast Hunt\n")
    assert re.findall(r"^## (\d+) \S", TEXT, re.MULTILINE) == SECTIONS
    assert all(rule.startswith(f"B-{section}.") for section, rule, _ in paragraphs())


@pytest.mark.parametrize("rule", IDS)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    (text,) = [words for _, number, words in paragraphs() if number == rule]
    first = SENTENCE_END.split(text)[0]
    assert first.endswith((".", "!", "?")), f"{rule} does not begin with a whole sentence"
    assert len(first) <= 160, f"{rule}: first sentence has {len(first)} characters"
    assert first[0].isupper(), f"{rule} does not begin with a capital"
    assert text.endswith("."), f"{rule} does not end with a full stop"


def test_mentioned_rules_exist() -> None:
    assert set(MENTION.findall(TEXT)) == set(IDS)


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


def test_a_line_beginning_with_hashes_is_a_heading() -> None:
    hashed = [line for line in TEXT.splitlines() if line.startswith("#")]
    assert [line.split()[0] for line in hashed] == ["#"] + ["##"] * len(SECTIONS)


def test_the_minute_is_short() -> None:
    minute = TEXT.split("## 0 ")[1].split("\n## ")[0].strip().splitlines()[1:]
    lines = [line for line in minute if line]
    assert 6 <= len(lines) <= 12
    assert max(map(len, lines)) <= 110


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
    assert rows_after("B-1.2") == rows


def test_the_table_of_squares_is_the_board_of_the_game() -> None:
    told = {
        square: (kind, int(fences), int(dice))
        for squares, kind, fences, dice in rows_after("B-1.3")
        for square in squares.split()
    }
    assert told == {
        square.id: (square.kind, square.sides.bit_count(), square.slots.bit_count()) for square in components().squares
    }


def test_the_table_of_beasts_is_the_box_of_the_game() -> None:
    told = [(name, int(count), int(points)) for name, count, points, _ in rows_after("B-1.4")]
    assert told == [(beast.id, beast.count, beast.points) for beast in components().beasts]
