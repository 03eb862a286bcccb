"""`tilehall` alone: the home screen, or a few lines that say how to begin where there is no screen."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.engine import games

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door


def main(args: argparse.Namespace, door: Door) -> int:
    if not door.on_screen:
        door.say(*greeting(door))
        return 0
    from tilehall.tui.app import Opening, run

    return run(door.terminal, door.places, door.settings, Opening("home"), door.zone)


def greeting(door: Door) -> list[str]:
    """What can be typed next: one's own newest game first."""
    lines = ["Tilehall. The home screen needs a terminal; everything is here in lines as well:"]
    newest = next((saved for saved in door.library.saved() if not saved.over), None)
    if newest:
        players = ", ".join(newest.header.names)
        lines.append(f"  tilehall games resume {newest.name} --line   goes on with the game of {players}")
    for each in games():
        lines.append(f"  tilehall play {each.id} --line   plays {each.title}")
        lines.append(f"  tilehall rules {each.id}   tells its rules")
    return [*lines, "  tilehall --help   lists all commands"]
