"""`--components FILE`: plays a game with a component set other than its original one.

The set applies to the whole process (`engine/core/component_sets.py`), so only commands that run once offer this
option.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tilehall.engine import (
    ComponentChange,
    ComponentSet,
    ComponentSource,
    Language,
    Text,
    UserError,
    component_sets,
    list_game_ids,
    load_game,
    render_text,
)

TABLE = re.compile(r"^ *\[\[?([a-z_]+)\]", re.MULTILINE)
"""A table header, or the header of an array of tables, in TOML."""
LARGEST = 1_000_000
"""Bytes read of a file: one more than a component set may have."""


def use_components(name: str, file: str | None) -> ComponentSet | None:
    """Makes this process use the component set of the file, if one is given and it differs from the original.

    Raises UserError if the game cannot be played with it.
    """
    if file is None:
        return None
    box = component_table(name).read_changed_set(read_components(file), file)
    if box is not None:
        component_sets().use_set(box)
    return box


def use_components_of_record(file: str | None) -> ComponentSet | None:
    """Like `use_components`; the game is the one whose table is most similar to the file."""
    return None if file is None else use_components(_game_of(file), file)


def component_table(name: str) -> ComponentSource:
    """The component table of a game. Raises UserError for a game without one."""
    found = load_game(name).component_source
    if found is None:
        raise UserError(Text("Nothing in the box of {game} can be changed.", game=name))
    return found


def read_components(file: str) -> str:
    """The content of a file. Raises UserError and OSError."""
    with Path(file).open("rb") as opened:
        read = opened.read(LARGEST)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(Text("{file}: this is no text in UTF-8.", file=file)) from error


def _game_of(file: str) -> str:
    """The game whose table has most in common with this text. Raises UserError."""
    keys = _keys(read_components(file))
    tables = [table for table in map(_table_if_any, list_game_ids()) if table]
    nearest = max(tables, key=lambda table: len(keys & _keys(table.original_text)))
    if not keys & _keys(nearest.original_text):
        raise UserError(Text("{file}: this is no table of components.", file=file))
    return nearest.game


def _table_if_any(name: str) -> ComponentSource | None:
    try:
        return load_game(name).component_source
    except UserError:
        return None


def _keys(text: str) -> set[str]:
    """The names of the tables in a text, which need not be valid TOML."""
    return set(TABLE.findall(text))


# --- descriptions -------------------------------------------------------------------------------------------------


def change_lines(box: ComponentSet | None) -> list[Text]:
    """The changed values, one line each; empty for the original set."""
    if box is None:
        return []
    return [Text("{file}: a changed box, {digest}", file=box.file, digest=box.digest), *map(_change, box.changes)]


def format_changes(box: ComponentSet | None, language: Language) -> list[str]:
    """The changes as translated lines, set apart from the lines above."""
    return ["", *(render_text(line, language) for line in change_lines(box))] if box else []


def _change(change: ComponentChange) -> Text:
    if not change.was:
        return Text("  {key}: new, {now}", key=change.key, now=change.now)
    if not change.now:
        return Text("  {key}: left out, was {was}", key=change.key, was=change.was)
    return Text("  {key}: {was} -> {now}", key=change.key, was=change.was, now=change.now)


def changes_data(box: ComponentSet | None) -> dict[str, Any]:
    """The changes as JSON data."""
    return {
        "box": box.digest if box else None,
        "changes": [change._asdict() for change in box.changes] if box else [],
    }
