"""Opens tables for the people at one keyboard: the first one, and another one when they want to play again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import RecordPlayer
from tilehall.tui.tables.computer_players import INLINE, ComputerPlayers, TableServices
from tilehall.tui.tables.seat import TableSeat, keyboard_seat
from tilehall.tui.tables.storage.store import UNSTAMPED, Library
from tilehall.tui.tables.table import Table


class TableFactory:
    """The table that is played at now, with the services and the library that the next one gets, too."""

    def __init__(self, table: Table[Any], library: Library | None = None, services: TableServices = INLINE) -> None:
        """Without a library rematches are not saved."""
        self.library = library
        self.computers = ComputerPlayers(table, services)

    @property
    def table(self) -> Table[Any]:
        return self.computers.table

    def seat(self) -> TableSeat[Any]:
        """The seat of all who play at this keyboard."""
        return keyboard_seat(self.table, self.computers)

    def rematch(self) -> TableSeat[Any]:
        """The same players with a new deal."""
        return self._open_again(self.table.header.players)

    def rematch_rotated(self) -> TableSeat[Any]:
        """The same players with a new deal, everybody one seat on."""
        first, *others = self.table.header.players
        return self._open_again((*others, first))

    def _open_again(self, players: Sequence[RecordPlayer]) -> TableSeat[Any]:
        old, services = self.table, self.computers.services
        store = self.library.new_journal(old.header.game) if self.library and old.store is not None else None
        stamp = self.library.stamp() if self.library else UNSTAMPED
        head, bots = old.header, services.bots.bot_seats if services.bots else ()
        table = Table.open(head.game, players, head.options, store=store, stamp=stamp, aids=head.aids, bots=bots)
        self.computers.stop()
        self.computers = ComputerPlayers(table, services)
        old.close()
        return self.seat()

    def close(self) -> None:
        """End the game at this keyboard; it may be played on elsewhere."""
        self.computers.close()

    def record(self) -> str:
        """The whole game as text."""
        return self.table.record_for_keyboard()

    def bot_options(self) -> tuple[str, ...]:
        """The programs that play here, as a command line names them: no record holds their commands."""
        bots = self.computers.services.bots
        return bots.options if bots else ()
