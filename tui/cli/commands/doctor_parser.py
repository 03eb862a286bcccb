"""The arguments of `tilehall doctor`, in a module without the imports of the report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Says what this terminal can do, what is wrong, and what to do about it.")
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.tui.cli.commands import doctor

    return doctor.main(args, door)
