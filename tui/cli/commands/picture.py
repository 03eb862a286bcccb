"""`tilehall picture`: renders a position of a record as a terminal would show it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from tilehall.engine import Text, UserError
from tilehall.tui.cli import seat_options
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Parser, translatable
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.storage.filesystem import replace_text
from tilehall.tui.tables.storage.store import SUFFIX
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.capabilities import Colours

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext

LARGEST = 400
"""Maximal columns and lines of a picture."""


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Draws a position of a record as SVG, as a terminal would show it.")
    parser.add_argument(
        "file", metavar="FILE", help="a record, or the name of a saved game", source=game_values.saved, files=True
    )
    parser.add_argument("target", metavar="TARGET", help="the file to write", files=True)
    parser.add_argument("--to", type=int, metavar="PLY", help="the position after so many steps, else the last one")
    parser.add_argument("--size", default="120x40", metavar="COLUMNSxLINES", help="of the terminal (120x40)")
    parser.add_argument(
        "--colours",
        choices=get_args(Colours),
        default="truecolor",
        metavar="DEPTH",
        help="what the terminal can show (truecolor)",
        source=_colours,
    )
    seat_options.add_look_options(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.tui.screens.board_svg import board_svg, load_look

    size = parse_size(args.size)
    settings = seat_options.with_look(door.settings, args, door.user_dirs)
    record, target = door.library.find(args.file), Path(args.target)
    if target.exists() and (target.suffix == SUFFIX or target.samefile(record)):
        raise UserError(Text("{file} is there already; choose another name.", file=args.target))
    replay = Replay(Table.open_read_only(record, door.library))
    step = replay.steps if args.to is None else args.to
    if not 0 <= step <= replay.steps:
        raise UserError(
            Text("There is no step {step}: this record has steps 0 to {last}.", step=f"{step}", last=replay.steps)
        )
    replay.go(step)
    terminal = replace(door.terminal, colours=args.colours, glyphs="full")
    look = load_look(settings, terminal, door.user_dirs, replay.now.rules.package)
    replace_text(target, board_svg(replay, look, size, terminal.colours))
    return 0


def parse_size(text: str) -> tuple[int, int]:
    """Parses columns and lines, e.g. `120x40`. Raises UserError."""
    found = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text, re.ASCII)
    if found is None or not all(0 < int(number) <= LARGEST for number in found.groups()):
        raise UserError(Text("'{size}' is no size such as {usual}.", size=text[:20], usual="120x40"))
    return int(found[1]), int(found[2])


def _colours(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The colour depths."""
    yield from ((depth, "") for depth in get_args(Colours))
