"""Computer players in line mode: they think while no line is asked for, and Enter hurries them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

from tilehall.engine import Advice, Text, Who
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.tables.thinking.thinkers import QUESTION_LEVELS, Thought, think_through

T = TypeVar("T")
CHECK_SECONDS = 0.05
"""Seconds from one look for a pressed Enter to the next."""
SILENCE_SECONDS = 1.0
"""Seconds of silence, after which it is said what is going on."""


class LineThinker:
    """Thinks in the calling thread, and checks the keyboard between two steps of a thought."""

    def __init__(self, talk: LineConsole, clock: Callable[[], float], when_hurried: Callable[[], None]) -> None:
        self.talk, self.clock, self.when_hurried = talk, clock, when_hurried

    async def think(self, thought: Thought) -> Advice:
        """The advice. Raises InputEnded if there will be no more input."""
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
        """Whether Enter was pressed, which `when_hurried` is told; hints are never cut short."""
        hurried = thought.level not in QUESTION_LEVELS and self.talk.enter_pressed()
        if hurried:
            self.when_hurried()
        return hurried

    def hurry(self, thought: Thought) -> None:
        """Only who sits at the keyboard can."""


class LineWaiter:
    """How somebody who plays in lines waits for another program: Enter hurries it, Ctrl+C leaves at once."""

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
