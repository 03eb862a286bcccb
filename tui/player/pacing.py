"""How long the steps of others stay on screen, and when a key hurries them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tilehall.tui.config.settings import Settings
from tilehall.tui.tables.moment import LogEntry

if TYPE_CHECKING:
    from tilehall.tui.player.player import PlayerControls

PACES = {"calm": 0.6, "quick": 0.15, "at once": 0.0}
"""Seconds that a step of a computer player stays on screen."""
BEAT = 3
"""How much longer a great moment stays."""
READ = 30.0
"""Seconds for which the last turn of the others stays before the result, if no key is pressed."""
LONGEST = 6.0
"""Seconds at most from the end of one's turn to the next, whatever others do."""
MANY, FEW = 8, 3
"""A step takes at most one of so many parts of what is left of them, a great moment one of fewer."""
CAPTION = 1.6
"""Seconds a sentence stays before those who only watch."""


class Pacing:
    """Holds back the steps of others until one player had time to read them."""

    def __init__(
        self,
        player: PlayerControls[Any],
        is_watching: bool,
        settings: Settings,
        show_event: Callable[[LogEntry], object],
    ) -> None:
        """`show_event` puts a step of others on screen by itself; for somebody who only watches every step."""
        self.player = player
        self.is_watching = is_watching
        self.highlights = player.focus.reader.highlight_events
        self.pace = PACES[settings["pace"]]
        self._show_event = show_event
        self._hurried = asyncio.Event()
        """Set by a key: the steps of others are not held back any more."""
        self._waited = 0.0
        """Seconds for which the others have been shown since one's own turn."""
        self._read = player.seat.now.number
        """The step up to which everything has been read."""

    def set_pace(self, settings: Settings) -> None:
        self.pace = PACES[settings["pace"]]

    def hurry(self) -> None:
        """A key was pressed: nothing is held back any more, except from those who only watch."""
        if not self.is_watching:
            self._hurried.set()

    def release(self) -> None:
        """The screen is left: nothing is held back for it."""
        self._hurried.set()

    def hurry_others(self, now: float) -> bool:
        """Whether a key hurries whoever thinks, or comes too late for that and shall not choose anything."""
        offer = self.player.hurry_offer
        if not offer.is_offered:
            return self.player.must_decide and offer.is_late_key(now)
        offer.hurry()
        self.player.seat.hurry()
        return True

    def note_own_choice(self) -> None:
        """What one has done oneself need not be read, unless it is great; what follows is not hurried yet."""
        now = self.player.focus.moment
        great = (entry.step for entry in now.log_since(self._read) if entry.key in self.highlights)
        self._read, self._waited = next(great, now.number + 1) - 1, 0.0
        self._hurried.clear()

    async def wait_for_key(self) -> None:
        """Waits until a key is pressed, or long enough to read the last turn of the others."""
        self._hurried.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), READ)

    async def wait_until_read(self) -> bool:
        """Waits as long as it takes to read what has happened since the last time. False if nothing has."""
        now = self.player.seat.now
        entries, self._read = now.log_since(self._read), now.number
        if not entries:
            return False
        if not self.is_watching:
            await self._linger(entries)
            return True
        for entry in entries:
            self._show_event(entry)
            await asyncio.sleep(CAPTION)
        return True

    async def _linger(self, entries: Sequence[LogEntry]) -> None:
        """Waits as long as the latest steps stay on screen, a great moment alone and longer; a key ends it."""
        pace = self.pace
        for entry in entries:
            is_great = entry.key in self.highlights
            if is_great and pace and not (self._hurried.is_set() or self.player.must_decide):
                self._show_event(entry)
                await self._wait(display_seconds(BEAT * pace, self._waited, FEW))
        await self._wait(display_seconds(pace, self._waited, MANY))

    async def _wait(self, seconds: float) -> None:
        self._waited += seconds
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)


def display_seconds(wanted: float, waited: float, share: int) -> float:
    """Seconds that a step stays on screen, when so many have been waited already: never more than all may take.

    >>> display_seconds(0.6, 0.0, MANY), round(display_seconds(0.6, 5.2, MANY), 3), display_seconds(1.8, 0.0, FEW)
    (0.6, 0.1, 1.8)
    """
    return min(wanted, (LONGEST - waited) / share)
