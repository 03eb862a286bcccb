"""`tilehall check`: whether records replay to the same digests and results.

docs/commands.md has what `--json` prints.
"""

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
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def main(args: argparse.Namespace, door: Door) -> int:
    """A line for each file, or one object for all; 1 if one of them does not verify."""
    found = []
    for name in args.files:
        verdict = _verdict(name)
        found.append((name, verdict))
        if not args.json:
            door.say(f"{name}: {told(verdict)}")
            door.sink.flush()
    ok = not any(isinstance(verdict, str) for _, verdict in found)
    if args.json:
        door.tell({"ok": ok, "files": [data(name, verdict) for name, verdict in found]})
    return 0 if ok else 1


def _verdict(name: str) -> Verdict | str:
    """What is found, or why the record does not verify."""
    from tilehall.engine import RuleError
    from tilehall.tui.house.store import verify

    try:
        return verify(Path(name))
    except RuleError as error:
        return str(error)


def told(found: Verdict | str) -> str:
    if isinstance(found, str):
        return f"no: {found}"
    if not found.over:
        return f"ok, {found.steps} steps, the game goes on"
    fair = ", dealt by its sealed seed" if found.fair else ""
    return f"ok, {found.steps} steps, {found.result or 'the result is missing'}{fair}"


def data(name: str, found: Verdict | str) -> dict[str, object]:
    """The same for programs."""
    if isinstance(found, str):
        return {"file": name, "ok": False, "problem": found}
    result = found.result or None
    return {"file": name, "ok": True, "steps": found.steps, "over": found.over, "result": result, "fair": found.fair}
