"""`tilehall themes`: shows every palette and glyph set in this terminal."""

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
    """Lists problems of the user's own themes at the end; returns 1 if there are any."""
    from tilehall.engine import Text
    from tilehall.themes import find_themes
    from tilehall.tui.cli.commands.theme_preview import paint_preview

    looks, problems = find_themes(door.user_dirs.config / "themes")
    paint_preview(looks, door.terminal, door.sink, door.language)
    settings, folder = f"{door.user_dirs.settings}", f"{door.user_dirs.config / 'themes'}"
    options = {"theme": "--theme", "glyphs": "--glyphs"}
    door.say(Text(""), Text("Choose with {theme} and {glyphs}, or in {file}.", file=settings, **options))
    below = {"palettes": "palettes/", "glyphs": "glyphs/"}
    door.say(Text("Your own: TOML files in {folder}, {palettes} and {glyphs}.", folder=folder, **below), *problems)
    return 1 if problems else 0
