"""`tilehall replay`: a record, step by step."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tilehall.engine import RecordError, Text, UserError, join_spaces
from tilehall.tui.cli import component_options, seat_options
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.options import Parser, add_components_option, translatable
from tilehall.tui.lines.narration import tell_position, tell_replay
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.lines.console import LineConsole


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Shows a record step by step, with what happened and its rule.")
    parser.add_argument(
        "file", metavar="FILE", help="a record, or the name of a saved game", source=game_values.saved, files=True
    )
    parser.add_argument("--to", type=int, metavar="PLY", help="show the position after so many steps")
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")
    add_components_option(parser)
    seat_options.add_look_options(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Returns 1 if the record does not verify."""
    settings = seat_options.with_look(door.settings, args, door.user_dirs)
    component_options.use_components_of_record(args.components)
    path = door.library.find(args.file)
    try:
        table = Table.open_read_only(path, door.library)
    except RecordError as error:
        door.warn(error.text)
        return 1
    replay = Replay(table)
    if table.damage:
        holds = Text("What holds of it is shown: {n} step.", "What holds of it is shown: {n} steps.", n=replay.steps)
        door.warn(join_spaces([table.damage.text, holds]))
    if args.to is not None and not 0 <= args.to <= replay.steps:
        raise UserError(
            Text("There is no step {step}: this record has steps 0 to {last}.", step=f"{args.to}", last=replay.steps)
        )
    replay.go(args.to or 0)
    if args.line or not door.on_screen:
        _in_lines(replay, args.to, door.open_console(table.rules.package))
        return 1 if table.damage else 0
    from tilehall.tui.app import Opening, run

    return run(
        door.terminal,
        door.user_dirs,
        settings,
        Opening("replay", table, ply=args.to),
        door.zone,
        minds=door.thinking_processes,
    )


def _in_lines(replay: Replay[Any], step: int | None, talk: LineConsole) -> None:
    if step is None:
        tell_replay(replay, talk)
    else:
        tell_position(replay, talk)
