"""The ledger of a hall: one SQLite file, one writer, and nobody is answered before what he wanted is on the disk.

Whatever waits while a commit is under way is written with the next one, all together: many tables cost hardly more
than one. What goes wrong for one of them undoes only what that one wanted.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from tilehall.engine import Text, UserError, literal_text
from tilehall.tui.hall.figures import Stopwatch
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.tables.storage.disk_errors import NotSaved, file_error_text
from tilehall.tui.tables.storage.filesystem import MODE_PRIVATE, FileSystem

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""Something that is written, or read, between two commits."""

NAME, LOCK = "hall.db", "hall.lock"
MARK = 0x48414C4C
"""What tells the ledger of a hall from other databases."""
VERSION = 1
SCHEMA = """
create table house (name text primary key, value text not null) strict, without rowid;
create table people (
    id integer primary key autoincrement, name text not null, alike text not null unique,
    came real not null, seen real not null
) strict;
create table keys (
    key text primary key, person integer not null references people on delete cascade, came real not null
) strict, without rowid;
create index keys_of_person on keys (person);
create table codes (
    code text primary key, person integer not null references people on delete cascade, until real not null
) strict, without rowid;
create table bans (key text primary key, name text not null, at real not null) strict, without rowid;
create table invited (key text primary key, at real not null) strict, without rowid;
create table settings (
    person integer not null references people on delete cascade, name text not null, value text not null,
    primary key (person, name)
) strict, without rowid;
create table tables (
    number integer primary key autoincrement,
    state text not null check (state in ('waiting', 'running', 'over', 'closed')),
    game text not null, seats integer not null, wish text not null, host integer not null, code text not null,
    follows integer not null, seed text not null, head text not null default '', steps integer not null default 0,
    result text not null default '', opened real not null, changed real not null
) strict;
create index tables_by_state on tables (state, changed);
create table chairs (
    number integer not null references tables on delete cascade, seat integer not null, person integer not null,
    name text not null, level text not null, stand_in text not null, expected integer not null, left real not null,
    primary key (number, seat)
) strict, without rowid;
create index chairs_of_person on chairs (person);
create table log (
    game integer not null references tables, step integer not null, lines text not null,
    mark blob not null, at real not null, unique (game, step)
) strict;
create trigger log_stays before update on log begin select raise(abort, 'what was done stays'); end;
create trigger log_grows before delete on log begin select raise(abort, 'what was done stays'); end;
create table chat (
    number integer not null references tables on delete cascade, at real not null, person integer not null,
    name text not null, words text not null
) strict;
create index chat_of_table on chat (number, at);
"""
LATER = """
create table if not exists heard (
    number integer not null references tables on delete cascade,
    person integer not null references people on delete cascade, at real not null, primary key (number, person)
) strict, without rowid;
create table if not exists reasons (
    game integer not null references tables on delete cascade, step integer not null, action text not null,
    words text not null, primary key (game, step)
) strict, without rowid;
"""
"""What older ledgers lack: nothing in it is missed by a program that does not know it."""
CLOSED = NotSaved(Text("The hall is closed."))


class LedgerTally(NamedTuple):
    """What the ledger has done so far."""

    wanted: int = 0
    """How many pieces of work."""
    commits: int = 0
    slowest: float = 0.0
    """Seconds that the longest commit took."""


class Ledger:
    """Opened by one house at a time.

    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> ledger = Ledger.open(Path(folder.name) / "hall")
    >>> ledger.wait(lambda db: db.execute("insert into invited values ('SHA256:x', 0)").rowcount)
    1
    >>> ledger.close()
    >>> folder.cleanup()
    """

    def __init__(self, folder: Path, lock: int) -> None:
        self.folder = folder
        self.tally = LedgerTally()
        self.took = Stopwatch()
        """The time of each commit."""
        self._lock = lock
        self._wanted: SimpleQueue[tuple[Work[Any], Future[Any]] | None] = SimpleQueue()
        self._closed = False
        ready: Future[None] = Future()
        self._writer = Thread(target=self._write, args=(ready,), name="ledger", daemon=True)
        self._writer.start()
        ready.result()

    @classmethod
    def open(cls, folder: Path) -> Ledger:
        """The ledger in this folder, made if there is none. Raises UserError with one sentence."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if stat.S_IMODE(folder.stat().st_mode) & 0o077:
                folder.chmod(0o700)
            os.close(os.open(folder / NAME, os.O_RDWR | os.O_CREAT, MODE_PRIVATE))
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, MODE_PRIVATE)
        except OSError as error:
            raise _unkept(folder, error) from error
        try:
            if not FileSystem().lock(lock):
                raise HallError(Text("The hall in {folder} is open already, in another program.", folder=f"{folder}"))
            return cls(folder, lock)
        except BaseException:
            os.close(lock)
            raise

    @property
    def path(self) -> Path:
        return self.folder / NAME

    @property
    def waiting(self) -> int:
        """How many pieces of work wait to be written."""
        return self._wanted.qsize()

    # --- what others want -----------------------------------------------------------------------------------------

    def want(self, work: Work[T]) -> Future[T]:
        """Its result, once it is on the disk. What it raises comes back, and it has done nothing; so does NotKept."""
        done: Future[T] = Future()
        if self._closed:
            done.set_exception(CLOSED)
        else:
            self._wanted.put((work, done))
        return done

    def wait(self, work: Work[T]) -> T:
        """The same for whoever has nothing else to do meanwhile."""
        return self.want(work).result()

    async def ask(self, work: Work[T]) -> T:
        """The same beside everything else; it is done even if nobody waits for it any more."""
        return await asyncio.shield(asyncio.wrap_future(self.want(work)))

    def backup(self, path: Path) -> None:
        """A copy as it is at one moment, taken while everybody plays on. Raises UserError."""
        copied(self.path, path)

    def close(self) -> None:
        """All that was wanted is written; then another house may open it."""
        if self._closed:
            return
        self._closed = True
        self._wanted.put(None)
        self._writer.join()
        os.close(self._lock)

    # --- the writer -----------------------------------------------------------------------------------------------

    def _write(self, ready: Future[None]) -> None:
        try:
            with _connection(self.path) as db:
                try:
                    _made_ready(db, self.path)
                except BaseException as error:
                    ready.set_exception(error)
                    return
                ready.set_result(None)
                for group in self._groups():
                    self._commit(db, group)
        except (OSError, sqlite3.Error) as error:
            if not ready.done():
                ready.set_exception(_damaged(self.path, error))
        while not self._wanted.empty():
            # Wanted at the moment when it was closed.
            if late := self._wanted.get():
                late[1].set_exception(CLOSED)

    def _groups(self) -> Iterator[list[tuple[Work[Any], Future[Any]]]]:
        """Whatever waits, all at once; nothing more once it is closed."""
        open = True
        while open:
            group = []
            one = self._wanted.get()
            while True:
                if one is None:
                    open = False
                    break
                group.append(one)
                if self._wanted.empty():
                    break
                one = self._wanted.get()
            if group:
                yield group

    def _commit(self, db: sqlite3.Connection, group: list[tuple[Work[Any], Future[Any]]]) -> None:
        """Does all of it in one transaction, and answers when that is on the disk."""
        began = perf_counter()
        answers: list[Callable[[], None]] = []
        try:
            db.execute("begin immediate")
            for work, done in group:
                answers.append(self._done(db, work, done))
            db.execute("commit")
        except Exception as error:
            with suppress(sqlite3.Error):
                db.execute("rollback")
            if len(group) > 1:
                # Whoever it was, the others shall not suffer for it.
                for one in group:
                    self._commit(db, [one])
                return
            group[0][1].set_exception(_not_kept(error))
            return
        (wanted, commits, slowest), took = self.tally, perf_counter() - began
        self.tally = LedgerTally(wanted + len(group), commits + 1, max(slowest, took))
        self.took.note(took)
        for answer in answers:
            answer()

    def _done(self, db: sqlite3.Connection, work: Work[Any], done: Future[Any]) -> Callable[[], None]:
        """Does one piece of work, and says how it is to be answered; one that fails leaves nothing behind."""
        db.execute("savepoint one")
        try:
            found = work(db)
        except Exception as error:
            if not db.in_transaction:
                # On a full disk SQLite has given up all of it.
                raise
            db.execute("rollback to one")
            db.execute("release one")
            problem = _not_kept(error) if isinstance(error, sqlite3.Error) else error
            return lambda: done.set_exception(problem)
        db.execute("release one")
        return lambda: done.set_result(found)


def copied(ledger: Path, path: Path) -> None:
    """Copies a ledger as it is at one moment, also while a house writes to it. Raises UserError."""
    if path.name.casefold().startswith(ledger.name) and path.parent.resolve() == ledger.parent.resolve():
        raise HallError(Text("{file} is called like what the hall keeps; choose another name.", file=f"{path}"))
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        # Nobody else has a file of this name; if they have, it is not touched.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, MODE_PRIVATE))
        with _connection(ledger) as ours, _connection(part) as copy:
            # In one go: from piece to piece it would begin anew with every commit, and never end under play.
            ours.backup(copy)
            # A copy is one file, wherever it is carried.
            copy.execute("pragma journal_mode=delete")
        handle = os.open(part, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)
        part.replace(path)
    except (OSError, sqlite3.Error) as error:
        if not isinstance(error, FileExistsError):
            with suppress(OSError):
                part.unlink(missing_ok=True)
        raise HallError(Text("No copy could be made at {path}: {why}.", path=f"{path}", why=_why(error))) from error


@contextmanager
def _connection(path: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(path, isolation_level=None, timeout=10)
    try:
        yield db
    finally:
        db.close()


def _made_ready(db: sqlite3.Connection, path: Path) -> None:
    """Checks the file, or fills a new one. Raises UserError."""
    try:
        _check_or_fill(db, path)
    except sqlite3.Error as error:
        raise _damaged(path, error) from error


def _check_or_fill(db: sqlite3.Connection, path: Path) -> None:
    path.chmod(MODE_PRIVATE)
    # Nothing that was ever written is lost with the power.
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "secure_delete=on"):
        db.execute(f"pragma {pragma}")
    mark, version = (db.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if not db.execute("select count(*) from sqlite_master").fetchone()[0]:
        db.executescript(f"begin; {SCHEMA} pragma application_id={MARK}; pragma user_version={VERSION}; commit;")
        db.executescript(LATER)
        return
    if mark != MARK:
        raise HallError(Text("{file} is no ledger of a hall.", file=f"{path}"))
    if version > VERSION:
        raise HallError(
            Text(
                "{file} was written by a newer Tilehall (ledger {version}, this program knows {ours}).",
                file=f"{path}",
                version=version,
                ours=VERSION,
            )
        )
    found = db.execute("pragma quick_check(1)").fetchone()[0]
    if found != "ok":
        raise _damaged(path, sqlite3.DatabaseError(found))
    db.executescript(LATER)


def _unkept(folder: Path, error: Exception) -> UserError:
    return UserError(Text("The hall cannot be kept in {folder}: {why}.", folder=f"{folder}", why=_why(error)))


def _damaged(path: Path, error: Exception) -> UserError:
    if isinstance(error, OSError | sqlite3.OperationalError):
        # The disk, or another program: what is in the file may be as good as ever.
        return _unkept(path.parent, error)
    words = Text(
        "{file} cannot be used: {why}. A copy made by a backup can take its place.", file=f"{path}", why=_why(error)
    )
    return UserError(words)


def _not_kept(error: Exception) -> NotSaved:
    return NotSaved(Text("Not saved: {why}.", why=_why(error)))


def _why(error: Exception) -> Text:
    """What went wrong, in a few words."""
    if isinstance(error, OSError):
        return file_error_text(error)
    if "disk is full" in f"{error}":
        return Text("the disk is full")
    if "disk I/O error" in f"{error}":
        return Text("the disk is full, or cannot be read")
    return literal_text(" ".join(f"{error}".split())[:120])
