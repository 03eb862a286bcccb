"""A screen that returns a result, closes once, and knows since when it can be seen."""

from __future__ import annotations

from textual._time import get_time
from textual.screen import Screen, ScreenResultType


class ResultScreen(Screen[ScreenResultType]):
    """A screen whose `close_with` does nothing unless it is the one on top."""

    ignores_early_keys = False
    """Whether keys typed before the screen could be seen are dropped."""
    _seen = 0.0

    def close_with(self, result: ScreenResultType | None = None) -> None:
        """Closes the screen with this result; does nothing unless it is on top."""
        # Upstream calls the one just below current, too.
        if self.is_running and self.is_active:
            self.dismiss(result)

    def on_screen_resume(self) -> None:
        self._seen = 0.0

    def report_error(self, error: Exception) -> None:
        """Handles an error that was caught elsewhere as if it had been raised in this screen."""
        self.app._handle_exception(error)

    def mark_seen(self) -> None:
        """Notes that the screen is painted: it can be seen until another one covers it."""
        self._seen = self._seen or get_time()

    def was_seen_at(self, moment: float) -> bool:
        """Whether the screen could be seen at this time."""
        return 0.0 < self._seen <= moment
