"""Boards as drawings: what a player, or somebody who looks on, would see of a table."""

from __future__ import annotations

from typing import Any

from tilehall.themes import look_up
from tilehall.tui.boards.registry import scene
from tilehall.tui.config.look import Look, choose, wanted
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.user_dirs import Places
from tilehall.tui.key_map import bound
from tilehall.tui.player.player import Player
from tilehall.tui.tables.seat import Seat
from tilehall.tui.terminal.capabilities import Colours, Terminal
from tilehall.tui.terminal.export.svg import Plate, svg
from tilehall.tui.widgets import chrome


def worn(settings: Settings, terminal: Terminal, places: Places, package: str) -> Look:
    """The look that these settings have on this terminal."""
    looks, _ = look_up(*wanted(settings, terminal), places.config / "themes")
    return choose(looks, settings, terminal, language_of(settings, terminal, package)).look


def plate(player: Player[Any], look: Look, size: tuple[int, int], colours: Colours, caption: str = "") -> Plate:
    """The board screen of a player."""
    drawing = chrome.paint(player, scene(player.seat.header.game), look, *size, bound(Settings()))
    return Plate(drawing.picture, colours, look.palette.dark, caption)


def picture(seat: Seat[Any], look: Look, size: tuple[int, int], colours: Colours) -> str:
    """What is seen from a seat, as SVG."""
    player: Player[Any] = Player(seat, scene(seat.header.game), confirm=False)
    return svg(plate(player, look, size, colours))
