"""Computer players in line mode: they think between input lines, and Enter hurries them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from tilehall.engine import Advice, Text, Who
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.tables.thinking.thinkers import QUESTION_LEVELS, Thought, think_through

T = TypeVar("T")
CHECK_SECONDS = 0.05
"""Seconds between two checks for a pressed Enter."""
SILENCE_SECONDS = 1.0
"""Seconds after which a message says that somebody is thinking."""


class LineThinker:
    """Thinks in the calling thread, and checks the keyboard between two steps of a thought."""

    def __init__(self, talk: LineConsole, clock: Callable[[], float], when_hurried: Callable[[], None]) -> None:
        self.talk, self.clock, self.when_hurried = talk, clock, when_hurried

    async def think(self, thought: Thought) -> Advice:
        """Completes a thought and returns its advice. Raises InputEnded at the end of input."""
        began, told = self.clock(), False
        thinking = think_through(thought)
        advice = next(thinking)
        while not self._hurried(thought) and (better := next(thinking, None)) is not None:
            advice = better
            if not told and thought.level not in QUESTION_LEVELS and self.clock() - began > SILENCE_SECONDS:
                told = True
                self.talk.say(Text("{who} is thinking. {key} hurries.", who=Who(thought.seat), key="Enter"))
        return advice

    def _hurried(self, thought: Thought) -> bool:
        """Whether Enter was pressed; if so, calls `when_hurried`. Hints are never cut short."""
        hurried = thought.level not in QUESTION_LEVELS and self.talk.enter_pressed()
        if hurried:
            self.when_hurried()
        return hurried

    def hurry(self, thought: Thought) -> None:
        """No-op: only Enter at the keyboard hurries a thought."""


class LineWaiter:
    """Waits for a bot program in line mode: Enter hurries it, Ctrl+C leaves at once."""

    def __init__(self, talk: LineConsole, when_hurried: Callable[[], None]) -> None:
        self.talk, self.when_hurried = talk, when_hurried

    async def __call__(self, work: Callable[[], T]) -> T:
        found: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                found.append(work())
            except BaseException as error:
                failed.append(error)

        thread = Thread(target=run, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(CHECK_SECONDS)
            if thread.is_alive() and self.talk.enter_pressed():
                self.when_hurried()
        if failed:
            raise failed[0]
        return found[0]
