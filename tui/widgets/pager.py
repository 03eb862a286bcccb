"""Lines of text that scroll: rules, log, help and scores are read in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from textual.events import Key, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message

from tilehall.tui.kernel.canvas import Canvas
from tilehall.tui.kernel.cells import wrap
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import cut, put
from tilehall.tui.look import Look

Piece = tuple[str, Style]
TextLine = Sequence[Piece]


class Pager(Canvas, can_focus=True):
    """Shows lines, each a few pieces of styled text, and scrolls by keys. Other keys are handed on."""

    @dataclass
    class Typed(Message):
        """A key that does not scroll."""

        key: str
        char: str

    @dataclass
    class Scrolled(Message):
        """Another line is on top."""

    def __init__(self, look: Look, lines: Sequence[TextLine] = (), top: int = 0) -> None:
        super().__init__()
        self.look = look
        self.lines = lines
        self.top = top
        self.deaf = False
        """Hands on every key, also those that scroll: while words are typed."""

    def read(self, lines: Sequence[TextLine], top: int = 0) -> None:
        """Shows other lines, from this one on."""
        self.lines = lines
        self.scroll_lines_to(top)

    def scroll_lines_to(self, top: int) -> None:
        before, self.top = self.top, max(0, min(top, len(self.lines) - self.size.height))
        self._paint()
        if self.top != before:
            self.post_message(self.Scrolled())

    def on_resize(self, event: Resize) -> None:
        self.scroll_lines_to(self.top)

    def _paint(self) -> None:
        width, height = self.size.width, self.size.height
        picture = Picture(width, height, self.look.table)
        for y, line in enumerate(self.lines[self.top : self.top + height]):
            put(picture, 1, y, cut(line, width - 3, self.look.glyphs.ellipsis))
        if self.top:
            picture.put(width - 2, 0, self.look.glyphs.arrow_up, self.look.muted)
        if self.top + height < len(self.lines):
            picture.put(width - 2, height - 1, self.look.glyphs.arrow_down, self.look.muted)
        self.show(picture)

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+"):
            return
        event.stop()
        event.prevent_default()
        page = max(1, self.size.height - 2)
        moves = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "pagedown": page, "space": page}
        if self.deaf:
            self.post_message(self.Typed(event.key, event.character or ""))
        elif event.key in moves:
            self.scroll_lines_to(self.top + moves[event.key])
        elif event.key in ("home", "g"):
            self.scroll_lines_to(0)
        elif event.key in ("end", "G"):
            self.scroll_lines_to(len(self.lines))
        else:
            self.post_message(self.Typed(event.key, event.character or ""))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.scroll_lines_to(self.top + 3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.scroll_lines_to(self.top - 3)


def wrapped(text: str, width: int, style: Style, indent: str = "") -> list[TextLine]:
    """A paragraph as lines of this width."""
    return [[(indent + line, style)] for line in wrap(text, width - len(indent))]
