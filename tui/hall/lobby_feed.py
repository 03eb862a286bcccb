"""Who is told of the tables of the house, and when.

Everybody in the lobby hears of all that changes, a moment later and all of it at once. Who looks at a table hears of
that one, and of those that are his own; the rest is kept for him until he looks up. So what happens at one table
concerns few, however many are in the hall.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import Listed
from tilehall.tui.hall.screen import Screen
from tilehall.tui.hall.tables import HallTable

A_MOMENT = 0.15
"""Seconds for which changes are gathered."""
Numbers = tuple[int, ...]


class LobbyFeed:
    """Tells of tables those who have asked for it."""

    def __init__(self, tables: Mapping[int, HallTable]) -> None:
        self._tables = tables
        self._kept: dict[Screen, set[int]] = {}
        """Who listens, and the tables that were not told of yet."""
        self._news: set[int] = set()
        self._bell: asyncio.TimerHandle | None = None
        self._silent = False

    def listen(self, screen: Screen) -> tuple[TableListing, ...]:
        """All tables as they are now; from now on it is told what changes."""
        self._kept[screen] = set()
        return tuple(table.listing for table in self._tables.values() if _shown_to(screen, table))

    def leave(self, screen: Screen) -> None:
        self._kept.pop(screen, None)

    def close(self) -> None:
        """Nothing is told any more."""
        self._silent = True
        if self._bell is not None:
            self._bell.cancel()

    def changed(self, number: int) -> None:
        """There is something new about a table, or it is gone."""
        self._news.add(number)
        if self._bell is None and not self._silent:
            self._bell = asyncio.get_running_loop().call_later(A_MOMENT, self.cry)

    def looked_up(self, screen: Screen) -> None:
        """Whoever looks at no table any more hears what was kept for him."""
        kept = self._kept.get(screen)
        if kept and not self._looks(screen):
            shown, gone = self._parted(screen, kept)
            screen.tell(Listed(tuple(self._tables[number].listing for number in shown), gone))
            kept.clear()

    def cry(self) -> None:
        """Tells what there is to tell by now."""
        self._bell = None
        news, self._news = self._news, set()
        listings = {number: self._tables[number].listing for number in news if number in self._tables}
        alike: dict[tuple[Numbers, Numbers], list[Screen]] = {}
        for screen, kept in self._kept.items():
            told = {number for number in news if self._concerns(screen, number)}
            kept.update(news)
            kept.difference_update(told)
            if told:
                alike.setdefault(self._parted(screen, told), []).append(screen)
        for (shown, gone), screens in alike.items():
            # The same for all of them: it is made ready to be sent only once.
            listed = Listed(tuple(listings[number] for number in shown), gone)
            for screen in screens:
                screen.tell(listed)

    def _parted(self, screen: Screen, numbers: Iterable[int]) -> tuple[Numbers, Numbers]:
        """Those that the screen may show, and those that are gone, or gone for it."""
        ordered = sorted(numbers)
        shown = tuple(number for number in ordered if self._visible(screen, number))
        return shown, tuple(number for number in ordered if number not in shown)

    def _concerns(self, screen: Screen, number: int) -> bool:
        """Whether somebody has to know at once."""
        table = self._tables.get(number)
        if table is None or not self._looks(screen) or number in screen.at or table.follows in screen.at:
            return True
        return table.seat_of(screen.person) is not None

    def _looks(self, screen: Screen) -> bool:
        """Whether somebody looks at a table that there still is."""
        return any(number in self._tables for number in screen.at)

    def _visible(self, screen: Screen, number: int) -> bool:
        table = self._tables.get(number)
        return table is not None and _shown_to(screen, table)


def _shown_to(screen: Screen, table: HallTable) -> bool:
    """What is over is shown to those who played it."""
    return table.state != "over" or table.seat_of(screen.person) is not None
