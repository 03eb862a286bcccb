"""Somebody who solves the puzzles of a game, one after the other: where he is, and what is kept of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tilehall.engine import BUILT_IN, Box, Game, RuleError, Text, boxes, game, spaced
from tilehall.engine.teaching.puzzles import Puzzle, game_of_the_day, of_the_day, shipped
from tilehall.tui.config.puzzle_progress import Solved
from tilehall.tui.config.user_dirs import Places
from tilehall.tui.features.puzzles.puzzle_attempt import (
    HINTED,
    SHOWN,
    Assessment,
    Attempt,
    Score,
    by_number,
    in_file,
    none_there,
)
from tilehall.tui.features.puzzles.puzzle_sets import Pile, by_content
from tilehall.tui.features.puzzles.puzzle_text import all_done, no_other, result
from tilehall.tui.tables.storage.disk_errors import why
from tilehall.tui.tables.thinking.thinkers import Minds

Clock = Callable[[], float]
"""Counts seconds."""


class Solving:
    """One person at the puzzles of one game. With a `day` it is the puzzle of that day."""

    def __init__(
        self,
        pile: Pile,
        attempt: Attempt[Any],
        solved: Solved,
        clock: Clock,
        day: str = "",
        troubles: Sequence[Text] = (),
    ) -> None:
        """At this first one of them. `troubles` are to be told before it."""
        self.pile = pile
        self.rules = pile.rules
        self.solved = solved
        self.clock = clock
        self.day = day
        self.minds: Minds | None = None
        """Who gives hints; None: whoever asks waits."""
        self._troubles = [*filter(None, [solved.trouble, *troubles, pile.trouble()])]
        self._hinted: frozenset[str] = frozenset()
        """The positions of this puzzle whose hint is marked already."""
        self._since = clock()
        self._take(attempt)

    def _take(self, attempt: Attempt[Any]) -> None:
        self.attempt = attempt
        self.puzzle = attempt.puzzle
        self.score = self._score_so_far()
        self._hinted, self._since = frozenset(), self.clock()

    def troubles(self) -> list[Text]:
        """What could not be read, laid out or kept, since this was asked last."""
        told, self._troubles = self._troubles, []
        return told

    def _note(self, trouble: Text | None) -> None:
        if trouble is not None and trouble not in self._troubles:
            self._troubles.append(trouble)

    def _score_so_far(self) -> Score:
        if not self.day:
            return self.solved.of(self.pile.key(self.puzzle))
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
        found = self.pile.next(self.solved.settled(), self.puzzle)
        self._note(self.pile.trouble())
        if found is None:
            return False
        self.day = ""
        self._take(found)
        return True

    @property
    def ended(self) -> Text:
        """What is said where there is no next puzzle."""
        if self.pile.passed or not self.score.settled:
            return no_other(self.puzzle)
        return all_done(self.pile.puzzles)

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
        self._note(self.solved.keep(self.pile.key(self.puzzle), self._of_all_days(mark)))
        if self.day:
            self._note(self.solved.keep_day(self.day, self.puzzle.name, self.score))

    def _of_all_days(self, mark: str) -> Score:
        """What is kept of the puzzle itself: on its day one begins anew, but what was done before is not forgotten."""
        if not self.day:
            return self.score
        before = self.solved.of(self.pile.key(self.puzzle))
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
    trouble: Text | None
    """Why some cannot be read or played, as far as that is known; None if all is well."""


def shelves(places: Places) -> tuple[Shelf, ...]:
    """Those of all games that have puzzles, or whose puzzles cannot be read."""
    kept = Solved(places.solved)
    solved, settled = kept.solved(), kept.settled()
    found = [(box, *known(box.open(), places)) for box in boxes()]
    return tuple(_shelf(*each, solved, settled) for each in found if each[1] or each[2])


def _shelf(
    box: Box, puzzles: Sequence[Puzzle], troubles: Sequence[Text], solved: Container[str], settled: frozenset[str]
) -> Shelf:
    done = sum(puzzle.name in solved for puzzle in puzzles)
    left = Counter(puzzle.grade for puzzle in puzzles if puzzle.name not in settled)
    pile = Pile(box.open(), puzzles)
    following = pile.next(settled)
    trouble = spaced(filter(None, [*troubles, pile.trouble()])) or None
    return Shelf(box.id, box.title, puzzles, done, left, following.puzzle if following else None, trouble)


def known(rules: Game[Any], places: Places) -> tuple[tuple[Puzzle, ...], tuple[Text, ...]]:
    """The puzzles of a game that can be read; if those that came with it, or one's own, cannot be, why."""
    own, found, troubles = places.puzzles(rules.id), tuple[Puzzle, ...](), list[Text]()
    parts: tuple[Callable[[], tuple[Puzzle, ...]], ...] = (partial(shipped, rules), partial(in_file, own, rules))
    for part in parts:
        try:
            found += part()
        except RuleError as error:
            troubles.append(error.text)
        except OSError as error:
            troubles.append(Text("{file}: {why}.", file=f"{own}", why=why(error)))
    return found, tuple(troubles)


def about_today(day: str, places: Places) -> Text:
    """Which game the puzzle of a day is of, and whether it is done."""
    title, score = BUILT_IN[game_of_the_day(day, tuple(BUILT_IN))].title, Solved(places.solved).on(day)
    if score.settled:
        return Text("{title}, done", title=title)
    return Text("{title}, begun", title=title) if score.marks else title


def at_next(rules: Game[Any], places: Places, clock: Clock) -> Solving:
    """At the easiest puzzle of a game that is still to be done. Raises RuleError if there is none."""
    puzzles, troubles = _some(rules, places)
    pile, solved = Pile(rules, puzzles), Solved(places.solved)
    attempt = pile.next(solved.settled())
    if attempt is None:
        ended = no_other(puzzles[0]) if pile.passed else all_done(puzzles)
        raise RuleError(spaced(filter(None, [*troubles, pile.trouble(), ended])))
    return Solving(pile, attempt, solved, clock, troubles=troubles)


def at_number(rules: Game[Any], number: int, places: Places, clock: Clock) -> Solving:
    """At the puzzle of this number. Raises RuleError if there is none, or if it does not suit the rules."""
    puzzles, troubles = _some(rules, places)
    try:
        attempt = Attempt(by_number(puzzles, number), rules)
    except RuleError as error:
        raise RuleError(spaced([*troubles, error.text])) from error
    return Solving(Pile(rules, puzzles), attempt, Solved(places.solved), clock, troubles=troubles)


def _some(rules: Game[Any], places: Places) -> tuple[tuple[Puzzle, ...], tuple[Text, ...]]:
    """The puzzles of a game, of which there are some. Raises RuleError if there are none."""
    puzzles, troubles = known(rules, places)
    if puzzles:
        return puzzles, troubles
    raise RuleError(spaced(troubles)) if troubles else none_there(rules)


def at_file(rules: Game[Any], path: Path, number: int | None, places: Places, clock: Clock) -> Solving:
    """At the puzzle of this number in a file, or at the easiest that is still to be done, or at any. Raises RuleError,
    OSError.
    """
    if not path.exists():
        raise RuleError(Text("There is no file {file}.", file=f"{path}"))
    puzzles, solved = in_file(path, rules), Solved(places.solved)
    if not puzzles:
        raise RuleError(Text("There are no puzzles in {file}.", file=f"{path}"))
    pile = Pile(rules, puzzles, by_content(known(rules, places)[0]))
    if number is not None:
        return Solving(pile, Attempt(by_number(puzzles, number), rules), solved, clock)
    attempt = pile.next(solved.settled()) or pile.next(())
    if attempt is None:
        raise RuleError(spaced(filter(None, [pile.trouble(), no_other(puzzles[0])])))
    return Solving(pile, attempt, solved, clock)


def of_today(day: str, places: Places, clock: Clock, name: str = "") -> Solving:
    """At the puzzle of a day (2026-11-20, UTC) in this game, or in that of the day. Raises RuleError if there is none.

    Only what comes with a game counts, or it would not be the same for everybody.
    """
    rules = game(name or game_of_the_day(day, tuple(BUILT_IN)))
    puzzles = shipped(rules)
    if not puzzles:
        raise RuleError(Text("{game} came without puzzles, so it has none of the day.", game=rules.title))
    pile = Pile(rules, puzzles)
    attempt = pile.first(_drawn(day, puzzles))
    if attempt is None:
        raise RuleError(spaced(filter(None, [pile.trouble(), no_other(puzzles[0])])))
    return Solving(pile, attempt, Solved(places.solved), clock, day)


def _drawn(day: str, puzzles: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """The puzzle of a day, and those that would be it if there were none before them."""
    left = [*puzzles]
    while left:
        yield (puzzle := of_the_day(day, left))
        left.remove(puzzle)
