"""`tilehall keys`: lists the keys, and keys that are bound to two commands."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.engine import Text
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.columns import align_columns
from tilehall.tui.cli.options import Parser, translatable
from tilehall.tui.key_map import conflicts, list_commands

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Lists every key and what it does, and the keys that two commands want.")
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Returns 1 if two commands have the same key."""
    head = [*map(door.translate, (Text("COMMAND"), Text("KEYS"), Text("WHAT IT DOES")))]
    rows = [(command, keys, door.translate(what)) for command, keys, what in list_commands(door.settings)]
    own = Text(
        "Other keys: the {table} of {file}, such as {example}.",
        table="[keymap]",
        file=f"{door.user_dirs.settings}",
        example='undo = "u,backspace"',
    )
    found = conflicts(door.settings)
    door.show(*align_columns([head, *rows]), "", own, *found)
    return 1 if found else 0
