"""The short way from a picture to the terminal: the compositor would ask every widget for whole lines of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.output import pen
from tilehall.tui.terminal.output.pen import Pen, pen_for
from tilehall.tui.terminal.output.picture import CellRange, Picture

WidgetLayout = Mapping[Widget, tuple[Region, Region]]
"""What Textual shows: each widget's region, and the region that it is clipped to. Another object for another layout."""


class DirectPane:
    """Where a widget lies on the screen as long as the layout stays, and the pens of the styles in its pictures."""

    def __init__(self, screen: Screen[Any], layout: WidgetLayout, region: Region | None) -> None:
        self.screen = screen
        self.layout = layout
        self.region = region
        """None where its cells are not its own: something lies over it, or changes what it shows."""
        self._pens: dict[Style, Pen] = {}

    @classmethod
    def for_widget(cls, widget: Widget) -> DirectPane:
        layout: WidgetLayout = widget.screen._compositor.visible_widgets
        return cls(widget.screen, layout, layout[widget][0] if widget in layout and _is_bare(widget, layout) else None)

    def is_current(self, widget: Widget) -> bool:
        """Whether nothing has been laid out anew."""
        return self.layout is self.screen._compositor.visible_widgets

    def show(self, widget: Widget, picture: Picture, spans: Sequence[CellRange]) -> bool:
        """Writes these parts of a picture at once. False, and nothing is done, where only Textual knows how."""
        screen, region, app = self.screen, self.region, widget.app
        if region is None or region.size != (picture.width, picture.height) or not isinstance(app, TerminalApp):
            return False
        if app.screen is not screen or screen._layout_required or app._batch_count:
            return False
        # Should Textual show these lines again, it has to ask for them.
        widget._styles_cache.set_dirty(Region(0, spans[0][1], 1, spans[-1][1] - spans[0][1] + 1))
        app.show_cells(screen, self._cells(widget, app, picture, spans))
        return True

    def _cells(
        self, widget: Widget, app: TerminalApp[Any], picture: Picture, spans: Iterable[CellRange]
    ) -> Iterator[pen.CellSpan]:
        assert self.region is not None
        left, top, pens = self.region.x, self.region.y, self._pens
        for x, y, width in spans:
            chars, styles = picture.cells(x, y, width)
            found: list[Pen] = []
            last: Style | None = None
            for style in styles:
                if style is not last:
                    if style not in pens:
                        pens[style] = _pen(widget, app, style)
                    last, dipped = style, pens[style]
                found.append(dipped)
            yield left + x, top + y, chars, found


def _is_bare(widget: Widget, layout: WidgetLayout) -> bool:
    """Whether a widget's pictures reach the screen as they are: all of them, and nothing but them."""
    region, clip = layout[widget]
    around, styles = {*widget.ancestors_with_self}, widget.styles
    if any(other not in around and region.overlaps(place) for other, (place, _) in layout.items()):
        return False
    plain = not styles.gutter and widget.opacity == 1.0 and styles.text_opacity == 1.0 and not styles.tint.a
    return plain and clip.contains_region(region) and not styles.has_rule("hatch") and not styles.has_rule("outline")


def _pen(widget: Widget, app: TerminalApp[Any], style: Style) -> Pen:
    """The pen for a style, as the filters of the app leave it."""
    cell, background = [Segment(" ", style)], widget.background_colors[1]
    filters: Sequence[LineFilter] = widget.get_line_filters()
    for each in filters:
        cell = each.apply(cell, background)
    return pen_for(cell[0].style or style, app.terminal.colours, app.current_theme.dark)
