"""Tells somebody in the hall what happens at tables that are not on the screen, and keeps clocks moving."""

from __future__ import annotations

from collections.abc import Iterable

from textual.timer import Timer

from tilehall.engine import Text
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.surroundings import AGAIN
from tilehall.tui.screens.base_app import BaseApp

TICK = 1.0
"""Seconds from one look at the clocks to the next."""


class Notices:
    """The sentences, bells and notices of one screen."""

    def __init__(self, app: BaseApp, known: ClientState) -> None:
        self.app = app
        self.known = known
        self.was_due = False
        """Whether it was the user's turn at the table on the screen."""
        self._invited: set[int] = set()
        """The rematches that were told of."""
        self._clock: Timer | None = None

    def invite(self, listings: Iterable[TableListing]) -> None:
        """Tells once that somebody at the present table has opened a rematch."""
        at = self.known.at.number if self.known.at else 0
        for listing in listings:
            expected = at and listing.follows == at and listing.seat_of(self.known.person) is not None
            if expected and listing.host != self.known.person.name and listing.number not in self._invited:
                self._invited.add(listing.number)
                self.app.tell(Text("{host} has opened a rematch. {key} goes there.", host=listing.host, key=AGAIN))

    def ring(self, table: int, shown: int) -> None:
        """Tells that it is the user's turn at a table; the table that is shown says so itself."""
        if table != shown:
            self.app.tell(_turn_text(table))
        if self.app.settings["bell"] != "off":
            self.app.bell()
        self._notice(table)

    def note_turn(self, due: bool) -> None:
        """The table on the screen has changed."""
        comes, self.was_due = due and not self.was_due, due
        if comes and self.known.at is not None:
            self._notice(self.known.at.number)

    def _notice(self, table: int) -> None:
        """For somebody who looks at another window."""
        if self.app.settings["bell"] == "notice":
            told = self.app.look.say(_turn_text(table))
            self.app.notify_terminal(told)
            self.app.set_window_title(told)

    def watch_clocks(self) -> None:
        """Looks at the clocks only while they run or words grow old: a process has hundreds of such screens."""
        if self._clock is None and self.known.ages:
            self._clock = self.app.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.known.ages:
            self.known.tell()
        elif self._clock is not None:
            self._clock.stop()
            self._clock = None


def _turn_text(table: int) -> Text:
    return Text("It is your turn at table {number}.", number=table)
