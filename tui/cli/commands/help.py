"""`tilehall help`: lists the commands; `tilehall help COMMAND`: describes one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language, translate_words
from tilehall.tui.cli.command_table import parser_for
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, UsageError, parse_words, translatable, usage_problem

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Says what a command does and takes; without one, which commands there are.")
    parser.add_argument(
        "topic", metavar="COMMAND", nargs="*", help="which one; without it, all are listed", source=values.commands
    )
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.tui.cli.help_page import help_page

    reached = parse_words(parser_for(args.topic), args.topic)
    wrong = usage_problem(reached) if reached.unknown_word else None
    if wrong is not None:
        raise UsageError(wrong)
    door.show(*help_page(reached.parser, translate_words(door.language)))
    return 0
