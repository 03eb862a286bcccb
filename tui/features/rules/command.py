"""`tilehall rules`: a rulebook, a section, a rule, or all rules with some words.

`docs/commands.md` documents the output of `--json`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tilehall.engine import ENGLISH, Text, load_game, load_rulebook
from tilehall.tui.cli.completion import game_values, values
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Parser, translatable
from tilehall.tui.languages.language import language_codes
from tilehall.tui.lines import rulebook_pages
from tilehall.tui.lines.rulebook_pages import clean

if TYPE_CHECKING:
    from tilehall.engine import Game, RuleParagraph, Section
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Shows a rulebook, a section or a rule of it, or every rule with some words.")
    parser.add_argument("game", metavar="GAME", help="its short name, such as princess", source=game_values.games)
    parser.add_argument(
        "wanted",
        metavar="SECTION|RULE",
        nargs="*",
        help="a section (4), a rule (P-4.12), or words to look for",
        source=_rules_of_game,
    )
    parser.add_argument(
        "--lang",
        dest="book",
        metavar="LANG",
        default="",
        help="in this language (such as de), if the game has it",
        source=values.languages,
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def main(args: argparse.Namespace, door: CliContext) -> int:
    rules, code = load_game(args.game), args.book
    if code in language_codes():
        door = door.with_language(code)
    book = load_rulebook(rules, code or door.language.code)
    if code not in ("", ENGLISH.code) and book == load_rulebook(rules):
        door.warn(
            Text(
                "The rules of {title} are not there in '{language}'; here they are as they were written.",
                title=rules.title,
                language=code[:20],
            )
        )
    width = min(door.size[0] - 1, rulebook_pages.WIDTH) if door.sink.isatty() else rulebook_pages.WIDTH
    wanted = " ".join(args.wanted)
    if args.json:
        door.print_json(rules_data(rules, rulebook_pages.search_sections(book, wanted) if wanted else book.sections))
    else:
        door.show(*(rulebook_pages.search_lines(book, wanted, width) if wanted else rulebook_pages.book(book, width)))
    return 0


def rules_data(rules: Game[Any], sections: Iterable[Section]) -> dict[str, object]:
    """Return these rules by section, for programs."""
    return {
        "game": rules.id,
        "title": f"{rules.title}",
        "rules": rules.rules_version,
        "sections": [
            {"number": part.number, "title": part.title, "paragraphs": [*map(_paragraph, part.paragraphs)]}
            for part in sections
        ],
    }


def _paragraph(part: RuleParagraph) -> dict[str, object]:
    return {
        "rule": part.rule or None,
        "text": part.text if part.is_preformatted else clean(part.text),
        "fixed": part.is_preformatted,
    }


def _rules_of_game(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """Sections and rules of the rulebook, in its language."""
    game = game_values.game_on_line(typed)
    if game is None or "wanted" in typed.given:
        return
    book = load_rulebook(game, *typed.given.get("book", ())[-1:])
    for section in book.sections:
        yield section.number, section.title
        yield from ((each.rule, each.first_sentence) for each in section.paragraphs if each.rule)
