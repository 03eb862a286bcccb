"""A game that another program plays, told in lines as it goes on."""

from __future__ import annotations

import time

from tilehall.engine import Text
from tilehall.tui.lines.console import Talk
from tilehall.tui.lines.narration import credited, moved, result
from tilehall.tui.tables.seating import introduced, resuming
from tilehall.tui.tables.watched_game import Watched

GLANCES = 0.5
"""Seconds between two looks."""


def told(watched: Watched, talk: Talk) -> int:
    """Tells what happens until the game is over, or whoever plays it has left."""
    seat = watched.seat()
    talk, heard = talk.at(seat.header.names), seat.now.number
    talk.say(credited(seat.now), Text("At the table: {players}.", players=introduced(seat.header.players)))
    talk.say(Text("So far {n} step was made.", "So far {n} steps were made.", n=heard))
    while True:
        # Asked first: what was done before it was left is told even so.
        left = watched.abandoned
        if record := watched.news():
            watched.show(record)
            if seat.now.number < heard:
                talk.say(Text("Something was taken back."))
            talk.tell(moved(seat.now.rules, seat.now.deeds[heard:]))
            heard = seat.now.number
        if left or seat.now.over:
            break
        time.sleep(GLANCES)
    if seat.now.over:
        talk.tell(result(seat.now))
    else:
        command = resuming(watched.name, seat.header.players)
        talk.say(Text("Nobody plays it now. '{command}' plays on.", command=command))
    return 0
