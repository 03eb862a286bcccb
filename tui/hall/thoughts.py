"""Minds, and how many thoughts they have been asked for and have not come to the end of."""

from __future__ import annotations

from tilehall.engine import Advice
from tilehall.tui.tables.thinking.thinkers import Thinker, Thought


class Counted:
    """Hands everything on."""

    def __init__(self, minds: Thinker) -> None:
        self.under_way = 0
        """Thoughts that wait for a place or are thought."""
        self._minds = minds

    async def think(self, thought: Thought) -> Advice:
        self.under_way += 1
        try:
            return await self._minds.think(thought)
        finally:
            self.under_way -= 1

    def hurry(self, thought: Thought) -> None:
        self._minds.hurry(thought)
