"""What one user has reached: tries at lessons, scores of puzzles, and how each game was set up the last time.

Each kind has a file of its own. What cannot be read counts as nothing; what cannot be written is told in a sentence,
except for set-ups, which are a mere convenience. No method raises because of a file.
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
"""A try with more steps or seconds than this was not written by this program."""
TryOutcome = Literal["solved", "failed", "shown", "anew", "left"]
MARK_WRONG, MARK_HINTED, MARK_SHOWN, MARK_RIGHT = "x", "?", "-", "o"
"""The marks of a puzzle: a turn that was not good enough, a hint, the solution seen, solved."""
MARKS = frozenset((MARK_WRONG, MARK_HINTED, MARK_SHOWN, MARK_RIGHT))
MOST_MARKS = 60
"""More marks than anybody wants to read: after these only what settles the puzzle is added."""
MOST_SECONDS = 10**9
PUZZLES, DAYS = "puzzles", "days"


class LessonTry(NamedTuple):
    """One try at a level."""

    game: str
    level: str
    outcome: TryOutcome
    """Solved, failed, shown how it is done, or begun anew or left before that."""
    actions: int
    par: int
    hints: int
    """How many hints were given."""
    refused: int
    seconds: int
    """How long it took, without the time for which the board was covered."""

    @property
    def is_valid(self) -> bool:
        """Whether the values are of the types and within the limits that this program writes."""
        numbers: tuple[Any, ...] = (self.actions, self.par, self.hints, self.refused, self.seconds)
        words: tuple[Any, ...] = (self.game, self.level)
        return (
            all(type(number) is int and 0 <= number <= MOST for number in numbers)
            and all(isinstance(word, str) for word in words)
            and self.outcome in get_args(TryOutcome)
        )


class PuzzleScore(NamedTuple):
    """The marks that somebody has got at a puzzle.

    >>> PuzzleScore("x?o", 93).solved, PuzzleScore("x-o", 93).solved, PuzzleScore("xo", 5).tries
    (True, False, 2)
    """

    marks: str = ""
    seconds: int = 0
    """Up to the last mark."""

    @property
    def solved(self) -> bool:
        """Found without being shown."""
        return MARK_RIGHT in self.marks and MARK_SHOWN not in self.marks

    @property
    def settled(self) -> bool:
        """Solved or seen: further marks do not count."""
        return MARK_RIGHT in self.marks or MARK_SHOWN in self.marks

    @property
    def tries(self) -> int:
        return self.marks.count(MARK_WRONG) + self.marks.count(MARK_RIGHT)

    def with_mark(self, mark: str, seconds: float) -> PuzzleScore:
        """With one more mark, after so many more seconds; unchanged once it is settled."""
        if self.settled or (len(self.marks) >= MOST_MARKS and mark not in (MARK_RIGHT, MARK_SHOWN)):
            return self
        return PuzzleScore(self.marks + mark, self.seconds + max(0, round(seconds)))

    @classmethod
    def parse(cls, data: Any) -> PuzzleScore:
        """The score of an entry in the file; an empty one if the entry is not valid."""
        if not isinstance(data, dict):
            return cls()
        marks, seconds = data.get("marks"), data.get("seconds")
        if not isinstance(marks, str) or not {*marks} <= MARKS or type(seconds) is not int:
            return cls()
        if len(marks) > MOST_MARKS + 1 or seconds > MOST_SECONDS:
            return cls()
        return cls(marks, max(0, seconds))


class Progress:
    """The progress of one user, in the files of these folders."""

    def __init__(self, user_dirs: UserDirs, disk: FileSystem | None = None) -> None:
        self.user_dirs = user_dirs
        self.disk = disk or FileSystem()

    # --- lessons --------------------------------------------------------------------------------------------------

    def save_try(self, made: LessonTry) -> Text | None:
        """Appends a try as one line, so that two programs may do so at once; returns why that failed, or None."""
        path, line = self.user_dirs.lesson_progress, json.dumps(made._asdict(), sort_keys=True).encode() + b"\n"
        try:
            self.disk.make_folder(path.parent)
            handle = self.disk.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
            try:
                status = self.disk.status(handle)
                if not stat.S_ISREG(status.st_mode):
                    raise NotRegularFile(path, status.st_mode)
                size = status.st_size
                # A line that another program could not finish stays a line of its own.
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
        """Why the tries cannot be read."""
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
        """All tries that can be read, in their order."""
        with suppress(OSError):
            lines = self.disk.read_file(self.user_dirs.lesson_progress, LARGEST).splitlines()
            return [made for made in map(_parse_try, lines) if made is not None]
        return []

    def solved_lessons(self, game: str) -> frozenset[str]:
        """The levels of a game that were solved at least once."""
        return solved_lessons(self.read_tries(), game)

    # --- puzzles --------------------------------------------------------------------------------------------------

    def score_of(self, name: str) -> PuzzleScore:
        """The score of the puzzle that its set knows by this name; an empty one if it was never tried."""
        return PuzzleScore.parse(self._part(PUZZLES).get(name))

    def settled_puzzles(self) -> frozenset[str]:
        """The puzzles that are solved, or whose solution was seen."""
        return frozenset(name for name, found in self._part(PUZZLES).items() if PuzzleScore.parse(found).settled)

    def solved_puzzles(self) -> frozenset[str]:
        return frozenset(name for name, found in self._part(PUZZLES).items() if PuzzleScore.parse(found).solved)

    def score_on_day(self, day: str) -> PuzzleScore:
        """The score of the puzzle of a day."""
        return PuzzleScore.parse(self._part(DAYS).get(day))

    def puzzle_of_day(self, day: str) -> str:
        """The puzzle that was begun that day as the one of the day; empty if none was."""
        found = self._part(DAYS).get(day)
        name = found.get("puzzle") if isinstance(found, dict) else None
        return name if isinstance(name, str) else ""

    def save_score(self, name: str, score: PuzzleScore) -> Text | None:
        """Keeps a score; returns why that failed, or None."""
        return self._save_entry(PUZZLES, name, score._asdict())

    def save_day_score(self, day: str, name: str, score: PuzzleScore) -> Text | None:
        """Keeps the score of the puzzle of a day; returns why that failed, or None."""
        return self._save_entry(DAYS, day, {**score._asdict(), "puzzle": name})

    @property
    def puzzles_trouble(self) -> Text | None:
        """Why the scores cannot be read."""
        if self._read_scores() is not None:
            return None
        file = str(self.user_dirs.puzzle_progress)
        return Text("{file} cannot be read, so it is not known what you solved before.", file=file)

    def _save_entry(self, part: str, name: str, entry: Mapping[str, Any]) -> Text | None:
        folder = resolve_link(self.user_dirs.puzzle_progress).parent
        try:
            self.disk.make_folder(folder)
            with self.disk.lock_folder(folder):
                # Read again under the lock: another program may have added to it.
                return self._add_entry(part, name, entry)
        except OSError as error:
            return Text("What you solve is not kept: {why}.", why=file_error_text(error))

    def _add_entry(self, part: str, name: str, entry: Mapping[str, Any]) -> Text | None:
        path, whole = self.user_dirs.puzzle_progress, self._read_scores()
        if whole is None:
            # A file that this program did not write is not overwritten.
            return Text("{file} cannot be read: nothing is kept until it is moved away.", file=str(path))
        found = whole.get(part)
        whole[part] = {**(found if isinstance(found, dict) else {}), name: dict(entry)}
        self.disk.replace_file(resolve_link(path), json.dumps(whole, indent=1, sort_keys=True).encode())
        return None

    def _part(self, name: str) -> dict[str, Any]:
        found = (self._read_scores() or {}).get(name)
        return found if isinstance(found, dict) else {}

    def _read_scores(self) -> dict[str, Any] | None:
        """Everything in the file; empty if there is no file, None if it cannot be read."""
        with suppress(OSError, ValueError, RecursionError):
            return self._read_object(self.user_dirs.puzzle_progress, LARGEST)
        return None

    # --- set-ups --------------------------------------------------------------------------------------------------

    def last_setup(self, game: str) -> dict[str, str]:
        """What was chosen for this game the last time; empty if it was never set up."""
        values = self._read_setups().get(game)
        if not isinstance(values, dict):
            return {}
        return {name: value for name, value in values.items() if isinstance(value, str)}

    def save_setup(self, game: str, values: Mapping[str, str]) -> None:
        """Keeps what was chosen, if that can be."""
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
        """A JSON object; empty if there is no file, None if something else is in it. Raises OSError and ValueError."""
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
