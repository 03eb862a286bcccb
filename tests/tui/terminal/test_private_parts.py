"""Outside of the kernel nothing private of Textual is used or covered by accident, imported or inherited."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.widget import Widget

import tilehall.tui
from tilehall.tui.terminal import TRIED_WITH

KERNEL = "tilehall.tui.terminal"
SSH = "tilehall.tui.hall.ssh"
"""The one module for what is private of asyncssh."""
MODULES = [
    module.name
    for module in walk_packages(tilehall.tui.__path__, "tilehall.tui.")
    if not f"{module.name}.".startswith((f"{KERNEL}.", f"{SSH}."))
]
# Underscores that keep a namedtuple's own methods apart from its fields, and the way out of a process without return.
PUBLIC = frozenset({"_replace", "_asdict", "_make", "_fields", "_exit"})


@pytest.mark.parametrize("name", TRIED_WITH)
def test_this_is_the_version_that_was_tried(name: str) -> None:
    tried, there = TRIED_WITH[name], version(name)
    assert there == tried, (
        f"The private parts were tried with {name} {tried}, and {there} is installed. If all else here passes, they "
        "work with that as well: say so in tui/terminal/__init__.py and constraints.txt."
    )


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def used(tree: ast.AST) -> set[str]:
    """The private attributes that are asked for or set."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_private(node.attr)}


def made(tree: ast.AST) -> set[str]:
    """The private names that are defined: functions, fields, and what an object sets on itself."""
    return {name for node in ast.walk(tree) for name in _names(node) if is_private(name)}


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.ClassDef(body=body):
            fields = [each for each in body if isinstance(each, ast.Assign | ast.AnnAssign)]
            yield from (name.id for each in fields for name in ast.walk(each) if isinstance(name, ast.Name))
        case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
            yield name


@cache
def classes_in(path: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(Path(path).read_text("utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def tree_of(kind: type) -> ast.AST:
    return classes_in(inspect.getfile(kind))[kind.__name__]


@cache
def private_names(kind: type) -> frozenset[str]:
    """Those that the class itself defines."""
    return frozenset(made(tree_of(kind)))


def touched(kind: type) -> set[str]:
    return made(tree_of(kind)) | used(tree_of(kind))


def theirs(kind: type) -> set[str]:
    """The private names that Textual and the kernel gave to a class."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith(("textual.", KERNEL))]
    return {name for base in bases for name in private_names(base)}


def test_a_private_attribute_is_asked_only_of_our_own() -> None:
    trees = {name: ast.parse(Path(inspect.getfile(import_module(name))).read_text("utf-8")) for name in MODULES}
    ours = set().union(*map(made, trees.values()))
    found = {name: strangers for name, tree in trees.items() if (strangers := used(tree) - ours)}
    assert not found


def test_no_class_covers_what_is_private_to_textual() -> None:
    parts = [(name, part) for name in MODULES for part in vars(import_module(name)).values()]
    kinds = {part for name, part in parts if isinstance(part, type) and part.__module__ == name}
    kinds = {kind for kind in kinds if theirs(kind)}
    assert len(kinds) > 30
    found = {
        f"{kind.__module__}.{kind.__name__}": covered for kind in kinds if (covered := touched(kind) & theirs(kind))
    }
    assert not found


class Clumsy(Widget):
    def _animate_in(self) -> None:
        self._size = self._own = None

    def _render(self) -> str:
        return self.app._driver


def test_what_is_clumsy_is_seen() -> None:
    tree = tree_of(Clumsy)
    assert made(tree) == {"_animate_in", "_size", "_own", "_render"}
    assert touched(Clumsy) & theirs(Clumsy) == {"_size", "_render"}
    assert used(tree) == {"_size", "_own", "_driver"}
