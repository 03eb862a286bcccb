"""Shapes of code that mypyc cannot compile stay out of the rules, so that a compiled engine remains possible."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilehall.engine

ENGINE = Path(tilehall.engine.__file__).parent
RULES = (
    "decision_points",
    "events",
    "fences",
    "movement",
    "names",
    "pattern_matching",
    "refusals",
    "rooms",
    "rules",
)
"""The modules that a search lives in. Actions are declarations: they stay Python classes."""


def obstacles(source: str) -> Iterator[tuple[int, str]]:
    """The lines that mypyc stumbles over, and what is to be written there instead."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                if any(isinstance(part, ast.Starred) and isinstance(part.value, ast.GeneratorExp) for part in parts):
                    yield node.lineno, "a starred generator: star a list"
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts=parts)]):
                if any(isinstance(part, ast.Starred) for part in parts):
                    yield node.lineno, "`in` a tuple with a star: give that tuple a name"
            case ast.Call(func=ast.Attribute(attr="__new__")):
                yield node.lineno, "an object made by __new__: call the class"
            case ast.ClassDef(body=body, decorator_list=decorators):
                yield from ((line.lineno, wrong) for line in body if (wrong := _in_class(line)))
                if any("dataclass" in ast.unparse(decorator) for decorator in decorators):
                    yield node.lineno, "a dataclass: write a NamedTuple or a class"
            case ast.Module(body=body):
                yield from ((line.lineno, "constants need a type: OPTIONS") for line in body if _is_bare_options(line))


def _in_class(line: ast.stmt) -> str:
    match line:
        case ast.Assign(targets=[_, _, *_]):
            return "two names for one thing in a class: write two lines"
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name()) if name.startswith("__") and name != "__slots__":
            return "a function that becomes a method with underscores: define it"
    return ""


def _is_bare_options(line: ast.stmt) -> bool:
    return isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "OPTIONS"


def test_nothing_is_in_the_way_of_a_compiler() -> None:
    paths = [path for path in sorted(ENGINE.rglob("*.py")) if path.stem in RULES]
    assert len(paths) >= 25
    found = [
        f"{path.relative_to(ENGINE)}:{line}: {wrong}"
        for path in paths
        for line, wrong in obstacles(path.read_text("utf-8"))
    ]
    assert not found, "mypyc cannot compile\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("todo = (*(step for step in steps), last)", "a starred generator"),
        ("point in (*OPENING, 'OVER')", "`in` a tuple with a star"),
        ("board = cls.__new__(cls)", "an object made by __new__"),
        ("class Hold:\n    __slots__ = __match_args__ = ('card',)", "two names for one thing"),
        ("class Hold:\n    __str__ = spelled", "a function that becomes a method"),
        ("@dataclass(frozen=True)\nclass Hold:\n    card: int", "a dataclass"),
        ("OPTIONS = (Option('x'),)", "constants need a type"),
    ],
)
def test_each_obstacle_is_seen(source: str, wrong: str) -> None:
    assert [found.startswith(wrong) for _, found in obstacles(source)] == [True]


def test_what_compiles_is_left_alone() -> None:
    source = "class Hold:\n    __match_args__ = ('card',)\n    __slots__ = __match_args__\n"
    assert not list(obstacles(source + "todo = (*[step for step in steps], last)\nOPTIONS: Options = ()"))
