"""`tilehall keys`: what each key does, and which keys two commands want."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door


def add_arguments(parser: Parser) -> None:
    return


def main(args: argparse.Namespace, door: Door) -> int:
    """1 if two commands want the same key."""
    from tilehall.tui.keys import conflicts, listing

    rows = [("COMMAND", "KEYS", "WHAT IT DOES"), *listing(door.settings)]
    first, second = (max(len(row[n]) for row in rows) for n in range(2))
    listed = (f"{command:{first}}  {keys:{second}}  {what}" for command, keys, what in rows)
    own = f'Other keys: the [keymap] of {door.places.settings}, such as undo = "u,ctrl+z".'
    found = conflicts(door.settings)
    door.show(*listed, "", own, *found)
    return 1 if found else 0
