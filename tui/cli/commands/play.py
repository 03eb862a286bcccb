"""`tilehall play`: opens a table, full screen or in line mode."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.tui.cli import component_options, program_options, seat_options
from tilehall.tui.cli.options import Parser, add_components_option, translatable
from tilehall.tui.tables.seating import seat_players
from tilehall.tui.tables.table import Table

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.programs.bots.bot_seat import BotSeat
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Opens a table: you play against the computer, or several of you at one keyboard."
    )
    seat_options.add_arguments(parser)
    program_options.add_arguments(parser)
    add_components_option(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    settings = seat_options.with_look(door.settings, args, door.user_dirs)
    component_options.use_components(args.game, args.components)
    bots = program_options.parse_programs(args.seat)
    players, options = (
        seat_players(seat_options.parse_seats(args.seat, bots), args.players),
        seat_options.parse_options(args.option),
    )
    library = door.library
    store, stamp = library.new_journal(args.game), library.stamp()
    aids = settings["aids"] == "on"
    if not bots:
        table = Table.open(args.game, players, options, args.seed, store, stamp=stamp, aids=aids)
        return sit_down(table, settings, args.line, door)
    from tilehall.tui.programs.bots.program_run import ProgramRun

    watch = ProgramRun(args)
    try:
        seats = watch.bot_seats(bots)
        table = Table.open(args.game, players, options, args.seed, store, stamp=stamp, aids=aids, bots=seats)
        return sit_down(table, settings, args.line, door, seats)
    finally:
        door.warn(*watch.notes())


def sit_down(
    table: Table[Any], settings: Settings, line: bool, door: CliContext, bots: Mapping[str, BotSeat] | None = None
) -> int:
    """Plays at a table: in line mode if it is requested or no full screen is possible.

    `bots` are programs at the table.
    """
    if line or not door.on_screen:
        from tilehall.tui.cli.commands.play_lines import play_in_lines

        return play_in_lines(table, settings, line, door, bots)
    from tilehall.tui.screens.early_board import show_early_board

    with show_early_board(table, door.terminal, door.user_dirs, settings) as first:
        return _run_app(door, settings, first, kind="table", table=table, bots=bots)


def on_screen(path: Path, door: CliContext) -> int:
    """Resumes a saved game on the full screen."""
    return _run_app(door, door.settings, kind="saved", path=path)


def _run_app(door: CliContext, settings: Settings, first: FirstPicture | None = None, **opening: Any) -> int:
    from tilehall.tui.app import Opening, run

    shown, minds = Opening(**opening), door.thinking_processes
    return run(door.terminal, door.user_dirs, settings, shown, door.zone, first, minds=minds)
