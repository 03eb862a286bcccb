"""`tilehall check`: verifies that records replay to the same digests and results.

docs/commands.md describes the output of `--json`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, add_components_option, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Replays records and says of each whether it holds what it says.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="records", files=True)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_components_option(parser)
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.tui.cli.commands import check_report

    return check_report.main(args, door)
