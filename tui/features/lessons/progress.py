"""What somebody has learned so far, in a file of one's own: a line for each try at a level.

Lines are only added, each in one piece, so two programs may do so at the same time. What cannot be read of the file is
passed over; if nothing can, or what cannot be written, is said, and nothing else is lost by it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from tilehall.engine import Text
from tilehall.tui.tables.storage.disk_errors import READ_ONLY_ERRORS, FileSystem, file_error_text
from tilehall.tui.tables.storage.safe_reading import NotRegularFile, system_error_text

if TYPE_CHECKING:
    from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode

LARGEST = 1 << 22
MOST = 1 << 31
"""What is more than so many steps or seconds was never counted."""
TryOutcome = Literal["solved", "failed", "shown", "anew", "left"]


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
    """How long it took, without what lay over the board meanwhile."""


def make_lesson_try(seat: LearnerSeat[Any], way: LessonMode, hints: int, seconds: float) -> LessonTry:
    """What came of a try at this seat."""
    trial = seat.attempt
    outcome: TryOutcome = "left" if seat.verdict is None else "solved" if seat.solved else "failed"
    return LessonTry(
        game=trial.lesson.game,
        level=trial.lesson.id,
        outcome=outcome if way == "play" else "shown",
        actions=trial.actions,
        par=trial.lesson.par,
        hints=hints,
        refused=len(trial.refused),
        seconds=round(seconds),
    )


def mark_restarted(made: LessonTry) -> LessonTry:
    """Somebody wants to begin anew, or to be shown how it is done: nobody has left."""
    return made._replace(outcome="anew") if made.outcome == "left" else made


class LessonSummary(NamedTuple):
    """All tries at one level."""

    level: str
    tries: int
    """How often somebody played it."""
    shown: int
    """How often somebody was shown how it is done: that is no try."""
    solved: int
    best: int | None
    """The fewest actions that solved it."""
    par: int
    hints: int
    seconds: int
    """The median."""
    left: int
    """How often somebody went away in the middle of it."""


class LessonProgress:
    """The tries of one user."""

    def __init__(self, path: Path, disk: FileSystem | None = None) -> None:
        self.path = path
        self.disk = disk or FileSystem()

    def save_try(self, made: LessonTry) -> Text | None:
        """Adds a try; if that cannot be, says why."""
        line = json.dumps(made._asdict(), sort_keys=True).encode() + b"\n"
        try:
            self.disk.make_folder(self.path.parent)
            handle = self.disk.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
            try:
                status = self.disk.status(handle)
                if not stat.S_ISREG(status.st_mode):
                    raise NotRegularFile(self.path, status.st_mode)
                size = status.st_size
                # What somebody could not write to its end stays a line of its own.
                torn = size > 0 and self.disk.read(handle, size - 1, 1) != b"\n"
                self.disk.write_all(handle, size, b"\n" + line if torn else line)
            finally:
                self.disk.close(handle)
        except OSError as error:
            return Text("What you have learned is not kept: {why}.", why=self._why(error))
        return None

    def _why(self, error: OSError) -> Text:
        """What went wrong, and with which file."""
        if error.errno in READ_ONLY_ERRORS and error.filename:
            return file_error_text(error)
        return Text("{file}: {why}", file=str(self.path), why=file_error_text(error))

    @property
    def trouble(self) -> Text | None:
        """Why it is not known what was learned before."""
        try:
            self.disk.read_file(self.path, 0)
        except FileNotFoundError:
            return None
        except OSError as error:
            file, told = str(self.path), system_error_text(error)
            return Text(
                "{file} cannot be read, so it is not known what you learned before: {why}.", file=file, why=told
            )
        return None

    def read_tries(self) -> list[LessonTry]:
        """All that can be read, in their order."""
        with suppress(OSError):
            lines = self.disk.read_file(self.path, LARGEST).splitlines()
            return [made for made in map(_read, lines) if made is not None]
        return []

    def solved_lessons(self, game: str) -> frozenset[str]:
        """The levels of a game that were solved at least once."""
        return solved_lessons(self.read_tries(), game)


class TryRecorder:
    """What is kept of one try: a line as soon as it is decided, whatever becomes of the program after that."""

    def __init__(self, learned: LessonProgress, say: Callable[[Text], None]) -> None:
        """`say` tells why it cannot be kept."""
        self.learned = learned
        self.say = say
        self.recorded: LessonTry | None = None

    def record(self, made: LessonTry) -> None:
        """Keeps it, once; again only where steps were taken back and it was solved after all."""
        again = self.recorded is not None and (self.recorded.outcome, made.outcome) == ("failed", "solved")
        if self.recorded is not None and not again:
            return
        self.recorded = made
        if (trouble := self.learned.save_try(made)) is not None:
            self.say(trouble)


def solved_lessons(tries: Iterable[LessonTry], game: str) -> frozenset[str]:
    return frozenset(made.level for made in tries if made.game == game and made.outcome == "solved")


def _read(line: bytes) -> LessonTry | None:
    try:
        data = json.loads(line)
        found = LessonTry(**data)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if _sound(found) else None


def _sound(made: LessonTry) -> bool:
    numbers: tuple[Any, ...] = (made.actions, made.par, made.hints, made.refused, made.seconds)
    words: tuple[Any, ...] = (made.game, made.level)
    return (
        all(type(number) is int and 0 <= number <= MOST for number in numbers)
        and all(isinstance(word, str) for word in words)
        and made.outcome in get_args(TryOutcome)
    )


def summarize_tries(tries: Sequence[LessonTry], game: str, levels: Sequence[str]) -> list[LessonSummary]:
    """The levels of a game that somebody has tried, in their order."""
    found = []
    for level in levels:
        own = [made for made in tries if (made.game, made.level) == (game, level)]
        if own:
            found.append(_summary(level, own))
    return found


def _summary(level: str, own: Sequence[LessonTry]) -> LessonSummary:
    from statistics import median

    won = [made.actions for made in own if made.outcome == "solved"]
    played = [made for made in own if made.outcome != "shown"]
    return LessonSummary(
        level=level,
        tries=len(played),
        shown=len(own) - len(played),
        solved=len(won),
        best=min(won, default=None),
        par=own[-1].par,
        hints=sum(made.hints for made in own),
        seconds=round(median(made.seconds for made in played)) if played else 0,
        left=sum(made.outcome == "left" for made in own),
    )
