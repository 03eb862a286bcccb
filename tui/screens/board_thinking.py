"""What is thought of while a board is shown: hints for its player, and what computer players do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

from tilehall.tui.player.hints import NO_HINTS_HERE
from tilehall.tui.player.messages.status_message import StatusMessage

if TYPE_CHECKING:
    from tilehall.tui.screens.board import BoardScreen

SLOW = 0.15
"""Seconds after which it is said that a hint is thought of; what comes sooner would only flicker."""
LONG_THOUGHT = 0.5
"""Seconds after which a computer player who thinks can be hurried."""


class BoardThinking:
    """Asks for hints at one board, and says when others think for long."""

    def __init__(self, board: BoardScreen) -> None:
        self.board = board
        self.player = board.player
        self._long_thought: Timer | None = None
        """Runs out when a computer player has thought for long."""

    # --- hints ----------------------------------------------------------------------------------------------------

    def request_hint(self) -> None:
        """Asks for a hint; the surroundings may have hints of their own."""
        board = self.board
        key = next((key for key in board.keys["hint"] if key in board.surroundings.keys), None)
        if key is not None:
            board.post_message(board.Called(board, key))
        elif board.purpose.mode == "watch":
            self.player.status.say(StatusMessage(NO_HINTS_HERE))
        elif self.player.hints.prepare():
            board.run_worker(self._show_hint(), group="hint")

    def answer_requested_hint(self) -> None:
        """Thinks of the hint that was asked for while others decided, once it is one's own turn."""
        if self.player.hints.take_requested():
            self.board.run_worker(self._show_hint(), group="hint")

    async def _show_hint(self) -> None:
        """Shows a hint when it is there; meanwhile keys do what they always do."""
        slow = self.board.set_timer(SLOW, self._mark_slow)
        try:
            await self.player.hints.show()
        finally:
            slow.stop()
        self.board.paint()

    def _mark_slow(self) -> None:
        self.player.advisor.mark_slow()
        self.board.paint()

    # --- computer players who think for long ----------------------------------------------------------------------

    def watch_others(self) -> None:
        """From now on somebody may think; it is said when that takes long."""
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
