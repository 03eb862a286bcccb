"""The store of one game, as a table uses it, and the library of saved games."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from tilehall.engine import (
    Game,
    Header,
    Record,
    RecordEntry,
    RecordError,
    RecordWriter,
    RescuedRecord,
    SealedFormat,
    Text,
    UserError,
    did_you_mean,
    join_spaces,
    record_for_viewpoint,
    seal_seed,
)
from tilehall.tui.tables.storage.file_lock import SUFFIX as LOCK_SUFFIX
from tilehall.tui.tables.storage.file_lock import FileLock, GameInUse, LockHolder, lock_holder, this_program
from tilehall.tui.tables.storage.filesystem import FileSystem
from tilehall.tui.tables.storage.journal import Journal, read_seed, revealed_seed, seed_path, write_seed
from tilehall.tui.tables.storage.saved_games import (
    SavedGame,
    file_problem,
    has_head,
    read_bytes,
    read_summary,
    read_text,
    rescue_file,
)
from tilehall.tui.tables.version import program_version

SUFFIX = ".tilehall"
PART = re.compile(r"(?P<stem>.+)\.(?:tilehall|seed|damaged(?:-\d+)?)\.\d+\.part\Z")
"""A temporary file that was to replace another one."""
WITHOUT_HEAD = Text("What cannot be read is kept as it is; who knows what its head said can mend it with an editor.")
"""Said of a record whose head cannot be read."""


class Store(Protocol):
    """Saves the steps of one game."""

    @property
    def name(self) -> str:
        """The name of the saved game."""

    @property
    def place(self) -> str:
        """Where it is saved, for people."""

    @property
    def trouble(self) -> Text | None:
        """Why not all of it is saved; None if it is."""

    def begin(self, rules: Game[Any], header: Header, seed: str, entries: Sequence[RecordEntry[Any]]) -> None:
        """Begin a new game: its head, its seed, which stays secret, and its entries. `trouble` says what fails."""

    def save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Save them durably. Raises NotSaved; then nothing has changed."""

    def try_save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Save them if that is possible; otherwise they are saved with the next ones, and `trouble` says why."""

    def finish(self) -> None:
        """The game is over: nothing in it is secret any more."""

    def close(self) -> None:
        """Let other programs play it on."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a game began, and by which program it was written."""

    date: str = ""
    by: str = ""


UNSTAMPED = Stamp()


def utc_now() -> datetime:
    return datetime.now(UTC)


class DamagedRecord(RecordError):
    """A record that is valid up to some step only; it can be played on from there."""

    def __init__(self, path: Path, rescued: RescuedRecord) -> None:
        self.path = path
        self.step = len(rescued.record.match.steps)
        problem = rescued.error.text if rescued.error else Text("")
        super().__init__(
            Text(
                "{file} is damaged: {problem} It can be played on from step {step}.",
                file=path.name,
                problem=problem,
                step=self.step,
            )
        )
        self.problem = problem


@dataclass(slots=True)
class ResumedGame:
    """A game to be played on: its record so far, its seed (empty if it is lost), and its journal."""

    record: Record
    seed: str
    journal: Journal


class Library:
    """The saved games of one user.

    >>> Library(Path(), UTC, lambda: datetime(2026, 11, 18, 17, 50, tzinfo=UTC), lambda: "tilehall 0.1.0").stamp()
    Stamp(date='2026-11-18T17:50:00Z', by='tilehall 0.1.0')
    """

    def __init__(
        self,
        folder: Path,
        zone: tzinfo | None = None,
        clock: Callable[[], datetime] = utc_now,
        writer: Callable[[], str] = program_version,
        disk: FileSystem | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock
        self.zone = zone
        """The time zone in the names of new games; None: that of the system."""
        self.writer = writer
        """Names the program that writes new games."""
        self.disk = disk or FileSystem()

    def stamp(self) -> Stamp:
        """The stamp of a game that begins now."""
        return Stamp(f"{self.clock():%Y-%m-%dT%H:%M:%SZ}", self.writer())

    # --- playing --------------------------------------------------------------------------------------------------

    def new_journal(self, game: str) -> Journal:
        """The journal of a game that begins now, under a free name."""
        self.tidy()
        stem = f"{game}-{self.clock().astimezone(self.zone):%Y%m%d-%H%M%S}"

        def names() -> Iterator[Path]:
            yield self.folder / (stem + SUFFIX)
            yield from (self.folder / f"{stem}-{n}{SUFFIX}" for n in range(1, 1000))

        return Journal(self.disk, this_program(self.clock), names)

    def resume(self, path: Path) -> ResumedGame:
        """Lock a game and read it, to be played on. Raises GameInUse, DamagedRecord, RecordError."""
        path = path.resolve()
        lock = self._lock(path)
        try:
            return self._resume(path, lock)
        except BaseException:
            if lock:
                lock.release()
            raise

    def _lock(self, path: Path) -> FileLock | None:
        """The lock; None where nothing can be written anyway. Raises GameInUse."""
        try:
            return FileLock.acquire(self.disk, path, this_program(self.clock))
        except OSError:
            return None

    def _resume(self, path: Path, lock: FileLock | None) -> ResumedGame:
        data = read_bytes(path, self.disk)
        rescued, seed = self._rescue(path, data)
        record = rescued.record
        if rescued.error or seed or not record.match.is_over:
            _check_seed(path, record.header, seed)
        if rescued.error:
            raise DamagedRecord(path, rescued)
        record_writer = RecordWriter(record.match.game, record.header, SealedFormat(seed))
        record_writer.mark_written(record.match.steps)
        lacking = f"seed {seed}\n" if seed and record.result and not record.seed else ""
        journal = Journal(self.disk, this_program(self.clock), lambda: ())
        journal.resume(path, lock, record_writer, seed, data, rescued.bytes, lacking)
        return ResumedGame(record, seed, journal)

    def find_damage(self, path: Path) -> DamagedRecord | None:
        """What is wrong with a record; None if nothing is. Raises RecordError if not even its head can be read."""
        path = path.resolve()
        rescued, _ = self._rescue(path, read_bytes(path, self.disk))
        return DamagedRecord(path, rescued) if rescued.error else None

    def is_torn(self, path: Path) -> bool:
        """Whether its last line was cut off while it was written; it is played on without that line."""
        return not read_bytes(path.resolve(), self.disk).endswith(b"\n")

    def _rescue(self, path: Path, data: bytes) -> tuple[RescuedRecord, str]:
        """The valid part of a record, and its seed: from the file beside it, or revealed where the game was over."""
        beside = read_seed(self.disk, path)
        try:
            rescued = rescue_file(path, data, beside)
        except RecordError as error:
            if has_head(data):
                raise
            raise RecordError(join_spaces([error.text, WITHOUT_HEAD]), error.rule) from error
        if not beside and not rescued.record.seed:
            beside = revealed_seed(data, rescued.record.header)
            rescued = rescue_file(path, data, beside) if beside else rescued
        return rescued, rescued.record.seed or beside

    def mend(self, path: Path) -> Path:
        """Shorten a damaged record to its valid part, and return the path of a backup of the whole.

        Raises GameInUse, RecordError, OSError.
        """
        path = path.resolve()
        lock = FileLock.acquire(self.disk, path, this_program(self.clock))
        try:
            data = read_bytes(path, self.disk)
            rescued, seed = self._rescue(path, data)
            _check_seed(path, rescued.record.header, seed)
            aside = next(p for p in _backup_paths(path) if self.disk.status_of(p) is None)
            self.disk.replace_file(aside, data)
            if not read_seed(self.disk, path):
                # The game was over, and goes on now.
                write_seed(self.disk, path, seed)
            self.disk.replace_file(path, data[: rescued.bytes])
            return aside
        finally:
            lock.release()

    def tidy(self) -> None:
        """Remove what killed programs have left here, and finish games that are over."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return
        for stem, parts in find_leftovers(names).items():
            with suppress(OSError, RecordError, GameInUse):
                self._tidy(self.folder / (stem + SUFFIX), parts)

    def _tidy(self, path: Path, parts: Sequence[str]) -> None:
        path = path.resolve()
        lock = FileLock.acquire(self.disk, path, this_program(self.clock))
        try:
            for part in parts:
                self.disk.remove(self.folder / part)
            seed = seed_path(path)
            if self.disk.status_of(path) is None:
                self.disk.remove(seed)
            elif self.disk.status_of(seed) is not None and self._glance(path, 0).over:
                journal = self._resume(path, lock).journal
                journal.finish()
                journal.close()
        finally:
            lock.release()

    def lock_holder(self, path: Path) -> LockHolder | None:
        """The program that plays this game now; None if none does."""
        return lock_holder(self.disk, path.resolve())

    # --- looking --------------------------------------------------------------------------------------------------

    def rescue(self, path: Path) -> RescuedRecord:
        """Read the valid part of a record; what is sealed opens with the seed beside it. Raises RecordError."""
        return rescue_file(path, read_bytes(path, self.disk), read_seed(self.disk, path.resolve()))

    def read_text(self, path: Path) -> str:
        """The text of a record for the people at this keyboard, without control characters."""
        text, rescued = read_text(path, self.disk), self.rescue(path)
        humans = [n for n, player in enumerate(rescued.record.header.players) if player.kind == "human"]
        seed = read_seed(self.disk, path.resolve())
        if seed and len(humans) == 1 and not rescued.error and not rescued.record.match.is_over:
            text = record_for_viewpoint(text, seed, humans[0])
        return "".join(mark if mark.isprintable() or mark == "\n" else "?" for mark in text)

    def saved_games(self) -> list[SavedGame]:
        """All games that can be read, newest first; `problems` names the others."""
        return list(self._newest_first())

    def unfinished_games(self) -> Iterator[SavedGame]:
        """The games that are not over, newest first, each read when it is asked for."""
        return (saved for saved in self._newest_first() if not saved.over)

    def search(self, words: Iterable[str]) -> list[SavedGame]:
        """The games that have all these words in their names, players, options or results."""
        wanted = [word.casefold() for word in words]
        return [saved for saved in self._newest_first() if all(word in saved.search_text for word in wanted)]

    def names(self) -> list[str]:
        """The names of all files in the library, unread."""
        return sorted(path.stem for path, _ in self._files())

    def unfinished_names(self) -> list[str]:
        """The names of games that are not over: those that still have a seed file."""
        return sorted(path.stem for path, _ in self._unfinished())

    def count_unfinished(self) -> tuple[int, int]:
        """Of the games that are not over, how many can be played on, and how many cannot be read."""
        readable = [self._can_be_read(path, changed) for path, changed in self._unfinished()]
        return readable.count(True), readable.count(False)

    def _unfinished(self) -> Iterator[tuple[Path, float]]:
        try:
            seeds = {Path(name).stem for name in os.listdir(self.folder) if name.endswith(".seed")}
        except OSError:
            return
        yield from ((path, changed) for path, changed in self._files() if path.stem in seeds)

    def _can_be_read(self, path: Path, changed: float) -> bool:
        try:
            self._glance(path, changed)
        except UserError:
            return False
        return True

    def problems(self) -> list[Text]:
        found = []
        for path, changed in sorted(self._files()):
            try:
                self._glance(path, changed)
            except UserError as error:
                found.append(file_problem(path, error))
        return found

    def find(self, name: str) -> Path:
        """The path of a saved game by its name, or of any record by its path. Raises RecordError."""
        inside = self.folder / (name.removesuffix(SUFFIX) + SUFFIX)
        for path in (inside, Path(name)):
            # The name may be too long for the system.
            with suppress(OSError, ValueError):
                if path.is_file():
                    return path
        raise self.no_such_game(name)

    def no_such_game(self, name: str) -> RecordError:
        """The error for an unknown name."""
        instead = did_you_mean(name, self.names(), Text("'{command}' lists them.", command="tilehall games"))
        return RecordError(Text("There is no game '{name}'. {instead}", name=name[:60], instead=instead))

    def delete(self, path: Path) -> None:
        """Delete a game and its seed. Raises GameInUse."""
        lock = self._lock(path.resolve())
        try:
            self.disk.remove(path)
            self.disk.remove(seed_path(path))
        finally:
            if lock:
                lock.release()

    def _files(self) -> Iterator[tuple[Path, float]]:
        """Regular files only, with the time of their last change."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                # A file may be deleted meanwhile.
                with suppress(OSError):
                    if entry.name.endswith(SUFFIX) and entry.is_file():
                        yield Path(entry.path), entry.stat().st_mtime

    def _newest_first(self) -> Iterator[SavedGame]:
        for path, changed in sorted(self._files(), key=lambda each: each[1], reverse=True):
            with suppress(UserError):
                yield self._glance(path, changed)

    def _glance(self, path: Path, changed: float) -> SavedGame:
        return read_summary(path, changed, self.disk)


def _check_seed(path: Path, header: Header, seed: str) -> None:
    """Raise RecordError unless the seed can deal the rest of the game and open what is sealed in it."""
    if not seed:
        raise RecordError(
            Text("{file} cannot be played on: its seed is missing. It can still be replayed.", file=path.name)
        )
    if header.sealed and seal_seed(seed) != header.sealed:
        raise RecordError(Text("{file} cannot be played on: the seed beside it does not fit its seal.", file=path.name))


def find_leftovers(names: Iterable[str]) -> dict[str, list[str]]:
    """The games that a killed program may have left in the middle of something, with their temporary files.

    >>> find_leftovers(["a.tilehall", "a.seed", "b.lock", "c.tilehall.4711.part", "c.seed"])
    {'b': [], 'c': ['c.tilehall.4711.part']}
    """
    found: dict[str, list[str]] = {}
    for name in names:
        if part := PART.match(name):
            found.setdefault(part["stem"], []).append(name)
        elif name.endswith(LOCK_SUFFIX):
            found.setdefault(Path(name).stem, [])
    return found


def _backup_paths(path: Path) -> Iterator[Path]:
    yield path.with_suffix(".damaged")
    yield from (path.with_suffix(f".damaged-{n}") for n in count(2))
