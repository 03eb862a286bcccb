"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOM = Path(__file__).resolve().parents[3] / "engine" / "princess"
TEXT = (ROOM / "rulebook.md").read_text(encoding="utf-8")

RANGES = {"1": range(1, 8), "2": range(1, 4), "3": range(1, 10), "4": range(1, 25), "5": range(1, 6), "6": range(1, 29)}
IDS = [f"P-{section}.{n}" for section, numbers in RANGES.items() for n in numbers] + [f"P-3.S{n}" for n in range(9)]
SECTIONS = ["0", "1", "2", "3", "4", "5", "6", "7", "8"]

HEAD = re.compile(r"^\*\*(P-[^*]+)\*\*(?: (.*))?$")
MENTION = re.compile(r"P-\d[.\w]*\w")
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


def block_after(rule: str) -> list[str]:
    """The table or drawing that belongs to a rule."""
    runs = blocks()
    at = next(i for i, lines in enumerate(runs) if lines[0].startswith(f"**{rule}** "))
    return runs[at + 1]


def drawn_cards() -> dict[str, tuple[str, int, int, str]]:
    """The rune drawings read back: id -> (name, value, lower, pattern)."""
    margin, width = 2, 19
    cards: dict[str, tuple[str, int, int, str]] = {}
    bands: list[list[str]] = [[]]
    for line in block_after("P-1.4")[1:-1]:
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
    return tomllib.loads((ROOM / "components.toml").read_text(encoding="utf-8"))


def test_every_rule_heads_exactly_one_paragraph() -> None:
    assert sorted(rule for _, rule, _ in paragraphs()) == sorted(IDS)


def test_sections_are_numbered_in_order_and_hold_their_own_rules() -> None:
    assert TEXT.startswith("# The Princess and Magic Tile\n")
    assert re.findall(r"^## (\d+) \S", TEXT, re.MULTILINE) == SECTIONS
    assert all(rule.startswith(f"P-{section}.") for section, rule, _ in paragraphs())


def test_rules_come_in_counting_order() -> None:
    order = {rule: i for i, (_, rule, _) in enumerate(paragraphs())}
    for section, numbers in RANGES.items():
        places = [order[f"P-{section}.{n}"] for n in numbers]
        assert places == sorted(places)
    steps = [order[f"P-3.S{n}"] for n in range(9)]
    assert steps == sorted(steps)


@pytest.mark.parametrize("rule", IDS)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    (text,) = [words for _, number, words in paragraphs() if number == rule]
    first = SENTENCE_END.split(text)[0]
    assert first
    assert first.endswith((".", "!", "?")), f"{rule} does not begin with a whole sentence"
    assert len(first) <= 160, f"{rule}: first sentence has {len(first)} characters"
    assert first[0].isupper(), f"{rule} does not begin with a capital"
    assert text.endswith("."), f"{rule} does not end with a full stop"


def test_mentioned_rules_exist() -> None:
    mentioned = set(MENTION.findall(TEXT))
    assert mentioned
    assert mentioned <= set(IDS)


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
    """So that a parser need not know about fences to find the sections."""
    hashed = [line for line in TEXT.splitlines() if line.startswith("#")]
    assert [line.split()[0] for line in hashed] == ["#"] + ["##"] * len(SECTIONS)


def test_the_minute_is_short() -> None:
    minute = TEXT.split("## 0 ")[1].split("\n## ")[0].strip().splitlines()[1:]
    lines = [line for line in minute if line]
    assert 6 <= len(lines) <= 12
    assert max(map(len, lines)) <= 110


def test_the_drawn_runes_are_the_cards_of_the_game() -> None:
    cards = {
        card: (entry["name"], entry["value"], entry["lower"], entry["pattern"])
        for entry in data()["runes"]
        for card in entry["ids"]
    }
    assert len(cards) == 30
    assert drawn_cards() == cards


def test_the_board_table_is_the_boards_of_the_game() -> None:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block_after("P-1.3")[2:]]
    told = {name: {"a": a.replace(" / ", " ").split(), "b": b.replace(" / ", " ").split()} for name, a, b in rows}
    assert told == {name: sides for name, sides in data()["boards"].items() if name != "from"}
