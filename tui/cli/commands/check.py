"""`tilehall check`: verifies that records replay to the same digests and results.

docs/commands.md describes the output of `--json`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.tui.cli import component_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, translatable

if TYPE_CHECKING:
    from tilehall.engine import Text
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.tables.storage.saved_games import RecordCheck


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Replays records and says of each whether it holds what it says.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="records", files=True)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    component_options.add_components_option(parser)
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Prints a line for each file, or one object for all; returns 1 if a file does not verify."""
    from tilehall.engine import Text

    component_options.use_components_of_record(args.components)
    found = []
    for name in args.files:
        verdict = _verdict(name)
        found.append((name, verdict))
        if not args.json:
            door.say(Text("{file}: {verdict}", file=name, verdict=verdict_lines(verdict)))
            door.sink.flush()
    ok = not any(isinstance(verdict, Text) for _, verdict in found)
    if args.json:
        door.print_json({"ok": ok, "files": [verdict_data(name, verdict) for name, verdict in found]})
    return 0 if ok else 1


def _verdict(name: str) -> RecordCheck | Text:
    """The result of the check, or the reason why the record does not verify."""
    from tilehall.engine import UserError
    from tilehall.tui.tables.storage.saved_games import verify_record

    try:
        return verify_record(Path(name))
    except UserError as error:
        return error.text


def verdict_lines(found: RecordCheck | Text) -> Text:
    from tilehall.engine import Text, literal_text

    if isinstance(found, Text):
        return Text("no: {why}", why=found)
    steps = found.steps
    if not found.over:
        return Text("ok, {n} step, the game goes on", "ok, {n} steps, the game goes on", n=steps)
    result = literal_text(found.result) if found.result else Text("the result is missing")
    if not found.fair:
        return Text("ok, {n} step, {result}", "ok, {n} steps, {result}", n=steps, result=result)
    return Text(
        "ok, {n} step, {result}, dealt by its sealed seed",
        "ok, {n} steps, {result}, dealt by its sealed seed",
        n=steps,
        result=result,
    )


def verdict_data(name: str, found: RecordCheck | Text) -> dict[str, object]:
    """The result as JSON data, in English."""
    from tilehall.engine import Text

    if isinstance(found, Text):
        return {"file": name, "ok": False, "problem": f"{found}"}
    result = found.result or None
    return {"file": name, "ok": True, "steps": found.steps, "over": found.over, "result": result, "fair": found.fair}
