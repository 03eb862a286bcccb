"""Boards as SVG: what a player, or a spectator, sees of a table."""

from __future__ import annotations

from typing import Any

from tilehall.themes import load_themes
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look, choose_look, theme_names
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.key_map import bind_keys
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.tables.seat import Seat
from tilehall.tui.terminal.capabilities import Colours, Terminal
from tilehall.tui.terminal.export.svg import CaptionedPicture, render_svg
from tilehall.tui.widgets import chrome


def load_look(settings: Settings, terminal: Terminal, places: UserDirs, package: str) -> Look:
    """The look for these settings on this terminal."""
    looks, _ = load_themes(*theme_names(settings, terminal), places.config / "themes")
    return choose_look(looks, settings, terminal, language_of(settings, terminal, package)).look


def board_plate(
    player: PlayerControls[Any], look: Look, size: tuple[int, int], colours: Colours, caption: str = ""
) -> CaptionedPicture:
    """The board screen of a player as a picture with a caption."""
    drawing = chrome.paint(player, renderer_for(player.seat.header.game), look, *size, bind_keys(Settings()))
    return CaptionedPicture(drawing.picture, colours, look.palette.dark, caption)


def board_svg(seat: Seat[Any], look: Look, size: tuple[int, int], colours: Colours) -> str:
    """The board as seen from a seat, as SVG."""
    player: PlayerControls[Any] = PlayerControls(seat, renderer_for(seat.header.game))
    return render_svg(board_plate(player, look, size, colours))
