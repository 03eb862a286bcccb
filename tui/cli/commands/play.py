"""`tilehall play`: opens a table, full screen or in line mode."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text
from tilehall.tui.cli import component_options, program_options, seat_options
from tilehall.tui.cli.options import Parser, translatable
from tilehall.tui.tables.seating import seat_players

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.lines.console import LineConsole
    from tilehall.tui.programs.bots.bot_seat import BotSeat
    from tilehall.tui.programs.bots.table_bots import TableBots
    from tilehall.tui.tables.table import Table


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Opens a table: you play against the computer, or several of you at one keyboard."
    )
    seat_options.add_arguments(parser)
    program_options.add_arguments(parser)
    component_options.add_components_option(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.tui.tables.table import Table

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
    watch = program_options.ProgramRun(args)
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
        return in_lines(table, settings, line, door, bots)
    from tilehall.tui.screens.early_board import show_early_board

    with show_early_board(table, door.terminal, door.user_dirs, settings) as first:
        from tilehall.tui.app import Opening, run

        return run(
            door.terminal,
            door.user_dirs,
            settings,
            Opening("table", table, bots=bots),
            door.zone,
            first,
            minds=door.thinking_processes,
        )


def on_screen(path: Path, door: CliContext) -> int:
    """Resumes a saved game on the full screen."""
    from tilehall.tui.app import Opening, run

    return run(
        door.terminal,
        door.user_dirs,
        door.settings,
        Opening("saved", path=path),
        door.zone,
        minds=door.thinking_processes,
    )


def in_lines(
    table: Table[Any], settings: Settings, asked: bool, door: CliContext, bots: Mapping[str, BotSeat] | None
) -> int:
    from tilehall.tui import crash_reports
    from tilehall.tui.lines.line_table import LineTable
    from tilehall.tui.lines.thinking import LineThinker
    from tilehall.tui.tables.computer_players import TableServices
    from tilehall.tui.tables.table_factory import TableFactory
    from tilehall.tui.tables.thinking.thinkers import run_inline

    talk = door.open_console(table.rules.package)
    door.warn(*door.problems)
    if not asked:
        talk.say(Text("This is no terminal for the full screen, so the game is told in lines."))

    def hurry() -> None:
        host.computers.hurry()

    services = TableServices(
        thinker=LineThinker(talk.for_players(table.header.names), time.monotonic, hurry),
        bots=_table_bots(bots, talk, hurry),
        analysis_processes=door.thinking_processes,
    )
    host = TableFactory(table, door.library, services)

    def reported(report: str) -> Text:
        return crash_reports.try_append_report(door.user_dirs.crash_reports, report, datetime.now(UTC))

    told = LineTable(host, host.seat(), talk, settings, reported)
    try:
        run_inline(told.run())
    finally:
        host.close()
    return int(told.failed)


def _table_bots(bots: Mapping[str, BotSeat] | None, talk: LineConsole, hurry: Callable[[], None]) -> TableBots | None:
    """The bot programs of a table; None, without an import, if there are none."""
    if not bots:
        return None
    from tilehall.tui.lines.thinking import LineWaiter
    from tilehall.tui.programs.bots.table_bots import TableBots

    return TableBots(bots, talk.wrong, LineWaiter(talk, hurry))
