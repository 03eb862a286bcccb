"""Somebody who solves the puzzles of a game, one after the other: where he is, and what is kept of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tilehall.engine import BUILT_IN, Box, Game, RuleError, Text, boxes, game
from tilehall.engine.puzzles import Puzzle, game_of_the_day, of_the_day, shipped
from tilehall.tui.house.disk import why
from tilehall.tui.house.minds import Minds
from tilehall.tui.house.puzzling import HINTED, SHOWN, Assessment, Attempt, Score, in_file, next_of, none_there
from tilehall.tui.house.solving import all_done, result
from tilehall.tui.places import Places
from tilehall.tui.solved import Solved

Clock = Callable[[], float]
"""Counts seconds."""


class Solving:
    """One person at the puzzles of one game. With a `day` it is the puzzle of that day."""

    def __init__(
        self,
        rules: Game[Any],
        puzzles: Sequence[Puzzle],
        puzzle: Puzzle,
        solved: Solved,
        clock: Clock,
        day: str = "",
        trouble: Text | None = None,
    ) -> None:
        """`trouble` is to be told before the first. Raises RuleError for a puzzle that does not suit the rules."""
        self.rules = rules
        self.puzzles = puzzles
        self.solved = solved
        self.clock = clock
        self.day = day
        self.minds: Minds | None = None
        """Who gives hints; None: whoever asks waits."""
        self.trouble: Text | None = solved.trouble or trouble
        """What could not be read or kept, until it is told."""
        self._hinted: frozenset[str] = frozenset()
        """The positions of this puzzle whose hint is marked already."""
        self._since = clock()
        self._take(puzzle)

    def _take(self, puzzle: Puzzle) -> None:
        self.attempt: Attempt[Any] = Attempt(puzzle, self.rules)
        self.puzzle = puzzle
        self.score = self._score_so_far()
        self._hinted, self._since = frozenset(), self.clock()

    def _score_so_far(self) -> Score:
        if not self.day:
            return self.solved.of(self.puzzle.name)
        return self.solved.on(self.day) if self.solved.of_day(self.day) == self.puzzle.name else Score()

    @property
    def result(self) -> tuple[Text, ...]:
        """Three lines to paste, once the puzzle of the day is settled."""
        if not (self.day and self.score.settled):
            return ()
        return result(self.puzzle, self.rules.title, self.day, self.score)

    def again(self) -> None:
        """Another try."""
        self._mark_hints()
        self.attempt = Attempt(self.puzzle, self.rules)

    def next(self) -> bool:
        """Goes on to the next puzzle that is still to be done; False if there is none."""
        self._mark_hints()
        found = next_of(self.puzzles, self.solved.settled(), self.puzzle)
        if found is None:
            return False
        self.day = ""
        self._take(found)
        return True

    def assessed(self, found: Assessment) -> None:
        """A turn was made, and this is what came of it."""
        self._mark_hints()
        self._mark(found.mark)

    def seen(self) -> None:
        """The solution was looked at."""
        self._mark_hints()
        self._mark(SHOWN)

    def leave(self) -> None:
        """Whoever leaves has still asked for the hints that he asked for."""
        self._mark_hints()

    def _mark_hints(self) -> None:
        asked = self.attempt.minds.hinted
        for _ in asked.keys() - self._hinted:
            self._mark(HINTED)
        self._hinted |= asked.keys()

    def _mark(self, mark: str) -> None:
        before, now = self.score, self.clock()
        self.score = before.marked(mark, now - self._since)
        self._since = now
        if self.score is before:
            return
        kept = [self.solved.keep(self.puzzle.name, self._of_all_days(mark))]
        if self.day:
            kept.append(self.solved.keep_day(self.day, self.puzzle.name, self.score))
        self.trouble = next(filter(None, kept), self.trouble)

    def _of_all_days(self, mark: str) -> Score:
        """What is kept of the puzzle itself: on its day one begins anew, but what was done before is not forgotten."""
        if not self.day:
            return self.score
        before = self.solved.of(self.puzzle.name)
        return before.marked(mark, self.score.seconds)


class Shelf(NamedTuple):
    """How far somebody is with the puzzles of a game."""

    game: str
    title: Text
    puzzles: Sequence[Puzzle]
    solved: int
    left: Mapping[int, int]
    """How many are neither solved nor seen, of each grade that has some."""
    next: Puzzle | None


def shelves(places: Places) -> tuple[Shelf, ...]:
    """Those of all games that have puzzles."""
    kept = Solved(places.solved)
    solved, settled = kept.solved(), kept.settled()
    found = [(box, known(box.open(), places)[0]) for box in boxes()]
    return tuple(_shelf(box, puzzles, solved, settled) for box, puzzles in found if puzzles)


def _shelf(box: Box, puzzles: Sequence[Puzzle], solved: Container[str], settled: frozenset[str]) -> Shelf:
    done = sum(puzzle.name in solved for puzzle in puzzles)
    left = Counter(puzzle.grade for puzzle in puzzles if puzzle.name not in settled)
    return Shelf(box.id, box.title, puzzles, done, left, next_of(puzzles, settled))


def known(rules: Game[Any], places: Places) -> tuple[tuple[Puzzle, ...], Text | None]:
    """The puzzles of a game that can be read; if those that came with it, or one's own, cannot be, why."""
    own, found, trouble = places.puzzles(rules.id), tuple[Puzzle, ...](), None
    parts: tuple[Callable[[], tuple[Puzzle, ...]], ...] = (partial(shipped, rules), partial(in_file, own, rules))
    for part in parts:
        try:
            found += part()
        except RuleError as error:
            trouble = error.text
        except OSError as error:
            trouble = Text("{file}: {why}.", file=f"{own}", why=why(error))
    return found, trouble


def about_today(day: str, places: Places) -> Text:
    """Which game the puzzle of a day is of, and whether it is done."""
    title, score = BUILT_IN[game_of_the_day(day, tuple(BUILT_IN))].title, Solved(places.solved).on(day)
    if score.settled:
        return Text("{title}, done", title=title)
    return Text("{title}, begun", title=title) if score.marks else title


def at_next(rules: Game[Any], places: Places, clock: Clock) -> Solving:
    """At the easiest puzzle of a game that is still to be done. Raises RuleError if there is none."""
    (puzzles, trouble), solved = known(rules, places), Solved(places.solved)
    if not puzzles:
        raise none_there(rules)
    puzzle = next_of(puzzles, solved.settled())
    if puzzle is None:
        raise RuleError(all_done(puzzles))
    return Solving(rules, puzzles, puzzle, solved, clock, trouble=trouble)


def of_today(day: str, places: Places, clock: Clock, name: str = "") -> Solving:
    """At the puzzle of a day (2026-11-20, UTC) in this game, or in that of the day. Raises RuleError if there is none.

    Only what comes with a game counts, or it would not be the same for everybody.
    """
    rules = game(name or game_of_the_day(day, tuple(BUILT_IN)))
    puzzles = shipped(rules)
    if not puzzles:
        raise RuleError(Text("{game} came without puzzles, so it has none of the day.", game=rules.title))
    return Solving(rules, puzzles, of_the_day(day, puzzles), Solved(places.solved), clock, day)
