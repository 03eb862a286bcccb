"""The widget of the home screen: handles keys and clicks on its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from textual.events import Key, Resize
from textual.message import Message

from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.widgets.home_picture import HomeEntry, HomePicture, SavedGamePreview

DIRECTIONS: Mapping[str, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class HomeMenu(Canvas, can_focus=True):
    """Entries in rows, with a cursor that moves in the direction of the arrow keys."""

    @dataclass
    class Chosen(Message):
        id: str

    @dataclass
    class Asked(Message):
        """The rules, a demo, lessons, or the keys were requested."""

        what: Literal["rules", "demo", "learn", "keys"]

    @dataclass
    class Closed(Message):
        """A key that leaves was pressed twice."""

    def __init__(self, page: HomePicture) -> None:
        super().__init__()
        self.page = page

    @property
    def pointed(self) -> str:
        """The label of the entry under the cursor."""
        return self.page.look.say(self.page.here.label)

    def set_entries(self, entries: Sequence[HomeEntry]) -> None:
        self.page.set_entries(entries)
        self._paint()

    def show_preview(self, preview: SavedGamePreview) -> None:
        self.page.preview = preview
        self._paint()

    def on_resize(self, event: Resize) -> None:
        self._paint()

    def _paint(self) -> None:
        if self.size.width and self.size.height:
            self.page.columns, self.page.lines = self.size
            self.show(self.page.paint())

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+"):
            return
        event.stop()
        event.prevent_default()
        page = self.page
        leaving, page.leaving = page.leaving, False
        match screen_keys("home").command(event.key):
            case "next" | "previous" as command:
                page.go(page.at + (1 if command == "next" else -1))
            case "first" | "last" as command:
                page.go(0 if command == "first" else -1)
            case "left" | "right" | "up" | "down" as direction:
                page.go(page.neighbour(*DIRECTIONS[direction]))
            case "choose" if page.here.id == "quit" and not leaving:
                page.leaving = True
            case "choose":
                self.post_message(self.Chosen(page.here.id))
            case "learn" | "rules" | "demo" | "keys" as what:
                self.post_message(self.Asked(what))
            case "leave" if leaving:
                self.post_message(self.Closed())
            case "leave":
                page.leaving = True
            case "number":
                self._choose_game(int(event.key))
        self._paint()

    def _choose_game(self, number: int) -> None:
        games = [n for n, entry in enumerate(self.page.entries) if entry.box]
        if number <= len(games):
            self.page.go(games[number - 1])
            self.post_message(self.Chosen(self.page.here.id))

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        at = self.page.entry_at(event.x, event.y)
        if at is not None:
            self.page.go(at)
            self._paint()
            self.post_message(self.Chosen(self.page.here.id))
