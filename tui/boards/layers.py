"""Caches the parts of a renderer's picture: each is repainted only when its source has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture

S = TypeVar("S")
Paint = Callable[[Drawing, Rect], object]
"""Paints a part on a drawing of the part's size."""


class Layers:
    """The parts of one player's picture as painted last. Each part draws inside its own area only."""

    def __init__(self) -> None:
        self._kept = SourceCache[Drawing]()

    def paint_part(
        self, drawing: Drawing, name: Hashable, area: Rect, look: Look, source: object, paint: Paint
    ) -> None:
        """Pastes a part into its area, from the cache if look, area and source are the same as last time."""
        x, y, width, height = area.x, area.y, area.width, area.height

        def made() -> Drawing:
            fresh = Drawing(Picture(width, height, look.table))
            paint(fresh, Rect(0, 0, width, height))
            fresh.places = {p: Rect(r.x + x, r.y + y, r.width, r.height) for p, r in fresh.places.items()}
            if fresh.sight_areas:
                fresh.sight_areas = {p: Rect(r.x + x, r.y + y, r.width, r.height) for p, r in fresh.sight_areas.items()}
            return fresh

        part = self._kept.get(name, (look, x, y, width, height, source), made)
        drawing.picture.paste(x, y, part.picture)
        drawing.places.update(part.places)
        if part.sight_areas:
            drawing.sight_areas.update(part.sight_areas)


def cursor_within(view: View[S], *zones: str) -> Place | None:
    """Returns the cursor if it is in one of these zones, otherwise None (for the sources of `paint_part`)."""
    return view.cursor if view.cursor and view.cursor[0] in zones else None


def current_picks(view: View[S]) -> tuple[Place, ...]:
    """Returns the places picked so far."""
    return tuple(view.selection.picks) if view.selection else ()
