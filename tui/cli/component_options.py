"""`--components FILE`: a game is played with another box than the one it came with.

That is a matter of a whole process (`engine/core/component_sets.py`): only commands take it that end with what they do.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.tui.cli.options import Parser

if TYPE_CHECKING:
    from tilehall.engine import Change, Changeable, ChangedBox, Language, Text

OPTION = "--components"
TABLE = re.compile(r"^ *\[\[?([a-z_]+)\]", re.MULTILINE)
"""A table in a text, or a list of them."""
LARGEST = 1_000_000
"""Bytes that are read of a file; what is too long says whoever looks into it."""


def add_argument(parser: Parser) -> None:
    parser.add_argument(
        OPTION, metavar="FILE", help="a changed box; 'tilehall components GAME' prints the original", files=True
    )


def played_with(name: str, file: str | None) -> ChangedBox | None:
    """From now on this process plays with the box of the file, if one is given and it is not the original.

    Raises RuleError for a file that the game cannot be played with.
    """
    if file is None:
        return None
    from tilehall.engine import shelf

    box = table_of(name).changed(text_of(file), file)
    if box is not None:
        shelf().put(box)
    return box


def followed_with(file: str | None) -> ChangedBox | None:
    """The same for who has a record: the table itself tells whose it is."""
    return None if file is None else played_with(_game_of(file), file)


def table_of(name: str) -> Changeable:
    """The table of a game. Raises RuleError for a game that has none."""
    from tilehall.engine import RuleError, Text, game

    found = game(name).inventory()
    if found is None:
        raise RuleError(Text("Nothing in the box of {game} can be changed.", game=name))
    return found


def text_of(file: str) -> str:
    """What stands in a file. Raises RuleError, OSError."""
    from tilehall.engine import RuleError, Text

    with Path(file).open("rb") as opened:
        read = opened.read(LARGEST)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError(Text("{file}: this is no text in UTF-8.", file=file)) from error


def _game_of(file: str) -> str:
    """The game whose table has most in common with this one. Raises RuleError."""
    from tilehall.engine import RuleError, Text, ids

    keys = _keys(text_of(file))
    tables = [table for table in map(_table_if_any, ids()) if table]
    nearest = max(tables, key=lambda table: len(keys & _keys(table.original)))
    if not keys & _keys(nearest.original):
        raise RuleError(Text("{file}: this is no table of components.", file=file))
    return nearest.game


def _table_if_any(name: str) -> Changeable | None:
    from tilehall.engine import RuleError, game

    try:
        return game(name).inventory()
    except RuleError:
        return None


def _keys(text: str) -> set[str]:
    """The names of the tables in a text; whether it is in order, whoever reads it says."""
    return set(TABLE.findall(text))


# --- telling ------------------------------------------------------------------------------------------------------


def told(box: ChangedBox | None) -> list[Text]:
    """What is changed, key by key, in lines; nothing for the original."""
    from tilehall.engine import Text

    if box is None:
        return []
    return [Text("{file}: a changed box, {digest}", file=box.file, digest=box.digest), *map(_change, box.changes)]


def lines(box: ChangedBox | None, language: Language) -> list[str]:
    """The same in a language, apart from what stands above."""
    from tilehall.engine import said

    return ["", *(said(line, language) for line in told(box))] if box else []


def _change(change: Change) -> Text:
    from tilehall.engine import Text

    if not change.was:
        return Text("  {key}: new, {now}", key=change.key, now=change.now)
    if not change.now:
        return Text("  {key}: left out, was {was}", key=change.key, was=change.was)
    return Text("  {key}: {was} -> {now}", key=change.key, was=change.was, now=change.now)


def data(box: ChangedBox | None) -> dict[str, Any]:
    """The same for programs."""
    return {
        "box": box.digest if box else None,
        "changes": [change._asdict() for change in box.changes] if box else [],
    }
