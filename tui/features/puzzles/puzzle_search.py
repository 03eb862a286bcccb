"""Puzzles looked for in one game after the other, in several processes if there are; and which of them are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, NamedTuple

from tilehall.engine import Game, Setup
from tilehall.engine.teaching.puzzles import Puzzle, PuzzleSettings, find_puzzles
from tilehall.tui.tables.thinking.thinkers import UNLIMITED_LEVEL, run_parts

PLAYERS_BY_TURN = (2, 2, 3)
"""How many play in one game after the other, if nothing else is said."""
MOST_OF_ONE_GAME = 2
"""So many puzzles at most come from the same game."""


class PuzzleGameQuestion(NamedTuple):
    """One game in which puzzles are looked for."""

    game: str
    terms: PuzzleSettings
    seed: str
    level: str = UNLIMITED_LEVEL

    def answer(self, rules: Game[Any]) -> tuple[Puzzle, ...]:
        return find_puzzles(rules, self.terms, self.seed)


class PuzzleSearchSettings(NamedTuple):
    """What is looked for."""

    game: str
    seed: str
    players: int | None
    options: tuple[tuple[str, str], ...]
    level: str
    gap: float

    def terms(self, rules: Game[Any], number: int) -> PuzzleSettings:
        """Those of one of the games."""
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
    """Hands on the puzzles of one game after the other, from the first of which none is known, until it is enough.

    Raises UserError for players and options that the game does not have.
    """
    for number in range(len(PLAYERS_BY_TURN)):
        terms = search.terms(rules, number)
        rules.start(Setup(terms.players, terms.options))
    first = 1 + max((_game_number(each, search.seed) for each in known), default=-1)
    parts = (PuzzleGameQuestion(search.game, search.terms(rules, n), f"{search.seed} {n}") for n in count(first))
    run_parts(parts, jobs, enough)


def _game_number(puzzle: Puzzle, seed: str) -> int:
    """Which of the games of this seed a puzzle comes from; -1 if from none of them."""
    before, _, number = puzzle.source.seed.rpartition(" ")
    return int(number) if before == seed and number.isascii() and number.isdecimal() else -1


def is_wanted(puzzle: Puzzle, kept: Sequence[Puzzle], aim: int) -> bool:
    """Whether it goes well with those that are kept, of which there are to be so many.

    Not too many that are easy, or of the same game; nor nearly all of one phase, nor of one step, where turns have
    more.
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
    """Whether both are the same turn of the same game, begun at another step."""
    short, long = sorted((one.solution, other.solution), key=len)
    return one.source.seed == other.source.seed and long[-len(short) :] == short
