"""The puzzles of a game, or of a file, as somebody goes through them: which come, and which cannot be laid out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from tilehall.engine import Game, Text, UserError
from tilehall.engine.teaching.puzzles import Puzzle
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAttempt, PuzzleKey, puzzle_name_key, unsettled_puzzles


class PuzzleSet:
    """What cannot be laid out, because it is damaged or goes by other rules, is passed over, and that is said once."""

    def __init__(self, rules: Game[Any], puzzles: Sequence[Puzzle], key: PuzzleKey = puzzle_name_key) -> None:
        self.rules = rules
        self.puzzles = puzzles
        self.key = key
        """What is kept of a puzzle is kept by this."""
        self.skipped: list[tuple[Puzzle, Text]] = []
        """Those that were passed over, and why."""
        self._told = 0

    def first(self, choices: Iterable[Puzzle]) -> PuzzleAttempt[Any] | None:
        """At the first of these that can be laid out."""
        for puzzle in choices:
            if any(puzzle == each for each, _ in self.skipped):
                continue
            try:
                return PuzzleAttempt(puzzle, self.rules)
            except UserError as error:
                self.skipped.append((puzzle, error.text))
        return None

    def next(self, settled: Container[str], after: Puzzle | None = None) -> PuzzleAttempt[Any] | None:
        """At the easiest whose key is not among these, after this one if there is one."""
        return self.first(unsettled_puzzles(self.puzzles, settled, after, self.key))

    def trouble(self) -> Text | None:
        """Which were passed over since this was asked last, if any."""
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
    """How it is known what was done at the puzzles of any file, whose numbers may be those of others.

    One that is known here, of any number, is that one.
    """
    names = {puzzle.mark: puzzle.name for puzzle in known}
    return lambda puzzle: names.get(puzzle.mark) or f"{puzzle.game}:{puzzle.mark}"
