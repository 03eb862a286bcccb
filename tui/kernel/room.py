"""A screen that is left once, however many keys come at the same time."""

from __future__ import annotations

from textual.screen import Screen, ScreenResultType


class Room(Screen[ScreenResultType]):
    """A screen whose `leave_with` does nothing unless it is the one on top.

    Two keys may arrive in one read: Textual's `dismiss` would close the screen below with the second.
    """

    def leave_with(self, result: ScreenResultType | None = None) -> None:
        """Ends with this result."""
        if self.is_running and self.is_current:
            self.dismiss(result)
