"""The whole hall with real clients: two people at one table, and what is left of it when everything is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.terminal import Pty
from tests.tui.hall.halls import Hall, needs_ssh, wait

pytestmark = needs_ssh
WHOLE = "tests.tui.hall.real"


def sat_down(aki: Pty, bo: Pty) -> None:
    """Aki opens a table of the Princess, Bo sits down at it, and the game begins."""
    aki.wait_for("Welcome, aki")
    begun(aki, bo)


def begun(aki: Pty, bo: Pty) -> None:
    """The same in a lobby where no table is open."""
    bo.wait_for("Nobody has opened a table yet")
    aki.send("o")
    aki.wait_for("Open a table")
    aki.send("\r")
    aki.wait_for("1 chair is free")
    bo.wait_for("There is a free chair")
    bo.send("\r")
    aki.wait_until(lambda: "1 chair is free" not in aki.text)
    aki.send("\r")
    for somebody in (aki, bo):
        somebody.wait_for("25 steps to the GOAL")


def in_turn(aki: Pty, bo: Pty) -> tuple[Pty, Pty]:
    """Who is asked to choose, and who is not."""

    def asked(one: Pty) -> bool:
        one.read(0.05)
        return "Choose side" in one.text

    wait(lambda: asked(aki) or asked(bo), "one of them is asked")
    return (aki, bo) if asked(aki) else (bo, aki)


def test_two_people_play_at_one_table_and_come_back_to_it(tmp_path: Path) -> None:
    with Hall(tmp_path, WHOLE, workers=2) as hall:
        with hall.sit("aki") as aki, hall.sit("bo") as bo:
            sat_down(aki, bo)
            acts, watches = in_turn(aki, bo)
            acts.press("\r", "\r", quiet=0.5)
            watches.wait_for("plays on side")
            assert "running  " in hall.run("aki", "list").stdout
            step = next(word for word in watches.lines[0].split()[::-1] if word.isdecimal())
            # The house and both workers, at once.
            for number in (hall.process.pid, *hall.workers()):
                os.kill(number, signal.SIGKILL)
            assert watches.wait_exit() != 0
        hall.process.wait()
    with Hall(tmp_path, WHOLE, workers=2) as hall, hall.sit("aki") as aki, hall.sit("bo") as bo:
        for somebody in (aki, bo):
            somebody.wait_for("aki")
            somebody.wait_for("Enter")
            somebody.send("\r")
            somebody.wait_for(f"step {step}")
        assert "princess" in hall.run("bo", "export", "1").stdout
