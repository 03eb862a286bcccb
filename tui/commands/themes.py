"""`tilehall themes`: every palette and every glyph set, shown as tiles in this terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door


def add_arguments(parser: Parser) -> None:
    return


def main(args: argparse.Namespace, door: Door) -> int:
    """Problems of user themes are named at the end; 1 if there are any."""
    from tilehall.themes import find
    from tilehall.tui.commands.swatches import paint

    looks, problems = find(door.places.config / "themes")
    paint(looks, door.terminal, door.sink)
    door.say("", f"Choose with --theme and --glyphs, or in {door.places.settings}.")
    door.say(f"Your own: TOML files in {door.places.config / 'themes'}, palettes/ and glyphs/.", *problems)
    return 1 if problems else 0
