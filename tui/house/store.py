"""Where steps are kept: how a game is written as it is played, and the shelf of saved games."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Protocol

from tilehall.engine import Header, Record, RecordError, RuleError, Text, did_you_mean, read, read_header
from tilehall.tui.house.reading import Unreadable, poured, too_long
from tilehall.tui.house.version import program

SUFFIX = ".tilehall"
LARGEST = 16 * 1024 * 1024
"""Bytes of a record; one of a whole game has twenty thousand."""
DIGITS = 10
"""No step has a number that long."""


def write_whole(path: Path, text: str) -> None:
    """Writes a file in one piece: either the old one stays or the new one is there, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


class Store(Protocol):
    """Where the steps of one game are kept."""

    @property
    def name(self) -> str:
        """What the game is called there."""

    @property
    def place(self) -> str:
        """Where it is, for people."""

    def begin(self, header: Header, seed: str) -> None:
        """A new game: its head, and the seed that stays secret."""

    def append(self, text: str) -> None:
        """Further lines of its record."""

    def finish(self) -> None:
        """The game is over, its seed stands in the record."""


class Keeper:
    """Appends a game to its file as it is played. What has been appended survives a crash of the program.

    The seed lies beside it in a file of its own: the record itself shows only its seal until the game is over.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def place(self) -> str:
        return str(self.path)

    @property
    def seed_path(self) -> Path:
        return self.path.with_suffix(".seed")

    def begin(self, header: Header, seed: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.seed_path, seed + "\n")
        write_whole(self.path, header.text())

    def append(self, text: str) -> None:
        if text:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(text)

    def mend(self) -> None:
        """Drops a last line that was cut off in the middle of writing, so that the next one begins afresh."""
        if not self.path.read_bytes().endswith(b"\n"):
            write_whole(self.path, read_text(self.path))

    def seed(self) -> str:
        """The seed of a game that is not over; empty if its file is gone."""
        try:
            return self.seed_path.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def finish(self) -> None:
        """The game is over, its seed stands in the record."""
        self.seed_path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Saved:
    """A game on the shelf, as far as its head and its last lines tell."""

    path: Path
    header: Header
    steps: int
    result: str
    changed: datetime

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def over(self) -> bool:
        return bool(self.result)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the head of a new game tells of its beginning."""

    date: str = ""
    by: str = ""


UNSTAMPED = Stamp()


def utc() -> datetime:
    return datetime.now(UTC)


class Library:
    """The saved games of one user, newest first.

    >>> Library(Path(), UTC, lambda: datetime(2026, 11, 18, 17, 50, tzinfo=UTC), lambda: "tilehall 0.1.0").stamp()
    Stamp(date='2026-11-18T17:50:00Z', by='tilehall 0.1.0')
    """

    def __init__(
        self,
        folder: Path,
        zone: tzinfo | None = None,
        clock: Callable[[], datetime] = utc,
        writer: Callable[[], str] = program,
    ) -> None:
        self.folder = folder
        self.clock = clock
        self.zone = zone
        """Whose time new games are named after; none: that of this system."""
        self.writer = writer
        """Which program writes new games."""

    def stamp(self) -> Stamp:
        """For a game that begins now."""
        return Stamp(f"{self.clock():%Y-%m-%dT%H:%M:%SZ}", self.writer())

    def new(self, game: str) -> Path:
        """A path for a new game that is not taken."""
        stem = f"{game}-{self.clock().astimezone(self.zone):%Y%m%d-%H%M%S}"
        names = (stem if n == 0 else f"{stem}-{n}" for n in range(1000))
        return next(path for name in names if not (path := self.folder / (name + SUFFIX)).exists())

    def saved(self) -> list[Saved]:
        """All games that can be read; `problems` names the others."""
        return sorted(self._scan(), key=lambda each: each.changed, reverse=True)

    def names(self) -> list[str]:
        """The names of all files on the shelf, unread."""
        return [path.stem for path in self._paths()]

    def unfinished(self) -> list[str]:
        """The names of those that are not over: their seeds still lie beside them."""
        return [path.stem for path in self._paths() if path.with_suffix(".seed").exists()]

    def problems(self) -> list[Text]:
        found = []
        for path in self._paths():
            try:
                glance(path)
            except RuleError as error:
                found.append(_of_file(path, error))
        return found

    def find(self, name: str) -> Path:
        """The path of a saved game by its name, or by a path to any record."""
        inside = self.folder / (name.removesuffix(SUFFIX) + SUFFIX)
        for path in (inside, Path(name)):
            if path.is_file():
                return path
        raise self.missing(name)

    def missing(self, name: str) -> RecordError:
        """That there is no game of this name."""
        instead = did_you_mean(name, self.names(), Text("'{command}' lists them.", command="tilehall games"))
        return RecordError(Text("There is no game '{name}'. {instead}", name=name[:60], instead=instead))

    def delete(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.with_suffix(".seed").unlink(missing_ok=True)

    def _paths(self) -> list[Path]:
        """Files only: a pipe of that name would keep everybody waiting."""
        return sorted(path for path in self.folder.glob("*" + SUFFIX) if path.is_file())

    def _scan(self) -> Iterator[Saved]:
        for path in self._paths():
            try:
                yield glance(path)
            except RuleError:
                continue


def read_text(path: Path) -> str:
    """The text of a record. A line that was cut off in the middle of writing is left out."""
    try:
        data = poured(path, LARGEST)
        if len(data) > LARGEST:
            raise too_long(LARGEST)
        # Cut before it is decoded: the last line may end inside a letter.
        return data[: data.rfind(b"\n") + 1].decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise RecordError(
            Text("{file} cannot be read: {why}.", file=path.name, why=error.strerror or f"{error}")
        ) from error
    except Unreadable as error:
        raise RecordError(Text("{file} cannot be read: {why}.", file=path.name, why=error.why)) from error
    except UnicodeDecodeError as error:
        raise RecordError(Text("{file} is no record: it is not text.", file=path.name)) from error


def glance(path: Path) -> Saved:
    """What a saved game is, without replaying it."""
    text = read_text(path)
    lines = text.split("\n")
    header, start = read_header(list(enumerate(lines, 1)))
    body = lines[start:]
    result = next((_words(line[2:]) for line in reversed(body) if line.startswith("= ")), "")
    steps = next((_step(line) for line in reversed(body) if line[:1].isdigit() or line.startswith("~ ")), 0)
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Saved(path, header, steps, result, changed)


def _words(line: str) -> str:
    """A line without its comment."""
    return line.partition(";")[0].strip()


def _step(line: str) -> int:
    """The step that a line of a record tells of, or goes back to."""
    number = line.removeprefix("~ ").partition(" ")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < DIGITS else 0


def read_record(path: Path) -> Record:
    """A record from its file, replayed. Raises RecordError with the name of the file."""
    text = read_text(path)
    try:
        return read(text)
    except RecordError as error:
        raise RecordError(_of_file(path, error), error.rule) from error


def _of_file(path: Path, error: RuleError) -> Text:
    return Text("{file}: {problem}", file=path.name, problem=error.text)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record that replays says: how many steps, how it ended, and whether its seal was kept."""

    steps: int
    over: bool
    result: str
    fair: bool
    """Whether the seed was sealed before the game, and dealt every draw."""


def verify(path: Path) -> Verdict:
    """Replays a record. Raises RecordError with what is wrong."""
    record = read_record(path)
    fair = bool(record.seed and record.header.sealed)
    return Verdict(len(record.match.steps), record.match.over, record.result, fair)
