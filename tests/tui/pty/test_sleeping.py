"""Ctrl+Z at the board: the program sleeps, the shell has its terminal, and `fg` brings all back."""

import sys
from pathlib import Path
from shutil import which

import pytest

from tests.terminal import KEYS, Pty
from tests.tui.pty.test_play import ROOT

PROMPT = "what next?"
OURS = {"mouse", "alternate screen", "kitty keys", "cursor"}


@pytest.mark.skipif(not which("bash"), reason="needs a shell with jobs")
def test_a_game_sleeps_and_goes_on_where_it_was(tmp_path: Path) -> None:
    play = f"{sys.executable} -m tilehall play princess --seed 7 --seat Aki --seat Bo"
    env = {"PS1": PROMPT, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    with Pty(["bash", "--norc", "--noprofile", "-i"], (80, 24), env, ROOT) as pty:
        pty.wait_for(PROMPT)
        pty.send(f"{play}\n")
        pty.wait_for("Choose side")
        pty.wait_quiet(0.2)
        before = pty.lines
        pty.screen.reset()
        pty.send(KEYS["ctrl+z"])
        pty.wait_for(PROMPT)
        assert OURS.isdisjoint(pty.restored())
        pty.send("echo nobody plays\n")
        pty.wait_for("nobody plays")
        pty.send("fg\n")
        pty.wait_for("Choose side")
        pty.wait_quiet(0.2)
        assert pty.lines == before and set(pty.restored()) >= OURS
        pty.press("i")
        pty.wait_for("Look here")
