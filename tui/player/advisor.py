"""Advice to one player: thought of beside everything else, and good for one moment only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic, TypeVar

from tilehall.engine import Action, Advice
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.thinking.thinkers import InlineRunner, Runner

S = TypeVar("S")
AdviceRequest = Callable[[], Awaitable[Advice]]


class Advisor(Generic[S]):
    """Thinks at one seat, when asked."""

    def __init__(self, seat: Seat[S]) -> None:
        self.seat = seat
        self.runner: Runner = InlineRunner()
        """Where it thinks: a screen answers keys meanwhile."""
        self.advice: Advice | None = None
        self.compared: Advice | None = None
        """What was said last of another choice."""
        self.is_thinking = False
        self.is_slow = False
        """Whether it thinks, and so long that this is worth saying."""

    async def think(self) -> None:
        """Until there is advice, or nobody wants it any more. Raises UserError where none can be given."""
        found = await self._thought_of(self.seat.hint)
        self.advice = found or self.advice

    async def compare(self, *actions: Action) -> None:
        """The same for what another choice, behind what it passes, loses against the advice."""
        self.compared = None
        self.compared = await self._thought_of(partial(self.seat.compare, *actions))

    async def _thought_of(self, question: AdviceRequest) -> Advice | None:
        """The answer, if there still is one to wait for it."""
        self.cancel()
        self.is_thinking = True
        found: list[Advice] = []
        await self.runner.run(partial(self._think, self.seat.now, question, found.append))
        return found[0] if found else None

    async def _think(self, moment: Moment[S], question: AdviceRequest, answer: Callable[[Advice], None]) -> None:
        try:
            advice = await question()
        except Exception:
            self._has_thought()
            raise
        # Whoever called it off may have asked anew meanwhile: then nothing here is ours to change.
        self._has_thought()
        if self.seat.now is moment:
            answer(advice)

    def _has_thought(self) -> None:
        self.is_thinking = self.is_slow = False

    def mark_slow(self) -> None:
        """It has been waited for."""
        self.is_slow = self.is_thinking

    def cancel(self) -> bool:
        """What is thought of is not wanted any more. False if nothing is."""
        if not self.is_thinking:
            return False
        self._has_thought()
        self.runner.stop()
        return True

    def reset(self) -> None:
        """Another moment, another advice."""
        self.cancel()
        self.advice = self.compared = None
