"""Where steps are kept: how a game is written as it is played, and the shelf of saved games."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Protocol

from tilehall.engine import Header, Record, RecordError, RuleError, did_you_mean, read, read_header

SUFFIX = ".tilehall"


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


class Library:
    """The saved games of one user, newest first."""

    def __init__(self, folder: Path, zone: tzinfo | None = None) -> None:
        self.folder = folder
        self.zone = zone
        """Whose time new games are named after; none: that of this system."""

    def new(self, game: str) -> Path:
        """A path for a new game that is not taken."""
        stem = f"{game}-{datetime.now(UTC).astimezone(self.zone):%Y%m%d-%H%M%S}"
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

    def problems(self) -> list[str]:
        found = []
        for path in self._paths():
            try:
                glance(path)
            except RuleError as error:
                found.append(f"{path.name}: {error}")
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
        instead = did_you_mean(name, self.names(), "'tilehall games' lists them.")
        return RecordError(f"There is no game '{name[:60]}'. {instead}")

    def delete(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.with_suffix(".seed").unlink(missing_ok=True)

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("*" + SUFFIX)) if self.folder.is_dir() else []

    def _scan(self) -> Iterator[Saved]:
        for path in self._paths():
            try:
                yield glance(path)
            except RuleError:
                continue


def read_text(path: Path) -> str:
    """The text of a record. A line that was cut off in the middle of writing is left out."""
    try:
        data = path.read_bytes()
        # Cut before it is decoded: the last line may end inside a letter.
        return data[: data.rfind(b"\n") + 1].decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise RecordError(f"{path.name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path.name} is no record: it is not text.") from error


def glance(path: Path) -> Saved:
    """What a saved game is, without replaying it."""
    text = read_text(path)
    lines = text.split("\n")
    header, start = read_header(list(enumerate(lines, 1)))
    body = lines[start:]
    result = next((line[2:] for line in reversed(body) if line.startswith("= ")), "")
    steps = next((_step(line) for line in reversed(body) if line[:1].isdigit() or line.startswith("~ ")), 0)
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Saved(path, header, steps, result, changed)


def _step(line: str) -> int:
    """The step that a line of a record tells of, or goes back to."""
    number = line.removeprefix("~ ").partition(" ")[0]
    return int(number) if number.isascii() and number.isdigit() else 0


def read_record(path: Path) -> Record:
    """A record from its file, replayed. Raises RecordError with the name of the file."""
    try:
        return read(read_text(path))
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}" if path.name not in str(error) else str(error), error.rule) from error


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
