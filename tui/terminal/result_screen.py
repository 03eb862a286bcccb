"""A screen that knows since when it can be seen, and is left once."""

from __future__ import annotations

from textual._time import get_time
from textual.screen import Screen, ScreenResultType


class ResultScreen(Screen[ScreenResultType]):
    """A screen whose `close_with` does nothing unless it is the one on top."""

    ignores_early_keys = False
    """Whether nothing is done here that was typed before anybody could see the screen."""
    _seen = 0.0

    def close_with(self, result: ScreenResultType | None = None) -> None:
        """Ends with this result."""
        # Upstream calls the one just below current, too.
        if self.is_running and self.is_active:
            self.dismiss(result)

    def on_screen_resume(self) -> None:
        self._seen = 0.0

    def report_error(self, error: Exception) -> None:
        """Something of this screen has raised where somebody else caught it: as if nobody had."""
        self.app._handle_exception(error)

    def mark_seen(self) -> None:
        """It is painted: from now on it can be seen, until another screen covers it."""
        self._seen = self._seen or get_time()

    def was_seen_at(self, moment: float) -> bool:
        """Whether it could be seen already when something was typed."""
        return 0.0 < self._seen <= moment
