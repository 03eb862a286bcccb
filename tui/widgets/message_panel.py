"""What is said to a player in more than a line: over the lower edge of the board, until the next key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Text
from tilehall.tui.boards.renderer import Scene
from tilehall.tui.boards.sentences import sentence
from tilehall.tui.boards.tiles import heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.messages.status_message import Message
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import Styled
from tilehall.tui.widgets.menu import meet


def most(height: int) -> int:
    """The lines that may be covered on a screen of so many lines."""
    return 6 if height < 30 else 8 if height < 40 else 10


def marked(message: Message, text: Text, scene: Scene[Any], look: Look, names: Sequence[str]) -> Styled:
    """A sentence of a message in its tone, with a cross before what cannot be done and a tick before what is right."""
    style = {"bad": look.bad, "hint": look.warn, "good": look.good}.get(message.tone, look.text)
    sign = {"bad": look.glyphs.cross, "good": look.glyphs.check}.get(message.tone)
    line = sentence(text, scene, look, names, style)
    return [(f"{sign} ", style), *line] if sign else line


def lines(message: Message, scene: Scene[Any], look: Look, names: Sequence[str], columns: int) -> list[Styled]:
    """A message, or its story turn by turn, in lines of so many columns; the rule stands at the end."""
    found: list[Styled] = []
    for text in message.story or (message.text,):
        line = marked(message, text, scene, look, names)
        found += [line] if styled_text.columns(line) <= columns else styled_text.broken(line, columns)
    rule = f" [{message.rule}]" if message.rule else ""
    if rule and styled_text.columns(found[-1]) + cells.width(rule) > columns:
        return [*found, [(rule.lstrip(), look.muted)]]
    return [*found[:-1], [*found[-1], (rule, look.muted)]] if rule else found


def area(width: int, bottom: int, count: int, wanted: Sequence[Rect]) -> Rect:
    """Where so many lines are told: above the line `bottom`, or below the first one if that covers less."""
    places = [Rect(0, y, width, count + 1) for y in (bottom - count - 1, 1)]
    return min(places, key=lambda place: sum(meet(place, rect) for rect in wanted))


def lay(picture: Picture, told: Sequence[Styled], look: Look, area: Rect, note: str, title: str) -> None:
    """Lays the lines into an area, below a rule with a title and a note."""
    width = picture.width
    picture.fill(area.x, area.y, area.width, area.height, look.table)
    heading(picture, 1, area.y, width - 2, title, look, note)
    for y, line in enumerate(told, area.y + 1):
        styled_text.put(picture, 1, y, styled_text.cut(line, width - 2, look.glyphs.ellipsis))
