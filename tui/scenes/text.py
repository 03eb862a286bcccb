"""Sentences in a panel, and the log that every board has."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.style import Style

from tilehall.engine import Text
from tilehall.tui.kernel.drawing import Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled, broken, cut, put
from tilehall.tui.look import Look
from tilehall.tui.play.view import Chips, View
from tilehall.tui.scenes.sentence import sentence
from tilehall.tui.scenes.tiles import heading


def latest(view: View[Any], width: int, height: int) -> list[Styled]:
    """The latest sentences of the log, as many lines as fit; what nobody did is quieter."""
    lines: list[Styled] = []
    for entry in view.log[-height:]:
        style = view.look.text if entry.seat >= 0 else view.look.muted
        lines += _told(entry.text, view.chips, view.look, tuple(view.names), style, width)
    return lines[-height:]


@lru_cache(256)
def _told(text: Text, chips: Chips, look: Look, names: tuple[str, ...], style: Style, width: int) -> list[Styled]:
    """One sentence in lines. The same ones stand there at every key."""
    first, *more = broken(sentence(text, chips, look, names, style), width - 2)
    return [cut(line, width, look.glyphs.ellipsis) for line in (first, *([("  ", style), *part] for part in more))]


def write(picture: Picture, area: Rect, title: str, lines: list[Styled], look: Look) -> None:
    """A panel of lines; what does not fit ends in an ellipsis."""
    heading(picture, area.x, area.y, area.width, title, look)
    room = area.height - 1
    for n, line in enumerate(lines[:room]):
        if n == room - 1 and len(lines) > room:
            line = [*line, (f" {look.glyphs.ellipsis}", look.muted)]
        put(picture, area.x, area.y + 1 + n, cut(line, area.width, look.glyphs.ellipsis))


def log(picture: Picture, view: View[Any], area: Rect) -> None:
    """What has happened, the latest below. Nothing, where there is no room for it."""
    if area.height >= 2 and area.width >= 20:
        heading(picture, area.x, area.y, area.width, view.say(Text("Log")), view.look)
        for y, line in enumerate(latest(view, area.width, area.height - 1), area.y + 1):
            put(picture, area.x, y, line)
