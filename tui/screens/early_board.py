"""The board of a table that is just being opened, painted before Textual is loaded: that takes longer than all else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tilehall.themes import load_themes
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import choose_look, theme_names
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.key_map import bind_keys
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.tables.seat import TableSeat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.widgets import chrome

if TYPE_CHECKING:
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture


@contextmanager
def show_early_board(
    table: Table[Any], terminal: Terminal, places: UserDirs, settings: Settings
) -> Iterator[FirstPicture | None]:
    """Shows the board as its screen will. None where another screen comes first, or the terminal is not that simple."""
    seat = TableFactory(table).seat()
    if sys.platform == "win32" or not (sys.stdin.isatty() and sys.stdout.isatty()) or seat.now.curtain or seat.now.over:
        yield None
        return
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

    with FirstPicture(sys.stdout.fileno(), sys.stdout.encoding, terminal) as first:
        # An error of ours comes again when the program paints, and is dealt with there.
        with suppress(Exception):
            _show(first, seat, terminal, places, settings)
        yield first


def _show(first: FirstPicture, seat: TableSeat[Any], terminal: Terminal, places: UserDirs, settings: Settings) -> None:
    looks, _ = load_themes(*theme_names(settings, terminal), places.config / "themes")
    look = choose_look(looks, settings, terminal, language_of(settings, terminal, seat.now.rules.package)).look
    player: PlayerControls[Any] = PlayerControls(
        seat, renderer_for(seat.header.game), ControlOptions.from_settings(settings)
    )
    drawing = chrome.paint(player, renderer_for(seat.header.game), look, *first.size, bind_keys(settings))
    first.show(drawing.picture, look.palette.dark)
