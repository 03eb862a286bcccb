"""Prints a game that another process plays."""

from __future__ import annotations

import time

from tilehall.engine import Text
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.narration import credits_line, result_lines, step_lines
from tilehall.tui.tables.seating import player_list, resume_command
from tilehall.tui.tables.watched_game import WatchedGame

GLANCES = 0.5
"""Seconds between two checks for new steps."""


def watch_game(watched: WatchedGame, talk: LineConsole) -> int:
    """Prints each step until the game is over or its process has ended."""
    seat = watched.seat()
    talk, heard = talk.for_players(seat.header.names), seat.now.number
    talk.say(credits_line(seat.now), Text("At the table: {players}.", players=player_list(seat.header.players)))
    talk.say(Text("So far {n} step was made.", "So far {n} steps were made.", n=heard))
    while True:
        # Checked before the steps, so that the last ones are printed.
        left = watched.is_abandoned
        if record := watched.read_if_changed():
            watched.publish(record)
            if seat.now.number < heard:
                talk.say(Text("Something was taken back."))
            talk.tell(step_lines(seat.now.rules, seat.now.seen_steps[heard:]))
            heard = seat.now.number
        if left or seat.now.over:
            break
        time.sleep(GLANCES)
    if seat.now.over:
        talk.tell(result_lines(seat.now))
    else:
        command = resume_command(watched.name, seat.header.players)
        talk.say(Text("Nobody plays it now. '{command}' plays on.", command=command))
    return 0
