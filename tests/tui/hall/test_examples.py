"""The examples in the docstrings of the house side of the hall are true."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "asked",
    "bare",
    "cleaning",
    "clocks",
    "consent",
    "counting",
    "figures",
    "gathering",
    "ledger",
    "limits",
    "logs",
    "people",
    "refusals",
    "screen",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    found = doctest.testmod(import_module(f"tilehall.tui.hall.{name}"))
    assert (found.failed, found.attempted > 0) == (0, True)
