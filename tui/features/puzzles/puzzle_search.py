"""Searches for puzzles in one game after the other, and selects those worth keeping."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, NamedTuple

from tilehall.engine import Game, Setup
from tilehall.engine.teaching.puzzles import Puzzle, PuzzleSettings, find_puzzles
from tilehall.tui.tables.thinking.thinkers import UNLIMITED_LEVEL, run_parts

PLAYERS_BY_TURN = (2, 2, 3)
"""The number of players, in turn, if none is given."""
MOST_OF_ONE_GAME = 2
"""The most puzzles from one game."""


class PuzzleGameQuestion(NamedTuple):
    """Asks for the puzzles of one game."""

    game: str
    terms: PuzzleSettings
    seed: str
    level: str = UNLIMITED_LEVEL

    def answer(self, rules: Game[Any]) -> tuple[Puzzle, ...]:
        return find_puzzles(rules, self.terms, self.seed)


class PuzzleSearchSettings(NamedTuple):
    """What to search for."""

    game: str
    seed: str
    players: int | None
    options: tuple[tuple[str, str], ...]
    level: str
    gap: float

    def terms(self, rules: Game[Any], number: int) -> PuzzleSettings:
        """Return the settings of one of the games."""
        usual = PLAYERS_BY_TURN[number % len(PLAYERS_BY_TURN)]
        players = self.players or min(max(usual, rules.player_counts.start), rules.player_counts.stop - 1)
        return PuzzleSettings(players, self.options, self.level, self.gap)


def search_puzzles(
    search: PuzzleSearchSettings,
    rules: Game[Any],
    known: Sequence[Puzzle],
    jobs: int,
    enough: Callable[[tuple[Puzzle, ...]], bool],
) -> None:
    """Yield the puzzles of one game after the other, from the first game that is not searched yet.

    Raises UserError for players and options that the game does not have.
    """
    for number in range(len(PLAYERS_BY_TURN)):
        terms = search.terms(rules, number)
        rules.start(Setup(terms.players, terms.options))
    first = 1 + max((_game_number(each, search.seed) for each in known), default=-1)
    parts = (PuzzleGameQuestion(search.game, search.terms(rules, n), f"{search.seed} {n}") for n in count(first))
    run_parts(parts, jobs, enough)


def _game_number(puzzle: Puzzle, seed: str) -> int:
    """Return which game of this seed a puzzle comes from; -1 if none."""
    before, _, number = puzzle.source.seed.rpartition(" ")
    return int(number) if before == seed and number.isascii() and number.isdecimal() else -1


def is_wanted(puzzle: Puzzle, kept: Sequence[Puzzle], aim: int) -> bool:
    """Whether a puzzle goes well with those already kept, when so many are wanted.

    Limits the share of easy puzzles, of one game, of one phase, and of single steps where there are longer turns.
    """
    if sum(each.source.seed == puzzle.source.seed for each in kept) >= MOST_OF_ONE_GAME:
        return False
    if any(_looks_like(each, puzzle) for each in kept):
        return False
    third = max(1, aim // 3)
    easy = sum(each.grade == 1 for each in kept)
    short = sum(len(each.solution) == 1 for each in kept)
    same = sum(each.source.phase == puzzle.source.phase for each in kept)
    return (
        (puzzle.grade > 1 or easy < third)
        and (len(puzzle.solution) > 1 or short < third or short == len(kept))
        and same < aim - aim // 6
    )


def _looks_like(one: Puzzle, other: Puzzle) -> bool:
    """Whether both are the same turn of the same game, begun at different steps."""
    short, long = sorted((one.solution, other.solution), key=len)
    return one.source.seed == other.source.seed and long[-len(short) :] == short
