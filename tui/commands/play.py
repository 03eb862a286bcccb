"""`tilehall play`: straight to a table, full screen or in lines."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text
from tilehall.tui.arguments import Parser, marked
from tilehall.tui.commands import box, programs, seats
from tilehall.tui.house.company import at_table

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door
    from tilehall.tui.house.table import Table
    from tilehall.tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Opens a table: you play against the computer, or several of you at one keyboard.")
    seats.add_arguments(parser)
    programs.add_arguments(parser)
    box.add_argument(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.tui.house.table import Table

    settings = seats.having_look(door.settings, args, door.places)
    box.played_with(args.game, args.components)
    bots = programs.commands(args.seat)
    players, options = at_table(seats.seated(args.seat, bots), args.players), seats.options(args.option)
    library = door.library
    store, stamp = library.new(args.game), library.stamp()
    aids = settings["aids"] == "on"
    if not bots:
        table = Table.open(args.game, players, options, args.seed, store, stamp=stamp, aids=aids)
        return sit_down(table, settings, args.line, door)
    watch = programs.Watch(args)
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
    from tilehall.tui.glimpse import glimpse

    with glimpse(table, door.terminal, door.places, settings) as first:
        from tilehall.tui.app import Opening, run

        return run(door.terminal, door.places, settings, Opening("table", table), door.zone, first, minds=door.minds)


def on_screen(path: Path, door: Door) -> int:
    """Plays a saved game on, on the full screen."""
    from tilehall.tui.app import Opening, run

    return run(door.terminal, door.places, door.settings, Opening("saved", path=path), door.zone, minds=door.minds)


def in_lines(table: Table[Any], settings: Settings, asked: bool, door: Door) -> int:
    from tilehall.tui import crash
    from tilehall.tui.house.host import Host
    from tilehall.tui.house.minds import at_once
    from tilehall.tui.line.aloud import Aloud, Beside
    from tilehall.tui.line.table import LineTable

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
        return crash.kept(door.places.crash, report, datetime.now(UTC))

    told = LineTable(host, host.seat(), talk, settings, reported)
    try:
        at_once(told.run())
    finally:
        host.table.close()
    return int(told.failed)
