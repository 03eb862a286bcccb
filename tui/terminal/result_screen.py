"""A screen that returns a result, closes once, and records since when it has been visible."""

from __future__ import annotations

from textual._time import get_time
from textual.screen import Screen, ScreenResultType


class ResultScreen(Screen[ScreenResultType]):
    """A screen whose `close_with` does nothing unless it is on top."""

    ignores_early_keys = False
    """Whether keys typed before the screen could be seen are dropped."""
    _seen = 0.0

    def close_with(self, result: ScreenResultType | None = None) -> None:
        """Closes the screen with this result; does nothing unless it is on top."""
        # Upstream also calls the screen below the top one current.
        if self.is_running and self.is_active:
            self.dismiss(result)

    def on_screen_resume(self) -> None:
        self._seen = 0.0

    def report_error(self, error: Exception) -> None:
        """Handles an error that was caught elsewhere as if it had been raised in this screen."""
        self.app._handle_exception(error)

    def mark_seen(self) -> None:
        """Records that the screen is painted; it counts as visible until another one covers it."""
        self._seen = self._seen or get_time()

    def was_seen_at(self, moment: float) -> bool:
        """Whether the screen was visible at this time."""
        return 0.0 < self._seen <= moment
