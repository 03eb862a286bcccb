"""The scenes by game, each imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from rich.style import Style

from tilehall.engine import Seat
from tilehall.tui.look import Look
from tilehall.tui.scenes.scene import Scene, View

SCENES = {"princess": "PrincessScene", "sand": "SandScene", "beasts": "BeastsScene", "kaguya": "KaguyaScene"}

SEATS = {"beasts": ("purple", "green", "orange", "yellow")}
"""The hues of the seats' own pieces, in games that fix them."""


def seat_style(game: str, look: Look, seat: Seat) -> Style:
    """How a player's name is written: on the colour of its pieces, or in the colour of its seat."""
    hues = SEATS.get(game)
    return look.face(look.palette.hue(hues[seat])) if hues else look.seat(seat)


def scene(game: str) -> Scene:
    """The scene of a game."""
    found: Scene = getattr(import_module(f"tilehall.tui.scenes.{game}"), SCENES[game])()
    return found


__all__ = ["SCENES", "SEATS", "Scene", "View", "scene", "seat_style"]
