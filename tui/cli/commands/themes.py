"""`tilehall themes`: every palette and every glyph set, shown as tiles in this terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Shows every palette and every set of characters, as this terminal shows them.")
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.tui.cli.commands import theme_preview

    return theme_preview.main(args, door)
