"""The widget that shows a picture and repaints only what changed in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tilehall.tui.terminal.output.direct_paint import DirectPane
from tilehall.tui.terminal.output.picture import CellRange, Picture


class Canvas(Widget):
    """Shows one picture after the other; knows nothing of games, keys or focus.

    A picture that was shown belongs to the canvas: pass a new one, or a copy, next time.
    """

    DEFAULT_CSS = "Canvas { width: 1fr; height: 1fr; }"
    ALLOW_SELECT = False

    @dataclass
    class Pressed(Message):
        """The cell (x, y) of the picture was clicked."""

        canvas: "Canvas"
        x: int
        y: int

        @property
        def control(self) -> "Canvas":
            return self.canvas

    picture: Picture | None = None
    _pane: DirectPane | None = None

    def blank(self, style: Style) -> Picture | None:
        """An empty picture of the widget's size; None before it has a size."""
        width, height = self.size
        return Picture(width, height, style) if width and height else None

    def show(self, picture: Picture) -> None:
        old, self.picture = self.picture, picture
        if old is None or (old.width, old.height) != (picture.width, picture.height):
            self.refresh()
            return
        spans = picture.changes(old)
        if spans and not self._shown_directly(picture, spans):
            self.refresh(*(Region(x, y, width, 1) for x, y, width in spans))

    def _shown_directly(self, picture: Picture, spans: Sequence[CellRange]) -> bool:
        """Writes changes without the compositor, if nothing covers or surrounds the picture; returns whether it did."""
        if self._pane is None or not self._pane.is_current(self):
            self._pane = DirectPane.for_widget(self)
        return self._pane.show(self, picture, spans)

    def render_line(self, y: int) -> Strip:
        picture, width = self.picture, self.size.width
        if picture is None or y >= picture.height:
            return Strip.blank(width, self.visual_style.rich_style)
        return picture.row(y).adjust_cell_length(width, picture.style)

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset(self)
        picture = self.picture
        if place is not None and picture is not None and place.x < picture.width and place.y < picture.height:
            self.post_message(self.Pressed(self, place.x, place.y))
