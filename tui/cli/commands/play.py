"""`tilehall play`: straight to a table, full screen or in lines."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text
from tilehall.tui.cli import component_options, program_options, seat_options
from tilehall.tui.cli.options import Parser, marked
from tilehall.tui.tables.seating import at_table

if TYPE_CHECKING:
    from tilehall.tui.cli.context import Door
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.tables.table import Table


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Opens a table: you play against the computer, or several of you at one keyboard.")
    seat_options.add_arguments(parser)
    program_options.add_arguments(parser)
    component_options.add_argument(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.tui.tables.table import Table

    settings = seat_options.having_look(door.settings, args, door.places)
    component_options.played_with(args.game, args.components)
    bots = program_options.commands(args.seat)
    players, options = at_table(seat_options.seated(args.seat, bots), args.players), seat_options.options(args.option)
    library = door.library
    store, stamp = library.new(args.game), library.stamp()
    aids = settings["aids"] == "on"
    if not bots:
        table = Table.open(args.game, players, options, args.seed, store, stamp=stamp, aids=aids)
        return sit_down(table, settings, args.line, door)
    watch = program_options.Watch(args)
    try:
        sitting = watch.seated(bots)
        table = Table.open(args.game, players, options, args.seed, store, stamp=stamp, aids=aids, programs=sitting)
        return sit_down(table, settings, args.line, door)
    finally:
        door.warn(*watch.notes())


def sit_down(table: Table[Any], settings: Settings, line: bool, door: Door) -> int:
    """Plays at a table: in lines if that is asked for or nothing else is possible."""
    if line or not door.on_screen:
        return in_lines(table, settings, line, door)
    from tilehall.tui.screens.early_board import glimpse

    with glimpse(table, door.terminal, door.places, settings) as first:
        from tilehall.tui.app import Opening, run

        return run(door.terminal, door.places, settings, Opening("table", table), door.zone, first, minds=door.minds)


def on_screen(path: Path, door: Door) -> int:
    """Plays a saved game on, on the full screen."""
    from tilehall.tui.app import Opening, run

    return run(door.terminal, door.places, door.settings, Opening("saved", path=path), door.zone, minds=door.minds)


def in_lines(table: Table[Any], settings: Settings, asked: bool, door: Door) -> int:
    from tilehall.tui import crash_reports
    from tilehall.tui.lines.line_table import LineTable
    from tilehall.tui.lines.thinking import Aloud, Beside
    from tilehall.tui.tables.table_factory import Host
    from tilehall.tui.tables.thinking.thinkers import at_once

    talk = door.talk(table.rules.package)
    door.warn(*door.problems)
    if not asked:
        talk.say(Text("This is no terminal for the full screen, so the game is told in lines."))
    table.workers = door.minds
    host = Host(table, door.library)
    table.minds = Aloud(talk.at(table.header.names), time.monotonic, lambda: host.table.hurry())
    if table.programs:
        table.programs.tell = talk.wrong
        table.programs.waiting = Beside(talk, lambda: host.table.hurry())

    def reported(report: str) -> Text:
        return crash_reports.kept(door.places.crash, report, datetime.now(UTC))

    told = LineTable(host, host.seat(), talk, settings, reported)
    try:
        at_once(told.run())
    finally:
        host.table.close()
    return int(told.failed)
