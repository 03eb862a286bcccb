"""`tilehall join`: enters the hall on the same machine, as the logged-in user."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import Text, UserError
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Goes to the hall that is open on this machine, as the user who is logged in.")
    parser.add_argument("--data", metavar="DIR", help="the hall that keeps its games there, and no other", files=True)
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    if sys.platform == "win32":
        raise UserError(Text("A hall needs Linux, macOS or another Unix."))
    if not door.on_screen:
        raise UserError(Text("A screen needs a terminal: '{command}' asks for one.", command="ssh -t"))
    from tilehall.tui.hall.joining import bridge, find

    data = Path(args.data) if args.data else door.user_dirs.hall
    hall = find(data, only=args.data is not None)
    if hall is None:
        raise UserError(Text("No hall is open on this machine: '{command}' opens one.", command="tilehall serve"))
    return bridge(hall, sys.stdin.fileno(), sys.stdout.fileno(), door.environ)
