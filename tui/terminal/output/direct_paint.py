"""Writes changes of a picture directly to the terminal; the compositor would render whole lines of every widget."""

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
"""A layout of Textual: each widget's region and clip region. A new layout is always a new object."""


class DirectPane:
    """The region of a widget in one layout, and the pens for the styles of its pictures."""

    def __init__(self, screen: Screen[Any], layout: WidgetLayout, region: Region | None) -> None:
        self.screen = screen
        self.layout = layout
        self.region = region
        """None if the widget must be painted by Textual: something covers it, or changes its cells."""
        self._pens: dict[Style, Pen] = {}

    @classmethod
    def for_widget(cls, widget: Widget) -> DirectPane:
        layout: WidgetLayout = widget.screen._compositor.visible_widgets
        return cls(widget.screen, layout, layout[widget][0] if widget in layout and _is_bare(widget, layout) else None)

    def is_current(self, widget: Widget) -> bool:
        """Whether the layout is still the one this was made for."""
        return self.layout is self.screen._compositor.visible_widgets

    def show(self, widget: Widget, picture: Picture, spans: Sequence[CellRange]) -> bool:
        """Writes these spans of a picture at once. Returns False, without effect, if only Textual can paint them."""
        screen, region, app = self.screen, self.region, widget.app
        if region is None or region.size != (picture.width, picture.height) or not isinstance(app, TerminalApp):
            return False
        if app.screen is not screen or screen._layout_required or app._batch_count:
            return False
        # Textual's cached lines are outdated: it has to render them again when it next needs them.
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
    """Whether the widget's cells reach the screen unchanged, with nothing over or around them."""
    region, clip = layout[widget]
    around, styles = {*widget.ancestors_with_self}, widget.styles
    if any(other not in around and region.overlaps(place) for other, (place, _) in layout.items()):
        return False
    plain = not styles.gutter and widget.opacity == 1.0 and styles.text_opacity == 1.0 and not styles.tint.a
    return plain and clip.contains_region(region) and not styles.has_rule("hatch") and not styles.has_rule("outline")


def _pen(widget: Widget, app: TerminalApp[Any], style: Style) -> Pen:
    """The pen for a style after the line filters of the app."""
    cell, background = [Segment(" ", style)], widget.background_colors[1]
    filters: Sequence[LineFilter] = widget.get_line_filters()
    for each in filters:
        cell = each.apply(cell, background)
    return pen_for(cell[0].style or style, app.terminal.colours, app.current_theme.dark)
