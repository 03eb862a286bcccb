"""The scenes by game, each imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilehall.engine import game
from tilehall.tui.kernel.cells import width
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.scene import BaseScene, Scene
from tilehall.tui.scenes.sentence import sentence
from tilehall.tui.scenes.text import log, write
from tilehall.tui.scenes.tiles import heading

if TYPE_CHECKING:
    from tilehall.tui.guests import Announced


def _princess() -> Scene[Any]:
    from tilehall.engine.princess import State
    from tilehall.tui.scenes.princess import PrincessScene

    found: Scene[State] = PrincessScene()
    return found


def _sand() -> Scene[Any]:
    from tilehall.engine.sand import State
    from tilehall.tui.scenes.sand import SandScene

    found: Scene[State] = SandScene()
    return found


def _beasts() -> Scene[Any]:
    from tilehall.engine.beasts import State
    from tilehall.tui.scenes.beasts import BeastsScene

    found: Scene[State] = BeastsScene()
    return found


def _kaguya() -> Scene[Any]:
    from tilehall.engine.kaguya import State
    from tilehall.tui.scenes.kaguya import KaguyaScene

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
    from tilehall.tui import guests

    return guests.announced("tilehall.scenes", name, _made)


def _made(make: object) -> Scene[Any]:
    found = make() if callable(make) else make
    if not isinstance(found, Scene):
        raise TypeError("that is no Scene")
    return found


def _plain(name: str) -> Scene[Any]:
    from tilehall.tui.scenes.plain import PlainScene

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
