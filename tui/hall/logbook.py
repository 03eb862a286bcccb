"""The logbook of one game: a store whose lines stand in the ledger, certain before anybody is shown what they tell.

Lines are those of a sealed record. In place of names they have `seat1`, `seat2`: who sat there stands beside them, so
that somebody can be forgotten without a line of a game being touched.
"""

from __future__ import annotations

import json
import sqlite3
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, NamedTuple

from tilehall.engine import (
    Game,
    GameResult,
    Header,
    RecordEntry,
    RecordError,
    RecordPlayer,
    Step,
    Text,
    UndoneStep,
    UserError,
    seal_seed,
)
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.storage.record_lines import RecordLines, RecordSoFar, resume_lines


class LogbookRow(NamedTuple):
    """One row of the log."""

    step: int
    """Its place in the log: steps that are taken back have one as well."""
    lines: str
    mark: bytes
    """Follows from all rows up to this one, and from the head."""


class Logbook:
    """Where the steps of one game are kept. All it does waits for the disk: it belongs into a thread of its own."""

    def __init__(self, ledger: Ledger, number: int, clock: Callable[[], float] = time.time) -> None:
        self.number = number
        self.trouble: Text | None = None
        self._ledger = ledger
        self._clock = clock
        self._lines: RecordLines | None = None
        self._rows = 0
        """How many rows the game has."""
        self._mark = b""
        self._steps = 0

    @property
    def name(self) -> str:
        return str(self.number)

    @property
    def place(self) -> str:
        """Nobody in a hall is told where its files are."""
        return ""

    def begin(self, rules: Game[Any], header: Header, seed: str, entries: Sequence[RecordEntry[Any]]) -> None:
        """The head, and what has been done so far, at once. Raises NotKept: then the game has not begun."""
        lines = RecordLines.for_new_game(rules, nameless(header), seed)
        head = lines.head()
        self._lines, self._mark = lines, first_mark(head)

        def begun(db: sqlite3.Connection) -> None:
            row = ("running", head, seed_kept(seed), self.number)
            done = db.execute(
                "update tables set state = ?, head = ?, seed = ? where number = ? and state = 'waiting'", row
            )
            if done.rowcount != 1:
                raise NotSaved(Text("This game has begun already."))

        self._keep(entries, begun)

    def save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Raises NotKept; then it is as if they had never been told."""
        self._keep(entries)

    def try_save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """In a hall, what the house decides is as certain as what people do before anybody sees it. Raises NotKept."""
        self._keep(entries)

    def finish(self) -> None:
        """That the game is over was kept with its last step."""

    def close(self) -> None:
        """Nothing is held open."""

    def go_on(self, lines: RecordLines, rows: int, mark: bytes, steps: int) -> None:
        """The game goes on behind these rows."""
        self._lines, self._rows, self._mark, self._steps = lines, rows, mark, steps

    def _keep(
        self, entries: Sequence[RecordEntry[Any]], before: Callable[[sqlite3.Connection], None] | None = None
    ) -> None:
        assert self._lines is not None, "begun, or gone on with"
        lines, written = self._lines.append(entries)
        rows, steps = [*chained(written, self._rows, self._mark)], self._steps_after(entries)
        ends, now = [entry for entry in entries if isinstance(entry, GameResult)], self._clock()

        def kept(db: sqlite3.Connection) -> None:
            if before:
                before(db)
            db.executemany(
                "insert into log (game, step, lines, mark, at) values (?, ?, ?, ?, ?)",
                [(self.number, *row, now) for row in rows],
            )
            db.execute("update tables set steps = ?, changed = ? where number = ?", (steps, now, self.number))
            for standing in ends:
                over = ("over", result_kept(standing), self.number)
                db.execute("update tables set state = ?, result = ? where number = ?", over)

        try:
            self._ledger.wait(kept)
        except NotSaved as error:
            self.trouble = error.text
            raise
        self.trouble = None
        self._lines, self._steps = lines, steps
        if rows:
            self._rows, self._mark = rows[-1].step, rows[-1].mark

    def _steps_after(self, entries: Iterable[RecordEntry[Any]]) -> int:
        steps = self._steps
        for entry in entries:
            if isinstance(entry, Step):
                steps = entry.number
            elif isinstance(entry, UndoneStep):
                steps = entry.remaining
        return steps


class Reopened(NamedTuple):
    """A game as it was kept."""

    header: Header
    written: RecordSoFar
    seed: str
    logbook: Logbook


def reopened(ledger: Ledger, number: int, clock: Callable[[], float] = time.time) -> Reopened:
    """The game with this number, replayed. Raises RecordError with what is wrong with it."""

    def found(db: sqlite3.Connection) -> tuple[Any, list[Any], list[Any]]:
        head = db.execute("select head, seed, steps from tables where number = ?", (number,)).fetchone()
        rows = db.execute("select step, lines, mark from log where game = ? order by step", (number,)).fetchall()
        names = db.execute("select name from chairs where number = ? order by seat", (number,)).fetchall()
        return head, rows, names

    try:
        (head, kept, steps), rows, names = ledger.wait(found)
        mark, seed = _whole(head, rows), seed_told(kept)
        written = resume_lines(head + "".join(text for _, text, _ in rows), seed)
        if seal_seed(seed) != written.header.sealed:
            raise RecordError(Text("its seed does not fit the seal in its head."))
        if written.steps != steps:
            raise RecordError(Text("its log has {found} steps of {steps}.", found=written.steps, steps=steps))
        header = named(written.header, [name for (name,) in names])
    except UserError as error:
        raise RecordError(
            Text("Game {number} is damaged and is left aside: {problem}", number=number, problem=error.text)
        ) from error
    logbook = Logbook(ledger, number, clock)
    logbook.go_on(written.lines, len(rows), mark, steps)
    return Reopened(header, written, seed, logbook)


def _whole(head: str, rows: Sequence[tuple[int, str, bytes]]) -> bytes:
    """The mark of the last row, if no row is missing or other than it was written. Raises RecordError."""
    mark = first_mark(head)
    for number, row in enumerate(rows, 1):
        step, lines, written = row
        if step != number:
            raise RecordError(Text("row {number} of its log is missing.", number=number))
        mark = next(chained([lines], number - 1, mark)).mark
        if mark != written:
            raise RecordError(Text("row {number} of its log is not as it was written.", number=number))
    return mark


def first_mark(head: str) -> bytes:
    return blake2b(head.encode(), digest_size=8).digest()


def chained(lines: Iterable[str], rows: int, mark: bytes) -> Iterator[LogbookRow]:
    """The rows for these lines, behind so many."""
    for number, text in enumerate(lines, rows + 1):
        mark = blake2b(f"{number} {text}".encode(), key=mark, digest_size=8).digest()
        yield LogbookRow(number, text, mark)


# --- names, seeds and results, as they are kept -------------------------------------------------------------------


def nameless(header: Header) -> Header:
    """With the numbers of seats for names."""
    return replace(header, players=tuple(RecordPlayer(f"seat{n}", one.kind) for n, one in enumerate(header.players, 1)))


def named(header: Header, names: Sequence[str]) -> Header:
    """With the names of those who sat there. Raises RecordError."""
    if len(names) != len(header.players):
        raise RecordError(Text("it is not known who sat there."))
    return replace(
        header, players=tuple(RecordPlayer(name, one.kind) for name, one in zip(names, header.players, strict=True))
    )


def seed_kept(seed: str) -> str:
    """In letters that nobody reads by accident."""
    return b64encode(seed.encode()).decode()


def seed_told(kept: str) -> str:
    """Raises RecordError."""
    try:
        return b64decode(kept, validate=True).decode()
    except ValueError as error:
        raise RecordError(Text("its seed cannot be read.")) from error


def result_kept(standing: GameResult) -> str:
    return json.dumps([standing.ending, standing.scores, standing.ranks])


def result_told(kept: str) -> GameResult:
    """What `result_text` needs of it."""
    ending, scores, ranks = json.loads(kept)
    return GameResult(
        ending,
        Text(""),
        None if scores is None else tuple(scores),
        None if ranks is None else tuple(ranks),
    )
