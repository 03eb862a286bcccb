"""A value of an option is known everywhere: while one place lacks it, a test here fails and says which."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tests.oracle import (
    test_beasts_against_engine,
    test_kaguya_against_engine,
    test_princess_against_engine,
    test_sand_against_engine,
)
from tilehall.engine import BUILT_IN_GAMES, Option, Text, load_game
from tilehall.tui import languages

PLAYED: dict[str, tuple[Mapping[str, str], ...]] = {
    "princess": test_princess_against_engine.TABLES,
    "sand": test_sand_against_engine.TABLES,
    "beasts": tuple({"first_seat": first} for *_, first in test_beasts_against_engine.TABLES.values()),
    "kaguya": test_kaguya_against_engine.TABLES,
}
"""The options of the games that engine and oracle play side by side."""
CATALOGUES = [*Path(languages.__file__).parent.glob("*.po")]


def values() -> Iterator[Any]:
    for game in BUILT_IN_GAMES:
        for option in load_game(game).options:
            for value in option.values:
                yield pytest.param(game, option, value, id=f"{game}-{option.id}-{value}")


each_value = pytest.mark.parametrize(("game", "option", "value"), [*values()])


def is_plain(option: Option, value: str) -> bool:
    """The default, or one of many numbers."""
    return value == option.default or value.isdigit()


@each_value
def test_the_oracle_knows_it(game: str, option: Option, value: str) -> None:
    oracle = import_module(f"tests.oracle.{game}").Oracle
    oracle(load_game(game).player_counts[-1], {option.id: value})
    with pytest.raises(ValueError, match=option.id):
        oracle(load_game(game).player_counts[-1], {option.id: f"not {value}"})
    assert is_plain(option, value) or any(table.get(option.id) == value for table in PLAYED[game])


@each_value
def test_judgement_allows_for_it(game: str, option: Option, value: str) -> None:
    judged: Mapping[str, tuple[str, ...]] = import_module(f"tilehall.engine.games.{game}.ai").JUDGED_OPTIONS
    assert value in judged[option.id]
    assert {*judged} == {each.id for each in load_game(game).options}


@each_value
def test_the_rulebook_tells_it(game: str, option: Option, value: str) -> None:
    rulebook = Path(import_module(f"tilehall.engine.games.{game}").__path__[0], "rulebook.md").read_text("utf-8")
    rows = [line for line in rulebook.splitlines() if line.startswith(f"| `{option.id}` |")]
    named = f"{option.id}: {value}" in " ".join(rulebook.split()) or any(f"`{value}`" in row for row in rows)
    assert named or (is_plain(option, value) and f"`{option.id}" in rulebook)


@cache
def translated(path: Path) -> frozenset[str]:
    with path.open("rb") as file:
        return frozenset(message.id for message in read_po(file) if message.string and not message.fuzzy)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
@each_value
def test_catalogues_translate_it(game: str, option: Option, value: str, path: Path) -> None:
    for text in (option.title, option.meanings[option.values.index(value)], option.others_text):
        if isinstance(text, Text):
            assert text.template in translated(path)
