"""Sentences in a panel, and the log that every board has."""

from __future__ import annotations

from typing import Any

from rich.style import Style

from tilehall.tui.kernel.cells import clip, wrap
from tilehall.tui.kernel.drawing import Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.tiles import heading

Lines = list[tuple[str, Style]]


def latest(view: View[Any], width: int, height: int) -> Lines:
    """The latest sentences of the log, as many lines as fit; what nobody did is quieter."""
    lines: Lines = []
    for entry in view.log[-height:]:
        style = view.look.text if entry.seat >= 0 else view.look.muted
        lines += [(("  " if n else "") + part, style) for n, part in enumerate(wrap(entry.text, width - 2))]
    return lines[-height:]


def write(picture: Picture, area: Rect, title: str, lines: Lines, look: Look) -> None:
    """A panel of lines; what does not fit ends in an ellipsis."""
    heading(picture, area.x, area.y, area.width, title, look)
    room = area.height - 1
    for n, (text, style) in enumerate(lines[:room]):
        if n == room - 1 and len(lines) > room:
            text = clip(text, area.width - 2) + " " + look.glyphs.ellipsis
        picture.put(area.x, area.y + 1 + n, clip(text, area.width), style)


def log(picture: Picture, view: View[Any], area: Rect) -> None:
    """What has happened, the latest below. Nothing, where there is no room for it."""
    if area.height >= 2 and area.width >= 20:
        write(picture, area, "Log", latest(view, area.width, area.height - 1), view.look)
