"""The process in which computer players and hints think, seen from outside; and what goes on when nothing happens."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal import Pty, wakings
from tests.tui.house.test_worker import runs
from tests.tui.terminal.test_play import AGAINST, PLAY, start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks as one asks Linux")


def children(pty: Pty) -> list[int]:
    """The processes that the program has started."""
    tasks = Path(f"/proc/{pty.process.pid}/task").iterdir()
    return [int(number) for task in tasks for number in (task / "children").read_text().split()]


def until(pty: Pty, happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < deadline, pty.text
        pty.read(0.02)


def thinker(pty: Pty) -> int:
    """The process that thinks, once it is there."""
    until(pty, lambda: len(children(pty)) == 1)
    return children(pty)[0]


def hinted(pty: Pty) -> None:
    pty.send("i")
    pty.wait_for("Look here")


def test_hints_are_thought_in_a_process_that_is_replaced_when_it_dies(tmp_path: Path) -> None:
    with start(tmp_path) as pty:
        first = thinker(pty)
        os.kill(first, signal.SIGKILL)
        hinted(pty)
        second = thinker(pty)
        assert second != first
        pty.press("q")
        pty.wait_for("Continue")
        pty.press("q", "q")
        assert pty.wait_exit() == 0
        until(pty, lambda: not runs(second))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=lambda number: number.name)
def test_nobody_thinks_on_when_the_program_was_killed(tmp_path: Path, number: signal.Signals) -> None:
    with start(tmp_path) as pty:
        thinking = thinker(pty)
        pty.kill(number)
        pty.wait_exit()
        until(pty, lambda: not runs(thinking))


def test_computer_players_think_in_it_and_the_terminal_is_not_theirs(tmp_path: Path) -> None:
    with start(tmp_path, AGAINST) as pty:
        pty.press("enter", "enter")
        pty.wait_for("Take")
        thinking = thinker(pty)
        assert os.getsid(thinking) != os.getsid(pty.process.pid)
        held = {os.readlink(file) for file in Path(f"/proc/{thinking}/fd").iterdir()}
        assert not any(file.startswith("/dev/pts") for file in held)


def test_nothing_wakes_a_table_at_which_nobody_does_anything(tmp_path: Path) -> None:
    """Ten times a second the keyboard was asked. Now neither the program nor the process that thinks wakes at all."""
    with start(tmp_path, PLAY) as pty:
        thinking = thinker(pty)
        hinted(pty)
        pty.press("escape", quiet=1.3)
        before = pty.wakings(), wakings(thinking)
        pty.read(3.0)
        after = pty.wakings(), wakings(thinking)
        assert after[0] - before[0] <= 3 and after[1] == before[1]
