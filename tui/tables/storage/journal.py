"""The journal of one game: its record on the disk, written step by step under a lock, and durable before it is shown.

The file holds what a spectator may know; the rest is sealed with the seed, which lies beside it until the game is over.
Then the seals are opened, and the record is complete.
"""

from __future__ import annotations

import errno
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tilehall.engine import (
    Game,
    GameResult,
    Header,
    RecordEntry,
    RecordWriter,
    SealedFormat,
    Text,
    UserError,
    seal_seed,
    unseal_record,
)
from tilehall.tui.tables.storage.disk_errors import NotSaved, file_error_text
from tilehall.tui.tables.storage.file_lock import FileLock, GameInUse, LockHolder
from tilehall.tui.tables.storage.filesystem import MODE_PRIVATE, FileSystem

SEED_PREFIX = "; opened when the game is over: "
"""Precedes an encoded seed, so that nobody reads it by accident. No seed begins like that."""
LONGEST_SEED = 10_000


class Journal:
    """The store of one game in a file.

    `names` are the files that a new game may have, the best first.
    """

    def __init__(self, disk: FileSystem, me: LockHolder, names: Callable[[], Iterable[Path]]) -> None:
        self._disk = disk
        self._me = me
        self._names = names
        self._lock: FileLock | None = None
        self._handle = -1
        self._writer: RecordWriter | None = None
        self._text = ""
        """All that belongs in the file."""
        self._written = self._certain = 0
        """How many bytes of it were written, and how many are durable."""
        self._ragged = False
        """Whether the file may end with something half written."""
        self._debris: Path | None = None
        """A new file that was not written completely, and perhaps not removed either."""
        self._finishing = False
        """Whether the game is over but `finish` has not succeeded yet."""
        self.path: Path | None = None
        self.seed = ""
        self.trouble: Text | None = None
        """Why not all of it is in the file; None if it is."""

    @property
    def name(self) -> str:
        """The name of the saved game; empty until there is a file."""
        return self.path.stem if self.path else ""

    @property
    def place(self) -> str:
        """The path of its file, for people."""
        return str(self.path) if self.path else ""

    # --- what a table asks for ------------------------------------------------------------------------------------

    def begin(self, rules: Game[Any], header: Header, seed: str, entries: Sequence[RecordEntry[Any]]) -> None:
        """Begin a new game: its head and its first entries. If it cannot be written yet, `trouble` says why."""
        self.seed = seed
        self._writer = RecordWriter(rules, header, SealedFormat(seed))
        self._text = self._writer.head_text()
        self.try_save(entries)

    def resume(
        self,
        path: Path,
        lock: FileLock | None,
        writer: RecordWriter,
        seed: str,
        data: bytes,
        holds: int,
        lacking: str = "",
    ) -> None:
        """Go on with a game whose file has this content, of which the first `holds` bytes are valid.

        `lacking` is written with the next entries.
        """
        self.path, self._lock, self._writer, self.seed = path, lock, writer, seed
        self._text = data[:holds].decode() + lacking
        self._written = self._certain = holds
        # A last line without an end was cut off while it was written.
        self._ragged = holds < len(data)
        if lock is None:
            # Another program may play it: nothing is written without the lock.
            return
        with suppress(OSError):
            self._handle = self._disk.open(path, os.O_RDWR)

    def save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Write them durably. Raises NotSaved; then nothing has changed."""
        writer, text = self._append(entries)
        data = text.encode()
        with self._report_not_saved():
            self._write_to(data)
            self._disk.sync(self._handle)
        self._writer, self._text = writer, text
        self._written = self._certain = len(data)

    def try_save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Write them if that is possible; otherwise they are written with the next ones."""
        self._writer, self._text = self._append(entries)
        data = self._text.encode()
        with suppress(NotSaved), self._report_not_saved():
            self._write_to(data)
            self._written = len(data)

    def finish(self) -> None:
        """The game is over: open the seals, and remove the seed beside the record.

        If that cannot be done now, nothing is lost, and it is tried again by `close`.
        """
        assert self._writer is not None, "begun or resumed"
        game = self._writer.game
        self._finishing = True
        with suppress(NotSaved, OSError, UserError):
            if self._ragged or self._certain < len(self._text.encode()):
                self.save(())
            self._replace(unseal_record(self._text, self.seed, lambda _: game))
            self._disk.remove(seed_path(self.path or Path()))
            self._finishing = False

    def close(self) -> None:
        """Let other programs play it on."""
        if self._finishing:
            self.finish()
        self._close_file()

    def _close_file(self) -> None:
        self._discard()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # --- the file -------------------------------------------------------------------------------------------------

    def _append(self, entries: Sequence[RecordEntry[Any]]) -> tuple[RecordWriter, str]:
        """The writer and the text after these entries."""
        assert self._writer is not None, "begun or resumed"
        writer = self._writer.copy()
        text = self._text + writer.lines(entries)
        # The seed of a game that was over already may be lost.
        if self.seed and any(isinstance(entry, GameResult) for entry in entries):
            text += f"seed {self.seed}\n"
        return writer, text

    @contextmanager
    def _report_not_saved(self) -> Iterator[None]:
        """Turn an OSError into NotSaved, and take out again what was written in part."""
        try:
            yield
        except OSError as error:
            if error.errno != errno.ESTALE:
                self._remove_torn_end()
            self.trouble = file_error_text(error)
            raise NotSaved(Text("Not saved: {why}.", why=self.trouble)) from error
        except BaseException:
            # Interrupted somewhere in the middle.
            self._ragged = True
            raise
        self.trouble = None

    def _remove_torn_end(self) -> None:
        """Cut off what is half written, if that is possible."""
        self._ragged = True
        if self._handle >= 0:
            with suppress(OSError):
                self._disk.cut(self._handle, self._written)

    def _write_to(self, data: bytes) -> None:
        """Append to the file what is missing of these bytes."""
        if self._handle < 0 and self.path is not None and self._disk.status_of(self.path) is not None:
            self._reopen(self.path)
        if not self._is_unchanged():
            self._create(data)
            return
        if self._ragged:
            # After an error what was written but not synced may be gone, too.
            self._disk.cut(self._handle, self._certain)
            self._written, self._ragged = self._certain, False
        self._disk.write_all(self._handle, self._written, data[self._written :])

    def _is_unchanged(self) -> bool:
        """Whether the file is still there. Raises OSError if another program has changed it."""
        if self._handle < 0 or self.path is None:
            return False
        there, ours = self._disk.status_of(self.path), self._disk.status(self._handle)
        if there is None:
            # It was removed: make it again, with all that was in it.
            self._close_file()
            return False
        fits = ours.st_size >= self._certain if self._ragged else ours.st_size == self._written
        if not fits or not os.path.samestat(there, ours):
            raise _changed_error(self.path)
        return True

    def _reopen(self, path: Path) -> None:
        """Try again to open a file that could not be written when the game was resumed."""
        if self._lock is None:
            try:
                self._lock = FileLock.acquire(self._disk, path, self._me)
            except GameInUse as error:
                raise _changed_error(path) from error
        self._handle = self._disk.open(path, os.O_RDWR)

    def _create(self, data: bytes) -> None:
        """Make a new file under a free name."""
        for path in [self.path] if self.path else self._names():
            self._disk.make_folder(path.parent)
            try:
                lock = FileLock.acquire(self._disk, path, self._me)
            except GameInUse:
                continue
            try:
                if path != self._debris and self._disk.status_of(path) is not None:
                    lock.release()
                    continue
                self._fill(path, data)
            except OSError:
                lock.release()
                raise
            self.path, self._lock, self._ragged = path, lock, False
            self._written = self._certain = len(data)
            return
        raise OSError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.path))

    def _fill(self, path: Path, data: bytes) -> None:
        try:
            write_seed(self._disk, path, self.seed)
            self._disk.replace_file(path, data)
            self._handle = self._disk.open(path, os.O_RDWR)
        except OSError:
            self._debris = path
            for file in (path, seed_path(path)):
                with suppress(OSError):
                    self._disk.remove(file)
            raise

    def _replace(self, text: str) -> None:
        """Replace the whole file."""
        if text == self._text or self.path is None:
            return
        data = text.encode()
        # Some systems cannot replace an open file.
        self._discard()
        self._disk.replace_file(self.path, data)
        self._text, self._written, self._certain = text, len(data), len(data)

    def _discard(self) -> None:
        if self._handle >= 0:
            with suppress(OSError):
                self._disk.close(self._handle)
            self._handle = -1


def _changed_error(path: Path) -> OSError:
    """An error that says that another program has changed the file."""
    return OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(path))


# --- the seed -----------------------------------------------------------------------------------------------------


def seed_path(record: Path) -> Path:
    """The file of the seed, which exists until the game is over."""
    return record.with_suffix(".seed")


def write_seed(disk: FileSystem, record: Path, seed: str) -> None:
    """Write the seed of a game into its file. Raises OSError."""
    disk.replace_file(seed_path(record), f"{SEED_PREFIX}{b64encode(seed.encode()).decode()}\n".encode(), MODE_PRIVATE)


def read_seed(disk: FileSystem, record: Path) -> str:
    """The seed of a game that is not over; empty if its file is missing or not readable."""
    try:
        text = disk.read_file(seed_path(record), LONGEST_SEED).decode("utf-8").strip()
        # The first versions wrote it unencoded.
        return b64decode(text.removeprefix(SEED_PREFIX)).decode("utf-8") if text.startswith(SEED_PREFIX) else text
    except (OSError, ValueError):
        return ""


def revealed_seed(data: bytes, header: Header) -> str:
    """The seed that the record of a finished game reveals; empty unless it fits the seal in the head."""
    for line in reversed(data.splitlines()):
        seed = line.removeprefix(b"seed ").partition(b";")[0].strip().decode("utf-8", "replace")
        if line.startswith(b"seed ") and seal_seed(seed) == header.sealed:
            return seed
    return ""
