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
            with Pty(hall.command("cleo", "watch", "1", options=["-t"])) as cleo:
                cleo.wait_for("plays on side")
                cleo.send("\x03")
                assert cleo.wait_exit() == 1
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


def test_somebody_elsewhere_is_called_and_told_what_happened_meanwhile(tmp_path: Path) -> None:
    """By the bell, a notice and the title of the window, as it was set; in the end the window has its title again."""
    with Hall(tmp_path, WHOLE) as hall, hall.sit("aki") as aki, hall.sit("bo") as bo:
        sat_down(aki, bo)
        acts, waits = in_turn(aki, bo)
        waits.send("q")
        waits.wait_for("Welcome, ")
        waits.send("s")
        waits.wait_for("Bell")
        waits.press(*["down"] * 9, "right", "right")
        waits.wait_for("my turn, with a notice")
        waits.press("escape")
        waits.wait_for("Your tables")
        before = len(waits.received)
        acts.press("\r", "\r", quiet=0.5)
        waits.wait_for("Your move")
        told = bytes(waits.received[before:])
        for sent in (b"\x07", b"\x1b]9;It is your turn at table 1.\x07", b"\x1b]2;It is your turn at table 1.\x07"):
            assert sent in told
        waits.send("\r")
        waits.wait_for("plays on side")
        waits.send("q")
        waits.wait_for("Welcome, ")
        waits.press("q", "q", quiet=0.5)
        assert waits.wait_exit() == 0 and waits.restored() == []
        # On the screen of whoever wants none there was no bell.
        assert b"\x1b]9;" not in acts.received


def test_a_line_is_said_and_the_next_keys_are_for_the_game(tmp_path: Path) -> None:
    """Typed in one go, as somebody does who knows the way."""
    with Hall(tmp_path, WHOLE) as hall, hall.sit("aki") as aki, hall.sit("bo") as bo:
        sat_down(aki, bo)
        acts, waits = in_turn(aki, bo)
        acts.send("Tgood luck\r")
        for somebody in (acts, waits):
            somebody.wait_for(": good luck")
        acts.wait_for("Choose side")
        acts.press("\r", "\r", quiet=0.5)
        waits.wait_for("plays on side")
        acts.send("T")
        acts.wait_for("read by all who play")
        assert acts.text.count("good luck") == 1 and "> _" in acts.text
