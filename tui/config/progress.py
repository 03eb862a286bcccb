"""Stores a user's progress: tries at lessons, scores of puzzles, and the last set-up of each game.

Each kind has its own file. Unreadable content counts as empty; a failed write is returned as a sentence, except for
set-ups, which are only a convenience. No method raises because of a file.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from tilehall.engine import Text
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.storage.disk_errors import READ_ONLY_ERRORS, NotRegularFile, file_error_text, system_error_text
from tilehall.tui.tables.storage.filesystem import FileSystem, resolve_link

LARGEST, LARGEST_SETUPS = 1 << 22, 1 << 16
"""Bytes that are read of a file."""
MOST = 1 << 31
"""A try with more steps or seconds was not written by this program."""
TryOutcome = Literal["solved", "failed", "shown", "anew", "left"]
MARK_WRONG, MARK_HINTED, MARK_SHOWN, MARK_RIGHT = "x", "?", "-", "o"
"""Marks of a puzzle: wrong turn, hint used, solution shown, solved."""
MARKS = frozenset((MARK_WRONG, MARK_HINTED, MARK_SHOWN, MARK_RIGHT))
MOST_MARKS = 60
"""Number of marks after which only a final one is added."""
MOST_SECONDS = 10**9
PUZZLES, DAYS = "puzzles", "days"


class LessonTry(NamedTuple):
    """One try at a level."""

    game: str
    level: str
    outcome: TryOutcome
    """Solved, failed, solution shown, or restarted or left before that."""
    actions: int
    par: int
    hints: int
    """The number of hints used."""
    refused: int
    seconds: int
    """The duration, without the time in which the board was covered."""

    @property
    def is_valid(self) -> bool:
        """Whether the values have the types and ranges that this program writes."""
        numbers: tuple[Any, ...] = (self.actions, self.par, self.hints, self.refused, self.seconds)
        words: tuple[Any, ...] = (self.game, self.level)
        return (
            all(type(number) is int and 0 <= number <= MOST for number in numbers)
            and all(isinstance(word, str) for word in words)
            and self.outcome in get_args(TryOutcome)
        )


class PuzzleScore(NamedTuple):
    """The marks of a user at one puzzle.

    >>> PuzzleScore("x?o", 93).solved, PuzzleScore("x-o", 93).solved, PuzzleScore("xo", 5).tries
    (True, False, 2)
    """

    marks: str = ""
    seconds: int = 0
    """Seconds up to the last mark."""

    @property
    def solved(self) -> bool:
        """Whether it was solved without seeing the solution."""
        return MARK_RIGHT in self.marks and MARK_SHOWN not in self.marks

    @property
    def settled(self) -> bool:
        """Whether it is solved or its solution was shown: further marks do not count."""
        return MARK_RIGHT in self.marks or MARK_SHOWN in self.marks

    @property
    def tries(self) -> int:
        return self.marks.count(MARK_WRONG) + self.marks.count(MARK_RIGHT)

    def with_mark(self, mark: str, seconds: float) -> PuzzleScore:
        """The score with one more mark after so many more seconds; unchanged once it is settled."""
        if self.settled or (len(self.marks) >= MOST_MARKS and mark not in (MARK_RIGHT, MARK_SHOWN)):
            return self
        return PuzzleScore(self.marks + mark, self.seconds + max(0, round(seconds)))

    @classmethod
    def parse(cls, data: Any) -> PuzzleScore:
        """The score of an entry in the file; an empty one if the entry is invalid."""
        if not isinstance(data, dict):
            return cls()
        marks, seconds = data.get("marks"), data.get("seconds")
        if not isinstance(marks, str) or not {*marks} <= MARKS or type(seconds) is not int:
            return cls()
        if len(marks) > MOST_MARKS + 1 or seconds > MOST_SECONDS:
            return cls()
        return cls(marks, max(0, seconds))


class Progress:
    """The progress of one user, stored in these folders."""

    def __init__(self, user_dirs: UserDirs, disk: FileSystem | None = None) -> None:
        self.user_dirs = user_dirs
        self.disk = disk or FileSystem()

    # --- lessons --------------------------------------------------------------------------------------------------

    def save_try(self, made: LessonTry) -> Text | None:
        """Appends a try as one line, which is safe for concurrent programs; returns why that failed, or None."""
        path, line = self.user_dirs.lesson_progress, json.dumps(made._asdict(), sort_keys=True).encode() + b"\n"
        try:
            self.disk.make_folder(path.parent)
            handle = self.disk.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
            try:
                status = self.disk.status(handle)
                if not stat.S_ISREG(status.st_mode):
                    raise NotRegularFile(path, status.st_mode)
                size = status.st_size
                # An incomplete line of another program must not merge with this one.
                torn = size > 0 and self.disk.read(handle, size - 1, 1) != b"\n"
                self.disk.write_all(handle, size, b"\n" + line if torn else line)
            finally:
                self.disk.close(handle)
        except OSError as error:
            why = file_error_text(error)
            if error.errno not in READ_ONLY_ERRORS or not error.filename:
                why = Text("{file}: {why}", file=str(path), why=why)
            return Text("What you have learned is not kept: {why}.", why=why)
        return None

    @property
    def lessons_trouble(self) -> Text | None:
        """Why the tries cannot be read; None if they can."""
        path = self.user_dirs.lesson_progress
        try:
            self.disk.read_file(path, 0)
        except FileNotFoundError:
            return None
        except OSError as error:
            file, told = str(path), system_error_text(error)
            return Text(
                "{file} cannot be read, so it is not known what you learned before: {why}.", file=file, why=told
            )
        return None

    def read_tries(self) -> list[LessonTry]:
        """All readable tries, in order."""
        with suppress(OSError):
            lines = self.disk.read_file(self.user_dirs.lesson_progress, LARGEST).splitlines()
            return [made for made in map(_parse_try, lines) if made is not None]
        return []

    def solved_lessons(self, game: str) -> frozenset[str]:
        """The levels of a game that were solved at least once."""
        return solved_lessons(self.read_tries(), game)

    # --- puzzles --------------------------------------------------------------------------------------------------

    def score_of(self, name: str) -> PuzzleScore:
        """The score of the puzzle with this name in its set; an empty one if it was never tried."""
        return PuzzleScore.parse(self._part(PUZZLES).get(name))

    def settled_puzzles(self) -> frozenset[str]:
        """The puzzles that are solved, or whose solution was shown."""
        return frozenset(name for name, found in self._part(PUZZLES).items() if PuzzleScore.parse(found).settled)

    def solved_puzzles(self) -> frozenset[str]:
        return frozenset(name for name, found in self._part(PUZZLES).items() if PuzzleScore.parse(found).solved)

    def score_on_day(self, day: str) -> PuzzleScore:
        """The score of the puzzle of a day."""
        return PuzzleScore.parse(self._part(DAYS).get(day))

    def puzzle_of_day(self, day: str) -> str:
        """The name of the puzzle that was begun on that day; empty if there is none."""
        found = self._part(DAYS).get(day)
        name = found.get("puzzle") if isinstance(found, dict) else None
        return name if isinstance(name, str) else ""

    def save_score(self, name: str, score: PuzzleScore) -> Text | None:
        """Stores a score; returns why that failed, or None."""
        return self._save_entry(PUZZLES, name, score._asdict())

    def save_day_score(self, day: str, name: str, score: PuzzleScore) -> Text | None:
        """Stores the score of the puzzle of a day; returns why that failed, or None."""
        return self._save_entry(DAYS, day, {**score._asdict(), "puzzle": name})

    @property
    def puzzles_trouble(self) -> Text | None:
        """Why the scores cannot be read; None if they can."""
        if self._read_scores() is not None:
            return None
        file = str(self.user_dirs.puzzle_progress)
        return Text("{file} cannot be read, so it is not known what you solved before.", file=file)

    def _save_entry(self, part: str, name: str, entry: Mapping[str, Any]) -> Text | None:
        folder = resolve_link(self.user_dirs.puzzle_progress).parent
        try:
            self.disk.make_folder(folder)
            with self.disk.lock_folder(folder):
                # Read again under the lock: another program may have changed the file.
                return self._add_entry(part, name, entry)
        except OSError as error:
            return Text("What you solve is not kept: {why}.", why=file_error_text(error))

    def _add_entry(self, part: str, name: str, entry: Mapping[str, Any]) -> Text | None:
        path, whole = self.user_dirs.puzzle_progress, self._read_scores()
        if whole is None:
            # Unreadable files are not overwritten: another program may have written them.
            return Text("{file} cannot be read: nothing is kept until it is moved away.", file=str(path))
        found = whole.get(part)
        whole[part] = {**(found if isinstance(found, dict) else {}), name: dict(entry)}
        self.disk.replace_file(resolve_link(path), json.dumps(whole, indent=1, sort_keys=True).encode())
        return None

    def _part(self, name: str) -> dict[str, Any]:
        found = (self._read_scores() or {}).get(name)
        return found if isinstance(found, dict) else {}

    def _read_scores(self) -> dict[str, Any] | None:
        """The content of the file; empty if there is no file, None if it cannot be read."""
        with suppress(OSError, ValueError, RecursionError):
            return self._read_object(self.user_dirs.puzzle_progress, LARGEST)
        return None

    # --- set-ups --------------------------------------------------------------------------------------------------

    def last_setup(self, game: str) -> dict[str, str]:
        """The last set-up of this game; empty if there is none."""
        values = self._read_setups().get(game)
        if not isinstance(values, dict):
            return {}
        return {name: value for name, value in values.items() if isinstance(value, str)}

    def save_setup(self, game: str, values: Mapping[str, str]) -> None:
        """Stores a set-up; ignores errors."""
        path = self.user_dirs.setups
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            whole = json.dumps({**self._read_setups(), game: dict(values)}, indent=1, sort_keys=True)
            self.disk.replace_file(path, whole.encode())

    def _read_setups(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            return self._read_object(self.user_dirs.setups, LARGEST_SETUPS) or {}
        return {}

    def _read_object(self, path: Path, largest: int) -> dict[str, Any] | None:
        """Reads a JSON object; empty if there is no file, None for other content. Raises OSError and ValueError."""
        try:
            found = json.loads(self.disk.read_file(path, largest))
        except FileNotFoundError:
            return {}
        return found if isinstance(found, dict) else None


def solved_lessons(tries: Iterable[LessonTry], game: str) -> frozenset[str]:
    return frozenset(made.level for made in tries if made.game == game and made.outcome == "solved")


def _parse_try(line: bytes) -> LessonTry | None:
    try:
        found = LessonTry(**json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return None
    return found if found.is_valid else None
