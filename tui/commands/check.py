"""`tilehall check`: whether records replay to the same digests and results."""

from __future__ import annotations

import argparse
from pathlib import Path

from tilehall.engine import Record, RuleError
from tilehall.tui.commands.door import Door
from tilehall.tui.files import read_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="records")


def main(args: argparse.Namespace, door: Door) -> int:
    """A line for each file; 1 if one of them does not verify."""
    bad = 0
    for name in args.files:
        try:
            found = verdict(read_record(Path(name)))
        except RuleError as error:
            bad += 1
            found = f"no: {error}"
        door.say(f"{name}: {found}")
        door.sink.flush()
    return 1 if bad else 0


def verdict(record: Record) -> str:
    steps = f"{len(record.match.steps)} steps"
    if not record.match.over:
        return f"ok, {steps}, the game goes on"
    fair = ", dealt by its sealed seed" if record.seed and record.header.sealed else ""
    return f"ok, {steps}, {record.result or 'the result is missing'}{fair}"
