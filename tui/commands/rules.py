"""`tilehall rules`: a rulebook, a section, a rule, or every rule with some words.

docs/commands.md has what `--json` prints.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tilehall.tui.arguments import Parser
from tilehall.tui.commands import values

if TYPE_CHECKING:
    from tilehall.engine import Game, Paragraph, Section
    from tilehall.tui.commands.door import Door


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="its short name, such as princess", source=values.games)
    parser.add_argument(
        "wanted",
        metavar="SECTION or RULE",
        nargs="*",
        help="a section (4), a rule (P-4.12), or words to look for",
        source=values.rules,
    )
    parser.add_argument("--lang", metavar="LANG", default="", help="in this language (such as de), if the game has it")
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.engine import game, rulebook
    from tilehall.tui.line import pages

    rules = game(args.game)
    book = rulebook(rules, args.lang)
    if args.lang and book == rulebook(rules):
        door.warn(
            f"The rules of {rules.title} are not there in '{args.lang[:20]}'; here they are as they were written."
        )
    width = min(door.size[0] - 1, pages.WIDTH) if door.sink.isatty() else pages.WIDTH
    wanted = " ".join(args.wanted)
    if args.json:
        door.tell(data(rules, pages.find(book, wanted) if wanted else book.sections))
    else:
        door.show(*(pages.ask(book, wanted, width) if wanted else pages.book(book, width)))
    return 0


def data(rules: Game[Any], sections: Iterable[Section]) -> dict[str, object]:
    """Rules for programs: their sections, with what is wanted of them."""
    return {
        "game": rules.id,
        "title": f"{rules.title}",
        "rules": rules.rules,
        "sections": [
            {"number": part.number, "title": part.title, "paragraphs": [*map(_paragraph, part.paragraphs)]}
            for part in sections
        ],
    }


def _paragraph(part: Paragraph) -> dict[str, object]:
    from tilehall.tui.line.pages import clean

    return {"rule": part.rule or None, "text": part.text if part.fixed else clean(part.text), "fixed": part.fixed}
