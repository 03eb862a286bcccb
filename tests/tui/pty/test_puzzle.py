"""The puzzle of the day in a terminal: its three lines stand there once the screen is left."""

import re
import sys
from pathlib import Path

from tests.terminal import Pty

ROOT = Path(__file__).parents[3]
DAILY = [sys.executable, "-m", "tilehall", "puzzle", "kaguya", "--daily"]


def test_three_lines_are_left_where_the_program_was_started(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    with Pty(DAILY, (80, 24), home, ROOT) as pty:
        pty.wait_for("find the best turn for Guest.")
        pty.press("S", "S")
        pty.wait_for("The solution is ")
        pty.press("q")
        pty.wait_for("You have seen the solution.")
        pty.press("q")
        assert pty.wait_exit() == 0
        left = pty.received.decode().rpartition("\x1b[?1049l")[2]
        lines = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", left).splitlines()
    assert re.fullmatch(r"Tilehall, puzzle of \d{4}-\d\d-\d\d: Kaguyahime \d+", lines[-3])
    assert lines[-2] == "-  solution seen" and re.fullmatch(r"Grade [1-5] of 5: .*; \d+:\d\d", lines[-1])
    with Pty(DAILY, (80, 24), home, ROOT) as pty:
        assert pty.wait_exit(30) == 0
        assert [line.rstrip() for line in pty.lines if line.strip()] == lines[-3:], "it stands"
