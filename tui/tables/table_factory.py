"""Who opens a table for the people at one keyboard, and another one when they want to play again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import RecordPlayer
from tilehall.tui.tables.seat import TableSeat, keyboard_seat
from tilehall.tui.tables.storage.store import UNSTAMPED, Library
from tilehall.tui.tables.table import Table


class TableFactory:
    """A table, and the shelf that its games are kept on; none if they are not kept."""

    def __init__(self, table: Table[Any], library: Library | None = None) -> None:
        self.table = table
        self.library = library

    def seat(self) -> TableSeat[Any]:
        """The seat of all who play at this keyboard."""
        return keyboard_seat(self.table)

    def rematch(self) -> TableSeat[Any]:
        """The same players with a new deal."""
        return self._open_again(self.table.header.players)

    def rematch_rotated(self) -> TableSeat[Any]:
        """The same with everybody one seat on."""
        first, *others = self.table.header.players
        return self._open_again((*others, first))

    def _open_again(self, players: Sequence[RecordPlayer]) -> TableSeat[Any]:
        old = self.table
        store = self.library.new_journal(old.header.game) if self.library and old.store is not None else None
        stamp = self.library.stamp() if self.library else UNSTAMPED
        head = old.header
        programs, old.bots = old.bots, None
        self.table = Table.open(
            head.game,
            players,
            head.options,
            store=store,
            minds=old.thinker,
            stamp=stamp,
            aids=head.aids,
            programs=programs,
        )
        self.table.runner, self.table.writer = old.runner, old.writer
        self.table.analysis_executor, self.table.analysis_processes = old.analysis_executor, old.analysis_processes
        old.close()
        return self.seat()

    def record(self) -> str:
        """The whole game as text."""
        return self.table.record_for_keyboard()

    def bot_options(self) -> tuple[str, ...]:
        """What a command line has to say of the programs that play here: no record holds their commands."""
        sitting = self.table.bots
        return sitting.options if sitting else ()
