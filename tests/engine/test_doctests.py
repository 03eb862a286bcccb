"""The examples in the docstrings of the engine, and of what its tests are made of, are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tilehall import engine

MODULES = sorted({"tilehall.engine", *(module.name for module in walk_packages(engine.__path__, "tilehall.engine."))})
LEARNING = "tilehall.engine.rl."
HELPERS = [
    "tests.engine.games.princess.table",
    "tests.engine.games.rulebook_text",
    "tests.oracle.princess",
    "tests.rules",
]


@pytest.mark.parametrize("name", [*MODULES, *HELPERS])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    if name.startswith(LEARNING):
        pytest.importorskip("pettingzoo", reason="environments for programs that learn need the extra: tilehall[rl]")
    found = doctest.testmod(import_module(name))
    assert found.failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = sum(
        len(test.examples)
        for name in MODULES
        if not name.startswith(LEARNING)
        for test in finder.find(import_module(name))
    )
    assert examples > 30
