"""A series of puzzles: the current try, its score, and what is stored of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tilehall.engine import BUILT_IN_GAMES, Announcement, Game, Text, UserError, join_spaces, list_games, load_game
from tilehall.engine.teaching.puzzles import Puzzle, game_of_the_day, load_puzzles, puzzle_of_the_day
from tilehall.tui.config.progress import MARK_HINTED, MARK_SHOWN, Progress, PuzzleScore
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.puzzles.puzzle_attempt import (
    PuzzleAssessment,
    PuzzleAttempt,
    find_by_number,
    no_puzzles_error,
    read_puzzle_file,
)
from tilehall.tui.features.puzzles.puzzle_sets import PuzzleSet, content_key
from tilehall.tui.features.puzzles.puzzle_text import all_done_text, no_other_text, result_lines
from tilehall.tui.tables.storage.disk_errors import file_error_text
from tilehall.tui.tables.thinking.thinkers import Thinker

Clock = Callable[[], float]
"""Returns seconds."""


class PuzzleSeries:
    """Puzzles of one game that a user solves; with a `day`, the puzzle of that day."""

    def __init__(
        self,
        puzzle_set: PuzzleSet,
        attempt: PuzzleAttempt[Any],
        solved: Progress,
        clock: Clock,
        day: str = "",
        troubles: Sequence[Text] = (),
    ) -> None:
        """Begin with this try. `troubles` are reported before it."""
        self.puzzle_set = puzzle_set
        self.rules = puzzle_set.rules
        self.solved = solved
        self.clock = clock
        self.day = day
        self.minds: Thinker | None = None
        """Gives hints; None: in the caller."""
        self._troubles = [*filter(None, [solved.puzzles_trouble, *troubles, puzzle_set.trouble()])]
        self._hinted: frozenset[str] = frozenset()
        """The positions of this puzzle whose hints are counted already."""
        self._since = clock()
        self._take(attempt)

    def _take(self, attempt: PuzzleAttempt[Any]) -> None:
        self.attempt = attempt
        self.puzzle = attempt.puzzle
        self.score = self._score_so_far()
        self._hinted, self._since = frozenset(), self.clock()

    def troubles(self) -> list[Text]:
        """Return texts about what could not be read, laid out or stored since the last call."""
        told, self._troubles = self._troubles, []
        return told

    def _note(self, trouble: Text | None) -> None:
        if trouble is not None and trouble not in self._troubles:
            self._troubles.append(trouble)

    def _score_so_far(self) -> PuzzleScore:
        if not self.day:
            return self.solved.score_of(self.puzzle_set.key(self.puzzle))
        return (
            self.solved.score_on_day(self.day)
            if self.solved.puzzle_of_day(self.day) == self.puzzle.name
            else PuzzleScore()
        )

    @property
    def result(self) -> tuple[Text, ...]:
        """Return three lines to share, once the puzzle of the day is settled; else none."""
        if not (self.day and self.score.settled):
            return ()
        return result_lines(self.puzzle, self.rules.title, self.day, self.score)

    def retry(self) -> None:
        """Begin another try at the same puzzle."""
        self._mark_hints()
        self.attempt = PuzzleAttempt(self.puzzle, self.rules)

    def next(self) -> bool:
        """Go to the next unsettled puzzle. False if there is none."""
        self._mark_hints()
        found = self.puzzle_set.next(self.solved.settled_puzzles(), self.puzzle)
        self._note(self.puzzle_set.trouble())
        if found is None:
            return False
        self.day = ""
        self._take(found)
        return True

    @property
    def end_text(self) -> Text:
        """The text for a series without a next puzzle."""
        if self.puzzle_set.skipped or not self.score.settled:
            return no_other_text(self.puzzle)
        return all_done_text(self.puzzle_set.puzzles)

    def record_assessment(self, found: PuzzleAssessment) -> None:
        """Count a turn with its assessment."""
        self._mark_hints()
        self._mark(found.mark)

    def record_solution_shown(self) -> None:
        """Store that the solution was shown."""
        self._mark_hints()
        self._mark(MARK_SHOWN)

    def leave(self) -> None:
        """Store the hints of an unfinished try."""
        self._mark_hints()

    def _mark_hints(self) -> None:
        asked = self.attempt.thinker.hinted
        for _ in asked.keys() - self._hinted:
            self._mark(MARK_HINTED)
        self._hinted |= asked.keys()

    def _mark(self, mark: str) -> None:
        before, now = self.score, self.clock()
        self.score = before.with_mark(mark, now - self._since)
        self._since = now
        if self.score is before:
            return
        self._note(self.solved.save_score(self.puzzle_set.key(self.puzzle), self._of_all_days(mark)))
        if self.day:
            self._note(self.solved.save_day_score(self.day, self.puzzle.name, self.score))

    def _of_all_days(self, mark: str) -> PuzzleScore:
        """Return the score to store for the puzzle itself: that of the day added to former results."""
        if not self.day:
            return self.score
        before = self.solved.score_of(self.puzzle_set.key(self.puzzle))
        return before.with_mark(mark, self.score.seconds)


class PuzzleList(NamedTuple):
    """The puzzles of a game, and the results of the user."""

    game: str
    title: Text
    puzzles: Sequence[Puzzle]
    solved: int
    unsolved_by_grade: Mapping[int, int]
    """The number of unsettled puzzles of each grade that has any."""
    next: Puzzle | None
    trouble: Text | None
    """Why some puzzles cannot be read or laid out, as far as known; None if there are no such puzzles."""


def puzzle_lists(places: UserDirs) -> tuple[PuzzleList, ...]:
    """Return the lists of all games that have puzzles, or whose puzzles cannot be read."""
    kept = Progress(places)
    solved, settled = kept.solved_puzzles(), kept.settled_puzzles()
    found = [(box, *readable_puzzles(box.game, places)) for box in list_games()]
    return tuple(_shelf(*each, solved, settled) for each in found if each[1] or each[2])


def _shelf(
    box: Announcement,
    puzzles: Sequence[Puzzle],
    troubles: Sequence[Text],
    solved: Container[str],
    settled: frozenset[str],
) -> PuzzleList:
    done = sum(puzzle.name in solved for puzzle in puzzles)
    left = Counter(puzzle.grade for puzzle in puzzles if puzzle.name not in settled)
    puzzle_set = PuzzleSet(box.game, puzzles)
    following = puzzle_set.next(settled)
    trouble = join_spaces(filter(None, [*troubles, puzzle_set.trouble()])) or None
    return PuzzleList(box.id, box.title, puzzles, done, left, following.puzzle if following else None, trouble)


def readable_puzzles(rules: Game[Any], places: UserDirs) -> tuple[tuple[Puzzle, ...], tuple[Text, ...]]:
    """Return the readable puzzles of a game, and the reasons why built-in or own puzzles cannot be read."""
    own, found, troubles = places.puzzles(rules.id), tuple[Puzzle, ...](), list[Text]()
    parts: tuple[Callable[[], tuple[Puzzle, ...]], ...] = (
        partial(load_puzzles, rules),
        partial(read_puzzle_file, own, rules),
    )
    for part in parts:
        try:
            found += part()
        except UserError as error:
            troubles.append(error.text)
        except OSError as error:
            troubles.append(Text("{file}: {why}.", file=f"{own}", why=file_error_text(error)))
    return found, tuple(troubles)


def describe_puzzle_of_day(day: str, places: UserDirs) -> Text:
    """Return the game of a day's puzzle, and whether that is done."""
    title, score = (
        BUILT_IN_GAMES[game_of_the_day(day, tuple(BUILT_IN_GAMES))].title,
        Progress(places).score_on_day(day),
    )
    if score.settled:
        return Text("{title}, done", title=title)
    return Text("{title}, begun", title=title) if score.marks else title


def open_next(rules: Game[Any], places: UserDirs, clock: Clock) -> PuzzleSeries:
    """Open the easiest unsettled puzzle of a game. Raises UserError if there is none."""
    puzzles, troubles = _some(rules, places)
    puzzle_set, solved = PuzzleSet(rules, puzzles), Progress(places)
    attempt = puzzle_set.next(solved.settled_puzzles())
    if attempt is None:
        ended = no_other_text(puzzles[0]) if puzzle_set.skipped else all_done_text(puzzles)
        raise UserError(join_spaces(filter(None, [*troubles, puzzle_set.trouble(), ended])))
    return PuzzleSeries(puzzle_set, attempt, solved, clock, troubles=troubles)


def open_number(rules: Game[Any], number: int, places: UserDirs, clock: Clock) -> PuzzleSeries:
    """Open the puzzle with this number. Raises UserError if there is none, or if it does not fit the rules."""
    puzzles, troubles = _some(rules, places)
    try:
        attempt = PuzzleAttempt(find_by_number(puzzles, number), rules)
    except UserError as error:
        raise UserError(join_spaces([*troubles, error.text])) from error
    return PuzzleSeries(PuzzleSet(rules, puzzles), attempt, Progress(places), clock, troubles=troubles)


def _some(rules: Game[Any], places: UserDirs) -> tuple[tuple[Puzzle, ...], tuple[Text, ...]]:
    """Return the readable puzzles and troubles of a game. Raises UserError if there are no puzzles."""
    puzzles, troubles = readable_puzzles(rules, places)
    if puzzles:
        return puzzles, troubles
    raise UserError(join_spaces(troubles)) if troubles else no_puzzles_error(rules)


def open_file(rules: Game[Any], path: Path, number: int | None, places: UserDirs, clock: Clock) -> PuzzleSeries:
    """Open the puzzle with this number in a file, or the easiest unsettled one, or any. Raises UserError, OSError."""
    if not path.exists():
        raise UserError(Text("There is no file {file}.", file=f"{path}"))
    puzzles, solved = read_puzzle_file(path, rules), Progress(places)
    if not puzzles:
        raise UserError(Text("There are no puzzles in {file}.", file=f"{path}"))
    puzzle_set = PuzzleSet(rules, puzzles, content_key(readable_puzzles(rules, places)[0]))
    if number is not None:
        return PuzzleSeries(puzzle_set, PuzzleAttempt(find_by_number(puzzles, number), rules), solved, clock)
    attempt = puzzle_set.next(solved.settled_puzzles()) or puzzle_set.next(())
    if attempt is None:
        raise UserError(join_spaces(filter(None, [puzzle_set.trouble(), no_other_text(puzzles[0])])))
    return PuzzleSeries(puzzle_set, attempt, solved, clock)


def open_puzzle_of_day(day: str, places: UserDirs, clock: Clock, name: str = "") -> PuzzleSeries:
    """Open the puzzle of a day (2026-11-20, UTC), of this game or of the game of the day. Raises UserError if there is
    none.

    Own puzzles are left out, so that the puzzle of a day is the same for all users.
    """
    rules = load_game(name or game_of_the_day(day, tuple(BUILT_IN_GAMES)))
    puzzles = load_puzzles(rules)
    if not puzzles:
        raise UserError(Text("{game} came without puzzles, so it has none of the day.", game=rules.title))
    puzzle_set = PuzzleSet(rules, puzzles)
    attempt = puzzle_set.first(_drawn(day, puzzles))
    if attempt is None:
        raise UserError(join_spaces(filter(None, [puzzle_set.trouble(), no_other_text(puzzles[0])])))
    return PuzzleSeries(puzzle_set, attempt, Progress(places), clock, day)


def _drawn(day: str, puzzles: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzle of a day, then those that follow if the ones before cannot be laid out."""
    left = [*puzzles]
    while left:
        yield (puzzle := puzzle_of_the_day(day, left))
        left.remove(puzzle)
