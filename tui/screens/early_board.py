"""The board of a table that is just being opened, painted before Textual is loaded: that takes longer than all else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tilehall.themes import look_up
from tilehall.tui.boards.registry import scene
from tilehall.tui.config.look import choose, wanted
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.user_dirs import Places
from tilehall.tui.key_map import bound
from tilehall.tui.player.player import Player
from tilehall.tui.tables.seat import TableSeat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import Host
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.widgets import chrome

if TYPE_CHECKING:
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture


@contextmanager
def glimpse(table: Table[Any], terminal: Terminal, places: Places, settings: Settings) -> Iterator[FirstPicture | None]:
    """Shows the board as its screen will. None where another screen comes first, or the terminal is not that simple."""
    seat = Host(table).seat()
    if sys.platform == "win32" or not (sys.stdin.isatty() and sys.stdout.isatty()) or seat.now.curtain or seat.now.over:
        yield None
        return
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

    with FirstPicture(sys.stdout.fileno(), sys.stdout.encoding, terminal) as first:
        # An error of ours comes again when the program paints, and is dealt with there.
        with suppress(Exception):
            _show(first, seat, terminal, places, settings)
        yield first


def _show(first: FirstPicture, seat: TableSeat[Any], terminal: Terminal, places: Places, settings: Settings) -> None:
    looks, _ = look_up(*wanted(settings, terminal), places.config / "themes")
    look = choose(looks, settings, terminal, language_of(settings, terminal, seat.now.rules.package)).look
    player: Player[Any] = Player(seat, scene(seat.header.game), settings["confirm"] == "ask")
    player.size = settings["tiles"]
    drawing = chrome.paint(player, scene(seat.header.game), look, *first.size, bound(settings))
    first.show(drawing.picture, look.palette.dark)
