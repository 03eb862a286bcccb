"""The examples in the docstrings of the whole program, and of what its tests are made of, are true."""

import doctest
from importlib import import_module
from importlib.util import find_spec
from pkgutil import walk_packages

import pytest

import tilehall

HELPERS = (
    "tests.engine.games.princess.table",
    "tests.engine.games.rulebook_text",
    "tests.oracle.princess",
    "tests.rules",
)
LEARNING = "tilehall.engine.rl."
MODULES = (
    *(module.name for module in walk_packages(tilehall.__path__, "tilehall.") if module.name != "tilehall.__main__"),
    *HELPERS,
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    if name.startswith(LEARNING) and find_spec("pettingzoo") is None:
        pytest.skip("environments for programs that learn need the extra: tilehall[rl]")
    if name.endswith(".plot") and find_spec("matplotlib") is None:
        pytest.skip("pictures of simulations need the extra: tilehall[plot]")
    assert doctest.testmod(import_module(name)).failed == 0


def test_every_room_has_examples() -> None:
    """Where a folder lost all its examples, nothing would be tried any more."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for room, least in (("engine.core", 30), ("tui.tables", 20), ("tui.terminal", 8), ("tui.cli", 5), ("tui.lab", 5)):
        names = [name for name in MODULES if name.startswith(f"tilehall.{room}")]
        assert sum(len(test.examples) for name in names for test in finder.find(import_module(name))) > least, room
