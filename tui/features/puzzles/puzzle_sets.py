"""Sets of puzzles: which comes next, and which cannot be laid out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from tilehall.engine import Game, Text, UserError
from tilehall.engine.teaching.puzzles import Puzzle
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAttempt, PuzzleKey, puzzle_name_key, unsettled_puzzles


class PuzzleSet:
    """The puzzles of a game or a file. Those that are damaged or do not fit the rules are skipped and reported once."""

    def __init__(self, rules: Game[Any], puzzles: Sequence[Puzzle], key: PuzzleKey = puzzle_name_key) -> None:
        self.rules = rules
        self.puzzles = puzzles
        self.key = key
        """Returns the key of stored results."""
        self.skipped: list[tuple[Puzzle, Text]] = []
        """The skipped puzzles, each with the reason."""
        self._told = 0

    def first(self, choices: Iterable[Puzzle]) -> PuzzleAttempt[Any] | None:
        """Return a try at the first of these puzzles that can be laid out; None if there is none."""
        for puzzle in choices:
            if any(puzzle == each for each, _ in self.skipped):
                continue
            try:
                return PuzzleAttempt(puzzle, self.rules)
            except UserError as error:
                self.skipped.append((puzzle, error.text))
        return None

    def next(self, settled: Container[str], after: Puzzle | None = None) -> PuzzleAttempt[Any] | None:
        """Return a try at the easiest puzzle whose key is not settled, after this one if it is given."""
        return self.first(unsettled_puzzles(self.puzzles, settled, after, self.key))

    def trouble(self) -> Text | None:
        """Return a text about the puzzles skipped since the last call; None if there are none."""
        new = [why for _, why in self.skipped[self._told :]]
        self._told += len(new)
        if not new:
            return None
        return Text(
            "{problem} It is passed over.",
            "{problem} It and others, {n} in all, are passed over.",
            problem=new[0],
            n=len(new),
        )


def content_key(known: Iterable[Puzzle]) -> PuzzleKey:
    """Return the keys for puzzles of any file, whose numbers may be taken by others.

    A puzzle with the content of a known one has the key of that one.
    """
    names = {puzzle.mark: puzzle.name for puzzle in known}
    return lambda puzzle: names.get(puzzle.mark) or f"{puzzle.game}:{puzzle.mark}"
