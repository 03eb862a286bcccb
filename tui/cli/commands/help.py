"""`tilehall help`: what there is; `tilehall help COMMAND`: what it does and takes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language, worded
from tilehall.tui.cli.command_table import begun
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, UsageError, complaint, follow, marked

if TYPE_CHECKING:
    from tilehall.tui.cli.context import Door


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Says what a command does and takes; without one, which commands there are.")
    parser.add_argument(
        "topic", metavar="COMMAND", nargs="*", help="which one; without it, all are listed", source=values.commands
    )
    add_language(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.tui.cli.help_page import page

    reached = follow(begun(args.topic), args.topic)
    wrong = complaint(reached) if reached.stranger else None
    if wrong is not None:
        raise UsageError(wrong)
    door.show(*page(reached.parser, worded(door.language)))
    return 0
