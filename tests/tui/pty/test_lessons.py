"""A lesson in a real terminal: it comes up, hints come by themselves, and what was learned is there the next time."""

import sys
from pathlib import Path

import pytest

from tests.tui.pty.test_play import TUI, start
from tilehall.tui.config.progress import Progress
from tilehall.tui.config.user_dirs import UserDirs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")


def test_a_lesson_is_learned_and_the_next_one_comes_the_next_time(tmp_path: Path) -> None:
    learn = [*TUI, "learn", "beasts"]
    with start(tmp_path, learn, shown=" 1/6 ") as pty:
        assert "Enter choose" in pty.lines[-1] and "i hint" in pty.lines[-1]
        pty.press("i")
        pty.wait_for("Your dice")
        pty.press("q")
        pty.wait_for("[Learn Merlin's Beast Hunt: lesson 1 of 6]")
        pty.press("ctrl+c", "ctrl+c")
        assert pty.wait_exit() == 0
    data = next(tmp_path.rglob("lessons.jsonl")).parent
    made = Progress(UserDirs(data, data, data)).read_tries()
    assert [(each.level, each.outcome, each.hints) for each in made] == [("1-keep", "left", 1)]
