"""`tilehall check`: whether records replay to the same digests and results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door
    from tilehall.tui.house.store import Verdict


def add_arguments(parser: Parser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="records", files=True)


def main(args: argparse.Namespace, door: Door) -> int:
    """A line for each file; 1 if one of them does not verify."""
    from tilehall.engine import RuleError
    from tilehall.tui.house.store import verify

    bad = 0
    for name in args.files:
        try:
            found = told(verify(Path(name)))
        except RuleError as error:
            bad += 1
            found = f"no: {error}"
        door.say(f"{name}: {found}")
        door.sink.flush()
    return 1 if bad else 0


def told(found: Verdict) -> str:
    if not found.over:
        return f"ok, {found.steps} steps, the game goes on"
    fair = ", dealt by its sealed seed" if found.fair else ""
    return f"ok, {found.steps} steps, {found.result or 'the result is missing'}{fair}"
