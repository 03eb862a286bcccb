"""A screen that is left once, and not by a key that was meant for another."""

from __future__ import annotations

from textual._time import get_time
from textual.events import Event
from textual.screen import Screen, ScreenResultType


class Room(Screen[ScreenResultType]):
    """A screen whose `leave_with` does nothing unless it is the one on top."""

    wary = False
    """Whether nothing is done here that was typed before anybody could see the screen."""
    _seen = 0.0

    def leave_with(self, result: ScreenResultType | None = None) -> None:
        """Ends with this result."""
        if self.is_running and self.is_current:
            self.dismiss(result)

    def seen(self) -> None:
        """It is being painted: from now on what is typed is meant for it."""
        self._seen = self._seen or get_time()

    def expects(self, event: Event) -> bool:
        """Whether somebody who did this could know where it would go."""
        return not self.wary or 0.0 < self._seen <= event.time
