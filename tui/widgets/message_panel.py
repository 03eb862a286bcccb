"""What is said to a player in more than a line: over the lower edge of the board, until the next key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Text
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.menu import overlap


def max_lines(height: int) -> int:
    """The lines that may be covered on a screen of so many lines."""
    return 6 if height < 30 else 8 if height < 40 else 10


def mark_message(
    message: StatusMessage, text: Text, scene: BoardRenderer[Any], look: Look, names: Sequence[str]
) -> StyledLine:
    """A sentence of a message in its tone, with a cross before what cannot be done and a tick before what is right."""
    style = {"bad": look.bad, "hint": look.warn, "good": look.good}.get(message.tone, look.text)
    sign = {"bad": look.glyphs.cross, "good": look.glyphs.check}.get(message.tone)
    line = style_sentence(text, scene, look, names, style)
    return [(f"{sign} ", style), *line] if sign else line


def message_lines(
    message: StatusMessage, scene: BoardRenderer[Any], look: Look, names: Sequence[str], columns: int
) -> list[StyledLine]:
    """A message, or its story turn by turn, in lines of so many columns; the rule stands at the end."""
    found: list[StyledLine] = []
    for text in message.recap or (message.text,):
        line = mark_message(message, text, scene, look, names)
        found += [line] if styled_text.line_width(line) <= columns else styled_text.break_line(line, columns)
    rule = f" [{message.rule}]" if message.rule else ""
    if rule and styled_text.line_width(found[-1]) + cells.width(rule) > columns:
        return [*found, [(rule.lstrip(), look.muted)]]
    return [*found[:-1], [*found[-1], (rule, look.muted)]] if rule else found


def message_area(width: int, bottom: int, count: int, wanted: Sequence[Rect]) -> Rect:
    """Where so many lines are told: above the line `bottom`, or below the first one if that covers less."""
    places = [Rect(0, y, width, count + 1) for y in (bottom - count - 1, 1)]
    return min(places, key=lambda place: sum(overlap(place, rect) for rect in wanted))


def draw_message(picture: Picture, told: Sequence[StyledLine], look: Look, area: Rect, note: str, title: str) -> None:
    """Lays the lines into an area, below a rule with a title and a note."""
    width = picture.width
    picture.fill(area.x, area.y, area.width, area.height, look.table)
    draw_heading(picture, 1, area.y, width - 2, title, look, note)
    for y, line in enumerate(told, area.y + 1):
        styled_text.put_line(picture, 1, y, styled_text.cut_line(line, width - 2, look.glyphs.ellipsis))
