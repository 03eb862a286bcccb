"""`tilehall components`: the table of what is in a game's box, to be changed.

docs/components.md says what may be changed; `box` is about playing with it.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser, marked
from tilehall.tui.commands import box, values
from tilehall.tui.commands.tongue import add_language

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Prints the table of what is in a game's box, or says what is changed in another one.")
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=values.games)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a changed copy, to be checked", files=True)
    parser.add_argument("--json", action="store_true", help="what is changed as one JSON object, for programs")
    add_language(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    """Raises RuleError for a file that the game cannot be played with."""
    from tilehall.engine import Text

    table = box.table_of(args.game)
    if args.file is None:
        door.pour(table.original)
        return 0
    changed = table.changed(box.text_of(args.file), args.file)
    if args.json:
        door.tell({"game": table.game, **box.data(changed)})
    elif changed is None:
        door.say(Text("{file} is the original box of {game}.", file=args.file, game=table.game))
    else:
        door.say(*box.told(changed))
    return 0
