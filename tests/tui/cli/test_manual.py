"""The manual page: everything that the definition of the commands has, in roff that its readers accept."""

import re
import shutil
import subprocess

import pytest

from tests.tui.cli.test_completion import every
from tilehall.engine import BUILT_IN_GAMES
from tilehall.tui.cli import main
from tilehall.tui.cli.command_table import COMMANDS, build_parser
from tilehall.tui.cli.commands.man import escaped, manual_page

PAGE = manual_page(build_parser(*COMMANDS), "tilehall 1.2.3")


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.splitlines()[1:] == PAGE.splitlines()[1:]


def test_its_parts_are_those_of_a_manual_page() -> None:
    assert PAGE.startswith('.TH TILEHALL 6 "" "tilehall 1.2.3" "Games"\n.SH NAME\ntilehall \\- tile games')
    heads = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "GAMES", "ENVIRONMENT", "FILES", "EXIT STATUS"]
    assert re.findall(r"^\.SH (.*)$", PAGE, re.M) == heads
    requests = set(re.findall(r"^([.'].*?)(?: |$)", PAGE, re.M))
    assert requests == {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"}


def test_every_command_and_argument_is_in_it() -> None:
    parts = dict(re.findall(r"^\.SS (.*)\n((?:(?!\.S[SH]).*\n)*)", PAGE, re.M))
    top = build_parser(*COMMANDS)
    for found, argument in every(top):
        name = escaped(found.prog.partition(" ")[2])
        part = parts[name] if name else PAGE
        if argument.shows and name:
            continue
        assert escaped(argument.help) in part, (found.prog, argument.help)
        assert all(f"\\fB{escaped(word)}\\fR" in part for word in argument.names)
        assert f"\\fI{escaped(argument.value)}\\fR" in part or not argument.value
    assert set(map(escaped, COMMANDS)) <= set(parts)
    assert "\\fBtilehall games export\\fR [\\fIoptions\\fR] \\fINAME\\fR [\\fIFILE\\fR]" in parts["games export"]
    assert all(f"\\fB{name}\\fR" in PAGE for name in BUILT_IN_GAMES)


def test_text_is_shown_as_it_is() -> None:
    assert escaped("--a 'b' `c` \\d ~^ é 竹") == "\\-\\-a \\(aqb\\(aq \\(gac\\(ga \\ed \\(ti\\(ha \\[u00E9] \\[u7AF9]"


@pytest.mark.parametrize(
    "reader",
    [["groff", "-man", "-Tutf8", "-ww"], ["mandoc", "-T", "lint", "-W", "error"], ["man", "--warnings=w", "-l", "-"]],
    ids=lambda words: words[0],
)
def test_its_readers_have_nothing_to_say_against_it(reader: list[str]) -> None:
    if not shutil.which(reader[0]):
        pytest.skip(f"{reader[0]} is not installed")
    done = subprocess.run(reader, input=PAGE, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    if reader[0] == "mandoc":
        assert done.returncode == 0, done.stdout
        return
    shown = re.sub(r"\x1b\[[\d;]*m|.\x08", "", done.stdout)
    for words in ("--seat NAME[:KIND]", "'tilehall help COMMAND' says more", "games delete", "130", "NO_COLOR"):
        assert words in shown, shown
