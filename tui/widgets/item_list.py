"""A list of items of a few lines each, with headings and a cursor; Enter chooses, other keys are posted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message

from tilehall.engine import Text
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.cells import fold
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

NOTHING = Text("")
PAGE = 5
"""Items that PgUp and PgDn move by."""
SPOKEN = 2
"""Lines for the help of an item, above the footer."""


class ListEntry(NamedTuple):
    """An item: its lines, and the heading above it if a group begins."""

    id: str
    lines: tuple[StyledLine, ...]
    section: Text = NOTHING
    spoken: Text = NOTHING
    """The help shown while the cursor is on it."""


class ListPanels(NamedTuple):
    """Functions that draw around the list, each into a picture of the size available."""

    head: Callable[[Picture], int]
    """Draws above the list; returns the number of lines it took."""
    empty: Callable[[Picture], None]
    """Draws in place of an empty list."""
    beside: Callable[[str, Picture], None]
    """Draws beside the list, about the item with this id, if there is room."""
    keys: Callable[[str], Sequence[KeyHint]]
    """The keys in the footer for this item."""


class ItemList(Canvas, can_focus=True):
    """A list of items with a cursor."""

    WIDE, ASIDE = 110, 44
    """Columns from which on there is a panel beside the list, and the columns of that panel."""

    @dataclass
    class Chosen(Message):
        id: str

    @dataclass
    class Typed(Message):
        """A key without a meaning for the list was pressed on this item."""

        id: str
        key: str

    @dataclass
    class Closed(Message):
        """Esc or q was pressed."""

    def __init__(self, look: Look, items: Sequence[ListEntry], page: ListPanels) -> None:
        super().__init__()
        self.look = look
        self.items = list(items)
        self.page = page
        self.at = 0
        self.top = 0
        self.note = NOTHING
        self.drawn: dict[int, int] = {}
        """The index of the item on each line."""

    @property
    def here(self) -> str:
        """The id of the item under the cursor; empty if there is none."""
        return self.items[self.at].id if self.items else ""

    def set_items(self, items: Sequence[ListEntry]) -> None:
        """Replaces the items; the cursor stays on the one with the same id."""
        here = self.here
        self.items = list(items)
        last = max(0, len(self.items) - 1)
        self.at = next((n for n, item in enumerate(self.items) if item.id == here), min(self.at, last))
        self.paint()

    def say(self, note: Text) -> None:
        """Shows a sentence above the footer until the next key."""
        self.note = note
        self.paint()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+"):
            return
        event.stop()
        event.prevent_default()
        self.note = NOTHING
        last = max(0, len(self.items) - 1)
        moves = {"up": -1, "down": 1, "page_up": -PAGE, "page_down": PAGE, "first": -last, "last": last}
        match screen_keys("list").command(event.key):
            case "up" | "down" | "page_up" | "page_down" | "first" | "last" as command:
                self.at = max(0, min(last, self.at + moves[command]))
            case "choose" if self.items:
                self.post_message(self.Chosen(self.here))
            case "back":
                self.post_message(self.Closed())
            case _:
                self.post_message(self.Typed(self.here, event.key))
        self.paint()

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        if event.y in self.drawn:
            self.at = self.drawn[event.y]
            self.paint()
            self.post_message(self.Chosen(self.here))

    # --- painting -------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        # The widget knows its size only later; without one it would send an empty page first.
        self._paint(self.app.size)

    def on_resize(self, event: Resize) -> None:
        self.paint()

    def paint(self) -> None:
        if self.size.width and self.size.height:
            self._paint(self.size)

    def _paint(self, size: Size) -> None:
        width, height, look = size.width, size.height, self.look
        picture = Picture(width, height, look.table)
        y = self.page.head(picture)
        room = max(1, height - 1 - SPOKEN - y)
        columns = width - 4
        if self.items and width >= self.WIDE:
            columns = width - self.ASIDE - 7
            beside = Picture(self.ASIDE, height - y - 2, look.table)
            self.page.beside(self.here, beside)
            picture.paste(width - self.ASIDE - 2, y, beside)
        if self.items:
            self._list(picture, y, columns, room)
        else:
            self.drawn = {}
            empty = Picture(width - 4, room + 1, look.table)
            self.page.empty(empty)
            picture.paste(2, y, empty)
        self._speak(picture, columns)
        draw_footer(picture, look, height - 1, self.page.keys(self.here))
        self.show(picture)

    def _list(self, picture: Picture, y: int, columns: int, room: int) -> None:
        """Draws as many items as fit, with the one under the cursor in full."""
        look, lines = self.look, self._lines()
        mine = [n for n, (item, _, _) in enumerate(lines) if item == self.at]
        first = mine[0] - 1 if mine[0] and lines[mine[0] - 1][2] else mine[0]
        self.top = max(0, min(self.top, first, len(lines) - room), mine[-1] - room + 1)
        self.drawn = {}
        for row, (item, line, title) in enumerate(lines[self.top : self.top + room], y):
            if title:
                draw_heading(picture, 2, row, columns, title, look)
            if item < 0 or line is None:
                continue
            self.drawn[row] = item
            styled_text.put_line(picture, 4, row, styled_text.cut_line(line, columns - 3, look.glyphs.ellipsis))
            if item == self.at:
                pointed = look.on_table(look.palette.cursor, bold=True)
                picture.put(
                    2, row, look.glyphs.play if line is self.items[item].lines[0] else look.glyphs.line_v, pointed
                )
        if self.top:
            picture.put(picture.width - 1, y, look.glyphs.arrow_up, look.strong)
        if self.top + room < len(lines):
            picture.put(picture.width - 1, y + room - 1, look.glyphs.arrow_down, look.strong)

    def _lines(self) -> list[tuple[int, StyledLine | None, str]]:
        """All lines: the index of the item, its text, and the heading if it is one."""
        found: list[tuple[int, StyledLine | None, str]] = []
        for n, item in enumerate(self.items):
            if item.section:
                found += [(-1, None, "")] if found else []
                found.append((-1, None, self.look.say(item.section)))
            found += [(n, line, "") for line in item.lines]
        return found

    def _speak(self, picture: Picture, columns: int) -> None:
        look = self.look
        told = self.note or (self.items[self.at].spoken if self.items else NOTHING)
        said = fold(look.say(told), columns, SPOKEN, look.glyphs.ellipsis) if told else []
        for n, line in enumerate(said):
            picture.put(2, picture.height - 1 - len(said) + n, line, look.bad if self.note else look.muted)
