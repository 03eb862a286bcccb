"""`tilehall components`: prints the component table of a game, for editing.

docs/components.md says what may be changed; `component_options` loads a changed table.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.engine import Text
from tilehall.tui.cli import component_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.options import Parser, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Prints the table of what is in a game's box, or says what is changed in another one."
    )
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=game_values.games)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a changed copy, to be checked", files=True)
    parser.add_argument("--json", action="store_true", help="what is changed as one JSON object, for programs")
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Raises UserError for a file that the game cannot be played with."""
    table = component_options.component_table(args.game)
    if args.file is None:
        door.write_raw(table.original_text)
        return 0
    changed = table.read_changed_set(component_options.read_components(args.file), args.file)
    if args.json:
        door.print_json({"game": table.game, **component_options.changes_data(changed)})
    elif changed is None:
        door.say(Text("{file} is the original box of {game}.", file=args.file, game=table.game))
    else:
        door.say(*component_options.change_lines(changed))
    return 0
