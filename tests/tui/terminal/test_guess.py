import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilehall.tui.cli.commands.doctor import terminal_lines
from tilehall.tui.terminal.capabilities import Terminal

UTF8 = {"LANG": "en_GB.UTF-8"}


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({"TERM": "vt220"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""}, "truecolor"),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor", "STY": "1.pts"}, "256"),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "x", "STY": "1"}, "truecolor"),
        ({"WT_SESSION": "1"}, "truecolor"),
        ({"OS": "Windows_NT"}, "truecolor"),
        ({}, "16"),
    ],
)
def test_colours(environ: dict[str, str], colours: str) -> None:
    assert Terminal.guess(environ, "utf-8").colours == colours


@pytest.mark.parametrize(
    ("environ", "encoding", "glyphs"),
    [
        (UTF8, "utf-8", "full"),
        (UTF8, None, "full"),
        ({}, "UTF8", "full"),
        ({}, None, "ascii"),
        ({"LANG": "C"}, "utf-8", "ascii"),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, None, "ascii"),
        ({"LC_ALL": "", "LC_CTYPE": "C", "LANG": "en_US.UTF-8"}, None, "ascii"),
        ({"LC_CTYPE": "UTF-8"}, None, "full"),
        ({"LC_ALL": "en_US.UTF-8", "LC_CTYPE": "C", "LANG": "C"}, None, "full"),
        ({"LANG": "de_DE"}, None, "ascii"),
        ({"LANG": "de_DE"}, "utf-8", "full"),
        ({"OS": "Windows_NT"}, None, "full"),
        ({"LANG": "C"}, None, "ascii"),
        ({"LANG": "de_DE.ISO-8859-1"}, "utf-8", "ascii"),
        ({"LANG": "de_DE@euro"}, "iso8859-15", "ascii"),
        ({"LANG": "ja_JP.UTF-8"}, "utf-8", "neutral"),
        ({"LANG": "zh_TW.utf8"}, None, "neutral"),
        ({"LANG": "ja_JP.eucJP"}, "euc_jp", "ascii"),
        ({"LANG": "ja_JP.UTF-8", "LC_CTYPE": "en_US.UTF-8"}, "utf-8", "full"),
        ({"LC_ALL": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"}, "utf-8", "neutral"),
        ({"TERM": "linux", **UTF8}, "utf-8", "ascii"),
        ({"TERM": "dumb", **UTF8}, "utf-8", "ascii"),
    ],
)
def test_glyphs(environ: dict[str, str], encoding: str | None, glyphs: str) -> None:
    assert Terminal.guess(environ, encoding).glyphs == glyphs


def test_animation_mouse_and_remote() -> None:
    near, far = Terminal.guess(UTF8), Terminal.guess({"SSH_TTY": "/dev/pts/1"})
    assert (near.animation, near.mouse, near.remote) == (True, True, False)
    assert (far.animation, far.mouse, far.remote) == (False, True, True)
    assert Terminal.guess({"SSH_TTY": "x", "TEXTUAL_ANIMATIONS": "FULL"}).animation
    assert not Terminal.guess({"TEXTUAL_ANIMATIONS": "none"}).animation
    assert not Terminal.guess({"TERM": "dumb"}).mouse


def test_explains_itself_with_the_variables() -> None:
    told = [
        f"{line}"
        for line in terminal_lines(
            Terminal.guess({"TERM": "xterm-256color", "LANG": "ja_JP.UTF-8", "SSH_TTY": "x"}, "utf-8")
        )
    ]
    assert told == [
        "Colours: 256, because TERM is xterm-256color.",
        "Glyphs: neutral, because LANG is ja_JP.UTF-8, where many characters may be two cells wide.",
        "Animation: off, because the connection is remote and TEXTUAL_ANIMATIONS does not ask for it.",
        "Mouse: on, because TERM does not rule it out.",
        "Remote: yes, because SSH_TTY is set.",
    ]
    assert f"{terminal_lines(Terminal(colours='16'))[0]}" == "Colours: 16, as asked for."


def test_reasons_make_no_difference() -> None:
    assert Terminal.guess({"TERM": "xterm"}, "utf-8") == Terminal("16")


NAMES = ["TERM", "COLORTERM", "LANG", "LC_ALL", "NO_COLOR", "TEXTUAL_ANIMATIONS", "STY", "SSH_TTY", "OS"]


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=60)), st.none() | st.text(max_size=9))
def test_any_environment_gives_printable_sentences(environ: dict[str, str], encoding: str | None) -> None:
    told = [f"{line}" for line in terminal_lines(Terminal.guess(environ, encoding))]
    assert len(told) == 5
    assert all(line.isprintable() and line.endswith(".") for line in told)
