"""A game told in lines while a computer player thinks long: what is typed meanwhile, or comes through a pipe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import Pty
from tests.tui.pty.test_play import ROOT, TUI, launch, record_of
from tilehall.tui.tables.storage.saved_games import read_record

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
WORDS = ["play", "beasts", "--line", "--seat", "Bo:master", "--seat", "Aki", "--seed", "7"]
PLAY = [sys.executable, "-m", "tests.tui.pty.thinker", *WORDS]
THINKING = "Bo is thinking. Enter hurries."
KEPT = "The game is kept. Go on with: tilehall games resume"


@pytest.fixture
def pty(tmp_path: Path) -> Iterator[Pty]:
    """A table at which a master thinks about the first turn for seconds."""
    with launch(tmp_path, PLAY, (100, 40), shown=THINKING) as found:
        yield found


def test_the_end_of_input_ends_the_game_while_somebody_thinks(pty: Pty, tmp_path: Path) -> None:
    pty.press("ctrl+d")
    assert pty.wait_exit() == 0
    assert pty.text.count(KEPT) == 1 and "Aki>" not in pty.text
    assert read_record(record_of(tmp_path)).match.actors() == (0,), "whoever thought goes on where it was"


def test_what_is_typed_ahead_is_done_in_order_and_only_the_enter_that_hurries_is_gone(pty: Pty) -> None:
    # All at once: the first Enter hurries, nothing else is lost, whoever reads it first.
    pty.send("\nscore\nlook at Mars\n\x04")
    assert pty.wait_exit() == 0
    asked = [line.partition("> ")[2].strip() for line in pty.lines if line.startswith("Aki> ")]
    assert "The points if the game ended now:" in pty.text
    told = pty.text.index("The points if the game ended now:"), pty.text.index("✗ "), pty.text.index(KEPT)
    assert list(told) == sorted(told), pty.text
    assert len(asked) == 3, pty.text


def test_from_a_pipe_every_line_is_an_answer_and_its_end_ends_the_game(tmp_path: Path) -> None:
    home = {name: str(tmp_path / "data") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    quick = [*TUI, *(word.replace("master", "easy") for word in WORDS)]
    played = subprocess.run(
        quick, cwd=ROOT, env=os.environ | home, input="\nscore\nlog", capture_output=True, text=True, timeout=60
    )
    assert played.returncode == 0 and not played.stderr
    prompts = [line for line in played.stdout.splitlines() if line.startswith("Aki> ")]
    assert [prompt.strip() for prompt in prompts] == ["Aki>", "Aki> score", "Aki> log", "Aki>"], played.stdout
    assert played.stdout.splitlines()[-1].startswith(KEPT)
