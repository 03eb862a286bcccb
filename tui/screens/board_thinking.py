"""Thinking while a board is shown: hints for its player, and long thoughts of computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

from tilehall.tui.player.hints import NO_HINTS_HERE
from tilehall.tui.player.messages.status_message import StatusMessage

if TYPE_CHECKING:
    from tilehall.tui.screens.board import BoardScreen

SLOW = 0.15
"""Seconds until a message says that a hint is being computed; for a faster one it would only flicker."""
LONG_THOUGHT = 0.5
"""Seconds after which a thinking computer player can be hurried."""


class BoardThinking:
    """Computes hints for one board, and shows when others think for long."""

    def __init__(self, board: BoardScreen) -> None:
        self.board = board
        self.player = board.player
        self._long_thought: Timer | None = None
        """Expires when a computer player has thought for long."""

    # --- hints ----------------------------------------------------------------------------------------------------

    def request_hint(self) -> None:
        """Requests a hint; the surroundings may supply their own."""
        board = self.board
        key = next((key for key in board.keys["hint"] if key in board.surroundings.keys), None)
        if key is not None:
            board.post_message(board.Called(board, key))
        elif board.purpose.mode == "watch":
            self.player.status.say(StatusMessage(NO_HINTS_HERE))
        elif self.player.hints.prepare():
            board.run_worker(self._show_hint(), group="hint")

    def answer_requested_hint(self) -> None:
        """Computes a hint that was requested during the turn of others, once it is the player's own turn."""
        if self.player.hints.take_requested():
            self.board.run_worker(self._show_hint(), group="hint")

    async def _show_hint(self) -> None:
        """Shows a hint when it is ready; keys are handled meanwhile."""
        slow = self.board.set_timer(SLOW, self._mark_slow)
        try:
            await self.player.hints.show()
        finally:
            slow.stop()
        self.board.paint()

    def _mark_slow(self) -> None:
        self.player.advisor.mark_slow()
        self.board.paint()

    # --- long thoughts --------------------------------------------------------------------------------------------

    def watch_others(self) -> None:
        """Starts the timer after which a message says that somebody is thinking."""
        if self._long_thought is not None:
            self._long_thought.stop()
        now = self.board.seat.now
        if self.board.is_attached and any(seat not in now.humans for seat in now.due):
            self._long_thought = self.board.set_timer(LONG_THOUGHT, self._offer_hurry)

    def _offer_hurry(self) -> None:
        player = self.player
        if self.board.seat.is_thinking and not player.must_decide and player.moment.curtain is None:
            player.hurry_offer.offer(True)
            self.board.paint()
