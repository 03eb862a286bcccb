"""Reads a game's rulebook.md: sections with numbered paragraphs. Translations are rulebook.de.md, rulebook.pt_BR.md."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from tilehall.engine.core.component_sets import ComponentSet, component_sets
from tilehall.engine.core.game import Game
from tilehall.engine.core.package_data import read_optional_package_text, read_package_text
from tilehall.engine.games.catalog import load_game as game_of

HEAD = re.compile(r"(?:- )?\*\*([A-Z]-[\w.]+)\*\* ")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}([_-][A-Za-z0-9]+)*")


class RuleParagraph(NamedTuple):
    """A paragraph of a rulebook; `rule` is its number or empty, tables and drawings are preformatted."""

    rule: str
    text: str
    is_preformatted: bool

    @property
    def first_sentence(self) -> str:
        return re.split(r"(?<=[.!?]) ", self.text, maxsplit=1)[0]


class Section(NamedTuple):
    number: str
    title: str
    paragraphs: tuple[RuleParagraph, ...]


class Rulebook(NamedTuple):
    title: str
    sections: tuple[Section, ...]

    def paragraph(self, rule: str) -> RuleParagraph | None:
        """The paragraph with this number; None if there is none."""
        return next((p for section in self.sections for p in section.paragraphs if p.rule == rule), None)

    def numbers(self) -> tuple[str, ...]:
        return tuple(p.rule for section in self.sections for p in section.paragraphs if p.rule)

    def search(self, words: str) -> tuple[RuleParagraph, ...]:
        """The paragraphs that contain all these words."""
        wanted = words.lower().split()
        every = (p for section in self.sections for p in section.paragraphs)
        return tuple(p for p in every if all(word in f"{p.rule} {p.text}".lower() for word in wanted))


def load_rulebook(game: Game[Any] | str, language: str = "") -> Rulebook:
    """Return the rulebook of a game or of a game's id, in this language if there is one, else in English.

    With changed components, a first section lists the changes.

    >>> load_rulebook("princess").paragraph("P-4.16").rule
    'P-4.16'
    """
    found = game_of(game) if isinstance(game, str) else game
    book = _load_rulebook(found.package, language)
    box = component_sets().changed_set(found.id)
    return book._replace(sections=(_changes(box), *book.sections)) if box else book


def _changes(box: ComponentSet) -> Section:
    """The section that lists changed components: the rulebook has the original numbers."""
    lines = [f"{change.key}: {change.was or '-'} -> {change.now or '-'}" for change in box.changes]
    return Section("0", box.file, tuple(RuleParagraph("", line, True) for line in lines))


def citable_rules(game: Game[Any] | str) -> frozenset[str] | None:
    """Return the rules that events, points and decisions can cite; None if the game does not say.

    A game says so in `cited.toml` beside its rules, by the lists `events`, `points` and `decisions`.

    >>> [rule in citable_rules("princess") for rule in ("P-4.13", "P-1.1")]
    [True, False]
    """
    import tomllib

    text = read_optional_package_text((game_of(game) if isinstance(game, str) else game).package, "cited.toml")
    return None if text is None else frozenset(rule for rules in tomllib.loads(text).values() for rule in rules)


@cache
def _load_rulebook(package: str, language: str) -> Rulebook:
    if LANGUAGE.fullmatch(language) and (text := read_optional_package_text(package, f"rulebook.{language}.md")):
        return parse_rulebook(text)
    return parse_rulebook(read_package_text(package, "rulebook.md"))


def parse_rulebook(text: str) -> Rulebook:
    """Title, `## 4 Section` headings, and paragraphs between blank lines."""
    title, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return Rulebook(title.splitlines()[0].removeprefix("# ").strip(), tuple(map(_section, parts)))


def _section(part: str) -> Section:
    heading, _, body = part.partition("\n")
    number, _, title = heading.partition(" ")
    return Section(number, title.strip(), tuple(map(_paragraph, _blocks(body))))


def _blocks(body: str) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in body.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if (not line.strip() and not fenced) or (line.startswith("- ") and blocks[-1]):
            blocks.append([])
        if line.strip() or fenced:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _paragraph(block: list[str]) -> RuleParagraph:
    if block[0].startswith(("```", "|", "    ")):
        return RuleParagraph("", "\n".join(line for line in block if not line.startswith("```")), True)
    text = " ".join(line.strip() for line in block).replace("`", "")
    head = HEAD.match(text)
    return RuleParagraph(head[1] if head else "", text[head.end() :] if head else text, False)
