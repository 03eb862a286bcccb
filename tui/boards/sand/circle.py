"""Draws the circle of tiles: a ring that begins at the queen; the first two tiles may be taken."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from tilehall.engine import Text
from tilehall.engine.games.sand import SandState, components
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.sand.building_info import BuildingInfo, draw_digit, draw_title
from tilehall.tui.boards.sand.pieces import draw_pattern, tile_form
from tilehall.tui.boards.sand.placement import QUEEN, QUEUE, RING
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture

CIRCLE = Text("Circle")
FIRST = 6
"""Tiles shown if there is no room for all: the two that may be taken, and the next four."""
OPEN = 3
"""Lines of a ring of which only the beginning is shown."""
CLOSE = 7
"""Lines of two rows of tiles with their frame."""


class RingLayout(NamedTuple):
    """The layout of the ring: tiles in the upper row and down each side, their size and distance."""

    above: int
    aside: int
    cell: tuple[int, int]
    pitch: int

    @property
    def step(self) -> int:
        """The lines from one row to the next."""
        return 2 * self.cell[1] + 1

    @property
    def lines(self) -> int:
        return (2 + self.aside) * self.step + 1

    def where(self, n: int) -> tuple[int, int]:
        """Returns row and column of a tile, clockwise from the upper left corner."""
        if n < self.above:
            return 0, n
        if n < self.above + self.aside:
            return n - self.above + 1, self.above - 1
        back = n - self.above - self.aside
        if back < self.above:
            return self.aside + 1, self.above - 1 - back
        return self.aside - (back - self.above), 0


def fit_ring(count: int, area: Rect) -> RingLayout | None:
    """Returns the largest ring of `count` tiles that fits; None if none does."""
    for cell in ((4, 2), (2, 1), (1, 1)):
        for aside in range(5):
            above = -(-count // 2) - aside
            room = area.width - 3 - 3 * cell[0]
            pitch = min(room // max(above - 1, 1), 3 * cell[0] + 2)
            found = RingLayout(above, aside, cell, pitch)
            if above > aside and pitch > 3 * cell[0] and found.lines <= area.height:
                return found
    return None


def is_taking_tile(view: View[SandState]) -> bool:
    s: SandState = view.state
    return bool(s.todo) and s.todo[0][0] == "TAKE"


def draw_circle(layers: Layers, drawing: Drawing, view: View[SandState], area: Rect, info: BuildingInfo) -> None:
    """Draws the circle, or its beginning if there is no room, and the marks of cursor and digits."""
    s: SandState = view.state
    names = [components().tiles[tile].id for tile in s.circle]
    able = frozenset(name for name in names if (RING, name) in view.targets)
    now = is_taking_tile(view)
    source = (s.circle, now, able)
    layers.paint_part(drawing, "circle", area, view.look, source, partial(_painted, view))
    for n, name in enumerate(names):
        place = (QUEUE, str(n + 1)) if now and n < 2 else (RING, name)
        rect = drawing.places.get(place)
        if rect and ((now and n < 2) or view.cursor == place or place in view.hint_places):
            _mark(drawing, view, place, rect, info)


def _mark(drawing: Drawing, view: View[SandState], place: Place, rect: Rect, info: BuildingInfo) -> None:
    """Draws the digit above a tile that may be taken, or the cursor beside another tile."""
    if place[0] == QUEUE:
        draw_digit(drawing, view, place, rect.x, rect.y - 1, info)
    else:
        draw_digit(drawing, view, place, rect.x - 1, rect.y, info)


def _painted(view: View[SandState], drawing: Drawing, area: Rect) -> None:
    lies = fit_ring(len(view.state.circle), area)
    if lies is not None:
        _draw_ring(view, drawing, area, lies)
    elif area.height >= CLOSE:
        _draw_rows(view, drawing, area)
    else:
        _draw_beginning(view, drawing, area)


def _draw_ring(view: View[SandState], drawing: Drawing, area: Rect, lies: RingLayout) -> None:
    """Draws the ring clockwise from the queen, who stands before the first tile."""
    look, step = view.look, lies.step
    wide = 4 + (lies.above - 1) * lies.pitch + 3 * lies.cell[0]
    frame = Rect(area.x, area.y, min(area.width, wide), lies.lines)
    _frame(drawing.picture, frame, look)
    _title(view, drawing, frame, area.y + step)
    for n, tile in enumerate(view.state.circle):
        row, column = lies.where(n)
        _tile(drawing, view, n, tile, area.x + 2 + column * lies.pitch, area.y + 1 + row * step, lies.cell)
    _queen(drawing, area.x, area.y + 1, look)


def _draw_rows(view: View[SandState], drawing: Drawing, area: Rect) -> None:
    """Draws small tiles close together, clockwise in two rows; an ellipsis stands for those that do not fit."""
    look, circle = view.look, view.state.circle
    frame = Rect(area.x, area.y, area.width, CLOSE)
    _frame(drawing.picture, frame, look)
    note = _title(view, drawing, frame, area.y + OPEN)
    left, right, n = area.x + 2, area.x + area.width - 2, 0
    x = left
    while n < len(circle) and x + _columns(circle[n]) <= right:
        _tile(drawing, view, n, circle[n], x, area.y + 1, (1, 1))
        x, n = x + _columns(circle[n]) + 1, n + 1
    x, y = right, area.y + 1 + OPEN
    while n < len(circle) and x - _columns(circle[n]) >= left + 2 * (n + 1 < len(circle)):
        _tile(drawing, view, n, circle[n], x - _columns(circle[n]), y, (1, 1))
        x, n = x - _columns(circle[n]) - 1, n + 1
    if n < len(circle):
        drawing.picture.put(left, y, look.glyphs.ellipsis, look.muted)
        drawing.places[RING, components().tiles[circle[n]].id] = note
    _queen(drawing, area.x, area.y + 1, look)


@cache
def _columns(tile: int) -> int:
    """Returns the columns of the smallest picture of a tile."""
    return 1 + max(column for _, column, _ in tile_form(tile))


def _draw_beginning(view: View[SandState], drawing: Drawing, area: Rect) -> None:
    """Draws the first two tiles large and the next four small; the title has the number of all."""
    s, look = view.state, view.look
    frame = Rect(area.x, area.y, area.width, OPEN)
    _frame(drawing.picture, frame, look)
    # The lower squares of the tiles lie where the frame's lower edge would be.
    drawing.picture.fill(frame.x + 1, frame.y + OPEN - 1, frame.width - 2, 1, look.table)
    note = _title(view, drawing, frame, area.y)
    for tile in s.circle[FIRST : FIRST + 1]:
        drawing.places[RING, components().tiles[tile].id] = note
    x = area.x + 2
    for n, tile in enumerate(s.circle[:FIRST]):
        cell = (2, 1) if n < 2 else (1, 1)
        _tile(drawing, view, n, tile, x, area.y + 1, cell)
        x += 3 * cell[0] + 1
    _queen(drawing, area.x, area.y + 1, look)


def _frame(picture: Picture, area: Rect, look: Look) -> None:
    glyphs, right, bottom = look.glyphs, area.x + area.width - 1, area.y + area.height - 1
    for y, left_end, right_end in ((area.y, glyphs.line_tl, glyphs.line_tr), (bottom, glyphs.line_bl, glyphs.line_br)):
        picture.put(area.x, y, left_end + glyphs.line_h * (area.width - 2) + right_end, look.line)
    for x in (area.x, right):
        picture.fill(x, area.y + 1, 1, area.height - 2, look.line, glyphs.line_v)


def _title(view: View[SandState], drawing: Drawing, area: Rect, y: int) -> Rect:
    """Draws the title and the number of tiles in a line of the ring; returns the area of the number."""
    look, n = view.look, len(view.state.circle)
    note = view.say(Text("{n} tile", "{n} tiles", n=n))
    words = f" {view.say(CIRCLE)} "
    columns = cells.width(note) + 1
    x = area.x + area.width - columns - 2
    picture = drawing.picture
    picture.put(x, y, f"{note} ", look.muted)
    if x - cells.width(words) > area.x + 12 or y > area.y:
        picture.put(max(area.x + 2, x - cells.width(words)), y, words, look.muted)
    return Rect(x, y, columns, 1)


def _queen(drawing: Drawing, x: int, y: int, look: Look) -> None:
    """Draws the queen, where the circle begins."""
    drawing.sight_areas[QUEEN, ""] = Rect(x, y, 1, 1)
    drawing.picture.put(x, y, look.glyphs.princess, look.strong)


def _tile(drawing: Drawing, view: View[SandState], n: int, tile: int, x: int, y: int, cell: tuple[int, int]) -> None:
    """Draws a tile of the circle, dimmed if it may not be chosen now."""
    place: Place = (QUEUE, str(n + 1)) if n < 2 and is_taking_tile(view) else (RING, components().tiles[tile].id)
    drawing.places[place] = Rect(x, y, _columns(tile) * cell[0], 2 * cell[1])
    draw_pattern(drawing.picture, x, y, tile_form(tile), cell, view.look, None if place in view.targets else ())


def draw_rest_of_circle(drawing: Drawing, view: View[SandState], area: Rect, note: str) -> None:
    """Draws the rest of the circle in the place of the others' boards, with their names above."""
    draw_title(drawing, view, area, CIRCLE, note)
    per_row = max(1, (area.width - 1) // 4)
    for n, tile in enumerate(view.state.circle[FIRST:]):
        place = (RING, components().tiles[tile].id)
        x, y = area.x + 1 + n % per_row * 4, area.y + 1 + n // per_row * 3
        drawing.places[place] = Rect(x, y, 3, 2)
        draw_pattern(drawing.picture, x, y, tile_form(tile), (1, 1), view.look, None if place in view.targets else ())
        if view.cursor == place or place in view.hint_places:
            mark = view.look.glyphs.cursor_l if view.cursor == place else view.look.glyphs.hint
            drawing.picture.put(x - 1, y, mark, view.look.accent)
