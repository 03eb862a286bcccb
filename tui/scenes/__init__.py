"""The scenes by game, each imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from tui.scenes.scene import Drawing, Rect, Scene, View

SCENES = {"princess": "PrincessScene", "sand": "SandScene", "beasts": "BeastsScene", "kaguya": "KaguyaScene"}


def scene(game: str) -> Scene:
    """The scene of a game."""
    found: Scene = getattr(import_module(f"tui.scenes.{game}"), SCENES[game])()
    return found


__all__ = ["SCENES", "Drawing", "Rect", "Scene", "View", "scene"]
