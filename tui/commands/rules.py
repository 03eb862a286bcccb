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


def main(args: argparse.Namespace, door: Door) -> int:
    book = rulebook(game(args.game).id)
    width = min(door.size[0] - 1, pages.WIDTH) if door.sink.isatty() else pages.WIDTH
    wanted = " ".join(args.wanted)
    lines = pages.ask(book, wanted, width) if wanted else pages.book(book, width)
    if door.on_screen and len(lines) >= door.size[1]:
        import pydoc

        pydoc.pager("\n".join(lines) + "\n")
    else:
        door.say(*lines)
    return 0
