"""A page to read: log, keys, description. One key closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import draw_footer
from tilehall.tui.widgets.pager import Pager, TextLine, columns_in

PageContent = Callable[[int], Sequence[TextLine]]
"""Returns the lines of a page for so many columns."""


class Bar(Canvas):
    """A line at the top or the bottom of a page."""

    DEFAULT_CSS = "Bar { height: 1; width: 1fr; }"


class ReaderScreen(ResultScreen[None]):
    """A title, lines that scroll, and a footer; starts at the beginning or at the end."""

    def __init__(self, look: Look, game: Text, heading: Text, written: PageContent, from_end: bool = False) -> None:
        super().__init__()
        self.look = look
        self.game = game
        self.heading = heading
        self.written = written
        self.from_end = from_end

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        pager = Pager(self.look)
        pager.title = self.look.say(self.heading)
        pager.stays_at_end = self.from_end
        yield pager
        yield Bar(id="foot")

    def on_resize(self) -> None:
        width, look, pager = self.size.width, self.look, self.query_one(Pager)
        head = Picture(width, 1, look.table)
        draw_title(head, look, self.game, Text("") if pager.framed else self.heading)
        self.query_one("#head", Bar).show(head)
        pager.set_lines(self.written(columns_in(width)), pager.top)
        self.on_pager_scrolled()

    def on_pager_scrolled(self) -> None:
        look, foot = self.look, Picture(self.size.width, 1, self.look.table)
        scroll = ("up", "page_down") if self.query_one(Pager).scrolls else ()
        draw_footer(foot, look, 0, screen_keys("reader").hints(look.glyphs, *scroll, "back"))
        self.query_one("#foot", Bar).show(foot)

    def on_pager_typed(self, event: Pager.Typed) -> None:
        if screen_keys("reader").command(event.key) == "back":
            self.close_with()
