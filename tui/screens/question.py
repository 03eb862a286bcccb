"""A question with a few answers, each with its key."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.look import Look
from tui.paint import Picture
from tui.scenes.scene import Drawing
from tui.widgets.board import Board


class QuestionScreen(ModalScreen[str]):
    """Ends with the key that was pressed; Esc is the first answer."""

    DEFAULT_CSS = """
    QuestionScreen { align: center middle; background: transparent; }
    QuestionScreen Board { width: 60; height: 7; }
    """

    def __init__(self, look: Look, text: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.look = look
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        yield Board()

    def on_resize(self) -> None:
        look, board = self.look, self.query_one(Board)
        width = min(60, self.size.width)
        ground = look.style(look.palette.text, look.palette.panel)
        picture = Picture(width, 7, ground)
        edge = look.style(look.palette.accent, look.palette.panel)
        glyphs = look.glyphs
        picture.put(0, 0, glyphs.line_tl + glyphs.line_h * (width - 2) + glyphs.line_tr, edge)
        picture.put(0, 6, glyphs.line_bl + glyphs.line_h * (width - 2) + glyphs.line_br, edge)
        for y in range(1, 6):
            picture.put(0, y, glyphs.line_v, edge)
            picture.put(width - 1, y, glyphs.line_v, edge)
        picture.put(3, 2, self.text, ground)
        x = 3
        for key, words in self.answers.items():
            x = picture.put(x, 4, key, look.style(look.palette.accent, look.palette.panel, True))
            x = picture.put(x, 4, f" {words}", ground) + 3
        board.draw(Drawing(picture), None)

    def on_board_typed(self, event: Board.Typed) -> None:
        answer = event.char if event.char in self.answers else ""
        if event.key in ("escape", "enter"):
            answer = next(iter(self.answers)) if event.key == "escape" else list(self.answers)[-1]
        if answer:
            self.dismiss(answer)
