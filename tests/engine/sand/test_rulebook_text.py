"""The rulebook for players: complete, quotable paragraph by paragraph, and true to the component data."""

import re
from pathlib import Path

import pytest

from engine.sand.components import GRID, components

TEXT = (Path(__file__).resolve().parents[3] / "engine" / "sand" / "rulebook.md").read_text(encoding="utf-8")

UNUSED = {*range(25, 35), 38, 39, *range(46, 50)}
RANGES = {
    "1": range(1, 6),
    "2": range(1, 9),
    "3": range(1, 4),
    "4": [n for n in range(1, 53) if n not in UNUSED],
    "5": range(1, 7),
    "6": range(1, 27),
    "9": range(1, 5),
}
IDS = [f"S-{section}.{n}" for section, numbers in RANGES.items() for n in numbers]
IDS += [f"S-3.D{n}" for n in range(8)]
SECTIONS = [str(n) for n in range(10)]

HEAD = re.compile(r"^\*\*(S-[^*]+)\*\*(?: (.*))?$")
MENTION = re.compile(r"S-\d[.\w]*\w")
SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def blocks() -> list[list[str]]:
    """The runs of non-blank lines; a drawing is one run whatever it holds."""
    runs: list[list[str]] = [[]]
    fenced = False
    for line in TEXT.splitlines():
        fenced ^= line.startswith("```")
        if not line.strip() and not fenced:
            runs.append([])
        else:
            runs[-1].append(line)
    return [run for run in runs if run]


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


def rows(rule: str) -> list[list[str]]:
    """The cells of a rule's table, without code marks."""
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in block_after(rule)[2:]]


def test_every_rule_heads_exactly_one_paragraph() -> None:
    assert sorted(rule for _, rule, _ in paragraphs()) == sorted(IDS)


def test_sections_are_numbered_in_order_and_hold_their_own_rules() -> None:
    assert TEXT.startswith("# Realm of Sand\n")
    assert re.findall(r"^## (\d+) \S", TEXT, re.MULTILINE) == SECTIONS
    assert all(rule.startswith(f"S-{section}.") for section, rule, _ in paragraphs())


def test_rules_come_in_counting_order() -> None:
    order = {rule: i for i, (_, rule, _) in enumerate(paragraphs())}
    for section, numbers in RANGES.items():
        places = [order[f"S-{section}.{n}"] for n in numbers]
        assert places == sorted(places)
    steps = [order[f"S-3.D{n}"] for n in range(8)]
    assert steps == sorted(steps)


@pytest.mark.parametrize("rule", IDS)
def test_a_paragraph_can_be_quoted_on_its_own(rule: str) -> None:
    (text,) = [words for _, number, words in paragraphs() if number == rule]
    first = SENTENCE_END.split(text)[0]
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
    hashed = [line for line in TEXT.splitlines() if line.startswith("#")]
    assert [line.split()[0] for line in hashed] == ["#"] + ["##"] * len(SECTIONS)


def test_the_minute_is_short() -> None:
    minute = TEXT.split("## 0 ")[1].split("\n## ")[0].strip().splitlines()[1:]
    lines = [line for line in minute if line]
    assert 6 <= len(lines) <= 12
    assert max(map(len, lines)) <= 110


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
    for line in block_after("S-1.4")[1:-1]:
        words = [(match.start(), match[0]) for match in re.finditer(r"\S(?: ?\S)*", line)]
        if words and words[0][1].startswith("T"):
            columns = words
        else:
            for (_, tile), (_, pattern) in zip(columns, words, strict=False):
                found.setdefault(tile, []).append(pattern.replace(" ", ""))
    assert {tile: "/".join(parts) for tile, parts in found.items()} == {t.id: t.pattern for t in components().tiles}


def test_board_and_crystals_are_those_of_the_game() -> None:
    drawn = "".join(line.split(maxsplit=1)[1].replace(" ", "") for line in block_after("S-1.2")[2:-1])
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
