"""A game that another program plays, looked at as it is written down."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.engine import Record, RecordError
from tilehall.tui.tables.seat import TableSeat, onlooker
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import Elsewhere

if TYPE_CHECKING:
    from tilehall.tui.tables.thinking.questions import Answerers


class Watched:
    """Looks again whenever the file has changed."""

    def __init__(self, library: Library, path: Path, answerers: Answerers | None = None) -> None:
        """`answerers` work out what is asked of the whole game once it is over."""
        self._library = library
        self._path = path
        self._stamp = self._changed()
        self._table: Table[Any] = Table.shown(path, library)
        self._table.runner = Elsewhere()
        self._table.answerers = answerers
        self._table.elsewhere = True

    def seat(self) -> TableSeat[Any]:
        """For somebody who only watches."""
        return onlooker(self._table)

    @property
    def name(self) -> str:
        return self._path.stem

    @property
    def abandoned(self) -> bool:
        """Whether nobody plays it any more, though it is not over."""
        there = self._changed() is not None
        return there and not self._table.over and self._library.player_of(self._path) is None

    def news(self) -> Record | None:
        """The record, if it has changed since it was looked at last. Takes time; `show` tells those who watch."""
        stamp = self._changed()
        if stamp in (None, self._stamp):
            return None
        with suppress(RecordError):
            found = self._library.read(self._path).record
            self._stamp = stamp
            return found
        return None

    def show(self, record: Record) -> None:
        """This is how it stands now."""
        self._table.show(record.match)

    def _changed(self) -> tuple[int, int, int] | None:
        """What differs after every change of the file."""
        with suppress(OSError):
            status = os.stat(self._path)
            return status.st_ino, status.st_size, status.st_mtime_ns
        return None
