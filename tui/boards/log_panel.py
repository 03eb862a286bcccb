"""Panels of sentences, and the log of a board."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.style import Style

from tilehall.engine import SeatNo, Text
from tilehall.tui.boards.sentences import style_continuation, style_sentence
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Chips, View
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, break_line, cut_line, put_line

NOBODY = -2
MARGIN = 2
"""Columns before the sentences of the log, for the mark of the acting player."""


def latest_lines(view: View[Any], width: int, height: int) -> list[StyledLine]:
    """Returns the latest lines of the log that fit: acting players are named once, events without a player muted."""
    lines: list[StyledLine] = []
    acted: list[SeatNo] = []
    entries, seats, names = view.log[-height:], [NOBODY], tuple(view.names)
    for entry in entries:
        seats.append(seats[-1] if entry.seat < 0 <= seats[-1] else entry.seat)
    # From the end, until there is no more room.
    for n in range(len(entries) - 1, -1, -1):
        entry, goes_on = entries[n], entries[n].seat == seats[n]
        told = wrap_sentence(entry.text, entry.seat, goes_on, view.chips, view.look, names, width)
        lines, acted = [*told, *lines], [seats[n + 1]] * len(told) + acted
        if len(lines) > height:
            break
    if len(lines) <= height:
        return lines
    shown = drop_cut_sentence(lines[-height:])
    (blank, _), *first = shown[0]
    seat = acted[-len(shown)]
    if seat < 0 or _is_tail(blank):
        return shown
    # The line that names the acting player is above the visible part: show the mark on the first line instead.
    return [[_mark(seat, view.chips, view.look), *first], *shown[1:]]


def drop_cut_sentence(lines: list[StyledLine]) -> list[StyledLine]:
    """Removes leading lines of a sentence whose beginning is not visible, unless nothing would be left."""
    first = next((n for n, ((blank, _), *_) in enumerate(lines) if not _is_tail(blank)), 0)
    return lines[first:]


def _is_tail(blank: str) -> bool:
    """Returns whether a line with this beginning continues a sentence."""
    return len(blank) > MARGIN and not blank.strip()


@lru_cache(256)
def wrap_sentence(
    text: Text,
    seat: SeatNo,
    goes_on: bool,
    chips: Chips,
    look: Look,
    names: tuple[str, ...],
    width: int,
    *,
    great: bool = False,
) -> list[StyledLine]:
    """Breaks one sentence of a log into lines, with a mark in the margin before the first.

    The mark is that of the acting player, blank if the sentence goes on with the same player, and a sign of its own
    for a great event. Cached, because most lines of a log stay the same from one key press to the next.
    """
    style = look.strong if great else look.text if seat >= 0 else look.muted
    if great:
        mark = (f"{look.glyphs.legal_strong} ", look.accent)
    else:
        mark = (" " * MARGIN, look.table) if goes_on or seat < 0 else _mark(seat, chips, look)
    told = (
        style_continuation(text, seat, chips, look, names, style)
        if goes_on
        else style_sentence(text, chips, look, names, style)
    )
    return wrap_behind_mark(mark, told, look, width)


def wrap_behind_mark(mark: tuple[str, Style], told: StyledLine, look: Look, width: int) -> list[StyledLine]:
    """Breaks a sentence into lines behind a mark in the margin; further lines are indented."""
    first, *more = break_line(told, width - 2 * MARGIN)
    below = [[(" " * 2 * MARGIN, look.table), *part] for part in more]
    return [cut_line(line, width, look.glyphs.ellipsis) for line in ([mark, *first], *below)]


def _mark(seat: SeatNo, chips: Chips, look: Look) -> tuple[str, Style]:
    """Returns the mark of a seat in the margin."""
    return f"{look.glyphs.seat(seat)} ", chips.seat_style(look, seat)


def draw_lines(picture: Picture, area: Rect, title: str, lines: list[StyledLine], look: Look) -> None:
    """Draws a panel of lines; lines that do not fit are replaced by an ellipsis."""
    draw_heading(picture, area.x, area.y, area.width, title, look)
    room = area.height - 1
    for n, line in enumerate(lines[:room]):
        if n == room - 1 and len(lines) > room:
            line = [*line, (f" {look.glyphs.ellipsis}", look.muted)]
        put_line(picture, area.x, area.y + 1 + n, cut_line(line, area.width, look.glyphs.ellipsis))


def draw_log(picture: Picture, view: View[Any], area: Rect) -> None:
    """Draws the log, the latest event at the bottom; nothing if the area is too small."""
    if area.height >= 2 and area.width >= 20:
        draw_heading(picture, area.x, area.y, area.width, view.say(Text("Log")), view.look)
        for y, (margin, *line) in enumerate(latest_lines(view, area.width, area.height - 1), area.y + 1):
            # A blank margin is skipped rather than painted.
            blank = len(margin[0]) if margin[0].isspace() else 0
            put_line(picture, area.x + blank, y, line if blank else [margin, *line])
