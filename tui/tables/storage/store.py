"""Where games are kept: what a table asks of a store, and the shelf of saved games."""

from __future__ import annotations

import os
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
from tilehall.tui.tables.storage.cleanup import find_leftovers
from tilehall.tui.tables.storage.disk_errors import FileSystem
from tilehall.tui.tables.storage.file_lock import FileLock, LockHolder, lock_holder, this_program
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
WITHOUT_HEAD = Text("What cannot be read is kept as it is; who knows what its head said can mend it with an editor.")
"""What can be done where a record does not even say which game it is of."""


class Store(Protocol):
    """Where the steps of one game are kept."""

    @property
    def name(self) -> str:
        """What the game is called there."""

    @property
    def place(self) -> str:
        """Where it is, for people."""

    @property
    def trouble(self) -> Text | None:
        """Why not all of it is kept, if so."""

    def begin(self, rules: Game[Any], header: Header, seed: str, entries: Sequence[RecordEntry[Any]]) -> None:
        """A new game: its head, the seed that stays secret, and what was done so far. `trouble` says what fails."""

    def save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Keeps them for certain. Raises NotKept; then it is as if they had never been told."""

    def try_save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Keeps them if that can be done; otherwise they wait for the next ones, and `trouble` says why."""

    def finish(self) -> None:
        """The game is over."""

    def close(self) -> None:
        """Nobody plays it here any more."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the head of a new game tells of its beginning."""

    date: str = ""
    by: str = ""


UNSTAMPED = Stamp()


def utc_now() -> datetime:
    return datetime.now(UTC)


class DamagedRecord(RecordError):
    """A record that holds up to some step only; it can be played on from there."""

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
    """A game that is played on: its record so far, its seed (empty if it is lost), and where further steps go."""

    record: Record
    seed: str
    journal: Journal


class Library:
    """The saved games of one user, newest first.

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
        """Whose time new games are named after; none: that of this system."""
        self.writer = writer
        """Which program writes new games."""
        self.disk = disk or FileSystem()

    def stamp(self) -> Stamp:
        """For a game that begins now."""
        return Stamp(f"{self.clock():%Y-%m-%dT%H:%M:%SZ}", self.writer())

    # --- playing --------------------------------------------------------------------------------------------------

    def new_journal(self, game: str) -> Journal:
        """Where a game that begins now will be kept, under a name that no other has."""
        self.tidy()
        stem = f"{game}-{self.clock().astimezone(self.zone):%Y%m%d-%H%M%S}"

        def names() -> Iterator[Path]:
            yield self.folder / (stem + SUFFIX)
            yield from (self.folder / f"{stem}-{n}{SUFFIX}" for n in range(1, 1000))

        return Journal(self.disk, this_program(self.clock), names)

    def resume(self, path: Path) -> ResumedGame:
        """A game to be played on. Raises Claimed if another program plays it, Damaged, RecordError."""
        path = path.resolve()
        claim = self._lock(path)
        try:
            return self._resume(path, claim)
        except BaseException:
            if claim:
                claim.release()
            raise

    def _lock(self, path: Path) -> FileLock | None:
        """None where nothing can be written anyway."""
        try:
            return FileLock.acquire(self.disk, path, this_program(self.clock))
        except OSError:
            return None

    def _resume(self, path: Path, claim: FileLock | None) -> ResumedGame:
        data = read_bytes(path, self.disk)
        rescued, seed = self._rescue(path, data)
        record = rescued.record
        if rescued.error or seed or not record.match.is_over:
            _check_seed(path, record.header, seed)
        if rescued.error:
            raise DamagedRecord(path, rescued)
        scribe = RecordWriter(record.match.game, record.header, SealedFormat(seed))
        scribe.mark_written(record.match.steps)
        lacking = f"seed {seed}\n" if seed and record.result and not record.seed else ""
        journal = Journal(self.disk, this_program(self.clock), lambda: ())
        journal.resume(path, claim, scribe, seed, data, rescued.bytes, lacking)
        return ResumedGame(record, seed, journal)

    def find_damage(self, path: Path) -> DamagedRecord | None:
        """What is wrong with a record, if something is. Raises RecordError if not even its head can be read."""
        path = path.resolve()
        rescued, _ = self._rescue(path, read_bytes(path, self.disk))
        return DamagedRecord(path, rescued) if rescued.error else None

    def is_torn(self, path: Path) -> bool:
        """Whether its last line was cut off while it was written: it is played on without."""
        return not read_bytes(path.resolve(), self.disk).endswith(b"\n")

    def _rescue(self, path: Path, data: bytes) -> tuple[RescuedRecord, str]:
        """What holds of a record, and the seed of its game: beside it, or told in it where the game was over."""
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
        """Shortens a damaged record to what holds of it. All that was in it is kept beside it; the answer says where.

        Raises Claimed, RecordError, OSError.
        """
        path = path.resolve()
        claim = FileLock.acquire(self.disk, path, this_program(self.clock))
        try:
            data = read_bytes(path, self.disk)
            rescued, seed = self._rescue(path, data)
            _check_seed(path, rescued.record.header, seed)
            aside = next(p for p in _backup_paths(path) if self.disk.status_of(p) is None)
            self.disk.replace_file(aside, data)
            if not read_seed(self.disk, path):
                # Its game was over, and goes on now.
                write_seed(self.disk, path, seed)
            self.disk.replace_file(path, data[: rescued.bytes])
            return aside
        finally:
            claim.release()

    def tidy(self) -> None:
        """Takes away what programs that were killed have left here, and ends what was to end."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return
        for stem, parts in find_leftovers(names).items():
            with suppress(OSError, RecordError):
                self._tidy(self.folder / (stem + SUFFIX), parts)

    def _tidy(self, path: Path, parts: Sequence[str]) -> None:
        path = path.resolve()
        claim = FileLock.acquire(self.disk, path, this_program(self.clock))
        try:
            for part in parts:
                self.disk.remove(self.folder / part)
            seed = seed_path(path)
            if self.disk.status_of(path) is None:
                self.disk.remove(seed)
            elif self.disk.status_of(seed) is not None and self._glance(path, 0).over:
                journal = self._resume(path, claim).journal
                journal.finish()
                journal.close()
        finally:
            claim.release()

    def lock_holder(self, path: Path) -> LockHolder | None:
        """Which program plays this game now; None if none does."""
        return lock_holder(self.disk, path.resolve())

    # --- looking --------------------------------------------------------------------------------------------------

    def rescue(self, path: Path) -> RescuedRecord:
        """What holds of a record; what is sealed in it opens with the seed that lies beside it."""
        return rescue_file(path, read_bytes(path, self.disk), read_seed(self.disk, path.resolve()))

    def read_text(self, path: Path) -> str:
        """The text of a record for the people at this keyboard; nothing in it could be obeyed by a terminal."""
        text, rescued = read_text(path, self.disk), self.rescue(path)
        humans = [n for n, player in enumerate(rescued.record.header.players) if player.kind == "human"]
        seed = read_seed(self.disk, path.resolve())
        if seed and len(humans) == 1 and not rescued.error and not rescued.record.match.is_over:
            text = record_for_viewpoint(text, seed, humans[0])
        return "".join(mark if mark.isprintable() or mark == "\n" else "?" for mark in text)

    def saved_games(self) -> list[SavedGame]:
        """All games that can be read; `problems` names the others."""
        return list(self._newest_first())

    def unfinished_games(self) -> Iterator[SavedGame]:
        """The games that are not over, each read when it is asked for."""
        return (saved for saved in self._newest_first() if not saved.over)

    def search(self, words: Iterable[str]) -> list[SavedGame]:
        """Games that have all these words in their names, their players' names, their options or results."""
        wanted = [word.casefold() for word in words]
        return [saved for saved in self._newest_first() if all(word in saved.search_text for word in wanted)]

    def names(self) -> list[str]:
        """The names of all files on the shelf, unread."""
        return sorted(path.stem for path, _ in self._files())

    def unfinished_names(self) -> list[str]:
        """The names of those that are not over: their seeds still lie beside them."""
        return sorted(path.stem for path, _ in self._unfinished())

    def count_unfinished(self) -> tuple[int, int]:
        """Of those that are not over: how many wait to be played on, and how many cannot be read."""
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
        """The path of a saved game by its name, or by a path to any record."""
        inside = self.folder / (name.removesuffix(SUFFIX) + SUFFIX)
        for path in (inside, Path(name)):
            # No file has a name that is too long for the system.
            with suppress(OSError, ValueError):
                if path.is_file():
                    return path
        raise self.no_such_game(name)

    def no_such_game(self, name: str) -> RecordError:
        """That there is no game of this name."""
        instead = did_you_mean(name, self.names(), Text("'{command}' lists them.", command="tilehall games"))
        return RecordError(Text("There is no game '{name}'. {instead}", name=name[:60], instead=instead))

    def delete(self, path: Path) -> None:
        """Raises Claimed if somebody plays it."""
        claim = self._lock(path.resolve())
        try:
            self.disk.remove(path)
            self.disk.remove(seed_path(path))
        finally:
            if claim:
                claim.release()

    def _files(self) -> Iterator[tuple[Path, float]]:
        """Files only, with the time of their last change: a pipe of that name would keep everybody waiting."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                # Somebody may delete one just now.
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
    """Whether the rest of a game could be dealt, and all that is sealed in it be opened. Raises RecordError."""
    if not seed:
        raise RecordError(
            Text("{file} cannot be played on: its seed is missing. It can still be replayed.", file=path.name)
        )
    if header.sealed and seal_seed(seed) != header.sealed:
        raise RecordError(Text("{file} cannot be played on: the seed beside it does not fit its seal.", file=path.name))


def _backup_paths(path: Path) -> Iterator[Path]:
    yield path.with_suffix(".damaged")
    yield from (path.with_suffix(f".damaged-{n}") for n in count(2))
