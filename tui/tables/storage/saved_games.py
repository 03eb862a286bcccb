"""Reads saved games: a summary, as much as is valid, or every line."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tilehall.engine import Header, Record, RecordError, RescuedRecord, Text, UserError, read_header, rescue_record
from tilehall.tui.tables.storage.disk_errors import UnreadableFile, file_too_long, system_error_text
from tilehall.tui.tables.storage.filesystem import FileSystem, read_stream
from tilehall.tui.tables.storage.journal import read_seed

LARGEST_RECORD = 16 * 1024 * 1024
"""Bytes; the record of a whole game has about 20,000."""
DIGITS = 10
"""No number of a step is that long."""
HEAD_BYTES = 1 << 16
"""Bytes at the beginning of a record, enough for nearly every head."""
TAIL_BYTES = 1 << 12
"""Bytes at the end, enough for the last steps and the result."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game, as far as its head and its last lines tell."""

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
    def search_text(self) -> str:
        """All that a search looks at, in lower case."""
        names = (*self.header.names, *(f"{name}={value}" for name, value in self.header.options))
        return " ".join((self.name, self.header.game, *names, self.result)).casefold()


def read_bytes(path: Path, disk: FileSystem) -> bytes:
    """Read the file of a record. Raises RecordError, also if it is too large."""
    try:
        data = _read(path, disk)
        if len(data) > LARGEST_RECORD:
            raise file_too_long(LARGEST_RECORD)
        return data
    except (OSError, UnreadableFile) as error:
        raise _unreadable(path, error) from error


def _read(path: Path, disk: FileSystem) -> bytes:
    """Read a file, or a stream such as /dev/stdin to its end."""
    try:
        return disk.read_file(path, LARGEST_RECORD + 1)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        return read_stream(path, LARGEST_RECORD)


def _unreadable(path: Path, error: OSError | UnreadableFile) -> RecordError:
    why = error.why if isinstance(error, UnreadableFile) else system_error_text(error)
    return RecordError(Text("{file} cannot be read: {why}.", file=path.name, why=why))


def rescue_file(path: Path, data: bytes, seed: str) -> RescuedRecord:
    try:
        return rescue_record(data, seed=seed)
    except RecordError as error:
        raise RecordError(file_problem(path, error), error.rule) from error


def read_summary(path: Path, changed: float, disk: FileSystem) -> SavedGame:
    """Read the summary of a saved game without replaying it. Raises RecordError."""
    try:
        head, tail = disk.read_ends(path, HEAD_BYTES, TAIL_BYTES)
    except OSError as error:
        raise _unreadable(path, error) from error
    lines = _whole_lines(head)
    header, start = read_header(list(enumerate(lines, 1)))
    latest = _whole_lines(tail) if tail else lines[start:]
    result = next((_strip_comment(line[2:]) for line in reversed(latest) if line.startswith("= ")), "")
    steps = next((_step_number(line) for line in reversed(latest) if line[:1].isdigit() or line.startswith("~ ")), 0)
    return SavedGame(path, header, steps, result, _datetime_of(changed))


def has_head(data: bytes) -> bool:
    """Whether these bytes begin with a valid head."""
    try:
        read_header(list(enumerate(_whole_lines(data), 1)))
    except UserError:
        return False
    return True


def _whole_lines(data: bytes) -> list[str]:
    """The lines that have an end; bytes that are no text are replaced."""
    return data[: data.rfind(b"\n") + 1].decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def _datetime_of(stamp: float) -> datetime:
    """A time stamp of a file as a date; stamps out of range become the nearest date."""
    try:
        return datetime.fromtimestamp(stamp, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.max.replace(tzinfo=UTC) - timedelta(days=2) if stamp > 0 else datetime.fromtimestamp(0, UTC)


def _strip_comment(line: str) -> str:
    """A line without its comment."""
    return line.partition(";")[0].strip()


def _step_number(line: str) -> int:
    """The number of the step that a line makes, or goes back to."""
    number = line.removeprefix("~ ").partition(" ")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < DIGITS else 0


def file_problem(path: Path, error: UserError) -> Text:
    return Text("{file}: {problem}", file=path.name, problem=error.text)


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """Result of a check: how many steps, how it ended, and whether its seal was kept."""

    steps: int
    over: bool
    result: str
    fair: bool
    """Whether the seed was sealed before the game and decided every draw."""


def verify_record(path: Path, disk: FileSystem | None = None) -> RecordCheck:
    """Replay a record. Raises RecordError with what is wrong."""
    record = read_record(path, disk)
    fair = bool(record.seed and record.header.sealed)
    return RecordCheck(len(record.match.steps), record.match.is_over, record.result, fair)


def read_record(path: Path, disk: FileSystem | None = None) -> Record:
    """Read and replay every line of a record, also a last one without its end.

    Raises RecordError with the name of the file.
    """
    disk = disk or FileSystem()
    data = read_bytes(path, disk)
    rescued = rescue_file(path, data if data.endswith(b"\n") else data + b"\n", read_seed(disk, path.resolve()))
    if rescued.error is None:
        return rescued.record
    if not data.endswith(b"\n") and rescue_file(path, data, read_seed(disk, path.resolve())).error is None:
        cut = Text("its last line has no end: it was cut off while it was written.")
        raise RecordError(Text("{file}: {problem}", file=path.name, problem=cut))
    raise RecordError(file_problem(path, rescued.error), rescued.error.rule) from rescued.error


def read_text(path: Path, disk: FileSystem | None = None) -> str:
    """Read the text of a record, without a last line that was cut off. Raises RecordError."""
    data = read_bytes(path, disk or FileSystem())
    try:
        return data[: data.rfind(b"\n") + 1].decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RecordError(Text("{file} is no record: it is not text.", file=path.name)) from error
