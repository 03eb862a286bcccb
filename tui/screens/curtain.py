"""The curtain between players who share a screen and have secrets: nothing but whose turn it is."""

from __future__ import annotations

from typing import Any, Literal

from textual.app import ComposeResult

from tilehall.tui.house.moment import Moment
from tilehall.tui.kernel.drawing import Drawing
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.board import Board
from tilehall.tui.widgets.chrome import footer

Raised = Literal["look", "regret", "leave"]


class CurtainScreen(Room[Raised]):
    """Hangs until the player whose turn it is looks, the one before takes a choice back, or the table is left."""

    def __init__(self, look: Look, moment: Moment[Any]) -> None:
        super().__init__()
        self.look = look
        self.moment = moment

    def compose(self) -> ComposeResult:
        yield Board()

    def on_resize(self) -> None:
        width, height = self.size.width, self.size.height
        picture, look = Picture(width, height, self.look.table), self.look
        names, seat = self.moment.names, self.moment.seat
        y = max(0, height // 2 - 2)
        turn, press = ", it is your turn.", "Press Enter when nobody else sees the screen."
        end = picture.put(max(0, (width - len(names[seat] + turn)) // 2), y, names[seat], look.seat(seat))
        picture.put(end, y, turn, look.strong)
        picture.put(max(0, (width - len(press)) // 2), y + 2, press, look.muted)
        keys = [("Enter", f"{names[seat]} looks")]
        regretting = self.moment.curtain.regrets if self.moment.curtain else None
        if regretting is not None:
            keys.append(("u", f"{names[regretting]} takes back"))
        footer(picture, look, height - 1, [*keys, ("q", "leave")])
        self.query_one(Board).draw(Drawing(picture), None)

    def on_board_typed(self, event: Board.Typed) -> None:
        if event.key in ("enter", "space"):
            self.leave_with("look")
        elif event.key == "u" and self.moment.curtain and self.moment.curtain.regrets is not None:
            self.leave_with("regret")
        elif event.key == "q":
            self.leave_with("leave")
