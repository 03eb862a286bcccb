"""The examples in the docstrings of the house are true."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tilehall.tui import tables

MODULES = [module.name for module in walk_packages(tables.__path__, "tilehall.tui.tables.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert sum(len(test.examples) for name in MODULES for test in finder.find(import_module(name))) > 20
