"""`tilehall help`: what there is; `tilehall help COMMAND`: what it does and takes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser, UsageError, complaint, follow
from tilehall.tui.commands import begun, values

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "topic", metavar="COMMAND", nargs="*", help="which one; without it, all are listed", source=values.commands
    )


def main(args: argparse.Namespace, door: Door) -> int:
    reached = follow(begun(args.topic), args.topic)
    if reached.stranger:
        raise UsageError(complaint(reached))
    door.show(*reached.parser.format_help().splitlines())
    return 0
