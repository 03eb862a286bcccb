"""`tilehall rules`: a rulebook, a section, a rule, or every rule with some words."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser
from tilehall.tui.commands import values

if TYPE_CHECKING:
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
    door.show(*(pages.ask(book, wanted, width) if wanted else pages.book(book, width)))
    return 0
