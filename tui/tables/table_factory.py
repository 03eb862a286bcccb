"""Who opens a table for the people at one keyboard, and another one when they want to play again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Player
from tilehall.tui.tables.seat import TableSeat, keyboard
from tilehall.tui.tables.storage.store import UNSTAMPED, Library
from tilehall.tui.tables.table import Table


class Host:
    """A table, and the shelf that its games are kept on; none if they are not kept."""

    def __init__(self, table: Table[Any], library: Library | None = None) -> None:
        self.table = table
        self.library = library

    def seat(self) -> TableSeat[Any]:
        """The seat of all who play at this keyboard."""
        return keyboard(self.table)

    def rematch(self) -> TableSeat[Any]:
        """The same players with a new deal."""
        return self._again(self.table.header.players)

    def rotated(self) -> TableSeat[Any]:
        """The same with everybody one seat on."""
        first, *others = self.table.header.players
        return self._again((*others, first))

    def _again(self, players: Sequence[Player]) -> TableSeat[Any]:
        old = self.table
        store = self.library.new(old.header.game) if self.library and old.store is not None else None
        stamp = self.library.stamp() if self.library else UNSTAMPED
        head = old.header
        programs, old.programs = old.programs, None
        self.table = Table.open(
            head.game,
            players,
            head.options,
            store=store,
            minds=old.minds,
            stamp=stamp,
            aids=head.aids,
            programs=programs,
        )
        self.table.runner, self.table.writing = old.runner, old.writing
        self.table.answerers, self.table.workers = old.answerers, old.workers
        old.close()
        return self.seat()

    def record(self) -> str:
        """The whole game as text."""
        return self.table.told_record()

    def programs(self) -> tuple[str, ...]:
        """What a command line has to say of the programs that play here: no record holds their commands."""
        sitting = self.table.programs
        return sitting.named if sitting else ()
