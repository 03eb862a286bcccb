"""A game that another program plays, told in lines as it goes on."""

from __future__ import annotations

import time

from tilehall.engine import Text
from tilehall.tui.house.company import introduced
from tilehall.tui.house.watching import Watched
from tilehall.tui.line.show import credited, moved, result
from tilehall.tui.line.talk import Talk

GLANCES = 0.5
"""Seconds between two looks."""


def told(watched: Watched, talk: Talk) -> int:
    """Tells what happens until the game is over, or whoever plays it has left."""
    seat = watched.seat()
    now, talk = seat.now, talk.at(seat.header.names)
    talk.say(credited(now), Text("At the table: {players}.", players=introduced(now.header.players)))
    while True:
        talk.tell(moved(seat.now.deeds[now.number if seat.now is not now else 0 :]))
        now = seat.now
        if now.over:
            talk.tell(result(now))
            return 0
        if watched.abandoned:
            command = f"tilehall games resume {watched.name}"
            talk.say(Text("Nobody plays it now. '{command}' plays on.", command=command))
            return 0
        while (record := watched.news()) is None and not watched.abandoned:
            time.sleep(GLANCES)
        if record:
            watched.show(record)
