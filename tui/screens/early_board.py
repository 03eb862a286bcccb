"""The board of a table that is being opened, painted before Textual is loaded."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.key_map import bind_keys
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.screens.early_picture import show_early
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets import chrome

if TYPE_CHECKING:
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture


def show_early_board(
    table: Table[Any], terminal: Terminal, user_dirs: UserDirs, settings: Settings
) -> AbstractContextManager[FirstPicture | None]:
    """Shows the board as its screen will; None if a curtain or the result comes first."""
    seat = TableFactory(table).seat()
    if seat.now.curtain or seat.now.over:
        return nullcontext()

    def paint(look: Look, columns: int, lines: int) -> Picture:
        renderer = renderer_for(seat.header.game)
        player: PlayerControls[Any] = PlayerControls(seat, renderer, ControlOptions.from_settings(settings))
        return chrome.paint(player, renderer, look, columns, lines, bind_keys(settings)).picture

    return show_early(paint, terminal, user_dirs, settings, seat.now.rules.package)
