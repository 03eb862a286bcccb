"""Lessons, tours, puzzles and what explains things in a language that nobody speaks: no English, no silent cut."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.cases import some
from tests.pseudo import Bracketed, PseudoLanguage, cut_in, english_in
from tests.tui.player.sitting import hint
from tests.tui.screens.driver import Fingers, playing
from tilehall.engine import BUILT_IN_GAMES, Language, RecordPlayer, load_game
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.teaching.lessons import lesson_ids
from tilehall.tui.app import Opening
from tilehall.tui.config import look as look_module
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.demo.demo_tour import open_tour
from tilehall.tui.features.lessons.sequence import LessonRequest
from tilehall.tui.features.puzzles.series import open_next
from tilehall.tui.tables.table import Table

NAMES = ("竹取", "Ωméga")
SAID = frozenset({"hjkl", *BUILT_IN_GAMES})
"""What is the same in every language: keys, and the short names of games."""
KEYS = ("Arrows",)
"""Words that are no name on any key."""


@pytest.fixture
def capitals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rulebooks are in capitals, which no word of ours is."""
    # What other tests have read is not read again, nor is this to be read by others.
    read = import_module("tilehall.engine.core.rulebook")._load_rulebook
    read.cache_clear()
    monkeypatch.setattr(
        import_module("tilehall.engine.core.rulebook"),
        "read_optional_package_text",
        lambda package, _: read_package_text(package, "rulebook.md").upper(),
    )
    yield
    read.cache_clear()


def spoken(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    """Everywhere, and at the tables of all games."""
    monkeypatch.setattr(look_module, "language_of", lambda settings, terminal, package="": language)


def finished(name: str) -> Table[Any]:
    table = Table.open(name, [RecordPlayer(each) for each in NAMES], (), "7")
    while not table.over:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    return table


def is_foreign(hands: Fingers) -> None:
    page = hands.text
    assert not english_in(page, SAID), f"{english_in(page, SAID)}\n{page}"
    assert not any(key in page for key in KEYS), page


async def foreign_after(hands: Fingers, *keys: str) -> None:
    is_foreign(hands)
    for key in keys:
        await hands.press(key)
        is_foreign(hands)


@pytest.mark.usefixtures("capitals")
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_nothing_english_is_left(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken(monkeypatch, PseudoLanguage())
    rules, places = load_game(name), UserDirs(tmp_path / "config", tmp_path / "data", tmp_path / "state")
    for level in (lesson_ids(rules)[0], lesson_ids(rules)[-1]):
        async with playing(tmp_path, Opening("learn", lessons=LessonRequest(name, level))) as hands:
            await foreign_after(hands, "i", "i", "i", "x", "tab", "x")
    solving = open_next(rules, places, time.monotonic)
    async with playing(tmp_path, Opening("puzzle", solving=solving)) as hands:
        await foreign_after(hands, "i", "x", "tab", "x", "S", "S", "right", "end")
    async with playing(tmp_path, Opening("demo", reel=open_tour(rules), presented=True)) as hands:
        await foreign_after(hands, *["space"] * 10, "tab", "down", "tab", "x", "tab")
    async with playing(tmp_path, Opening("table", finished(name))) as hands:
        await hands.press(*(["enter"] if hands.room == "CurtainScreen" else []))
        await hands.in_room("ScoringScreen")
        await foreign_after(hands, "down", "enter", "enter", "escape", "right", "right", "enter", "escape", "escape")


async def whole_after(hands: Fingers, *keys: str) -> None:
    for key in ("", *keys):
        await hands.press(*([key] if key else []))
        assert not cut_in(hands.text, hands.app.look.glyphs.ellipsis), hands.text


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 2)))
async def test_nothing_is_cut_in_silence(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing lies over anything else."""
    spoken(monkeypatch, Bracketed())
    rules = load_game(name)
    async with playing(tmp_path, Opening("demo", reel=open_tour(rules), presented=True)) as hands:
        await whole_after(hands, *["space"] * 10)
    for level in lesson_ids(rules)[::3]:
        async with playing(tmp_path, Opening("learn", lessons=LessonRequest(name, level))) as hands:
            await whole_after(hands)
    async with playing(tmp_path) as hands:
        await hands.press(*["shift+tab"] * 4, "enter")
        await hands.in_room("PuzzlesScreen")
        await whole_after(hands, "down", "down")
        await hands.press("escape", "w")
        await hands.in_room("DemoChoiceScreen")
        await whole_after(hands, "down")
