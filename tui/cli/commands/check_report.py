"""The verification and output of `tilehall check`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tilehall.engine import Text, UserError, literal_text
from tilehall.tui.cli import component_options
from tilehall.tui.cli.context import CliContext
from tilehall.tui.tables.storage.saved_games import RecordCheck, verify_record


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Prints a line for each file, or one object for all; returns 1 if a file does not verify."""
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
    try:
        return verify_record(Path(name))
    except UserError as error:
        return error.text


def verdict_lines(found: RecordCheck | Text) -> Text:
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
    if isinstance(found, Text):
        return {"file": name, "ok": False, "problem": f"{found}"}
    result = found.result or None
    return {"file": name, "ok": True, "steps": found.steps, "over": found.over, "result": result, "fair": found.fair}
