"""Flow control by the terminal's own answers: a question is sent after some output, and answered once that is drawn.

The buffers of this process show little of the backlog on a slow network: the rest is in buffers of the system, of the
client and on the way. A terminal answers in the order in which it draws.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

QUESTION, ANSWER = "\x1b[5n", b"\x1b[0n"
"""Device status report (DSR) and its answer, supported by every terminal since the VT100."""
BYTES_PER_QUESTION = 1024
"""Bytes between two questions."""
MAX_UNANSWERED = 2
"""Unanswered questions from which on the terminal counts as behind."""
PATIENCE = 10.0
"""Seconds after which an answer counts as lost and a little more is sent."""
ALIVE = 5.0
"""Seconds without an answer after which a terminal that sends keys counts as one that never answers."""


class FlowControl:
    """Decides when to send a question, and whether one terminal is behind.

    >>> pace = FlowControl(lambda: 0.0)
    >>> pace.ask() == QUESTION, pace.note_sent(5000)
    (True, '')
    >>> pace.note_answered()
    >>> [pace.note_sent(5000) == QUESTION for _ in range(2)], pace.is_behind
    ([True, True], True)
    >>> pace.note_answered(); pace.is_behind
    False
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._asked: deque[float] = deque()
        """When each unanswered question was asked."""
        self._answers = False
        """Whether this terminal has ever answered; if not, it never counts as behind."""
        self._drawn = 0
        """Bytes since the last question."""

    def ask(self) -> str:
        """Returns the first question to send."""
        self._asked.append(self._now())
        return QUESTION

    def note_sent(self, count: int) -> str:
        """Counts bytes sent; returns the question to send after them, or an empty string."""
        self._drawn += count
        if not self._answers or self._drawn < BYTES_PER_QUESTION:
            return ""
        self._drawn = 0
        return self.ask()

    def note_answered(self) -> None:
        self._answers = True
        if self._asked:
            self._asked.popleft()

    def note_typed(self) -> None:
        """Records a key: if a terminal sends keys but no answers, the questions were lost."""
        if self._asked and self._now() - self._asked[0] > ALIVE:
            self._asked.clear()
            self._answers = False

    @property
    def expects_answer(self) -> bool:
        """Whether an answer is still expected."""
        return self._answers and bool(self._asked)

    @property
    def is_behind(self) -> bool:
        """Whether sending should pause until the terminal has drawn what it has received."""
        if len(self._asked) >= MAX_UNANSWERED and self._now() - self._asked[-1] > PATIENCE:
            self._asked.popleft()
        return self._answers and len(self._asked) >= MAX_UNANSWERED
