"""The examples in the docstrings of the modules that lie directly in tui, and of the commands, are true."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

from tilehall import tui
from tilehall.tui import lab, lines, tables
from tilehall.tui.cli import command_table

ROOMS = (command_table, tables, lab, lines)
MODULES = [
    *(f"tilehall.tui.{module.name}" for module in iter_modules(tui.__path__) if not module.ispkg),
    *(f"{room.__name__}.{module.name}" for room in ROOMS for module in iter_modules(room.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert sum(len(test.examples) for name in MODULES for test in finder.find(import_module(name))) > 30
