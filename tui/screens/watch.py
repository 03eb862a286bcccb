"""The board of a game that another program plays: it shows what is written, until the game may be taken over."""

from __future__ import annotations

import asyncio
from typing import Any

from tilehall.engine import Text
from tilehall.tui.house.claim import Claimant
from tilehall.tui.house.seat import Seat
from tilehall.tui.house.threads import aside
from tilehall.tui.house.watching import Watched
from tilehall.tui.look import Look
from tilehall.tui.play.message import Message
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.settings import Settings

GLANCES = 0.5
"""Seconds between two looks at the file."""


def watching(look: Look, seat: Seat[Any], settings: Settings, by: Claimant) -> BoardScreen:
    """A board at which nothing can be done; it says who plays."""
    board = BoardScreen(look, seat, settings, "watch")
    board.player.message = Message(Text("You watch: this game is played by {other}.", other=by.told))
    return board


async def follow(watched: Watched, board: BoardScreen) -> None:
    """Shows what is written, and says when the game may be taken over."""
    while True:
        await asyncio.sleep(GLANCES)
        record = await aside(watched.news)
        if record:
            watched.show(record)
        board.offer(watched.abandoned)
