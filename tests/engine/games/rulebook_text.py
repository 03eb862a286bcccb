"""What the rulebook of every game is: numbered, quotable paragraph by paragraph, fit for a narrow terminal.

A game's test_rulebook_text.py says which rules there are, calls these checks, and compares the text with the box.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tilehall import engine
from tilehall.engine import load_game
from tilehall.engine.core.rulebook import load_rulebook

ENGINE = Path(engine.__file__).parent
SENTENCE_END = re.compile(r"(?<=[.!?])\s")


@dataclass(frozen=True)
class Book:
    """The rulebook of a game and the numbers of its rules, without their letter, in order."""

    game: str
    letter: str
    title: str
    sections: int
    numbers: tuple[str, ...]

    @property
    def text(self) -> str:
        return (ENGINE / "games" / self.game / "rulebook.md").read_text(encoding="utf-8")

    @property
    def ids(self) -> list[str]:
        return [f"{self.letter}-{number}" for number in self.numbers]

    def head(self, line: str) -> re.Match[str] | None:
        """The number of a rule and the rest of its first line."""
        return re.match(rf"^\*\*({self.letter}-[^*]+)\*\*(?: (.*))?$", line)

    def blocks(self) -> list[list[str]]:
        """The runs of non-blank lines; a drawing is one run whatever it holds."""
        runs: list[list[str]] = [[]]
        fenced = False
        for line in self.text.splitlines():
            fenced ^= line.startswith("```")
            if not line.strip() and not fenced:
                runs.append([])
            else:
                runs[-1].append(line)
        return [run for run in runs if run]

    def paragraphs(self) -> list[tuple[str, str, str]]:
        """(section, rule, text) of every numbered paragraph, in order."""
        section, found = "", []
        for lines in self.blocks():
            if lines[0].startswith("## "):
                section = lines[0].split()[1]
            if head := self.head(lines[0]):
                found.append((section, head[1], " ".join([head[2] or "", *lines[1:]]).strip()))
        return found

    def block_after(self, rule: str) -> list[str]:
        """The table or drawing that belongs to a rule."""
        runs = self.blocks()
        at = next(i for i, lines in enumerate(runs) if lines[0].startswith(f"**{rule}** "))
        return runs[at + 1]

    def rows_after(self, rule: str) -> list[list[str]]:
        """The cells of a rule's table, without its head."""
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in self.block_after(rule)[2:]]


def rule_numbers(**sections: Iterable[int | str]) -> tuple[str, ...]:
    """The numbers of the rules, section by section.

    >>> rule_numbers(s1=range(1, 3), s3=["S0", 1])
    ('1.1', '1.2', '3.S0', '3.1')
    """
    return tuple(f"{section[1:]}.{n}" for section, within in sections.items() for n in within)


def can_be_quoted(book: Book, rule: str) -> None:
    """A paragraph that stands on its own, and reads the same in the program."""
    (text,) = [words for _, number, words in book.paragraphs() if number == rule]
    first = SENTENCE_END.split(text)[0]
    assert first.endswith((".", "!", "?")), f"{rule} does not begin with a whole sentence"
    assert len(first) <= 160, f"{rule}: first sentence has {len(first)} characters"
    assert first[0].isupper(), f"{rule} does not begin with a capital"
    assert text.endswith("."), f"{rule} does not end with a full stop"
    paragraph = load_rulebook(book.game).paragraph(rule)
    assert paragraph is not None
    assert paragraph.text == text.replace("`", "")


def every_rule_heads_exactly_one_paragraph_in_counting_order(book: Book) -> None:
    assert [rule for _, rule, _ in book.paragraphs()] == book.ids


def sections_are_numbered_in_order_and_hold_their_own_rules(book: Book) -> None:
    assert book.text.startswith(f"# {book.title}\n")
    assert re.findall(r"^## (\d+) \S", book.text, re.MULTILINE) == [str(n) for n in range(book.sections)]
    assert all(rule.startswith(f"{book.letter}-{section}.") for section, rule, _ in book.paragraphs())


def mentioned_rules_exist_here_and_in_the_engine(book: Book) -> None:
    assert set(re.findall(rf"{book.letter}-\d[.\w]*\w", book.text)) == set(book.ids)
    for path in (ENGINE / "games" / book.game).rglob("*.py"):
        cited = set(re.findall(rf'"({book.letter}-\d\.\w+)"', path.read_text(encoding="utf-8")))
        assert cited <= set(book.ids), path.name
    assert {option.rule for option in load_game(book.game).options} <= set(book.ids)


def blocks_follow_a_paragraph_and_nothing_else_is_unnumbered(book: Book) -> None:
    section, before = "", ""
    for lines in book.blocks():
        if lines[0].startswith("## "):
            section = lines[0].split()[1]
            kind = "heading"
        elif book.head(lines[0]):
            kind = "rule"
        elif lines[0].startswith(("|", "```")):
            kind = "block"
            assert before == "rule", f"a block without a rule: {lines[0]}"
        else:
            kind = "plain"
            assert section in ("", "0", "7", "8"), f"an unnumbered paragraph: {lines[0]}"
        before = kind


def tables_have_equally_many_columns_and_drawings_fit_a_narrow_terminal(book: Book) -> None:
    for lines in book.blocks():
        if lines[0].startswith("|"):
            assert len({line.count("|") for line in lines}) == 1, lines[0]
        if lines[0].startswith("```"):
            assert lines[-1] == "```"
            assert max(map(len, lines)) <= 76


def a_line_beginning_with_hashes_is_a_heading(book: Book) -> None:
    """So that a parser need not know about fences to find the sections."""
    hashed = [line for line in book.text.splitlines() if line.startswith("#")]
    assert [line.split()[0] for line in hashed] == ["#"] + ["##"] * book.sections


def the_minute_is_short(book: Book) -> None:
    minute = book.text.split("## 0 ")[1].split("\n## ")[0].strip().splitlines()[1:]
    lines = [line for line in minute if line]
    assert 6 <= len(lines) <= 12
    assert max(map(len, lines)) <= 110


CHECKS: tuple[Callable[[Book], None], ...] = (
    every_rule_heads_exactly_one_paragraph_in_counting_order,
    sections_are_numbered_in_order_and_hold_their_own_rules,
    mentioned_rules_exist_here_and_in_the_engine,
    blocks_follow_a_paragraph_and_nothing_else_is_unnumbered,
    tables_have_equally_many_columns_and_drawings_fit_a_narrow_terminal,
    a_line_beginning_with_hashes_is_a_heading,
    the_minute_is_short,
)
