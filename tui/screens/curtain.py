"""The curtain between players with secrets at one screen: it shows only whose turn it is, and for what."""

from __future__ import annotations

from typing import Any, Literal

from textual.app import ComposeResult

from tilehall.engine import Text, Who, literal_text
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.key_hints import draw_footer

KEYS = screen_keys("curtain")
FRAMED = 10
"""Lines of a window from which on the curtain has a frame."""
PRESS = Text("Press v when nobody else sees the screen.")
Raised = Literal["look", "regret", "leave"]


class CurtainScreen(ResultScreen[Raised]):
    """Stays until the next player raises it, the previous one takes a choice back, or the table is left."""

    # A key that was meant for the board must not raise the curtain.
    ignores_early_keys = True

    def __init__(self, look: Look, moment: Moment[Any], scene: BoardRenderer[Any], peeks: bool = False) -> None:
        """`peeks`: a player wants to see their own hand while the board is open."""
        super().__init__()
        self.peeks = peeks
        self.look = look
        self.scene = scene
        self.moment = moment

    def compose(self) -> ComposeResult:
        yield BoardCanvas()

    def on_resize(self) -> None:
        width, height = self.size.width, self.size.height
        picture, look = Picture(width, height, self.look.table), self.look
        names, seat = self.moment.names, self.moment.seat
        told = [styled_text.cut_line(line, width, look.glyphs.ellipsis) for line in self._told()]
        wide, y = max(map(styled_text.line_width, told)) + 8, max(0, height // 2 - 2)
        if wide <= width and height > FRAMED:
            draw_frame(picture, Rect((width - wide) // 2, y - 2, wide, len(told) + 3), look, look.line)
        for n, line in enumerate(told, y):
            styled_text.put_line(picture, (width - styled_text.line_width(line)) // 2, n, line)
        keys = [KEYS.hint(look.glyphs, "look", Text("{who} looks", who=Who(seat)))]
        regretting = self.moment.curtain.may_take_back if self.moment.curtain else None
        if regretting is not None:
            keys.append(KEYS.hint(look.glyphs, "take_back", Text("{who} takes back", who=Who(regretting))))
        away = KEYS.hint(look.glyphs, "back" if self.peeks else "leave")
        draw_footer(picture, look, height - 1, [*keys, away], names)
        self.query_one(BoardCanvas).draw(Drawing(picture), None)

    def _told(self) -> list[StyledLine]:
        """Whose turn it is, for what, which key to press, and what will be visible."""
        look, seat, who = self.look, self.moment.seat, Who(self.moment.seat)
        if self.peeks:
            turn, task = Text("{who} looks at the own hand alone.", who=who), literal_text("")
            then = Text("After that Esc shows the table to all again.")
        else:
            turn, task = Text("{who}, it is your turn.", who=who), self._asked()
            then = Text("For this you are shown what only you may see.")
        told: list[StyledLine] = [
            style_sentence(text, self.scene, look, self.moment.names, style)
            for text, style in ((turn, look.strong), (task, look.text), (PRESS, look.muted), (then, look.muted))
        ]
        return [[(f"{look.glyphs.seat(seat)} ", self.scene.seat_style(look, seat)), *told[0]], *told[1:]]

    def _asked(self) -> Text:
        """The reason for the curtain: the decision needs secrets of one player."""
        return self.moment.rules.decision(self.moment.state, self.moment.seat).prompt

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        match KEYS.command(event.key):
            case "look":
                self.close_with("look")
            case "take_back" if self.moment.curtain and self.moment.curtain.may_take_back is not None:
                self.close_with("regret")
            case "leave":
                self.close_with("leave")
            case "back" if self.peeks:
                self.close_with("leave")
