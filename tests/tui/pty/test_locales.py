"""Which characters boards are drawn with: in a real terminal, for the locales that people really have."""

import sys
from pathlib import Path

import pytest

from tests.cases import some_rows
from tests.terminal import Pty

ROOT = Path(__file__).parents[3]
TUI = [sys.executable, "-m", "tilehall"]
PLAY = [*TUI, "play", "princess", "--seed", "7", "--option", "start_seat=0"]
LOCALES = [
    ({"LC_ALL": "C"}, "ascii, because LC_ALL is C"),
    ({"LC_ALL": "POSIX"}, "ascii, because LC_ALL is POSIX"),
    ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, "ascii, because LC_ALL is C"),
    ({"LANG": "C"}, "ascii, because LANG is C"),
    ({"LANG": "POSIX"}, "ascii, because LANG is POSIX"),
    ({}, "ascii, because neither LC_ALL, LC_CTYPE nor LANG speaks of UTF-8"),
    ({"LC_CTYPE": "C"}, "ascii, because LC_CTYPE is C"),
    ({"LC_CTYPE": "C", "LANG": "C.UTF-8"}, "ascii, because LC_CTYPE is C"),
    ({"LANG": "en_US.ISO-8859-1"}, "ascii, because LANG is en_US.ISO-8859-1"),
    ({"LANG": "C.UTF-8"}, "full, because LANG is C.UTF-8"),
    ({"LC_CTYPE": "C.UTF-8"}, "full, because LC_CTYPE is C.UTF-8"),
    ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, "full, because LC_CTYPE is C.UTF-8"),
    ({"LC_CTYPE": "UTF-8"}, "full, because LC_CTYPE is UTF-8"),
    ({"LC_ALL": "en_US.UTF-8"}, "full, because LC_ALL is en_US.UTF-8"),
    ({"LANG": "en_US.UTF-8"}, "full, because LANG is en_US.UTF-8"),
    ({"LANG": "ja_JP.UTF-8"}, "neutral, because LANG is ja_JP.UTF-8"),
]
"""Most of them are not installed where this is tested, as on many machines that one reaches over SSH."""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system keeps no environment to look at")
@pytest.mark.parametrize(
    ("locale", "glyphs"),
    some_rows(LOCALES, slice(0, None, 5)),
    ids=[" ".join(map("=".join, env.items())) for env, _ in LOCALES],
)
def test_the_doctor_says_which_characters_and_why(tmp_path: Path, locale: dict[str, str], glyphs: str) -> None:
    with Pty([*TUI, "doctor"], (120, 60), {"LANG": "", "HOME": str(tmp_path), **locale}, ROOT) as pty:
        assert pty.wait_exit() == 0
        assert f"  Glyphs: {glyphs}" in pty.text
        assert ("export LC_ALL=C.UTF-8" in pty.text) == glyphs.startswith("ascii")


@pytest.mark.parametrize(
    ("locale", "ascii"),
    some_rows([({"LC_ALL": "C"}, True), ({"LANG": "C"}, True), ({"LANG": "C.UTF-8"}, False)], slice(0, None, 2)),
)
def test_the_board_is_drawn_with_them(tmp_path: Path, locale: dict[str, str], ascii: bool) -> None:
    env = {"LANG": "", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), **locale}
    with Pty(PLAY, (80, 24), env, ROOT) as pty:
        pty.wait_for("Choose side")
        pty.wait_quiet(0.15)
        assert pty.text.isascii() == ascii
        pty.press("enter", "enter")
        pty.wait_for("Take")
        assert pty.text.isascii() == ascii


@pytest.mark.parametrize(("locale", "cross"), [({"LC_ALL": "C"}, "x"), ({"LANG": "C.UTF-8"}, "✗")])
def test_lines_are_written_with_them(tmp_path: Path, locale: dict[str, str], cross: str) -> None:
    env = {"LANG": "", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), **locale}
    with Pty([*PLAY, "--line"], (80, 24), env, ROOT) as pty:
        pty.wait_for("Guest> ")
        pty.send("nonsense\n")
        pty.wait_for(f"{cross} 'nonsense' is no action of this game.")
        pty.send("quit\n")
        assert pty.wait_exit() == 0
