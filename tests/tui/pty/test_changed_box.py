"""A changed box on a terminal: title and rules say so, and to leave the table is to end."""

import subprocess
from pathlib import Path

from tests.tui.pty.test_play import ROOT, TUI, start


def test_a_changed_box_is_named_and_goes_when_the_table_is_left(tmp_path: Path) -> None:
    original = subprocess.run([*TUI, "components", "princess"], capture_output=True, text=True, cwd=ROOT, check=True)
    mine = tmp_path / "mine.toml"
    mine.write_text(original.stdout.replace("goal = 25", "goal = 40"), encoding="utf-8")
    command = [*TUI, "play", "princess", "--seed", "7", "--option", "start_seat=0", "--components", str(mine)]
    with start(tmp_path, command) as pty:
        assert "Changed box: The Princess" in pty.lines[0] and "40" in pty.lines[1]
        pty.press("?")
        pty.wait_for("manor.goal: 25 -> 40")
        pty.press("escape")
        pty.wait_for("Choose side")
        pty.press("q", "q", "q")
        assert pty.wait_exit() == 0
    assert not list(tmp_path.rglob("crash.txt"))
