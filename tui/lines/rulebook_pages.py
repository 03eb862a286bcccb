"""Formats pages of a rulebook as lines: filled paragraphs, aligned tables, drawings unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from tilehall.engine import Rulebook, RuleParagraph, Section, Text, UserError
from tilehall.tui.terminal.output import cells

WIDTH = 88
"""Maximal length of a line: longer ones are hard to read."""


def book(rules: Rulebook, width: int) -> list[str]:
    """The whole rulebook as lines."""
    lines = [rules.title, "=" * cells.width(rules.title)]
    for each in rules.sections:
        lines += ["", *section(each, width)]
    return lines


def section(part: Section, width: int) -> list[str]:
    head = f"{part.number} {part.title}"
    lines = [head, "-" * cells.width(head)]
    before = None
    for each in part.paragraphs:
        together = before and before.text.startswith("- ") and each.text.startswith("- ")
        lines += [*([] if together else [""]), *paragraph(each, width)]
        before = each
    return lines


def paragraph(part: RuleParagraph, width: int) -> list[str]:
    """A paragraph as lines, with its rule number.

    >>> paragraph(RuleParagraph("P-4.2", "Printed tiles count.", False), 40)
    ['P-4.2  Printed tiles count.']
    """
    if part.is_preformatted:
        rows = part.text.splitlines()
        return table(rows, width) if rows[0].startswith("|") else ["  " + row.rstrip() for row in rows]
    text = clean(part.text)
    if text.startswith("- "):
        return cells.hang("- ", text.removeprefix("- "), width)
    return cells.hang(f"{part.rule}  " if part.rule else "", text, width)


def table(rows: list[str], width: int) -> list[str]:
    """A table as aligned columns; the widest one is folded if there is too little room."""
    grid = [[clean(entry.strip()) for entry in row.strip().strip("|").split("|")] for row in rows]
    head, *body = [row for row in grid if not all(re.fullmatch(r":?-+:?", entry) for entry in row)]
    sizes = [max(cells.width(row[n]) for row in (head, *body)) for n in range(len(head))]
    while sum(sizes) + 2 * len(sizes) > width and max(sizes) > 8:
        sizes[sizes.index(max(sizes))] -= 1
    lines = [*_row(head, sizes), "  " + "  ".join("-" * size for size in sizes)]
    for row in body:
        lines += _row(row, sizes)
    return lines


def _row(entries: list[str], sizes: list[int]) -> Iterator[str]:
    folded = [cells.wrap(entry, size) for entry, size in zip(entries, sizes, strict=True)]
    for n in range(max(map(len, folded))):
        parts = (lines[n] if n < len(lines) else "" for lines in folded)
        yield ("  " + "  ".join(map(cells.pad, parts, sizes))).rstrip()


def clean(text: str) -> str:
    """The text without its markup."""
    return text.replace("**", "").replace("`", "")


def search_lines(rules: Rulebook, wanted: str, width: int) -> list[str]:
    """A section by number or title, a rule by its number, or all rules with these words.

    Raises UserError if none is found.
    """
    if not wanted.strip():
        return contents(rules)
    parts = search_sections(rules, wanted.strip())
    if len(parts) == 1 and parts[0] in rules.sections:
        return section(parts[0], width)
    lines: list[str] = []
    for part in (each for section in parts for each in section.paragraphs):
        lines += [*([""] if lines else []), *paragraph(part, width)]
    return lines


def search_sections(rules: Rulebook, wanted: str) -> list[Section]:
    """Like `search_lines`, as sections that contain only the paragraphs found."""
    found = rules.paragraph(_number(rules, wanted))
    if found:
        return [_with_tables(rules, found)]
    for each in rules.sections:
        if wanted.casefold() in (each.number.casefold(), each.title.casefold()):
            return [each]
    paragraphs = rules.search(wanted)
    if not paragraphs:
        raise UserError(Text("The rules of {title} say nothing about '{words}'.", title=rules.title, words=wanted[:40]))
    parts = ((each, tuple(part for part in each.paragraphs if part in paragraphs)) for each in rules.sections)
    return [Section(each.number, each.title, kept) for each, kept in parts if kept]


def contents(rules: Rulebook) -> list[str]:
    return [rules.title, *(f"  {each.number}  {each.title}" for each in rules.sections)]


def _number(rules: Rulebook, wanted: str) -> str:
    return next((number for number in rules.numbers() if number.casefold() == wanted.casefold()), wanted)


def _with_tables(rules: Rulebook, wanted: RuleParagraph) -> Section:
    """A rule with the tables and drawings that follow it."""
    part = next(each for each in rules.sections if wanted in each.paragraphs)
    first = part.paragraphs.index(wanted)
    fixed = takewhile(lambda each: each.is_preformatted, part.paragraphs[first + 1 :])
    return Section(part.number, part.title, (wanted, *fixed))
