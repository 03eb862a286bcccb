"""`tilehall games`: the saved games, and what can be done with them.

docs/commands.md has what `--json` prints.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser, UsageError
from tilehall.tui.commands import values

if TYPE_CHECKING:
    from datetime import tzinfo

    from tilehall.tui.commands.door import Door
    from tilehall.tui.house.store import Library, Saved

ACTIONS = {
    "list": "list them, as without a word",
    "resume": "play on",
    "export": "write the record to a file or to the output",
    "delete": "delete them for good",
}


def add_arguments(parser: Parser) -> None:
    json = "the list as one JSON object, for programs"
    parser.add_argument("--json", action="store_true", help=json)
    parser.add_commands("action", "ACTION", ACTIONS)
    listed, resume, export, delete = parser.commands.values()
    # What was said before the word stays said.
    listed.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=json)
    resume.add_argument(
        "name", metavar="NAME", help="as listed, or 'last' for the newest that is not over", source=values.unfinished
    )
    resume.add_argument("--line", action="store_true", help="in plain lines of text")
    export.add_argument("name", metavar="NAME", help="as listed", source=values.saved)
    export.add_argument("file", metavar="FILE", nargs="?", help="what to call it; without one: the output", files=True)
    delete.add_argument("names", metavar="NAME", nargs="+", help="as listed", source=values.saved)


def main(args: argparse.Namespace, door: Door) -> int:
    library = door.library
    if args.action in (None, "list"):
        return data(library, door) if args.json else listing(library, door)
    if args.json:
        raise UsageError(f"--json is for the list of games, not for {args.action}.")
    if args.action == "export":
        return export(library, args.name, args.file, door)
    if args.action == "delete":
        return delete(library, args.names, door)
    return resume(library, args.name, args.line, door)


def listing(library: Library, door: Door) -> int:
    """Newest first; files that are no records are named on stderr."""
    saved = library.saved()
    if not saved:
        door.say("There are no saved games. 'tilehall play princess' begins one.")
    rows = [("NAME", "CHANGED", "STEPS", "PLAYERS", "RESULT"), *(_row(each, door.zone) for each in saved)]
    sizes = [max(len(row[n]) for row in rows) for n in range(5)]
    lines = ("  ".join(entry.ljust(size) for entry, size in zip(row, sizes, strict=True)).rstrip() for row in rows)
    door.show(*lines if saved else ())
    door.warn(*library.problems())
    return 0


def data(library: Library, door: Door) -> int:
    """The same for programs, who get the problems with it."""
    from tilehall.tui.clock import universal

    games = [
        {
            "name": saved.name,
            "game": saved.header.game,
            "players": [{"name": player.name, "kind": player.kind} for player in saved.header.players],
            "options": dict(saved.header.options),
            "steps": saved.steps,
            "over": saved.over,
            "result": saved.result or None,
            "changed": universal(saved.changed),
            "file": str(saved.path),
        }
        for saved in library.saved()
    ]
    door.tell({"games": games, "problems": library.problems()})
    return 0


def _row(saved: Saved, zone: tzinfo | None) -> tuple[str, str, str, str, str]:
    from tilehall.tui.clock import local

    return (
        saved.name,
        local(saved.changed, zone),
        str(saved.steps),
        ", ".join(saved.header.names),
        saved.result or "goes on",
    )


def resume(library: Library, name: str, line: bool, door: Door) -> int:
    from tilehall.tui.commands.play import sit_down
    from tilehall.tui.house.table import Table

    return sit_down(Table.resume(_found(library, name)), door.settings, line, door)


def _found(library: Library, name: str) -> Path:
    from tilehall.engine import RecordError

    if name != "last":
        return library.find(name)
    newest = next((saved for saved in library.saved() if not saved.over), None)
    if newest is None:
        raise RecordError("There is no saved game that is not over.")
    return newest.path


def export(library: Library, name: str, target: str | None, door: Door) -> int:
    """The record as it was kept, which is all there is to export."""
    from tilehall.engine import RecordError
    from tilehall.tui.house.store import read_text, write_whole

    text = read_text(library.find(name))
    if target is None:
        door.sink.write(text)
        return 0
    path = Path(target)
    if path.exists():
        raise RecordError(f"{path} is there already; choose another name.")
    write_whole(path, text)
    door.say(f"Written to {path}.")
    return 0


def delete(library: Library, names: list[str], door: Door) -> int:
    """Only from the shelf: a path to some other file is no name of a saved game. All or none."""
    from tilehall.tui.house.store import SUFFIX

    paths = [library.folder / (name.removesuffix(SUFFIX) + SUFFIX) for name in names]
    for name, path in zip(names, paths, strict=True):
        if path.parent != library.folder or not path.is_file():
            raise library.missing(name)
    for path in paths:
        library.delete(path)
        door.say(f"{path.stem} is deleted.")
    return 0
