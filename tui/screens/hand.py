"""A player's hand, enlarged and read-only."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult

from tilehall.engine import Text, Who, literal_text
from tilehall.tui.boards.panel import ROOMY, draw_framed_panel
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import ScreenKeys
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import draw_footer
from tilehall.tui.widgets.players_line import on_colour


class HandScreen(ResultScreen[None]):
    """Shows the renderer's drawing of a hand below a title."""

    def __init__(self, look: Look, player: PlayerControls[Any], scene: BoardRenderer[Any], settings: Settings) -> None:
        super().__init__()
        self.look = look
        self.player = player
        self.scene = scene
        self.settings = settings
        self.keys = ScreenKeys("hand", settings)

    def compose(self) -> ComposeResult:
        yield BoardCanvas()

    def on_resize(self) -> None:
        drawing, moment = (
            self.paint_hand(self.player.view(self.look), self.size.width, self.size.height),
            self.player.moment,
        )
        hides = ["hide"] if moment.guarded and not self.player.is_masked else []
        hints = self.keys.hints(self.look.glyphs, "back", *hides, "explain")
        draw_footer(drawing.picture, self.look, self.size.height - 1, hints)
        # The cursor is hidden here.
        self.query_one(BoardCanvas).draw(Drawing(drawing.picture), None)

    def paint_hand(self, view: View[Any], width: int, height: int) -> Drawing:
        """Paints the hand below its title."""
        look, moment = view.look, self.player.moment
        picture, style = Picture(width, height, look.table), on_colour(self.scene.seat_style(look, moment.seat), look)
        whose = look.say(Text("{who}'s hand", who=Who(moment.seat)), moment.names)
        draw_title(picture, look, moment.title, literal_text(f" {look.glyphs.seat(moment.seat)} {whose} "), style)
        area = Rect(0, 2, width, max(1, height - 3))
        if width >= ROOMY:
            area = draw_framed_panel(picture, Rect(0, 1, width, height - 2), "", look)
        hand = self.scene.paint_hand(view, area.width, area.height)
        picture.paste(area.x, area.y, hand.picture)
        drawing = Drawing(picture, hand.places, hand.sight_areas)
        drawing.shift(area.x, area.y)
        return drawing

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        match self.keys.command(event.key):
            case "back":
                self.close_with()
            case "hide" if self.player.moment.guarded and self.player.must_decide:
                self.player.hide()
                self.close_with()
            case "explain":
                self._explain()

    def _explain(self) -> None:
        from tilehall.tui.features.explain.screen import ExplainScreen

        self.app.push_screen(ExplainScreen(self.look, self.player, self.scene, self.settings, self.paint_hand))
