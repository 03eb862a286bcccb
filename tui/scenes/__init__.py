"""The scenes by game, each imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.scene import BaseScene, Scene


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


def scene(game: str) -> Scene[Any]:
    """The scene of a game."""
    return SCENES[game]()


__all__ = ["SCENES", "BaseScene", "Drawing", "Glance", "Rect", "Scene", "View", "scene"]
