"""The log of the manor: what happened, and a line of its own with a sign for every great moment."""

from __future__ import annotations

from functools import lru_cache

from tilehall.engine import SeatNo, Text
from tilehall.engine.games.princess import PrincessState
from tilehall.tui.boards.log_panel import MARGIN, NOBODY, drop_cut_sentence, wrap_behind_mark
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.boards.sentences import style_continuation, style_sentence
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Chips, View
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.styled_text import StyledLine, put_line

GREAT_EVENTS = frozenset({"declare", "carrier", "passages", "goal", "theft", "steal", "witch", "final"})
"""The events that turn a game."""


def draw_manor_log(view: View[PrincessState], framed: bool, titled: bool, drawing: Drawing, area: Rect) -> None:
    """The latest that happened, the newest below. Nothing, where there is no room for it."""
    if area.height < 2 or area.width < 20:
        return
    title = view.say(Text("Log"))
    inside = Rect(area.x, area.y + titled, area.width, area.height - titled)
    if framed and titled:
        draw_frame(drawing.picture, area, view.look, view.look.line)
        drawing.picture.put(area.x + 2, area.y, f" {title} ", view.look.muted)
        inside = Rect(area.x + 2, area.y + 1, area.width - 4, area.height - 2)
    elif titled:
        draw_heading(drawing.picture, area.x, area.y, area.width, title, view.look)
    # In a frame there may be no line left.
    lines = log_lines(view, inside.width, inside.height) if inside.height > 0 else []
    for y, line in enumerate(lines, inside.y):
        put_line(drawing.picture, inside.x, y, line)


def log_lines(view: View[PrincessState], width: int, height: int) -> list[StyledLine]:
    """The last sentences of the log, as many lines as fit."""
    lines: list[StyledLine] = []
    acting, before = NOBODY, False
    for entry in view.log[-height:]:
        great = entry.key in GREAT_EVENTS
        goes_on = entry.seat == acting and not great and not before
        lines += _lines(entry.text, entry.seat, great, goes_on, view.chips, view.look, tuple(view.names), width)
        if entry.seat >= 0 or acting == NOBODY:
            acting, before = entry.seat, great
    return lines if len(lines) <= height else drop_cut_sentence(lines[-height:])


@lru_cache(256)
def _lines(
    text: Text, seat: SeatNo, great: bool, goes_on: bool, chips: Chips, look: Look, names: tuple[str, ...], width: int
) -> list[StyledLine]:
    """One sentence; whoever goes on acting is named once. The same ones stand there at every key."""
    style = look.strong if great else look.text if seat >= 0 else look.muted
    said = (
        style_continuation(text, seat, chips, look, names, style)
        if goes_on
        else style_sentence(text, chips, look, names, style)
    )
    if great:
        mark = (f"{look.glyphs.legal_strong} ", look.accent)
    elif goes_on or seat < 0:
        mark = (" " * MARGIN, look.table)
    else:
        mark = (f"{look.glyphs.seat(seat)} ", look.seat(seat))
    return wrap_behind_mark(mark, said, look, width)
