"""A player's hand in large: studied at leisure, changed by nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult

from tilehall.engine import Text, Who, plain
from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.keys import shown
from tilehall.tui.look import Look
from tilehall.tui.play.player import Player
from tilehall.tui.scenes import Scene
from tilehall.tui.scenes.panel import ROOMY, framed_panel
from tilehall.tui.widgets.board import Board
from tilehall.tui.widgets.chrome import footer, title
from tilehall.tui.widgets.people import on_colour


class HandScreen(Room[None]):
    """What the scene shows of a hand, under a title."""

    def __init__(self, look: Look, player: Player[Any], scene: Scene[Any], keys: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__()
        self.look = look
        self.player = player
        self.scene = scene
        self.keys = keys

    def compose(self) -> ComposeResult:
        yield Board()

    def on_resize(self) -> None:
        width, height = self.size.width, self.size.height
        picture = Picture(width, height, self.look.table)
        moment = self.player.moment
        look, style = self.look, on_colour(self.scene.seat_style(self.look, moment.seat), self.look)
        whose = look.say(Text("{who}'s hand", who=Who(moment.seat)), moment.names)
        title(picture, look, moment.rules.title, plain(f" {look.glyphs.seat(moment.seat)} {whose} "), style)
        area = Rect(0, 2, width, max(1, height - 3))
        if width >= ROOMY:
            area = framed_panel(picture, Rect(0, 1, width, height - 2), "", look)
        picture.paste(area.x, area.y, self.scene.hand(self.player.view(look), area.width, area.height).picture)
        hides = [
            (shown(key), Text("hide")) for key in self.keys["hide"][:1] if moment.guarded and not self.player.masked
        ]
        footer(picture, self.look, height - 1, [("Esc", Text("back to the board")), *hides])
        self.query_one(Board).draw(Drawing(picture), None)

    def on_board_typed(self, event: Board.Typed) -> None:
        if event.key in ("escape", "q", "enter", *self.keys["hand"]):
            self.leave_with()
        elif event.key in self.keys["hide"] and self.player.moment.guarded and self.player.mine:
            self.player.hide()
            self.leave_with()
