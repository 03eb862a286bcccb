"""`tilehall help`: lists the commands; `tilehall help COMMAND`: describes one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language, translate_words
from tilehall.tui.cli.command_table import parser_for
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.help_page import help_page
from tilehall.tui.cli.options import Parser, UsageError, parse_words, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Says what a command does and takes; without one, which commands there are.")
    parser.add_argument(
        "topic", metavar="COMMAND", nargs="*", help="which one; without it, all are listed", source=_commands
    )
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    reached = parse_words(parser_for(args.topic), args.topic)
    if reached.unknown_word:
        from tilehall.tui.cli.failures import usage_problem

        raise UsageError(usage_problem(reached))
    door.show(*help_page(reached.parser, translate_words(door.language)))
    return 0


def _commands(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """Commands and subcommands."""
    topic = typed.given.get("topic", ())
    found = parse_words(parser_for(topic), topic).parser
    yield from ((name, below.summary) for name, below in found.commands.items())
