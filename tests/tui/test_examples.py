"""Whoever reads how the house and line mode are used sees what they do: the examples in them run."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

import tilehall.tui.house
import tilehall.tui.line

ROOMS = (tilehall.tui.house, tilehall.tui.line)
MODULES = [f"{room.__name__}.{each.name}" for room in ROOMS for each in iter_modules(room.__path__)]


@pytest.mark.parametrize("name", [*MODULES, "tilehall.tui.pipe"])
def test_examples_do_what_they_show(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
