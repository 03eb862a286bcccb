"""What is said at one table, as far as one screen has heard it."""

from __future__ import annotations

import time

from tilehall.tui.hall.protocol import ChatLine, Spoken

MOST = 500
"""So many lines are kept on a screen."""
FRESH = 15.0
"""Seconds for which what was said last stays above the keys of a board."""


class TableTalk:
    """The lines, how many of them are new, and what could not be said yet.

    >>> talk = TableTalk()
    >>> talk.take_up(Spoken((ChatLine(1.0, "Bo", "hello"), ChatLine(2.0, "Bo", "are you there?")), new=1))
    >>> talk.hear(ChatLine(3.0, "Bo", "well then"), reads=False)
    >>> talk.new, talk.lines[-1].text, talk.fresh.text
    (2, 'well then', 'well then')
    """

    def __init__(self) -> None:
        self.lines: tuple[ChatLine, ...] = ()
        self.new = 0
        """So many, the last ones, were said while nobody looked here."""
        self.draft = ""
        """What the house did not take when it was said."""
        self.heard_at = float("-inf")
        """When the last line came, by the clock of this process."""

    def take_up(self, spoken: Spoken) -> None:
        """All of it so far; what came before this answer stays."""
        last = spoken.lines[-1].at if spoken.lines else 0.0
        later = tuple(line for line in self.lines if line.at > last)
        self.lines, self.new = (*spoken.lines, *later)[-MOST:], spoken.new

    def hear(self, line: ChatLine, reads: bool) -> None:
        """Something is said; `reads`: where it is seen at once."""
        self.lines = (*self.lines, line)[-MOST:]
        self.new += not reads
        self.heard_at = time.monotonic()

    @property
    def fresh(self) -> ChatLine | None:
        """What was said just now."""
        return self.lines[-1] if self.lines and time.monotonic() - self.heard_at < FRESH else None

    def read(self) -> None:
        """Somebody has seen all of it."""
        self.new = 0
