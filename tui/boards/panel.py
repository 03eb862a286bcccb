"""Frames: panels with a title, and cards."""

from __future__ import annotations

from rich.style import Style

from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture

ROOMY = 120
"""Columns of the screen from which on panels have frames."""


def draw_panel(picture: Picture, area: Rect, title: str, look: Look, note: str = "") -> Rect:
    """Draws a titled panel, below a rule or on wide screens in a frame, and returns the area inside."""
    return draw_titled_panel(picture, area, title, look, note, picture.width >= ROOMY)


def draw_titled_panel(picture: Picture, area: Rect, title: str, look: Look, note: str, framed: bool) -> Rect:
    """Draws a titled panel, in a frame or below a rule, and returns the area inside."""
    draw = draw_framed_panel if framed else draw_ruled_panel
    return draw(picture, area, title, look, note)


def draw_ruled_panel(picture: Picture, area: Rect, title: str, look: Look, note: str = "") -> Rect:
    """Draws a panel below a rule and returns the area inside."""
    draw_heading(picture, area.x, area.y, area.width, title, look, note)
    return Rect(area.x, area.y + 1, area.width, area.height - 1)


def draw_framed_panel(picture: Picture, area: Rect, title: str, look: Look, note: str = "") -> Rect:
    """Draws a panel in a frame and returns the area inside."""
    draw_frame(picture, area, look, look.line)
    _draw_title(picture, area, title, note, look, look.muted)
    return Rect(area.x + 2, area.y + 1, area.width - 4, area.height - 2)


def draw_card(picture: Picture, area: Rect, title: str, look: Look, style: Style, note: str = "") -> Rect:
    """Draws a card with its name in the frame and returns the area inside; `style` shows whether it may be chosen."""
    picture.fill(area.x, area.y, area.width, area.height, look.table)
    draw_frame(picture, area, look, style)
    _draw_title(picture, area, title, note, look, style)
    return Rect(area.x + 1, area.y + 1, area.width - 2, area.height - 2)


def draw_frame(picture: Picture, area: Rect, look: Look, style: Style) -> None:
    """Draws the outline of an area, with round corners where the glyphs have them."""
    glyphs, right, bottom = look.glyphs, area.x + area.width - 1, area.y + area.height - 1
    for y, left_end, right_end in ((area.y, glyphs.line_tl, glyphs.line_tr), (bottom, glyphs.line_bl, glyphs.line_br)):
        picture.put(area.x, y, left_end + glyphs.line_h * (area.width - 2) + right_end, style)
    for x in (area.x, right):
        picture.fill(x, area.y + 1, 1, area.height - 2, style, glyphs.line_v)


def draw_box(picture: Picture, area: Rect, style: Style, look: Look) -> None:
    """Draws the outline of a tile where its colour is not shown; without a lower edge if it is small."""
    if area.height > 2:
        draw_frame(picture, area, look, style)
        return
    glyphs, right = look.glyphs, area.x + area.width - 1
    if area.height == 2:
        picture.put(area.x, area.y, glyphs.line_tl + glyphs.line_h * (area.width - 2) + glyphs.line_tr, style)
        picture.put(area.x, area.y + 1, glyphs.line_v, style)
        picture.put(right, area.y + 1, glyphs.line_v, style)


def _draw_title(picture: Picture, area: Rect, title: str, note: str, look: Look, style: Style) -> None:
    """Draws a title into the upper edge of a frame, and a note at its end; both are clipped to fit."""
    room = area.width - 4
    note = look.clip(note, max(0, room - min(width(title), room // 2) - 3))
    kept = room - (width(note) + 3 if note else 0)
    if title:
        picture.put(area.x + 2, area.y, f" {look.clip(title, kept - 2)} ", style)
    if note:
        picture.put(area.x + area.width - width(note) - 4, area.y, f" {note} ", look.muted)
