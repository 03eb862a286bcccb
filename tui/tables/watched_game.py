"""A game that another program plays, followed by its file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from tilehall.engine import Record, RecordError
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.seat import TableSeat, spectator_seat
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor, RemoteRunner


class WatchedGame:
    """A table that is read again whenever its file has changed."""

    def __init__(self, library: Library, path: Path, executor: AnalysisExecutor | None = None) -> None:
        """`executor` analyses the game once it is over; None runs that in the caller. Raises RecordError."""
        self._library = library
        self._path = path
        self._stamp = self._file_stamp()
        self._table: Table[Any] = Table.open_read_only(path, library, elsewhere=True)
        services = TableServices(runner=RemoteRunner(), analysis_executor=executor)
        self._computers = ComputerPlayers(self._table, services)

    def seat(self) -> TableSeat[Any]:
        """A spectator's seat."""
        return spectator_seat(self._table, self._computers)

    @property
    def name(self) -> str:
        return self._path.stem

    @property
    def is_abandoned(self) -> bool:
        """Whether no program plays it any more, though it is not over."""
        there = self._file_stamp() is not None
        return there and not self._table.over and self._library.lock_holder(self._path) is None

    def read_if_changed(self) -> Record | None:
        """Read the record, if its file has changed. Blocks; `publish` shows the result to those who watch."""
        stamp = self._file_stamp()
        if stamp in (None, self._stamp):
            return None
        with suppress(RecordError):
            found = self._library.rescue(self._path).record
            self._stamp = stamp
            return found
        return None

    def publish(self, record: Record) -> None:
        """Show this state of the game."""
        self._table.replace_match(record.match)

    def _file_stamp(self) -> tuple[int, int, int] | None:
        """A value that differs after every change of the file."""
        with suppress(OSError):
            status = os.stat(self._path)
            return status.st_ino, status.st_size, status.st_mtime_ns
        return None
