"""`tilehall` alone: the home screen, or a few lines that say how to begin where there is no screen."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.engine import Text, games, listed

if TYPE_CHECKING:
    from tilehall.tui.cli.context import Door


def main(args: argparse.Namespace, door: Door) -> int:
    if not door.on_screen:
        door.say(*greeting(door))
        return 0
    from tilehall.tui.app import Opening, run

    return run(door.terminal, door.places, door.settings, Opening("home"), door.zone, minds=door.minds)


def greeting(door: Door) -> list[Text]:
    """What can be typed next: one's own newest game first."""
    lines = [Text("Tilehall. The home screen needs a terminal; everything is here in lines as well:")]
    newest = next(door.library.waiting(), None)
    if newest:
        from tilehall.tui.tables.seating import resuming

        command, players = f"  {resuming(newest.name, newest.header.players)}", listed(newest.header.names)
        lines.append(Text("{command}   goes on with the game of {players}", command=command, players=players))
    for each in games():
        play, rules = f"  tilehall play {each.id} --line", f"  tilehall rules {each.id}"
        lines.append(Text("{command}   plays {game}", command=play, game=each.title))
        lines.append(Text("{command}   tells its rules", command=rules))
    return [*lines, Text("{command}   lists all commands", command="  tilehall --help")]
