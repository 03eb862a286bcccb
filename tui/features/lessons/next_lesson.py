"""Finds the next lesson and the learned games without loading a built-in game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilehall.engine import BUILT_IN_GAMES, Text, UserError, list_game_ids, load_game
from tilehall.engine.teaching.lesson_index import Packaged, lesson_ids
from tilehall.tui.config.progress import Progress, solved_lessons


class NextLesson(NamedTuple):
    """A lesson to go on with."""

    game: str
    title: Text
    number: int
    all: int


def next_lesson(progress: Progress, but: str = "") -> NextLesson | None:
    """Return the next lesson, first of the game learned last; None if all are solved."""
    tries = progress.read_tries()
    latest = [tries[-1].game] if tries else []
    for name, title, lessons in _games_with_lessons(*latest):
        known = solved_lessons(tries, name)
        left = next((n for n, lesson in enumerate(lessons, 1) if lesson not in known), 0)
        if left and name != but:
            return NextLesson(name, title, left, len(lessons))
    return None


def learned_games(progress: Progress) -> tuple[Text, ...]:
    """Return the titles of the games with all lessons solved."""
    tries = progress.read_tries()
    return tuple(title for name, title, lessons in _games_with_lessons() if {*lessons} <= solved_lessons(tries, name))


def _games_with_lessons(*first: str) -> Iterator[tuple[str, Text, tuple[str, ...]]]:
    """Yield id, title and lessons of each game, without add-on games that cannot be loaded."""
    for name in dict.fromkeys([*first, *BUILT_IN_GAMES, *list_game_ids()]):
        try:
            game: Packaged = BUILT_IN_GAMES[name] if name in BUILT_IN_GAMES else load_game(name)
        except UserError:
            continue
        if lessons := lesson_ids(game):
            yield name, game.title, lessons
