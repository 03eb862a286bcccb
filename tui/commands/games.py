"""`tilehall games`: the saved games, and what can be done with them."""

from __future__ import annotations

import argparse
from datetime import tzinfo
from pathlib import Path

from tilehall.engine import RecordError
from tilehall.tui.clock import local
from tilehall.tui.commands.door import Door
from tilehall.tui.commands.play import sit_down
from tilehall.tui.house.store import SUFFIX, Library, Saved, read_text, write_whole
from tilehall.tui.house.table import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="list them (as without a word)")
    resume = actions.add_parser("resume", help="play on")
    resume.add_argument("name", metavar="NAME", help="as listed, or 'last' for the newest that is not over")
    resume.add_argument("--line", action="store_true", help="in plain lines of text")
    export = actions.add_parser("export", help="write the record to a file or to the output")
    export.add_argument("name", metavar="NAME")
    export.add_argument("file", metavar="FILE", nargs="?")
    delete = actions.add_parser("delete", help="delete them for good")
    delete.add_argument("names", metavar="NAME", nargs="+")


def main(args: argparse.Namespace, door: Door) -> int:
    library = door.library
    if args.action == "resume":
        return sit_down(Table.resume(_found(library, args.name)), door.settings, args.line, door)
    if args.action == "export":
        return export(library, args.name, args.file, door)
    if args.action == "delete":
        return delete(library, args.names, door)
    return listing(library, door)


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


def _row(saved: Saved, zone: tzinfo | None) -> tuple[str, str, str, str, str]:
    return (
        saved.name,
        local(saved.changed, zone),
        str(saved.steps),
        ", ".join(saved.header.names),
        saved.result or "goes on",
    )


def _found(library: Library, name: str) -> Path:
    if name != "last":
        return library.find(name)
    newest = next((saved for saved in library.saved() if not saved.over), None)
    if newest is None:
        raise RecordError("There is no saved game that is not over.")
    return newest.path


def export(library: Library, name: str, target: str | None, door: Door) -> int:
    """The record as it was kept, which is all there is to export."""
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
    paths = [library.folder / (name.removesuffix(SUFFIX) + SUFFIX) for name in names]
    for name, path in zip(names, paths, strict=True):
        if path.parent != library.folder or not path.is_file():
            raise library.missing(name)
    for path in paths:
        library.delete(path)
        door.say(f"{path.stem} is deleted.")
    return 0
