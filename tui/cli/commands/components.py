"""`tilehall components`: the table of what is in a game's box, to be changed.

docs/components.md says what may be changed; `box` is about playing with it.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.cli import component_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, marked

if TYPE_CHECKING:
    from tilehall.tui.cli.context import Door


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Prints the table of what is in a game's box, or says what is changed in another one.")
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=values.games)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a changed copy, to be checked", files=True)
    parser.add_argument("--json", action="store_true", help="what is changed as one JSON object, for programs")
    add_language(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    """Raises RuleError for a file that the game cannot be played with."""
    from tilehall.engine import Text

    table = component_options.table_of(args.game)
    if args.file is None:
        door.pour(table.original)
        return 0
    changed = table.changed(component_options.text_of(args.file), args.file)
    if args.json:
        door.tell({"game": table.game, **component_options.data(changed)})
    elif changed is None:
        door.say(Text("{file} is the original box of {game}.", file=args.file, game=table.game))
    else:
        door.say(*component_options.told(changed))
    return 0
