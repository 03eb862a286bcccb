"""Shows the drawings of a board in order, with animations between positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.timer import Timer

from tilehall.tui.config.look import Look
from tilehall.tui.player.animation import animation_frames
from tilehall.tui.player.selection import ActionPlaces
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Drawing, Place
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.board import BoardCanvas

LONG = 0.24
"""Seconds that a motion takes."""


class BoardAnimator:
    """Shows drawings on a board, with an animation when the moment changes. A new drawing ends a running animation."""

    def __init__(self, board: BoardCanvas, reading: ActionPlaces) -> None:
        self.board = board
        self.reading = reading
        self.moment: Moment[Any] | None = None
        self._timer: Timer | None = None

    def show(
        self, drawing: Drawing, cursor: Place | None, moment: Moment[Any], look: Look, time: Callable[[], float]
    ) -> None:
        """Shows a drawing; if its moment differs from the last one, with an animation of `time()` seconds."""
        before, old = self.board.drawing, self.moment
        self.moment = moment
        self.stop()
        if old is moment or before is None or old is None or not (seconds := time()):
            self.board.draw(drawing, cursor)
            return
        self._play(animation_frames(old, moment, before, drawing, self.reading, look), drawing, cursor, seconds)

    def _play(self, between: Sequence[Picture], drawing: Drawing, cursor: Place | None, seconds: float) -> None:
        if not between:
            self.board.draw(drawing, cursor)
            return
        first, *others = between
        self.board.draw(Drawing(first, drawing.places), cursor)
        rest = seconds * len(others) / len(between)
        wait = seconds / len(between)

        def go_on() -> None:
            self._play(others, drawing, cursor, rest)

        self._timer = self.board.set_timer(wait, go_on)

    def stop(self) -> None:
        """Ends the animation."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
