"""`tilehall demo`: computer players play, every step with what happens and its rule."""

from __future__ import annotations

import argparse
from math import isfinite
from typing import TYPE_CHECKING, Any

from tilehall.engine import OFFERED, RuleError, Text
from tilehall.tui.arguments import Parser, marked
from tilehall.tui.commands import seats
from tilehall.tui.house.company import LEVEL, computers

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door
    from tilehall.tui.house.table import Table


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Computer players play; every step is told with its rule.")
    seats.add_arguments(parser, [level.id for level in OFFERED])
    parser.add_argument("--speed", type=float, metavar="X", help="2 is twice as fast; 0 leaves out all pauses")


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.tui.house.table import Table

    settings = seats.having_look(door.settings, args, door.places)
    players, options = computers(seats.named(args.seat, LEVEL), args.players), seats.options(args.option)
    if args.speed is not None and not (isfinite(args.speed) and args.speed >= 0):
        raise RuleError(Text("{option} is a number from 0 on, such as 2.", option="--speed"))
    table = Table.open(args.game, players, options, args.seed)
    if args.line or not door.on_screen:
        return _in_lines(table, args.speed, door)
    from tilehall.tui.app import Opening, run

    opening = Opening("demo", table, 1.0 if args.speed is None else args.speed)
    return run(door.terminal, door.places, settings, opening, door.zone, minds=door.minds)


def _in_lines(table: Table[Any], speed: float | None, door: Door) -> int:
    """Nobody waits where nobody watches: without --speed there are pauses only on a terminal."""
    from time import sleep

    from tilehall.tui.house.minds import at_once
    from tilehall.tui.house.seat import onlooker
    from tilehall.tui.line.show import demo

    usual = 1.0 if door.sink.isatty() else 0.0
    at_once(demo(onlooker(table), door.talk(table.rules.package), usual if speed is None else speed, sleep))
    return 0
