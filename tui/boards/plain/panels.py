"""The panels of the plain board (players, others' cells, position in words), and how they share a column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.style import Style

from tilehall.engine import SeatNo, Text
from tilehall.tui.boards.log_panel import draw_lines
from tilehall.tui.boards.plain import grid
from tilehall.tui.boards.plain.cells import GridExtent
from tilehall.tui.boards.plain.facts import Facts
from tilehall.tui.boards.plain.grid import seat_token_style
from tilehall.tui.boards.plain.position import Mark, PositionPile
from tilehall.tui.boards.plain.wording import translate_word
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.boards.short_names import player_initials
from tilehall.tui.boards.tiles import MINI, draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a column: the lines that it wants, and the fewest that it needs."""

    wanted: int
    least: int
    paint: Callable[[Rect], None]


def stack_panels(area: Rect, panels: Sequence[Panel]) -> None:
    """Draws panels below each other. Earlier panels get the lines they need first; the rest is shared evenly."""
    heights, free = [0] * len(panels), area.height
    for n, panel in enumerate(panels):
        if panel.least <= free:
            heights[n] = panel.least
            free -= panel.least
    while free and (growing := [n for n, panel in enumerate(panels) if 0 < heights[n] < panel.wanted]):
        for n in growing[:free]:
            heights[n] += 1
        free -= len(growing[:free])
    y = area.y
    for panel, height in zip(panels, heights, strict=True):
        if height:
            panel.paint(Rect(area.x, y, area.width, height))
        y += height


def players_panel(picture: Picture, view: View[Any], facts: Facts[Any]) -> Panel:
    """Makes the panel of the players with their points; those who have to decide are marked."""

    def paint(area: Rect) -> None:
        title, points = view.say(Text("Players")), view.say(Text("points"))
        draw_heading(picture, area.x, area.y, area.width, title, view.look, points)
        for seat in range(len(view.names)):
            _player(picture, view, facts, seat, Rect(area.x, area.y + 1 + seat, area.width, 1))

    return Panel(len(view.names) + 1, len(view.names) + 1, paint)


def _player(picture: Picture, view: View[Any], facts: Facts[Any], seat: SeatNo, line: Rect) -> None:
    look, points = view.look, view.say(Text("{n}", n=facts.receipt.total(seat)))
    due = seat in facts.actors
    # Without colours brackets mark those who have to decide.
    left, right = ("[", "]") if due and look.dotted else (" ", " ")
    picture.put(line.x + 1, line.y, f"{left}{player_initials(view.names)[seat]}{right}", seat_token_style(look, seat))
    room = line.width - 6 - width(points)
    name = look.clip(view.names[seat], room - 2)
    picture.put(line.x + 4, line.y, f" {name} ", look.pawn(seat % 4) if due else look.seat(seat))
    picture.put(line.x + line.width - width(points), line.y, points, look.strong)


def others_panel(picture: Picture, view: View[Any], facts: Facts[Any], extent: GridExtent, room: int) -> Panel:
    """Makes the panel of the other players' cells in small, side by side as far as they fit."""
    wide = max(extent.columns * MINI.pitch, 10) + 2
    owners = [seat for seat in facts.owners if seat != view.seat][: (room + 2) // wide]

    def paint(area: Rect) -> None:
        for n, seat in enumerate(owners):
            x = area.x + n * wide
            picture.put(x, area.y, view.look.clip(view.names[seat], wide - 2), view.look.seat(seat))
            grid.paint_small_grid(picture, view, extent, facts.marks(seat), x, area.y + 1)

    high = extent.rows + 2 if owners else 0
    return Panel(high, high, paint)


def position_panel(picture: Picture, view: View[Any], facts: Facts[Any], room: int) -> Panel:
    """Makes the panel of the piles and of the rest of the position in words."""
    rows = [row for pile in facts.piles for row in _rows(pile, view, room)]
    lines = [*rows, *wrap_sentences(view, facts.sentences, room)]

    def paint(area: Rect) -> None:
        draw_lines(picture, area, view.say(Text("Table")), lines, view.look)

    high = 1 + len(lines)
    return Panel(high, min(high, 4), paint)


def _rows(pile: PositionPile, view: View[Any], room: int) -> list[StyledLine]:
    """Returns the lines of a pile, the first with its name."""
    look = view.look
    label = look.clip(view.say(pile.name), room // 2)
    rows: list[list[tuple[str, Style]]] = [[(label, look.muted)]]
    for thing in pile.things:
        words = look.clip(view.say(translate_word(thing)), room - width(label) - 3)
        if styled_text.line_width(rows[-1]) + width(words) + 3 > room and len(rows[-1]) > 1:
            rows.append([(" " * width(label), look.muted)])
        rows[-1] += [(" ", look.text), (f" {words} ", grid.mark_style(Mark(thing), look))]
    return [*rows]


def wrap_sentences(view: View[Any], sentences: Iterable[Text], room: int) -> list[StyledLine]:
    """Breaks sentences into lines; continuation lines are indented."""
    lines: list[StyledLine] = []
    for text in sentences:
        line = style_sentence(text, view.chips, view.look, view.names, view.look.text)
        inset = next((len(words) - len(words.lstrip()) for words, _ in line), 0)
        first, *more = styled_text.break_line(line, max(2, room - inset - 2))
        lines += [first, *([(" " * (inset + 2), view.look.text), *part] for part in more)]
    return lines


def draw_in_columns(picture: Picture, lines: Sequence[StyledLine], area: Rect, look: Look) -> None:
    """Draws lines in columns side by side, as many as fit."""
    wide = min(area.width, max(map(styled_text.line_width, lines), default=0)) + 2
    for n, line in enumerate(lines):
        column, row = divmod(n, area.height)
        if (column + 1) * wide <= area.width + 2:
            styled_text.put_line(
                picture,
                area.x + column * wide,
                area.y + row,
                styled_text.cut_line(line, wide - 2, look.glyphs.ellipsis),
            )
