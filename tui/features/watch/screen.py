"""The board of a game that another program plays: follows its record until the game may be taken over."""

from __future__ import annotations

import asyncio
from typing import Any

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.board_purpose import BoardPurpose
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.storage.file_lock import LockHolder
from tilehall.tui.tables.thinking.background import run_in_thread
from tilehall.tui.tables.watched_game import WatchedGame

GLANCES = 0.5
"""Seconds between two reads of the record."""


def watch_board(look: Look, seat: Seat[Any], settings: Settings, by: LockHolder) -> BoardScreen:
    """Return a board without actions that says who plays."""
    board = BoardScreen(look, seat, settings, BoardPurpose("watch"))
    board.player.status.show(StatusMessage(Text("You watch: this game is played by {other}.", other=by.text)))
    return board


async def follow(watched: WatchedGame, board: BoardScreen) -> None:
    """Show new steps of the record, and offer to take over an abandoned game. Runs until it is cancelled."""
    while True:
        await asyncio.sleep(GLANCES)
        record = await run_in_thread(watched.read_if_changed)
        if record:
            watched.publish(record)
        board.offer_takeover(watched.is_abandoned)
