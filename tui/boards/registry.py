"""The scenes by game, each imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilehall.engine import load_game
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

if TYPE_CHECKING:
    from tilehall.tui.boards.addons import Announcement


def _princess() -> BoardRenderer[Any]:
    from tilehall.engine.games.princess import PrincessState
    from tilehall.tui.boards.princess.renderer import PrincessRenderer

    found: BoardRenderer[PrincessState] = PrincessRenderer()
    return found


def _sand() -> BoardRenderer[Any]:
    from tilehall.engine.games.sand import SandState
    from tilehall.tui.boards.sand.renderer import SandRenderer

    found: BoardRenderer[SandState] = SandRenderer()
    return found


def _beasts() -> BoardRenderer[Any]:
    from tilehall.engine.games.beasts import BeastsState
    from tilehall.tui.boards.beasts.renderer import BeastsRenderer

    found: BoardRenderer[BeastsState] = BeastsRenderer()
    return found


def _kaguya() -> BoardRenderer[Any]:
    from tilehall.engine.games.kaguya import KaguyaState
    from tilehall.tui.boards.kaguya.renderer import KaguyaRenderer

    found: BoardRenderer[KaguyaState] = KaguyaRenderer()
    return found


RENDERERS: Mapping[str, Callable[[], BoardRenderer[Any]]] = {
    "princess": _princess,
    "sand": _sand,
    "beasts": _beasts,
    "kaguya": _kaguya,
}


def renderer_for(name: str) -> BoardRenderer[Any]:
    """The scene of a game: ours, or the one that its package announces, or the plain one."""
    return RENDERERS[name]() if name in RENDERERS else find_addon_renderer(name).thing or _plain(name)


def find_addon_renderer(name: str) -> Announcement[BoardRenderer[Any]]:
    """What a package announces for its game under `tilehall.scenes`: whatever makes a scene when it is called."""
    from tilehall.tui.boards import addons

    return addons.load_announcement("tilehall.scenes", name, _make_renderer)


def _make_renderer(make: object) -> BoardRenderer[Any]:
    found = make() if callable(make) else make
    if not isinstance(found, BoardRenderer):
        raise TypeError("that is no Scene")
    return found


def _plain(name: str) -> BoardRenderer[Any]:
    from tilehall.tui.boards.plain.renderer import PlainRenderer

    found: BoardRenderer[Any] = PlainRenderer(load_game(name))
    return found


__all__ = [
    "RENDERERS",
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
    "find_addon_renderer",
    "renderer_for",
    "style_sentence",
    "width",
]
