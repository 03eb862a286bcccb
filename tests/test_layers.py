"""The walls of the house: who may hold a match, and that no two rooms need each other."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.test_imports import dotted, imports_of, modules, within

HOUSE = "tilehall.tui.tables"
CARRIES_A_MATCH = frozenset({"Match", "Record", "Scribe", "begun", "read", "write"})
"""The names of the engine that are a match, hold one, or need one."""


def matches_held(source: str) -> Iterator[tuple[int, str]]:
    """Names that carry a match, imported from the engine, and what is asked of something's match."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tilehall.engine"):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in CARRIES_A_MATCH)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "match":
            yield node.lineno, f"{ast.unparse(node.value)}.{node.attr}"


def test_only_the_house_holds_a_match() -> None:
    found = [
        f"{dotted(path)}:{line} uses {name}"
        for path in modules("tui")
        if not within(dotted(path), HOUSE)
        for line, name in matches_held(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from tilehall.engine import Match, Player", ["Match"]),
        ("from tilehall.engine.records.reader import read", ["read"]),
        ("steps = len(table.match.steps)", ["table.match.steps"]),
        ("from themes import read\nre.match('a', 'b').group()", []),
    ],
)
def test_a_match_held_is_seen(source: str, names: list[str]) -> None:
    assert [name for _, name in matches_held(source)] == names


def room(name: str) -> str:
    """The room of a module: `tilehall.tui.player`; the modules that lie directly in tui are rooms of their own."""
    parts = name.split(".")
    return ".".join(parts[: 3 if parts[1] == "tui" else 2])


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
    assert order.index("tilehall.engine") < order.index(HOUSE) < order.index("tilehall.tui.player")
    assert (
        order.index("tilehall.tui.player")
        < order.index("tilehall.tui.boards.registry")
        < order.index("tilehall.tui.screens")
    )


def test_the_house_needs_only_the_engine() -> None:
    assert rooms()[HOUSE] == {"tilehall.engine"}
    drawn = [
        f"{path.name}:{one.line} imports {one.name}"
        for path in modules("tui/house")
        for one in imports_of(path)
        if one.name.partition(".")[0] in ("textual", "rich", "platformdirs")
    ]
    assert not drawn


def test_games_are_found_by_the_catalogue_alone() -> None:
    """What knows a game by its name is the catalogue, its scene and its words; a list of files is asked by nobody."""
    knowing = {
        dotted(path)
        for path in modules("tui")
        for one in imports_of(path)
        if one.name.startswith("tilehall.engine.") and one.name.count(".") == 2
    }
    strangers = {
        name for name in knowing if not any(within(name, f"tilehall.tui.{place}") for place in ("scenes", "words"))
    }
    assert strangers <= {name for name in strangers if knows_no_game(name)}, strangers


def knows_no_game(module: str) -> bool:
    """Whether all that a module imports from inside the engine are players, lessons and the like, or examines Texts."""
    path = next(path for path in modules("tui") if dotted(path) == module)
    inside = {one.name for one in imports_of(path) if one.name.startswith("tilehall.engine.")}
    return inside <= {
        f"tilehall.engine.{name}" for name in ("about", "players", "lessons", "puzzles", "tours", "using", "wording")
    }
