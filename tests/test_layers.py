"""The layers of the program: who may hold a match, and that no two rooms need each other."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.test_imports import dotted, imports_of, modules, within

TABLES = "tilehall.tui.tables"
CARRIES_A_MATCH = frozenset({"Match", "Record", "RecordWriter", "begin_match", "parse_record", "write_record"})
"""The names of the engine that are a match, hold one, or need one."""
MAY_HOLD_A_MATCH = (
    TABLES,
    "tilehall.tui.features.puzzles.puzzle_attempt",
    "tilehall.tui.lab",
    "tilehall.tui.programs.bots",
)
"""Tables, and what plays whole games without people."""


def may_hold_a_match(module: str) -> bool:
    return any(within(module, place) for place in MAY_HOLD_A_MATCH)


def matches_held(source: str) -> Iterator[tuple[int, str]]:
    """Names that carry a match, imported from the engine, and what is asked of something's match."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tilehall.engine"):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in CARRIES_A_MATCH)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "match":
            yield node.lineno, f"{ast.unparse(node.value)}.{node.attr}"


def test_only_tables_hold_a_match() -> None:
    found = [
        f"{dotted(path)}:{line} uses {name}"
        for path in modules("tui")
        if not may_hold_a_match(dotted(path))
        for line, name in matches_held(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from tilehall.engine import Match, Player", ["Match"]),
        ("from tilehall.engine.records.reader import parse_record", ["parse_record"]),
        ("steps = len(table.match.steps)", ["table.match.steps"]),
        ("from themes import read\nre.match('a', 'b').group()", []),
    ],
)
def test_a_match_held_is_seen(source: str, names: list[str]) -> None:
    assert [name for _, name in matches_held(source)] == names


def room(name: str) -> str:
    """The room of a module: `tilehall.tui.player`; modules that lie directly in tui are rooms of their own.

    The command of a feature belongs to the command line, its lines to line mode, all else of it to the screens.
    """
    parts = name.split(".")
    if parts[1] != "tui":
        return ".".join(parts[:2])
    if (parts[2:3] != ["tables"] and parts[-1] == "command") or parts[-1].endswith("_command"):
        return "tilehall.tui.cli"
    if parts[2:3] == ["features"]:
        return "tilehall.tui.lines" if parts[-1] == "lines" or parts[-1].endswith("_lines") else "tilehall.tui.screens"
    return ".".join(parts[:3])


@cache
def rooms() -> dict[str, set[str]]:
    """Every room with the others that it imports, when it is loaded or later."""
    found: dict[str, set[str]] = {}
    for path in (path for package in ("engine", "themes", "tui") for path in modules(package)):
        here = room(dotted(path))
        names = (one.name for one in imports_of(path) if one.name.startswith("tilehall."))
        found.setdefault(here, set()).update(other for name in names if (other := room(name)) != here)
    return found


def test_no_two_rooms_need_each_other() -> None:
    try:
        order = list(TopologicalSorter(rooms()).static_order())
    except CycleError as error:
        raise AssertionError(f"these rooms need each other: {' -> '.join(error.args[1])}") from None
    upwards = ("tilehall.engine", TABLES, *(f"tilehall.tui.{name}" for name in ("player", "boards", "screens")))
    assert [name for name in order if name in upwards] == [*upwards]


def test_tables_need_only_the_engine() -> None:
    assert rooms()[TABLES] == {"tilehall.engine"}
    drawn = [
        f"{path.name}:{one.line} imports {one.name}"
        for path in modules("tui/tables")
        for one in imports_of(path)
        if one.name.partition(".")[0] in ("textual", "rich", "platformdirs")
    ]
    assert not drawn


def test_games_are_found_by_the_catalogue_alone() -> None:
    """What knows a game by its name is the catalogue and its board; a list of files is asked by nobody."""
    strangers = {
        dotted(path)
        for path in modules("tui")
        for one in imports_of(path)
        if one.name.startswith("tilehall.engine.games.") and not within(dotted(path), "tilehall.tui.boards")
    }
    assert not strangers
