"""Reading saved games from their files: at a glance, as far as they hold, or every line."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tilehall.engine import Header, Record, RecordError, Rescued, RuleError, Text, read_header, rescue
from tilehall.tui.tables.storage.disk_errors import Disk
from tilehall.tui.tables.storage.journal import seed_of
from tilehall.tui.tables.storage.safe_reading import Unreadable, because, poured, too_long

LARGEST = 16 * 1024 * 1024
"""Bytes of a record; one of a whole game has twenty thousand."""
DIGITS = 10
"""No step has a number that long."""
ENOUGH = 1 << 16
"""Bytes from the beginning of a record that nearly every head fits into."""
LATEST = 1 << 12
"""Bytes from the end that hold the last steps and the result."""


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

    @property
    def told(self) -> str:
        """All that one may look for, in small letters."""
        names = (*self.header.names, *(f"{name}={value}" for name, value in self.header.options))
        return " ".join((self.name, self.header.game, *names, self.result)).casefold()


def read_bytes(path: Path, disk: Disk) -> bytes:
    """All that is in a record, or more than any holds. Raises RecordError."""
    try:
        data = _read(path, disk)
        if len(data) > LARGEST:
            raise too_long(LARGEST)
        return data
    except (OSError, Unreadable) as error:
        raise _unreadable(path, error) from error


def _read(path: Path, disk: Disk) -> bytes:
    """From a file; what is none, such as /dev/stdin, is read as long as something comes."""
    try:
        return disk.get(path, LARGEST + 1)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        return poured(path, LARGEST)


def _unreadable(path: Path, error: OSError | Unreadable) -> RecordError:
    why = error.why if isinstance(error, Unreadable) else because(error)
    return RecordError(Text("{file} cannot be read: {why}.", file=path.name, why=why))


def rescued_of(path: Path, data: bytes, seed: str) -> Rescued:
    try:
        return rescue(data, seed=seed)
    except RecordError as error:
        raise RecordError(of_file(path, error), error.rule) from error


def glance(path: Path, changed: float, disk: Disk) -> Saved:
    """What a saved game is, without replaying it, and without reading more of it than needed."""
    try:
        head, tail = disk.ends(path, ENOUGH, LATEST)
    except OSError as error:
        raise _unreadable(path, error) from error
    lines = _whole_lines(head)
    header, start = read_header(list(enumerate(lines, 1)))
    latest = _whole_lines(tail) if tail else lines[start:]
    result = next((_words(line[2:]) for line in reversed(latest) if line.startswith("= ")), "")
    steps = next((_step(line) for line in reversed(latest) if line[:1].isdigit() or line.startswith("~ ")), 0)
    return Saved(path, header, steps, result, _moment(changed))


def has_head(data: bytes) -> bool:
    """Whether these bytes say which game they are a record of, whatever comes then."""
    try:
        read_header(list(enumerate(_whole_lines(data), 1)))
    except RuleError:
        return False
    return True


def _whole_lines(data: bytes) -> list[str]:
    """Lines with an end; what is no text in them does not matter at a glance."""
    return data[: data.rfind(b"\n") + 1].decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _moment(stamp: float) -> datetime:
    """Some file systems have times that no calendar has."""
    try:
        return datetime.fromtimestamp(stamp, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.max.replace(tzinfo=UTC) - timedelta(days=2) if stamp > 0 else datetime.fromtimestamp(0, UTC)


def _words(line: str) -> str:
    """A line without its comment."""
    return line.partition(";")[0].strip()


def _step(line: str) -> int:
    """The step that a line of a record tells of, or goes back to."""
    number = line.removeprefix("~ ").partition(" ")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < DIGITS else 0


def of_file(path: Path, error: RuleError) -> Text:
    return Text("{file}: {problem}", file=path.name, problem=error.text)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record that replays says: how many steps, how it ended, and whether its seal was kept."""

    steps: int
    over: bool
    result: str
    fair: bool
    """Whether the seed was sealed before the game, and dealt every draw."""


def verify(path: Path, disk: Disk | None = None) -> Verdict:
    """Replays a record. Raises RecordError with what is wrong."""
    record = read_record(path, disk)
    fair = bool(record.seed and record.header.sealed)
    return Verdict(len(record.match.steps), record.match.over, record.result, fair)


def read_record(path: Path, disk: Disk | None = None) -> Record:
    """A record from its file, replayed, every line of it, also a last one without its end.

    Raises RecordError with the name of the file.
    """
    disk = disk or Disk()
    data = read_bytes(path, disk)
    rescued = rescued_of(path, data if data.endswith(b"\n") else data + b"\n", seed_of(disk, path.resolve()))
    if rescued.error is None:
        return rescued.record
    if not data.endswith(b"\n") and rescued_of(path, data, seed_of(disk, path.resolve())).error is None:
        cut = Text("its last line has no end: it was cut off while it was written.")
        raise RecordError(Text("{file}: {problem}", file=path.name, problem=cut))
    raise RecordError(of_file(path, rescued.error), rescued.error.rule) from rescued.error


def read_text(path: Path, disk: Disk | None = None) -> str:
    """The text of a record. A line that was cut off in the middle of writing is left out."""
    data = read_bytes(path, disk or Disk())
    try:
        return data[: data.rfind(b"\n") + 1].decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RecordError(Text("{file} is no record: it is not text.", file=path.name)) from error
