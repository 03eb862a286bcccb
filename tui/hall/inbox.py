"""Where news come in for one screen: kept until somebody listens, then handed on in order, as a part of that screen."""

from __future__ import annotations

from collections import deque
from contextvars import Context

from tilehall.tui.hall.protocol import Heard, News


class ScreenInbox:
    """Whoever enters the house hands it over as what is told; the screen listens as soon as there is one.

    >>> ear, heard = ScreenInbox(), []
    >>> ear("first")
    >>> ear.listen(heard.append, Context())
    >>> ear("second")
    >>> heard
    ['first', 'second']
    """

    def __init__(self) -> None:
        self._waiting: deque[News] = deque()
        self._listener: Heard | None = None
        self._context = Context()
        self._hears = False

    def __call__(self, news: News) -> None:
        self._waiting.append(news)
        self._hand_on()

    def listen(self, listener: Heard, context: Context) -> None:
        """From now on this is told, in the context of its own app: news come from tasks that belong to others."""
        self._listener, self._context = listener, context
        self._hand_on()

    def close(self) -> None:
        """Nobody listens any more."""
        self._listener = None
        self._waiting.clear()

    def _hand_on(self) -> None:
        # What is told leads to more news only behind those that wait.
        if self._hears or self._listener is None:
            return
        self._hears = True
        try:
            while self._waiting and self._listener is not None:
                self._context.run(self._listener, self._waiting.popleft())
        finally:
            self._hears = False
