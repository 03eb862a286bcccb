"""A page to read: log, keys, description. One key closes it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tilehall.engine import Text
from tilehall.tui.kernel.canvas import Canvas
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.chrome import footer, title
from tilehall.tui.widgets.pager import Pager, TextLine


class Bar(Canvas):
    """One line at the top or the bottom of a page."""

    DEFAULT_CSS = "Bar { height: 1; width: 1fr; }"


class ReaderScreen(Room[None]):
    """A title, lines that scroll, and a footer."""

    def __init__(self, look: Look, title: Text, lines: Sequence[TextLine], top: int = 0) -> None:
        super().__init__()
        self.look = look
        self.heading = title
        self.lines = lines
        self.first = top

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        yield Pager(self.look, self.lines, self.first)
        yield Bar(id="foot")

    def on_resize(self) -> None:
        width, look = self.size.width, self.look
        head = Picture(width, 1, look.table)
        title(head, look, self.heading, Text(""))
        self.query_one("#head", Bar).show(head)
        foot = Picture(width, 1, look.table)
        arrows = look.glyphs.arrow_up + look.glyphs.arrow_down
        footer(foot, look, 0, [(arrows, Text("scroll")), ("Space", Text("page")), ("Esc", Text("back"))])
        self.query_one("#foot", Bar).show(foot)

    def on_pager_typed(self, event: Pager.Typed) -> None:
        if event.key in ("escape", "q", "enter", "o", "f2", "c"):
            self.leave_with()
