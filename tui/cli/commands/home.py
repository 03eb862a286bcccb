"""`tilehall` without a command: the home screen, or a short introduction if there is no full-screen terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilehall.engine import Text, join_commas, load_games
from tilehall.tui.tables.seating import resume_command

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def main(args: argparse.Namespace, door: CliContext) -> int:
    if not door.on_screen:
        door.say(*greeting(door))
        return 0
    from tilehall.tui.screens.home_entries import show_early_home

    with show_early_home(door.terminal, door.user_dirs, door.settings) as first:
        from tilehall.tui.app import Opening, run

        opening, minds = Opening("home"), door.thinking_processes
        return run(door.terminal, door.user_dirs, door.settings, opening, door.zone, first, minds=minds)


def greeting(door: CliContext) -> list[Text]:
    """Suggested commands, beginning with the newest saved game."""
    lines = [Text("Tilehall. The home screen needs a terminal; everything is here in lines as well:")]
    newest = next(door.library.unfinished_games(), None)
    if newest:
        command, players = f"  {resume_command(newest.name, newest.header.players)}", join_commas(newest.header.names)
        lines.append(Text("{command}   goes on with the game of {players}", command=command, players=players))
    for each in load_games():
        play, rules = f"  tilehall play {each.id} --line", f"  tilehall rules {each.id}"
        lines.append(Text("{command}   plays {game}", command=play, game=each.title))
        lines.append(Text("{command}   tells its rules", command=rules))
    return [*lines, Text("{command}   lists all commands", command="  tilehall --help")]
