"""The board widget: shows drawings, and posts pressed keys and clicked places."""

from __future__ import annotations

from dataclasses import dataclass

from textual.events import Key
from textual.geometry import Offset
from textual.message import Message

from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.drawing import Drawing, Place


class BoardCanvas(Canvas, can_focus=True):
    """A focusable canvas. It knows the areas of places, but not their meaning."""

    @dataclass
    class Clicked(Message):
        """A place was clicked."""

        place: Place

    @dataclass
    class Typed(Message):
        """A key was pressed."""

        key: str
        char: str

    drawing: Drawing | None = None

    def draw(self, drawing: Drawing, cursor: Place | None) -> None:
        """Shows a drawing and moves the terminal's cursor to that of the game, for screen readers."""
        self.drawing = drawing
        rect = drawing.places.get(cursor) if cursor else None
        if rect:
            self.app.cursor_position = Offset(self.region.x + rect.x + rect.width // 2, self.region.y + rect.y)
        # The position of the cursor is sent together with the picture.
        self.show(drawing.picture)

    def on_key(self, event: Key) -> None:
        if screen_keys("app").command(event.key):
            return
        event.stop()
        event.prevent_default()
        self.post_message(self.Typed(event.key, event.character or ""))

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        event.stop()
        place = self.drawing.at(event.x, event.y) if self.drawing else None
        if place:
            self.post_message(self.Clicked(place))
