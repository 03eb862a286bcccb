"""The board renderers of all games, each imported when it is first asked for; and what a renderer is made with."""

from __future__ import annotations

from typing import Any

from tilehall.engine import load_game
from tilehall.tui.boards.announced_parts import AnnouncedPart, load_announced_part
from tilehall.tui.boards.log_panel import draw_lines, draw_log
from tilehall.tui.boards.renderer import BaseRenderer, BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine


def renderer_for(name: str) -> BoardRenderer[Any]:
    """Returns a new renderer of a game: the announced one, or the plain one. Raises RuleError for an unknown game."""
    return find_renderer(name).part or _plain_renderer(name)


def find_renderer(name: str) -> AnnouncedPart[BoardRenderer[Any]]:
    """Loads the renderer that a game announces."""
    return load_announced_part(name, "renderer", _make_renderer)


def _plain_renderer(name: str) -> BoardRenderer[Any]:
    from tilehall.tui.boards.plain.renderer import PlainRenderer  # start-up: most games do not need it

    return PlainRenderer(load_game(name))


def _make_renderer(make: Any) -> BoardRenderer[Any]:
    found = make()
    if not isinstance(found, BoardRenderer):
        raise TypeError("that is no BoardRenderer")
    return found


__all__ = [
    "BaseRenderer",
    "BoardRenderer",
    "CursorContext",
    "Drawing",
    "Look",
    "Picture",
    "Place",
    "Rect",
    "StyledLine",
    "View",
    "draw_heading",
    "draw_lines",
    "draw_log",
    "find_renderer",
    "renderer_for",
    "style_sentence",
    "width",
]
