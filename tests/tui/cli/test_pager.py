"""Long texts on a terminal go through the user's pager; short ones, and those in pipes, do not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import Pty

ROOT = Path(__file__).parents[3]
TILEHALL = [sys.executable, "-m", "tilehall"]
MARKS = {"PAGER": "sed s/^/PAGED:/"}
LONG = ["rules princess", "keys", "help", "--help", "help play", "play --help", "doctor"]
LAST = "P-6.6"
"""What only the end of the rules says."""


def shown(words: str, size: tuple[int, int] = (80, 12), code: int = 0, **environ: str) -> str:
    """All that a command writes to a terminal of this size."""
    with Pty([*TILEHALL, *words.split()], size, environ, ROOT) as pty:
        assert pty.wait_exit() == code
        return pty.received.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("words", LONG)
def test_a_long_text_goes_through_the_pager(words: str) -> None:
    text = shown(words, **MARKS)
    assert text.count("PAGED:") == text.count("\n") > 12


@pytest.mark.parametrize("words", ["-V", "games", "rules princess P-4.2", "rules princess --json", "help completions"])
def test_a_short_text_or_one_for_programs_does_not(words: str) -> None:
    assert "PAGED:" not in shown(words, **MARKS)


def test_a_text_that_just_fits_is_not_paged_and_one_that_does_not_is() -> None:
    lines = shown("help completions", (80, 50)).count("\n")
    assert "PAGED:" not in shown("help completions", (80, lines + 1), **MARKS), "the prompt needs a line"
    assert "PAGED:" in shown("help completions", (80, lines), **MARKS)


def test_lines_that_are_folded_count_as_often() -> None:
    deep = {"XDG_CONFIG_HOME": f"/{'deep/' * 200}"}
    lines = shown("keys", (200, 90)).count("\n")
    assert "PAGED:" not in shown("keys", (200, lines + 3), **MARKS)
    assert "PAGED:" in shown("keys", (200, lines + 3), **MARKS, **deep)


@pytest.mark.parametrize("words", ["rules princess", "help"])
def test_in_a_pipe_and_on_a_dumb_terminal_nothing_is_paged(words: str) -> None:
    piped = subprocess.run([*TILEHALL, *words.split()], capture_output=True, text=True, env=None, timeout=60)
    assert piped.returncode == 0 and piped.stdout.count("\n") > 12
    assert "PAGED:" not in shown(words, **MARKS, TERM="dumb")


@pytest.mark.parametrize("pager", ["cat", " ", " cat "])
def test_cat_or_nothing_means_none(pager: str) -> None:
    assert shown("rules princess", PAGER=pager) == shown("rules princess", PAGER="sed s/x/x/")


def test_a_pager_that_is_not_there_hides_nothing() -> None:
    text = shown("rules princess", PAGER="no-such-pager-as-this")
    assert LAST in text and "no-such-pager-as-this" in text.splitlines()[0]


@pytest.mark.parametrize("pager", ["head -3", "true", "false", "exit 3"])
def test_a_pager_that_ends_early_is_no_error(pager: str) -> None:
    text = shown("rules princess", PAGER=pager)
    assert text.count("\n") == (3 if pager == "head -3" else 0)


def test_the_exit_code_is_that_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "tilehall").mkdir()
    (tmp_path / "tilehall" / "settings.toml").write_text('[keymap]\nundo = "enter"\n', "utf-8")
    assert "bound to both" in shown("keys", code=1, XDG_CONFIG_HOME=str(tmp_path), **MARKS)


def test_a_pager_is_a_command_of_the_shell() -> None:
    text = shown("rules princess", PAGER="sed -n '1p;$p' | tr a-z A-Z")
    assert text.count("\n") == 2 and text == text.upper()


@pytest.mark.skipif(not shutil.which("less"), reason="less is not installed")
@pytest.mark.parametrize("environ", [{}, {"PAGER": "less"}, {"LESS": "-R"}], ids=["unset", "less", "own flags"])
def test_less_is_the_usual_one(environ: dict[str, str]) -> None:
    with Pty([*TILEHALL, "rules", "princess"], (80, 24), environ, ROOT) as pty:
        pty.wait_for("The Princess and Magic Tile")
        pty.wait_quiet(0.2)
        assert LAST not in pty.text
        assert bool(pty.modes.get(1049)) == ("LESS" in environ), "as git has it, what was read stays on the screen"
        pty.send("\x03")
        pty.wait_quiet(0.2)
        assert pty.process.poll() is None, "Ctrl-C is for the pager, and less does not end by it"
        pty.send("G")
        pty.wait_for("(END)")
        pty.send("q")
        assert pty.wait_exit() == 0
        assert pty.restored() == []


@pytest.mark.skipif(not shutil.which("less"), reason="less is not installed")
def test_less_shows_letters_where_the_locale_is_c(tmp_path: Path) -> None:
    folder = tmp_path / "Größe"
    with Pty([*TILEHALL, "doctor"], (120, 16), {"LC_ALL": "C", "LANG": "", "XDG_DATA_HOME": str(folder)}, ROOT) as pty:
        pty.wait_for("Games: ")
        assert "Größe" in pty.text and "<C3>" not in pty.text
        pty.send("q")
        assert pty.wait_exit() == 0
