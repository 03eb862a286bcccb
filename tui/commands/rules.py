"""`tilehall rules`: a rulebook, a section, a rule, or every rule with some words."""

from __future__ import annotations

import argparse

from tilehall.engine import game, rulebook
from tilehall.tui.commands.door import Door
from tilehall.tui.line import pages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="its short name, such as princess")
    parser.add_argument(
        "wanted", metavar="SECTION or RULE", nargs="*", help="a section (4), a rule (P-4.12), or words to look for"
    )
    parser.add_argument("--lang", metavar="LANG", default="", help="in this language (such as de), if the game has it")


def main(args: argparse.Namespace, door: Door) -> int:
    rules = game(args.game)
    book = rulebook(rules, args.lang)
    if args.lang and book == rulebook(rules):
        door.warn(
            f"The rules of {rules.title} are not there in '{args.lang[:20]}'; here they are as they were written."
        )
    width = min(door.size[0] - 1, pages.WIDTH) if door.sink.isatty() else pages.WIDTH
    wanted = " ".join(args.wanted)
    lines = pages.ask(book, wanted, width) if wanted else pages.book(book, width)
    door.show(*lines)
    return 0
