"""The scenes by game, each imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilehall.engine import game
from tilehall.tui.boards.log_panel import log, write
from tilehall.tui.boards.renderer import BaseScene, Scene
from tilehall.tui.boards.sentences import sentence
from tilehall.tui.boards.tiles import heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Glance, View
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import Styled

if TYPE_CHECKING:
    from tilehall.tui.boards.addons import Announced


def _princess() -> Scene[Any]:
    from tilehall.engine.games.princess import State
    from tilehall.tui.boards.princess.renderer import PrincessScene

    found: Scene[State] = PrincessScene()
    return found


def _sand() -> Scene[Any]:
    from tilehall.engine.games.sand import State
    from tilehall.tui.boards.sand.renderer import SandScene

    found: Scene[State] = SandScene()
    return found


def _beasts() -> Scene[Any]:
    from tilehall.engine.games.beasts import State
    from tilehall.tui.boards.beasts.renderer import BeastsScene

    found: Scene[State] = BeastsScene()
    return found


def _kaguya() -> Scene[Any]:
    from tilehall.engine.games.kaguya import State
    from tilehall.tui.boards.kaguya.renderer import KaguyaScene

    found: Scene[State] = KaguyaScene()
    return found


SCENES: Mapping[str, Callable[[], Scene[Any]]] = {
    "princess": _princess,
    "sand": _sand,
    "beasts": _beasts,
    "kaguya": _kaguya,
}


def scene(name: str) -> Scene[Any]:
    """The scene of a game: ours, or the one that its package announces, or the plain one."""
    return SCENES[name]() if name in SCENES else announced(name).thing or _plain(name)


def announced(name: str) -> Announced[Scene[Any]]:
    """What a package announces for its game under `tilehall.scenes`: whatever makes a scene when it is called."""
    from tilehall.tui.boards import addons

    return addons.announced("tilehall.scenes", name, _made)


def _made(make: object) -> Scene[Any]:
    found = make() if callable(make) else make
    if not isinstance(found, Scene):
        raise TypeError("that is no Scene")
    return found


def _plain(name: str) -> Scene[Any]:
    from tilehall.tui.boards.plain.renderer import PlainScene

    found: Scene[Any] = PlainScene(game(name))
    return found


__all__ = [
    "SCENES",
    "BaseScene",
    "Drawing",
    "Glance",
    "Look",
    "Picture",
    "Place",
    "Rect",
    "Scene",
    "Styled",
    "View",
    "announced",
    "heading",
    "log",
    "scene",
    "sentence",
    "width",
    "write",
]
