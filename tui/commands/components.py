"""`tilehall components`: the table of what is in a game's box, to be changed; and `--components FILE`, to play with it.

A changed box is a matter of a whole process (`engine/shelf.py`): commands take one that end with what they do.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.engine import ENGLISH, Change, Changeable, ChangedBox, Language, RuleError, Text, game, said, shelf
from tilehall.tui.arguments import Parser, marked
from tilehall.tui.commands import values
from tilehall.tui.commands.tongue import add_language

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door

OPTION = "--components"


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Prints the table of what is in a game's box, or says what is changed in another one.")
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=values.games)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a changed copy, to be checked", files=True)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_language(parser)


def main(args: argparse.Namespace, door: Door) -> int:
    """Raises RuleError for a file that the game cannot be played with."""
    inventory = _inventory(args.game)
    if args.file is None:
        door.pour(inventory.original)
        return 0
    box = inventory.changed(_text(args.file), args.file)
    if args.json:
        door.tell({"game": inventory.game, "file": args.file} | data(box))
        return 0
    if box is None:
        door.say(Text("{file} is the original box of {game}.", file=args.file, game=inventory.game))
        return 0
    for block in told(box, door.language):
        door.pour(block + "\n")
    return 0


def _inventory(name: str) -> Changeable:
    found = game(name).inventory()
    if found is None:
        raise RuleError(Text("Nothing in the box of {game} can be changed.", game=name))
    return found


def _text(file: str) -> str:
    try:
        return Path(file).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise RuleError(Text("{file}: this is no text in UTF-8.", file=file)) from error


# --- playing with it ----------------------------------------------------------------------------------------------


def add_argument(parser: Parser) -> None:
    """`--components`, for a command that owns its process."""
    parser.add_argument(
        OPTION, metavar="FILE", help="a changed box; 'tilehall components GAME' prints the original", files=True
    )


def played_with(name: str, file: str | None) -> ChangedBox | None:
    """From now on this process plays with the box of the file, if one is given and it is not the original.

    Raises RuleError for a file that the game cannot be played with.
    """
    if file is None:
        return None
    box = _inventory(name).changed(_text(file), file)
    if box is not None:
        shelf().put(box)
    return box


# --- telling ------------------------------------------------------------------------------------------------------


def told(box: ChangedBox | None, language: Language = ENGLISH) -> list[str]:
    """What is changed, key by key, as a block of lines; nothing for the original."""
    if box is None:
        return []
    head = Text("{file}: a changed box, {digest}", file=box.file, digest=box.digest)
    return ["\n".join(said(line, language) for line in (head, *map(_change, box.changes)))]


def _change(change: Change) -> Text:
    if not change.was:
        return Text("  {key}: new, {now}", key=change.key, now=change.now)
    if not change.now:
        return Text("  {key}: left out, was {was}", key=change.key, was=change.was)
    return Text("  {key}: {was} -> {now}", key=change.key, was=change.was, now=change.now)


def data(box: ChangedBox | None) -> dict[str, Any]:
    """The same for programs."""
    if box is None:
        return {}
    return {"box": box.digest, "changes": [change._asdict() for change in box.changes]}
