"""A scrolling list of lines, for rules, logs, help and scores; with a frame if there is room."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from rich.style import Style
from textual.events import Key, MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message

from tilehall.engine import Text
from tilehall.tui.boards.panel import ROOMY, draw_framed_panel
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import cut_line, line_width, put_line

Piece = tuple[str, Style]
TextLine = Sequence[Piece]


def columns_in(screen: int, taken: int = 0) -> int:
    """The columns for lines on a screen of so many, `taken` of which are used by something beside them."""
    return screen - taken - (4 if screen >= ROOMY else 3)


class Pager(Canvas, can_focus=True):
    """Shows styled lines and scrolls by keys. Other keys are posted."""

    @dataclass
    class Typed(Message):
        """A key that does not scroll was pressed."""

        key: str
        char: str

    @dataclass
    class Scrolled(Message):
        """The first visible line has changed, or whether there are more lines above or below."""

    def __init__(self, look: Look, lines: Sequence[TextLine] = (), top: int = 0) -> None:
        super().__init__()
        self.look = look
        self.lines = lines
        self.top = top
        self.title = ""
        """The title in the frame, if there is a frame."""
        self.stays_at_end = False
        """Whether the pager stays at the end when the window is resized."""
        self.ignores_keys = False
        """Whether all keys are posted, even those that scroll, as while words are typed."""
        self.handed_on: Container[str] = ()
        """Keys that are posted although they usually scroll."""
        self._seen = (top, False)

    def set_lines(self, lines: Sequence[TextLine], top: int = 0) -> None:
        """Replaces the lines, and scrolls to this one."""
        self.lines = lines
        self.scroll_lines_to(len(lines) if self.stays_at_end else top)

    @property
    def framed(self) -> bool:
        return self.screen.size.width >= ROOMY

    @property
    def shown(self) -> int:
        """The number of visible lines."""
        return self.size.height - (2 if self.framed else 0)

    @property
    def scrolls(self) -> bool:
        """Whether there are more lines than fit."""
        return len(self.lines) > self.shown

    def scroll_lines_to(self, top: int) -> None:
        self.top = max(0, min(top, len(self.lines) - self.shown))
        self._paint()
        before, self._seen = self._seen, (self.top, self.scrolls)
        if self._seen != before:
            self.post_message(self.Scrolled())

    def on_resize(self, event: Resize) -> None:
        self.scroll_lines_to(len(self.lines) if self.stays_at_end else self.top)

    def _go(self, top: int) -> None:
        """Scrolls to a line after a key."""
        self.scroll_lines_to(top)
        self.stays_at_end = self.top > 0 and self.top + self.shown >= len(self.lines)

    def _paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        picture = Picture(width, height, look.table)
        room = Rect(1, 0, width - 3, height)
        more = self.top > 0, self.top + self.shown < len(self.lines)
        if self.framed:
            last = min(self.top + self.shown, len(self.lines))
            note = f"{self.top + 1}-{last} / {len(self.lines)}" if any(more) else ""
            room = draw_framed_panel(picture, Rect(0, 0, width, height), self.title, look, note)
        for y, line in enumerate(self.lines[self.top : self.top + room.height], room.y):
            put_line(picture, room.x, y, cut_line(line, room.width, look.glyphs.ellipsis))
        x = width - 1 if self.framed else width - 2
        for there, y, arrow in zip(
            more, (room.y, room.y + room.height - 1), (look.glyphs.arrow_up, look.glyphs.arrow_down), strict=True
        ):
            if there:
                picture.put(x, y, arrow, look.muted)
        self.show(picture)

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+"):
            return
        event.stop()
        event.prevent_default()
        page = max(1, self.shown - 2)
        tops = {
            "up": self.top - 1,
            "down": self.top + 1,
            "page_up": self.top - page,
            "page_down": self.top + page,
            "first": 0,
            "last": len(self.lines),
        }
        command = screen_keys("text").command(event.key)
        if self.ignores_keys or event.key in self.handed_on or not command:
            self.post_message(self.Typed(event.key, event.character or ""))
        else:
            self._go(tops[command])

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._go(self.top + 3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._go(self.top - 3)


def wrap_paragraph(text: str, width: int, style: Style, indent: str = "") -> list[TextLine]:
    """Wraps a paragraph into lines of this width."""
    return [[(indent + line, style)] for line in wrap(text, width - len(indent))]


def with_heading(title: Text, lines: Iterable[TextLine], look: Look, width: int) -> list[TextLine]:
    """Puts lines below a rule with a title."""
    words = look.clip(look.say(title), width)
    rule = look.glyphs.line_h * max(0, width - 1 - width_of(words))
    return [[(words, look.muted), (f" {rule}", look.line)], *lines]


def join_columns(left: Sequence[TextLine], right: Sequence[TextLine], gap: int, look: Look) -> list[TextLine]:
    """Joins two columns of lines; the second begins after `gap` columns."""
    found: list[TextLine] = []
    for n in range(max(len(left), len(right))):
        here = left[n] if n < len(left) else []
        there = right[n] if n < len(right) else []
        found.append([*here, (" " * (gap - line_width(here)), look.text), *there])
    return found
