"""Whatever is typed, clicked, torn or bunched, on whatever screen: the program lives, answers, and keeps its games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.addons import install, installed
from tests.tui.screens import fuzz
from tests.tui.screens.fuzz import GAMES, Place, places_of, strokes, survives, told
from tilehall.tui.screens import board as board_screen
from tilehall.tui.screens.board import CURSOR_COMMANDS

PLACES = [place for name in GAMES for place in places_of(name)]
ALIKE = ("home", "games", "puzzles", "watching", "settings", "log", "rules", "keys", "palette")
"""Screens that are much the same whatever is played."""
KEYS = 14
"""For each screen."""


def each_screen() -> Iterator[Any]:
    """Every screen with one game, in turn; in a soak those of all games that are not much the same."""
    names = [*dict.fromkeys(place.name for place in PLACES)]
    for place in PLACES:
        games = [each.game for each in PLACES if each.name == place.name]
        if games[names.index(place.name) % len(games)] == place.game:
            yield pytest.param(place)
        elif place.name not in ALIKE:
            yield pytest.param(place, marks=pytest.mark.soak)


@pytest.mark.parametrize("place", each_screen(), ids=str)
def test_some_keys_kill_nothing(place: Place) -> None:
    sent = strokes(str(place), KEYS)
    died = survives(place, sent)
    assert died is None, told(place, sent, died)


def test_they_kill_nothing_in_a_game_of_another_package(tmp_path: Path) -> None:
    install(tmp_path, "toys", {"toy": "tests.engine.games.toy:ANNOUNCEMENT"})
    with installed(tmp_path):
        for place in (each for each in places_of("toy") if each.name not in ALIKE):
            sent = strokes(str(place), 4)
            died = survives(place, sent)
            assert died is None, told(place, sent, died)


@pytest.mark.soak
@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("round", range(4))
def test_twenty_thousand_keys_kill_nothing(place: Place, round: int) -> None:
    sent = strokes(f"{place} {round}", 20_000 // 4 // len(PLACES) + 1)
    died = survives(place, sent)
    assert died is None, told(place, sent, died)


def test_what_was_caught_is_found_and_told_in_few_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that breaks at one key, and is made anew behind the fence, counts as dead."""

    def broken(player: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(board_screen, "CURSOR_COMMANDS", {**CURSOR_COMMANDS, "why": broken})
    board = next(place for place in PLACES if place.name == "board")
    monkeypatch.setattr(fuzz, "MOST_TRIES", 12)
    sent = [b"\x1b[C\x1b[C", 0.001, b"\t", b"\x1b[D", b"d", (120, 40), b"w", b"\x1b[B", b"\x1b[A"]
    died = survives(board, sent)
    assert died is not None and died.cause == "RuntimeError: on purpose"
    assert "sent: [b'w']" in told(board, sent, died)
