"""What has happened since a program was told last, also where something has been taken back meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Step
from tilehall.tui.programs.bots.bot_messages import BotCase, Message, event


class SentEvents:
    """What one seat has been told of one game so far."""

    def __init__(self) -> None:
        self._steps: list[tuple[Step[object], int]] = []
        """The steps, with how many events each had."""

    def since(self, case: BotCase) -> tuple[list[Message], int]:
        """The events that are new, and how many of those told last are not so any more."""
        back, steps = 0, case.steps
        while self._steps and not _still_stands(self._steps, steps):
            back += self._steps.pop()[1]
        found: list[Message] = []
        for step in steps[len(self._steps) :]:
            events = [event(each, case.seat, case.names) for each in step.events]
            self._steps.append((step, len(events)))
            found += events
        return found, back


def _still_stands(told: Sequence[tuple[Step[object], int]], steps: Sequence[Step[object]]) -> bool:
    """Whether the last step that was told still stands where it stood."""
    return len(told) <= len(steps) and told[-1][0] is steps[len(told) - 1]
