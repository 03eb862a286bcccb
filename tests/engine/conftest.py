"""The toy game at the table of the real ones."""

import sys
from collections.abc import Iterator

import pytest

from tests.engine import toy
from tilehall.engine.catalog import GAMES, Entry
from tilehall.engine.rulebook import rulebook

# So that a failure there says what was compared.
pytest.register_assert_rewrite("tests.engine.conformance", "tests.engine.rulebook_text")


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[toy.Toy]:
    """The toy, in the catalogue for as long as the test runs."""
    monkeypatch.setitem(GAMES, "toy", Entry("Toy", "Nobody", "TOY"))
    monkeypatch.setitem(sys.modules, "tilehall.engine.toy", toy)
    yield toy.TOY
    rulebook.cache_clear()
