"""`tilehall replay`: a record, step by step."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tilehall.engine import RecordError, RuleError, Text, spaced
from tilehall.tui.cli import component_options, seat_options
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, marked

if TYPE_CHECKING:
    from tilehall.tui.cli.context import Door
    from tilehall.tui.lines.console import Talk
    from tilehall.tui.tables.history.replay import Replay


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Shows a record step by step, with what happened and its rule.")
    parser.add_argument(
        "file", metavar="FILE", help="a record, or the name of a saved game", source=values.saved, files=True
    )
    parser.add_argument("--to", type=int, metavar="PLY", help="show the position after so many steps")
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")
    component_options.add_argument(parser)
    seat_options.add_look(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    """1 if the record does not verify."""
    from tilehall.tui.tables.history.replay import Replay
    from tilehall.tui.tables.table import Table

    settings = seat_options.having_look(door.settings, args, door.places)
    component_options.followed_with(args.components)
    path = door.library.find(args.file)
    try:
        table = Table.shown(path, door.library)
    except RecordError as error:
        door.warn(error.text)
        return 1
    replay = Replay(table)
    if table.damage:
        holds = Text("What holds of it is shown: {n} step.", "What holds of it is shown: {n} steps.", n=replay.steps)
        door.warn(spaced([table.damage.text, holds]))
    if args.to is not None and not 0 <= args.to <= replay.steps:
        raise RuleError(
            Text("There is no step {step}: this record has steps 0 to {last}.", step=f"{args.to}", last=replay.steps)
        )
    replay.go(args.to or 0)
    if args.line or not door.on_screen:
        _in_lines(replay, args.to, door.talk(table.rules.package))
        return 1 if table.damage else 0
    from tilehall.tui.app import Opening, run

    return run(door.terminal, door.places, settings, Opening("replay", table, ply=args.to), door.zone, minds=door.minds)


def _in_lines(replay: Replay[Any], step: int | None, talk: Talk) -> None:
    from tilehall.tui.lines.narration import position, whole

    if step is None:
        whole(replay, talk)
    else:
        position(replay, talk)
